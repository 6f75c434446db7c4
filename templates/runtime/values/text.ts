import { type Json, isObject } from '../json.js'
import type { FieldSpec } from '../model.js'

/** A value in the canonical form in which it is stored and returned, or why it is invalid. */
export type Checked = { readonly ok: true; readonly value: Json } | Invalid

/** Why a value is invalid: a message to follow the field's name (`must be …`), and messages for the invalid items of a list. */
export interface Invalid {
  readonly ok: false
  readonly message: string
  readonly items?: readonly { readonly index: number; readonly message: string }[]
}

/** The constraints on a value: those of a field, or only the type of a relation's key. */
export type ValueSpec = Pick<
  FieldSpec,
  'type' | 'maxLength' | 'choices' | 'itemType' | 'precision' | 'scale' | 'asString'
>

/** How to validate values of a field type. Neither function is called with null. */
export interface ValueRule {
  /** Checks a value of a JSON body. */
  check(spec: ValueSpec, value: Json): Checked
  /** Parses a value in a query string or a path. */
  parse(spec: ValueSpec, text: string): Checked
}

/** Returns a valid value. */
export function good(value: Json): Checked {
  return { ok: true, value }
}

/** Returns an error. The message says what the value must be. */
export function bad(message: string): Invalid {
  return { ok: false, message }
}

/** Checks each item of a list and reports all invalid items. */
export function eachItem(list: readonly Json[], check: (item: Json) => Checked): Checked {
  const values: Json[] = []
  const items: { index: number; message: string }[] = []
  for (const [index, item] of list.entries()) {
    const checked = check(item)
    if (checked.ok) values.push(checked.value)
    else items.push({ index, message: checked.message })
  }
  const [first] = items
  return first === undefined
    ? good(values)
    : { ok: false, message: `item ${first.index} ${first.message}`, items }
}

const LONE_SURROGATE = /\p{Surrogate}/u

/** What is wrong with the characters of a text on some engine; undefined where nothing is. */
export function characterFault(text: string): string | undefined {
  if (text.includes('\0')) return 'must not hold the character U+0000'
  if (LONE_SURROGATE.test(text)) return 'must not hold half of a surrogate pair'
  return undefined
}

/** Returns why a JSON value cannot be stored unchanged, at any depth: invalid characters, or numbers beyond a double. Undefined if it can. */
export function jsonFault(value: Json): string | undefined {
  if (typeof value === 'string') return characterFault(value)
  if (typeof value === 'number')
    return Number.isFinite(value) ? undefined : 'must not contain numbers beyond 1.8e308'
  if (Array.isArray(value)) return firstFault(value, jsonFault)
  if (isObject(value))
    return firstFault(Object.entries(value), ([key, each]) => characterFault(key) ?? jsonFault(each))
  return undefined
}

function firstFault<T>(list: readonly T[], faultOf: (each: T) => string | undefined): string | undefined {
  for (const each of list) {
    const fault = faultOf(each)
    if (fault !== undefined) return fault
  }
  return undefined
}

/** Names that are rejected as keys and in queries because they can modify JavaScript's built-in objects (prototype pollution). */
export const REFUSED_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/** Text. Its length is counted in code points, on all databases. */
export const text: ValueRule = {
  check: (spec, value) => (typeof value === 'string' ? fitting(spec, value) : bad('must be a string')),
  parse: (_spec, value) => {
    const fault = characterFault(value)
    return fault === undefined ? good(value) : bad(fault)
  },
}

function fitting({ maxLength, choices }: ValueSpec, value: string): Checked {
  const fault = characterFault(value)
  if (fault !== undefined) return bad(fault)
  if (maxLength !== undefined && value.length > maxLength && Array.from(value).length > maxLength)
    return bad(`must be at most ${maxLength} characters long`)
  if (choices !== undefined && !choices.includes(value)) return bad(`must be one of ${choices.join(', ')}`)
  return good(value)
}

/** A generated key of 24 hexadecimal digits. */
export const objectId: ValueRule = {
  check: (_spec, value) => toObjectId(value),
  parse: (_spec, text) => toObjectId(text),
}

function toObjectId(value: Json): Checked {
  return typeof value === 'string' && /^[0-9a-f]{24}$/i.test(value)
    ? good(value.toLowerCase())
    : bad('must be an ID of 24 hexadecimal digits')
}

/** Strict base64 (RFC 4648, section 4), since other encodings of the same bytes would not compare equal. In a query string, `+` means a space. */
export const binary: ValueRule = {
  check: (_spec, value) => toBinary(value),
  parse: (_spec, text) => toBinary(text.replaceAll(' ', '+')),
}

function toBinary(value: Json): Checked {
  return typeof value === 'string' && Buffer.from(value, 'base64').toString('base64') === value
    ? good(value)
    : bad('must be base64 with padding')
}

/** No suggestions for longer names: they are hardly typing errors. */
const LONGEST = 60

/** Returns ` (did you mean "name"?)` if one of the names differs from the given one by a few changes, ignoring case; else an empty text. */
export function didYouMean(given: string, names: Iterable<string>): string {
  if (given.length > LONGEST) return ''
  let nearest = ''
  let least = Math.floor(given.length / 3 + 0.5) + 1
  for (const name of names) {
    if (name === given || Math.abs(name.length - given.length) >= least) continue
    const changes = distance(given.toLowerCase(), name.toLowerCase())
    if (changes < least) [nearest, least] = [name, changes]
  }
  return nearest === '' ? '' : ` (did you mean "${nearest}"?)`
}

/**
 * Returns how many changes turn one text into the other: letters added, removed or replaced, or neighbors swapped (Damerau-Levenshtein, optimal
 * string alignment).
 */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Infinity
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwap ? at(i - 2, j - 2) + 1 : Infinity
      row.push(Math.min(replaced, at(i - 1, j) + 1, at(i, j - 1) + 1, swapped))
    }
  }
  return at(a.length, b.length)
}
