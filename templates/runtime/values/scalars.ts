import type { Json } from '../json.js'
import type { FieldType } from '../spec/field-types.js'
import { counted } from '../spec/wording.js'
import { editDistance } from './fuzzy.js'

/** A value in the canonical form in which it is stored and returned, or the reason why it is invalid. */
export type Checked = { readonly ok: true; readonly value: Json } | Invalid

/**
 * The reason why a value is invalid: a message that follows the field's name (`must be …`), and messages for the
 * invalid items in a list.
 */
export interface Invalid {
  readonly ok: false
  readonly message: string
  readonly items?: readonly { readonly index: number; readonly message: string }[]
}

/** The constraints on a value: those of a field or, for a relation, just the key type. */
export interface ValueSpec {
  readonly type: FieldType
  readonly maxLength?: number
  /** The valid values for a `choice`, or for the items in a `list`. */
  readonly choices?: readonly Json[]
  /** Type of the items in a `list`. */
  readonly itemType?: FieldType
  readonly precision?: number
  readonly scale?: number
  /** For a decimal: its JSON form is a string. */
  readonly asString?: true
  /** The rule of a type that not every project has (`RareType`), or of such items in a list. */
  readonly rule?: ValueRule | undefined
}

/** How to validate values of a field type. Of null values, the functions get only those of items in lists. */
export interface ValueRule {
  /** Checks a value in a JSON body. */
  check(spec: ValueSpec, value: Json): Checked
  /** Parses a value in a query string or a path. */
  parse(spec: ValueSpec, text: string): Checked
}

export function good(value: Json): Checked {
  return { ok: true, value }
}

export function bad(message: string): Invalid {
  return { ok: false, message }
}

/** Checks each item in a list and reports all invalid items. */
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

/** Returns the reason why some database engine cannot store a string, or undefined if all of them can. */
export function characterFault(text: string): string | undefined {
  if (text.includes('\0')) return 'must not contain the character U+0000'
  if (LONE_SURROGATE.test(text)) return 'must not contain half of a surrogate pair'
  return undefined
}

/**
 * Returns the reason why a JSON value cannot be stored unchanged, or undefined if it can. The value must not contain
 * invalid characters or numbers beyond the range of a double, at any depth.
 */
export function jsonFault(value: Json): string | undefined {
  if (typeof value === 'string') return characterFault(value)
  if (typeof value === 'number')
    return Number.isFinite(value) ? undefined : 'must not contain numbers beyond 1.8e308'
  if (typeof value === 'boolean' || value === null) return undefined
  for (const [key, each] of Object.entries(value)) {
    const fault = characterFault(key) ?? jsonFault(each)
    if (fault !== undefined) return fault
  }
  return undefined
}

/**
 * Names that are rejected as keys and in queries because they can modify JavaScript's built-in objects (prototype
 * pollution).
 */
export const FORBIDDEN_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/** Returns whether a key cannot be a segment of a path. */
export function isUnreachable(key: Json): boolean {
  return key === '' || key === '.' || key === '..'
}

/** The error for such a key. */
export const UNREACHABLE = 'must not be empty, "." or "..", which cannot be in a path'

/** Returns a value as messages contain it: text has quotes only if it would read as another value. */
export function shownValue(value: Json | undefined): string {
  const isPlain = typeof value === 'string' && !/^(?:|true|false|null|-?\d[\d.e+-]*|[[{"].*)$/is.test(value)
  return isPlain ? value : JSON.stringify(value)
}

/** Text. Its length is measured in code points on all databases. */
export const text: ValueRule = {
  check: (spec, value) => (typeof value === 'string' ? fittingText(spec, value) : bad('must be a string')),
  parse: (_spec, value) => fittingText({ type: 'text' }, value),
}

function fittingText({ maxLength, choices }: ValueSpec, value: string): Checked {
  const fault = characterFault(value)
  if (fault !== undefined) return bad(fault)
  if (maxLength !== undefined && value.length > maxLength && Array.from(value).length > maxLength)
    return bad(`must be at most ${counted(maxLength, 'character')} long`)
  if (choices?.includes(value) === false) return bad(`must be one of ${choices.map(shownValue).join(', ')}`)
  return good(value)
}

/** A generated key of 24 hexadecimal digits. */
const objectId: ValueRule = textual((text) =>
  /^[0-9a-f]{24}$/i.test(text) ? good(text.toLowerCase()) : bad('must be an ID of 24 hexadecimal digits'),
)

/** Returns the rule for values that are text in bodies, too. The empty text must be invalid. */
export function textual(read: (text: string) => Checked): ValueRule {
  return {
    check: (_spec, value) => read(typeof value === 'string' ? value : ''),
    parse: (_spec, text) => read(text),
  }
}

/** Maximum length of names for which a suggestion is made. Longer names are unlikely to be typos. */
const MAX_SUGGESTION_LENGTH = 60

/**
 * Returns ` (did you mean "name"?)` if one of the names differs from the given name by only a few edits, ignoring case.
 * Otherwise, returns an empty string.
 */
export function didYouMean(given: string, names: Iterable<string>): string {
  if (given.length > MAX_SUGGESTION_LENGTH) return ''
  let nearest = ''
  let least = Math.floor(given.length / 3 + 0.5) + 1
  for (const name of names) {
    if (name === given) continue
    const edits = editDistance(given.toLowerCase(), name.toLowerCase(), least - 1)
    if (edits < least) [nearest, least] = [name, edits]
  }
  return nearest === '' ? '' : ` (did you mean "${nearest}"?)`
}

export const INTEGER = /^[+-]?\d{1,20}$/
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i

/** Returns the rule for integers in a range that a double can represent. */
function integerWithin(min: number, max: number): ValueRule {
  const message = `must be an integer from ${min} to ${max}`
  const check = (value: number): Checked =>
    Number.isInteger(value) && value >= min && value <= max ? good(value + 0) : bad(message)
  return {
    check: (_spec, value) => (typeof value === 'number' ? check(value) : bad(message)),
    parse: (_spec, text) => (INTEGER.test(text) ? check(Number(text)) : bad(message)),
  }
}

/** A duration in seconds. */
const interval = integerWithin(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)

const float: ValueRule = {
  check: (_spec, value) =>
    typeof value === 'number' && Number.isFinite(value) ? good(value + 0) : bad('must be a number'),
  parse: (_spec, text) => {
    const value = Number(text)
    return NUMBER.test(text) && Number.isFinite(value) ? good(value + 0) : bad('must be a number')
  },
}

/** Matches in linear time, because no digit can match two parts of the expression. */
const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i

/** The digits of a decimal number that a double preserves. */
export const DOUBLE_DIGITS = 15

/** The parts of a decimal number: `digits` without leading and trailing zeros, value = 0.digits × 10^exponent. */
interface DecimalParts {
  readonly negative: boolean
  readonly digits: string
  readonly exponent: number
}

/** Parses a decimal number, which can have an exponent. Returns undefined for other text. */
export function decimalParts(text: string): DecimalParts | undefined {
  const match = DECIMAL.exec(text)
  if (match === null) return undefined
  const [, sign = '', whole = '', fraction = '', power = '0'] = match
  const all = whole + fraction
  if (all === '') return undefined
  const significant = all.replace(/^0+/, '')
  const exponent = whole.length + Number(power) - (all.length - significant.length)
  return { negative: sign === '-', digits: withoutTrailingZeros(significant), exponent }
}

/** Removes trailing zeros. Uses a loop, because a regular expression would take quadratic time. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end -= 1
  return digits.slice(0, end)
}

/** Returns the canonical text of a decimal number: no exponent, no `+`, no redundant zeros, never `-0`. */
export function plainText({ negative, digits, exponent }: DecimalParts): string {
  if (digits === '') return '0'
  const whole = exponent > 0 ? digits.slice(0, exponent).padEnd(exponent, '0') : '0'
  const fraction = exponent < 0 ? '0'.repeat(-exponent) + digits : digits.slice(exponent)
  return `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

/**
 * Returns the JSON form of a stored decimal: a number if a double preserves all its digits, otherwise a string. If it is
 * always a string and has a scale, it has that many digits after the decimal point, such as `49.90`.
 */
export function jsonDecimal(
  text: string,
  { asString, scale = 0 }: Pick<ValueSpec, 'asString' | 'scale'>,
): Json {
  const parts = storedParts(text)
  const plain = plainText(parts)
  if (asString !== true) return parts.digits.length > DOUBLE_DIGITS ? plain : Number(plain)
  const [whole = '', fraction = ''] = plain.split('.')
  return scale === 0 ? plain : `${whole}.${fraction.padEnd(scale, '0')}`
}

/** Returns the {@link decimalParts} of a stored decimal. @throws TypeError if the text is not a decimal number */
export function storedParts(text: string): DecimalParts {
  const parts = decimalParts(text)
  if (parts === undefined) throw new TypeError(`${text} is not a decimal number`)
  return parts
}

/** Adds canonical decimals without rounding. */
export class DecimalSum {
  #total = 0n
  #scale = 0

  add(canonical: string): void {
    const [whole = '0', fraction = ''] = canonical.split('.')
    if (fraction.length > this.#scale) {
      this.#total *= 10n ** BigInt(fraction.length - this.#scale)
      this.#scale = fraction.length
    }
    this.#total += BigInt(whole + fraction.padEnd(this.#scale, '0'))
  }

  result(): string {
    return plainText(storedParts(`${this.#total}e-${this.#scale}`))
  }
}

export function decimalSum(a: string, b: string): string {
  const sum = new DecimalSum()
  for (const text of [a, b]) sum.add(plainText(storedParts(text)))
  return sum.result()
}

/** Returns a negative number if a decimal is less than another one, 0 if they are equal, otherwise a positive number. */
export function compareDecimals(a: string, b: string): number {
  const difference = decimalSum(a, b.startsWith('-') ? b.slice(1) : `-${b}`)
  return difference === '0' ? 0 : difference.startsWith('-') ? -1 : 1
}

/** The error for a JSON number that lost precision when it was parsed. */
export const TOO_LONG_FOR_A_NUMBER = 'has more digits than a JSON number preserves; send it as a string'

/** The rules of text and numbers. */
export const SCALAR_RULES = {
  /** A generated key. Queries can compare it with any integer: `id__gt=0`. */
  id_field: { check: integerWithin(1, Number.MAX_SAFE_INTEGER).check, parse: interval.parse },
  object_id: objectId,
  string: text,
  text,
  integer: integerWithin(-(2 ** 31), 2 ** 31 - 1),
  small_integer: integerWithin(-(2 ** 15), 2 ** 15 - 1),
  float,
  interval,
} satisfies Partial<Record<FieldType, ValueRule>>
