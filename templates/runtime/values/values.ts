import { type Json, isObject } from '../json.js'
import { type FieldType, type RareType, VALUE_TRAITS, isNumeric } from '../spec/field-types.js'
import {
  type Checked,
  SCALAR_RULES,
  type ValueRule,
  type ValueSpec,
  bad,
  characterFault,
  decimalParts,
  decimalSum,
  eachItem,
  good,
  jsonFault,
  shownValue,
  textual,
} from './scalars.js'

export const boolean: ValueRule = {
  check: (_spec, value) => (typeof value === 'boolean' ? good(value) : bad('must be true or false')),
  parse: (_spec, text) =>
    text === 'true' || text === 'false' ? good(text === 'true') : bad('must be true or false'),
}

/** A choice, which can have any JSON type and is written as text in a query string. */
export const choice: ValueRule = {
  check: ({ choices }, value) => {
    const isSame = (each: Json): boolean => JSON.stringify(each) === JSON.stringify(value)
    return oneOf(choices, (each) => each === value || (typeof each === 'object' && isSame(each)), value)
  },
  parse: ({ choices }, text) =>
    oneOf(choices, (each) => (typeof each === 'string' ? each : JSON.stringify(each)) === text, text),
}

function oneOf(choices: readonly Json[] | undefined, matches: (each: Json) => boolean, given: Json): Checked {
  const fault = typeof given === 'string' ? characterFault(given) : undefined
  if (fault !== undefined) return bad(fault)
  if (choices === undefined) return good(given)
  const found = choices.find(matches)
  return found === undefined ? bad(`must be one of ${choices.map(shownValue).join(', ')}`) : good(found)
}

const DATE = /^\d{4}-\d{2}-\d{2}$/
const DATETIME =
  /^(\d{4}-\d{2}-\d{2})[T ]((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(\d+))?(Z|[+-]\d{2}:\d{2})?$/i

/** A calendar date, `YYYY-MM-DD`. */
export const date: ValueRule = textual((text) =>
  isDay(text) ? good(text) : bad('must be a valid date such as 2024-05-31'),
)

/** A date and time (RFC 3339), returned in UTC with milliseconds. In a query, a date alone means midnight in UTC. */
export const datetime: ValueRule = {
  ...textual(toMoment),
  parse: (_spec, text) =>
    toMoment(isDay(text) ? `${text}T00:00:00Z` : text.replace(/ (\d{2}:\d{2})$/, '+$1')),
}

function isDay(text: string): boolean {
  if (!DATE.test(text) || text.startsWith('0000')) return false
  const day = new Date(text)
  // JavaScript reads February 30 as March 1.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

function toMoment(text: string): Checked {
  const [, day = '', clock = '', fraction = '', offset] = DATETIME.exec(text) ?? []
  if (!isDay(day)) return bad('must be a date and time (RFC 3339) such as 2024-05-31T08:31:00Z')
  if (offset === undefined) return bad('must end with a UTC offset such as Z or +02:00')
  const moment = new Date(`${day}T${clock}.${fraction.slice(0, 3).padEnd(3, '0')}${offset.toUpperCase()}`)
  const year = Number.isNaN(moment.getTime()) ? 0 : moment.getUTCFullYear()
  return year >= 1 && year <= 9999 ? good(moment.toISOString()) : bad('must be a valid date and time')
}

export const anything: ValueRule = {
  check: (_spec, value) => {
    const fault = jsonFault(value)
    return fault === undefined ? good(value) : bad(fault)
  },
  parse: () => bad('can be any JSON value and cannot be compared with text'),
}

export const dict: ValueRule = {
  check: (spec, value) => (isObject(value) ? anything.check(spec, value) : bad('must be an object')),
  parse: () => bad('is an object and cannot be compared with text'),
}

/** The rules of the types that every project has. Fields of other types have their own. */
const RULES: Readonly<Partial<Record<FieldType, ValueRule>>> = {
  ...SCALAR_RULES,
  boolean,
  date,
  datetime,
  choice,
  list: { check: checkList, parse: (spec, given) => itemRule(spec).parse(spec, given) },
  dict,
  pickle: anything,
} satisfies Readonly<Record<Exclude<FieldType, RareType>, ValueRule>>

function ruleOf(type: FieldType, rule = RULES[type]): ValueRule {
  if (rule === undefined) throw new TypeError(`A field of type ${type} has no rule`)
  return rule
}

function itemRule({ itemType, choices, rule }: ValueSpec): ValueRule {
  if (itemType !== undefined) return ruleOf(itemType, rule)
  return choices === undefined ? { ...anything, parse: SCALAR_RULES.text.parse } : choice
}

function checkList(spec: ValueSpec, value: Json): Checked {
  if (!Array.isArray(value)) return bad('must be a list')
  const { check } = itemRule(spec)
  return eachItem(value, (item) => check(spec, item))
}

/**
 * Validates a value in a JSON body and returns it in canonical form: decimals without redundant zeros, datetimes in
 * UTC, … The caller of this function handles null.
 */
export function checkValue(spec: ValueSpec, value: Json): Checked {
  return ruleOf(spec.type, spec.type === 'list' ? undefined : spec.rule).check(spec, value)
}

/**
 * Adds a number to the value of a number field. The sum must be in the field's range. Only sums of `float` values are
 * rounded.
 */
export function addToValue(spec: ValueSpec, value: Json, amount: number | string): Checked {
  if (spec.type === 'float') return checkValue(spec, Number(value) + Number(amount))
  return decimalParts(String(amount)) === undefined
    ? bad(`cannot be incremented by ${String(amount)}, which is not a number`)
    : parseValue(spec, decimalSum(String(value), String(amount)))
}

/**
 * Like {@link checkValue}, but for text in a query string or a path. For a `list`, the text is one item. A `dict` or
 * `pickle` cannot be written as text.
 */
export function parseValue(spec: ValueSpec, given: string): Checked {
  return ruleOf(spec.type, spec.type === 'list' ? undefined : spec.rule).parse(spec, given)
}

/** Like {@link checkValue}, for a value with which code compares a field. It can be too long for the field. */
export function checkOperand(spec: ValueSpec, value: Json): Checked {
  if (value === null) return good(value)
  if (Array.isArray(value)) return eachItem(value, (item) => checkOperand(spec, item))
  const { rule } = spec
  const type = spec.type === 'list' ? (spec.itemType ?? 'pickle') : spec.type
  const isText = typeof value === 'string' || (typeof value === 'number' && isNumeric(type))
  return isText && VALUE_TRAITS[type].kind !== 'json'
    ? parseValue({ type, rule }, String(value))
    : checkValue({ type, rule }, value)
}
