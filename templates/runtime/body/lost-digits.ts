import { isSafeNumber, LosslessNumber, parse } from 'lossless-json'
import type { Json } from '../json.js'
import type { ValueSpec } from '../values/index.js'
import { pointer } from './pointer.js'

/** Only numbers with more than 15 digits, or with an exponent of three, can lose any. */
const MAY_LOSE_DIGITS = /\d[\d.]{15}|\de[+-]?\d{3}/i

const lostIn = new WeakMap<object, ReadonlySet<string>>()

/**
 * Remembers of a body which of its numbers have digits that a double does not keep, as `0.10000000000000000001`: a decimal must not lose them
 * without a word (SPEC 1.3).
 */
export function rememberLostDigits(text: string, body: Json): void {
  if (typeof body !== 'object' || body === null || !MAY_LOSE_DIGITS.test(text)) return
  const exact = parse(text, null, { onDuplicateKey: ({ newValue }) => newValue })
  const pointers = new Set(lostPointers(exact, ''))
  if (pointers.size > 0) lostIn.set(body, pointers)
}

function* lostPointers(value: unknown, path: string): Generator<string> {
  if (value instanceof LosslessNumber) {
    if (!isSafeNumber(value.value)) yield path
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, each] of Object.entries(value)) yield* lostPointers(each, pointer(path, name))
  }
}

const NONE: ReadonlySet<string> = new Set()

/** JSON pointers to the numbers of a parsed body that have lost digits. */
export function lostDigits(body: unknown): ReadonlySet<string> {
  return typeof body === 'object' && body !== null ? (lostIn.get(body) ?? NONE) : NONE
}

/** Where, at a field's value or in its list, a number was given with more digits than were kept. Only for decimals and big integers do digits matter. */
export function pointersToLost(
  field: ValueSpec,
  path: string,
  value: unknown,
  lost: ReadonlySet<string>,
): readonly string[] {
  if (lost.size === 0) return []
  const type = field.type === 'list' ? field.itemType : field.type
  if (type !== 'decimal' && type !== 'big_integer') return []
  const places = Array.isArray(value) ? value.map((_, index) => pointer(path, index)) : [path]
  return places.filter((place) => lost.has(place))
}
