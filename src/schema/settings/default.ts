import { counted } from '../../../templates/runtime/spec/wording.js'
import {
  type BuiltInDefault,
  type Constraints,
  type Default,
  type FieldType,
  isObject,
  type Json,
  type JsonSchema,
  matchesPattern,
} from '../../ir/index.js'
import { nearest } from '../../diagnostics/nearest.js'

const CALLABLE = /^\s*\{\{\s*([^{}]*?)\s*\}\}\s*$/

const BUILT_IN: ReadonlyMap<string, BuiltInDefault> = new Map<string, BuiltInDefault>([
  ['datetime.datetime.utcnow', 'now'],
  ['datetime.datetime.now', 'now'],
  ['datetime.date.today', 'today'],
  ['uuid.uuid4', 'uuid'],
  ['time.time', 'timestamp'],
])

/** Returns the name in `{{name}}`, or undefined for any other text. */
export function callableName(text: string): string | undefined {
  return CALLABLE.exec(text)?.[1]
}

/** Interprets a `default` or `onupdate` as a built-in value, a user-defined function or a literal. */
export function readDefault(value: Json, type: FieldType): Default {
  const name = typeof value === 'string' ? callableName(value) : undefined
  if (name === undefined) return { kind: 'literal', value }
  if (name.startsWith('user.')) return { kind: 'user', field: name.slice('user.'.length) }
  const builtIn = BUILT_IN.get(name)
  if (builtIn === undefined) return { kind: 'callable', name }
  return { kind: 'builtin', name: type === 'date' && builtIn === 'now' ? 'today' : builtIn }
}

/** Returns how a built-in value is written. */
function namesOf(builtIn: BuiltInDefault): readonly string[] {
  return [...BUILT_IN].flatMap(([name, value]) => (value === builtIn ? [`"{{${name}}}"`] : [])).slice(0, 1)
}

/** The names of the built-in values, keyed by these names and by their last two segments, as in `datetime.utcnow`. */
const BUILT_IN_FORMS: ReadonlyMap<string, string> = new Map(
  [...BUILT_IN.keys()].flatMap((name) => [
    [name, name],
    [name.split('.').slice(-2).join('.'), name],
  ]),
)

/**
 * Returns the built-in value that a name resembles. Except for those of the caller, their names are those of Python
 * functions, with a dot.
 */
export function similarBuiltIn(name: string): string | undefined {
  if (/^(?:request\.|current_?)?user$/i.test(name)) return 'user.username'
  if (!name.includes('.')) return undefined
  const form = BUILT_IN_FORMS.has(name) ? name : nearest(name, BUILT_IN_FORMS.keys())
  return form === undefined ? undefined : BUILT_IN_FORMS.get(form)
}

/** The valid default values for a type: a description, a check for literals, and the valid built-in values. */
interface LiteralForm {
  readonly form: string
  readonly accepts: (value: Json) => boolean
  readonly builtIns: readonly BuiltInDefault[]
}

const isText = (value: Json) => typeof value === 'string'
const isInteger = (value: Json) => Number.isInteger(value)
const matches = (pattern: RegExp) => (value: Json) => typeof value === 'string' && pattern.test(value)
const isWithin = (bits: number) => (value: Json) =>
  typeof value === 'number' && isInteger(value) && value >= -(2 ** (bits - 1)) && value < 2 ** (bits - 1)
const isBigInteger = (value: Json) =>
  isInteger(value) ||
  (matches(/^-?\d{1,19}$/)(value) && BigInt.asIntN(64, BigInt(String(value))) === BigInt(String(value)))
/** Accepts at most 34 digits before the decimal point, and at most 34 digits after it. */
const isDecimal = (value: Json) =>
  matches(/^-?\d{1,34}(\.\d{1,34})?([eE][+-]?([12]?\d|3[0-3]))?$/)(
    typeof value === 'number' ? String(value) : value,
  )
/** Accepts only days that exist. */
const beginsWithDay = (value: Json) => {
  const day = String(value).slice(0, 10)
  const moment = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day)
}
const CLOCK = '([01]?\\d|2[0-3]):[0-5]\\d'
const isMoment = matches(
  new RegExp(`^\\d{4}-\\d\\d-\\d\\d[Tt ]${CLOCK}:[0-5]\\d(\\.\\d+)?([Zz]|[+-]${CLOCK})$`),
)

const text: LiteralForm = { form: 'a string', accepts: isText, builtIns: ['now', 'today', 'uuid'] }

const LITERALS: Readonly<Record<FieldType, LiteralForm>> = {
  id_field: { form: 'omitted, because the service generates the value', accepts: () => false, builtIns: [] },
  foreign_key: {
    form: 'a field of the caller, such as "{{user.organization}}", or a function, such as "{{own_organization}}"',
    accepts: () => false,
    builtIns: [],
  },
  string: text,
  text,
  choice: { form: 'one of the choices', accepts: () => true, builtIns: [] },
  integer: { form: 'a 32-bit integer', accepts: isWithin(32), builtIns: ['timestamp'] },
  small_integer: { form: 'a 16-bit integer', accepts: isWithin(16), builtIns: [] },
  big_integer: { form: 'an integer', accepts: isBigInteger, builtIns: ['timestamp'] },
  float: { form: 'a number', accepts: (value) => typeof value === 'number', builtIns: ['timestamp'] },
  decimal: {
    form: 'a number, or a string that contains a number',
    accepts: isDecimal,
    builtIns: ['timestamp'],
  },
  boolean: { form: 'true or false', accepts: (value) => typeof value === 'boolean', builtIns: [] },
  date: {
    form: 'a date such as "2020-12-31"',
    accepts: (value) => matches(/^\d{4}-\d\d-\d\d$/)(value) && beginsWithDay(value),
    builtIns: ['today'],
  },
  datetime: {
    form: 'a date and time such as "2020-12-31T23:59:59Z"',
    accepts: (value) => isMoment(value) && beginsWithDay(value),
    builtIns: ['now'],
  },
  time: {
    form: 'a time of day such as "23:59:59"',
    accepts: matches(new RegExp(`^${CLOCK}(:[0-5]\\d)?$`)),
    builtIns: [],
  },
  interval: { form: 'an integer number of seconds', accepts: isInteger, builtIns: [] },
  binary: { form: 'a base64 string', accepts: matches(/^[A-Za-z0-9+/]*={0,2}$/), builtIns: [] },
  list: { form: 'a list', accepts: (value) => Array.isArray(value), builtIns: [] },
  dict: { form: 'an object', accepts: isObject, builtIns: [] },
  pickle: { form: 'any value', accepts: () => true, builtIns: ['now', 'today', 'uuid', 'timestamp'] },
}

/** Returns a description of valid defaults if the value is not valid for the type. Null is always valid. */
export function expectedDefault(
  value: Default,
  type: FieldType,
  { choices, itemType }: Pick<Constraints, 'choices' | 'itemType'>,
): string | undefined {
  const { form, accepts, builtIns } = LITERALS[type]
  switch (value.kind) {
    case 'callable':
    case 'user':
    case 'counter':
      return undefined
    case 'builtin':
      return builtIns.includes(value.name) ? undefined : [form, ...builtIns.flatMap(namesOf)].join(' or ')
    case 'literal':
      if (value.value === null) return undefined
      if (!accepts(value.value) || !isOneOf(value.value, choices)) return form
      return itemType === null ? undefined : expectedItems(value.value, itemType)
  }
}

/** The constraints on a field that apply to its `_backfill`. */
type BackfillLimits = Pick<
  Constraints,
  'choices' | 'itemType' | 'minLength' | 'maxLength' | 'precision' | 'scale'
>

/**
 * Returns a description of valid `_backfill` values if the value is not valid for the field, or undefined if the value
 * is valid. Unlike a default, a `_backfill` must also satisfy the field's constraints, because it is never validated as
 * part of a request.
 */
export function expectedBackfill(
  value: Default,
  type: FieldType,
  limits: BackfillLimits,
  json: JsonSchema = {},
): string | undefined {
  if (value.kind === 'callable' || value.kind === 'user')
    return 'a literal or a built-in value such as "{{datetime.datetime.utcnow}}"'
  if (value.kind === 'literal' && value.value === null) return `${LITERALS[type].form}, not null`
  const form = expectedDefault(value, type, limits)
  if (form !== undefined || value.kind !== 'literal') return form
  return LIMITS.map((limit) => limit(value.value, limits, json)).find((problem) => problem !== undefined)
}

type Limit = (value: Json, limits: BackfillLimits, json: JsonSchema) => string | undefined

const LIMITS: readonly Limit[] = [
  (value, { minLength }, json) => {
    const least = numberOf(json['minLength']) ?? minLength ?? 0
    return lengthOf(value) < least ? `at least ${counted(least, 'character')} long` : undefined
  },
  (value, { maxLength }, json) => {
    const greatest = numberOf(json['maxLength']) ?? maxLength ?? Infinity
    return lengthOf(value) > greatest ? `at most ${counted(greatest, 'character')} long` : undefined
  },
  (value, _limits, { pattern }) =>
    typeof value === 'string' && typeof pattern === 'string' && !matchesPattern(pattern, value)
      ? `a string that matches ${pattern}`
      : undefined,
  (value, _limits, json) =>
    Array.isArray(json['enum']) && !isOneOf(value, json['enum']) ? 'one of the values in "enum"' : undefined,
  (value, _limits, json) => {
    const least = numberOf(json['minimum'])
    return typeof value === 'number' && least !== null && value < least ? `at least ${least}` : undefined
  },
  (value, _limits, json) => {
    const greatest = numberOf(json['maximum'])
    return typeof value === 'number' && greatest !== null && value > greatest
      ? `at most ${greatest}`
      : undefined
  },
  (value, { precision, scale }) => {
    if (precision === null) return undefined
    const [whole = '', fraction = ''] = String(value).replace(/^-?0*/, '').split('.')
    const places = scale ?? 0
    return whole.length > precision - places || fraction.replace(/0+$/, '').length > places
      ? `a number with at most ${counted(precision - places, 'digit')} before the decimal point and ${places} after it`
      : undefined
  },
]

/** Returns the number of characters of a string, or NaN, which no limit excludes. */
function lengthOf(value: Json): number {
  return typeof value === 'string' ? [...value].length : Number.NaN
}

function numberOf(value: Json | undefined): number | null {
  return typeof value === 'number' ? value : null
}

function expectedItems(value: Json, type: FieldType): string | undefined {
  const { form, accepts } = LITERALS[type]
  return Array.isArray(value) && value.every((item: Json) => item !== null && accepts(item))
    ? undefined
    : `a list in which each item is ${form}`
}

function isOneOf(value: Json, choices: readonly Json[] | null): boolean {
  if (choices === null) return true
  return Array.isArray(value) ? value.every((item) => choices.includes(item)) : choices.includes(value)
}
