import { isSafeNumber, LosslessNumber, parse } from 'lossless-json'
import { isObject, type Json } from '../json.js'
import type { ValueSpec } from '../values/index.js'

/** Only numbers with more than 15 digits, or with an exponent of three, can lose any. */
const MAY_LOSE_DIGITS = /\d[\d.]{15}|\de[+-]?\d{3}/i

/** By object or list of a body: the names in it of numbers that have lost digits. No paths: these could be much longer than the body. */
const lostIn = new WeakMap<object, Set<string>>()

/**
 * Remembers which numbers of a body have digits that a double does not keep, as `0.10000000000000000001`, so that a decimal never loses them
 * silently.
 */
export function rememberLostDigits(text: string, body: Json): void {
  if (typeof body !== 'object' || body === null || !MAY_LOSE_DIGITS.test(text)) return
  compare(parse(text, null, { onDuplicateKey: ({ newValue }) => newValue }), body)
}

function compare(exact: unknown, kept: Json): void {
  if (typeof exact !== 'object' || exact === null) return
  for (const [name, each] of Object.entries(exact)) {
    if (!(each instanceof LosslessNumber)) compare(each, entryOf(kept, name))
    else if (!isSafeNumber(each.value)) note(kept, name)
  }
}

function entryOf(container: Json, name: string): Json {
  if (Array.isArray(container)) return container[Number(name)] ?? null
  return isObject(container) ? (container[name] ?? null) : null
}

function note(container: Json, name: string): void {
  if (typeof container !== 'object' || container === null) return
  lostIn.set(container, (lostIn.get(container) ?? new Set()).add(name))
}

const NONE: ReadonlySet<string> = new Set()

/** The names, or indexes, of the numbers in an object or list of a body that have lost digits. */
export function lostDigits(container: unknown): ReadonlySet<string> {
  return typeof container === 'object' && container !== null ? (lostIn.get(container) ?? NONE) : NONE
}

/** Whether digits matter for a field, or for the items of its list. */
export function keepsDigits({ type, itemType }: ValueSpec): boolean {
  const kept = type === 'list' ? itemType : type
  return kept === 'decimal' || kept === 'big_integer'
}
