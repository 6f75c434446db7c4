import type { DialectName } from '../../../templates/runtime/spec/dialects.js'
import { counted } from '../../../templates/runtime/spec/wording.js'
import { FAMILIES, type Family, RANGES } from '../../../templates/runtime/values/conversions.js'
import type { Column } from '../shape/shape.js'

/** A conversion of values from one type to another. `lost` describes what is lost, if anything. */
interface Conversion extends Readonly<Record<DialectName, ConvertedValue>> {
  readonly lost: string | null
}

/** Converts the SQL expression for the old value to an expression for the new value. */
type ConvertedValue = (value: string, to: Column) => string

/** Returns whether a column's values are text that other text columns can store unchanged. */
export function isText({ type }: Column): boolean {
  return FAMILIES[type] === 'text'
}

const same = (value: string): string => value
const asIs: Conversion = { lost: null, sqlite: same, postgres: same }

const NO_NUMBERS = 'values that are not numbers or are out of range are lost'
const FRACTIONS = 'fractions and numbers out of range are lost'

/** Must accept the same numbers as `templates/runtime/values/conversions.ts`. */
const isNumber = (value: string): string => `${value} ~ '^-?[0-9]{1,34}([.][0-9]{1,34})?$'`
const postgresNumber = (value: string): string => `CASE WHEN ${isNumber(value)} THEN ${value}::numeric END`

/** Returns the SQL that checks whether a string begins with a valid date. */
const beginsWithDay = (value: string): string =>
  `CASE WHEN ${value} ~ '^(?!0000)[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])'
    THEN substr(${value}, 9, 2)::integer <= extract(day FROM
      make_date(substr(${value}, 1, 4)::integer, substr(${value}, 6, 2)::integer, 1) + interval '1 month - 1 day')
    ELSE false END`
const CLOCK = '([T ]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]([.][0-9]+)?(Z|[+-](0[0-9]|1[0-5]):[0-5][0-9]))?'
const postgresMoment = (value: string): string =>
  `CASE WHEN ${beginsWithDay(value)} AND substr(${value}, 11) ~* '^${CLOCK}$'
    THEN date_trunc('milliseconds', ${value}::timestamptz) END`

const CONVERSIONS: Readonly<Partial<Record<`${Family}>${Family}`, Conversion>>> = {
  'integer>float': { lost: null, sqlite: (value) => `CAST(${value} AS REAL)`, postgres: same },
  'integer>decimal': {
    lost: null,
    sqlite: (value, to) => decimal(`CAST(${value} AS TEXT)`, to),
    postgres: (value, to) => fitted(`${value}::numeric`, to),
  },
  'integer>text': { lost: null, sqlite: (value) => `CAST(${value} AS TEXT)`, postgres: same },
  'integer>boolean': {
    lost: 'numbers other than 0 become true',
    sqlite: (value) => `${value} <> 0`,
    postgres: (value) => `${value} <> 0`,
  },
  'float>integer': {
    lost: FRACTIONS,
    sqlite: (value, to) => integer(`svc_digits(${value})`, to),
    postgres: (value, to) => whole(`${value}::text::numeric`, to),
  },
  'float>decimal': {
    lost: null,
    sqlite: (value, to) => decimal(`svc_digits(${value})`, to),
    postgres: (value, to) => fitted(`${value}::text::numeric`, to),
  },
  'float>text': {
    lost: null,
    sqlite: (value) => `svc_digits(${value})`,
    postgres: (value) => `${value}::text::numeric`,
  },
  'decimal>integer': {
    lost: FRACTIONS,
    sqlite: integer,
    postgres: whole,
  },
  'decimal>float': {
    lost: 'digits after the fifteenth are lost',
    sqlite: (value) => `CAST(${value} AS REAL)`,
    postgres: same,
  },
  'decimal>text': { lost: null, sqlite: same, postgres: (value) => `trim_scale(${value})` },
  'boolean>integer': { lost: null, sqlite: same, postgres: (value) => `${value}::integer` },
  'boolean>text': {
    lost: null,
    sqlite: (value) => `CASE ${value} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END`,
    postgres: same,
  },
  'date>datetime': {
    lost: null,
    sqlite: (value) => `${value} || 'T00:00:00.000Z'`,
    postgres: (value) => `${value}::timestamp AT TIME ZONE 'UTC'`,
  },
  'date>text': { lost: null, sqlite: same, postgres: same },
  'datetime>date': {
    lost: 'times of day are lost',
    sqlite: (value) => `substr(${value}, 1, 10)`,
    postgres: (value) => `(${value} AT TIME ZONE 'UTC')::date`,
  },
  'datetime>time': {
    lost: 'dates are lost',
    sqlite: (value) => `substr(${value}, 12, 8)`,
    postgres: (value) => `date_trunc('second', ${value} AT TIME ZONE 'UTC')::time`,
  },
  'datetime>text': {
    lost: null,
    sqlite: same,
    postgres: (value) => `to_char(${value} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  },
  'time>text': { lost: null, sqlite: same, postgres: same },
  'text>integer': {
    lost: NO_NUMBERS,
    sqlite: integer,
    postgres: (value, to) => whole(postgresNumber(value), to),
  },
  'text>float': { lost: NO_NUMBERS, sqlite: (value) => `svc_float(${value})`, postgres: postgresNumber },
  'text>decimal': {
    lost: NO_NUMBERS,
    sqlite: decimal,
    postgres: (value, to) => fitted(postgresNumber(value), to),
  },
  'text>boolean': {
    lost: 'values other than "true" and "false" are lost',
    sqlite: (value) => `CASE ${value} WHEN 'true' THEN 1 WHEN 'false' THEN 0 END`,
    postgres: (value) => `CASE ${value} WHEN 'true' THEN true WHEN 'false' THEN false END`,
  },
  'text>date': {
    lost: 'values that are not dates are lost',
    sqlite: (value) => `svc_date(${value})`,
    postgres: (value) => `(${postgresMoment(value)} AT TIME ZONE 'UTC')::date`,
  },
  'text>datetime': {
    lost: 'values that are not dates with times are lost',
    sqlite: (value) => `svc_datetime(${value})`,
    postgres: postgresMoment,
  },
  'text>time': {
    lost: 'values that are not times are lost',
    sqlite: (value) => `svc_time(${value})`,
    postgres: (value) =>
      `CASE WHEN ${value} ~ '^([01]?[0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$' THEN ${value}::time END`,
  },
  'list>json': asIs,
  'dict>json': asIs,
  'json>list': ofForm('array'),
  'json>dict': ofForm('object'),
}

/** Returns the PostgreSQL expression for the integer part of a number, or NULL if it is out of range. */
function whole(number: string, { type }: Column): string {
  const [least, greatest] = RANGES[type] ?? [0n, 0n]
  return `CASE WHEN trunc(${number}) BETWEEN ${least} AND ${greatest} THEN trunc(${number}) END`
}

/** Returns the PostgreSQL expression that truncates a number to the column's scale, or NULL if it is too long. */
function fitted(number: string, { precision, scale }: Column): string {
  if (precision === null) return number
  const places = scale ?? 0
  return `CASE WHEN abs(${number}) < 1e${precision - places} THEN trunc(${number}, ${places}) END`
}

function integer(digits: string, { type }: Column): string {
  return `svc_${type === 'id_field' ? 'interval' : type}(${digits})`
}

function decimal(digits: string, { precision, scale }: Column): string {
  return `svc_decimal(${digits}, ${precision ?? 'NULL'}, ${scale ?? 'NULL'})`
}

function ofForm(form: 'array' | 'object'): Conversion {
  return {
    lost: `values that are not ${form === 'array' ? 'lists' : 'objects'} are lost`,
    sqlite: (value) => `CASE WHEN json_type(${value}) = '${form}' THEN ${value} END`,
    postgres: (value) => `CASE WHEN jsonb_typeof(${value}) = '${form}' THEN ${value} END`,
  }
}

/** The conversion between types that have nothing in common. */
const ALL_LOST: Conversion = {
  lost: 'the values cannot be converted and are lost',
  sqlite: () => 'NULL',
  postgres: () => 'NULL',
}

/** The conversion for a foreign key whose values refer to a former key. */
const LINKS_LOST: Conversion = {
  lost: 'the links are lost, because the referenced model gets a different key',
  sqlite: () => 'NULL',
  postgres: () => 'NULL',
}

/** Returns the conversion between two types. Values that cannot be converted become null. List items are unchanged. */
export function valueConversion(from: Column, to: Column): Conversion {
  const before = FAMILIES[from.type]
  const after = FAMILIES[to.type]
  if (before !== after) return withLostDigits(CONVERSIONS[`${before}>${after}`] ?? ALL_LOST, from, to)
  if (after === 'integer' && isNarrower(from, to)) {
    const lost = 'numbers out of range are lost'
    return { lost, sqlite: integer, postgres: whole }
  }
  if (after === 'decimal' && isNarrower(from, to))
    return { lost: lostDigits(to), sqlite: decimal, postgres: fitted }
  return asIs
}

/** Adds a note about the digits that are lost because a limited decimal cannot store them. */
function withLostDigits(conversion: Conversion, from: Column, to: Column): Conversion {
  const isLimited = to.type === 'decimal' && to.precision !== null && from.type !== 'boolean'
  return isLimited ? { ...conversion, lost: conversion.lost ?? lostDigits(to) } : conversion
}

function lostDigits({ precision, scale }: Column): string {
  const places = scale ?? 0
  return `numbers with more than ${counted((precision ?? 0) - places, 'digit')} before the decimal point are lost, and so are digits beyond ${counted(places, 'decimal place')}`
}

/** Returns whether a numeric column cannot store all numbers from another numeric column. */
export function isNarrower(from: Column, to: Column): boolean {
  if (to.type !== 'decimal') return widthOf(to) < widthOf(from)
  if (to.precision === null) return false
  if (from.precision === null) return true
  const [before, after] = [from.scale ?? 0, to.scale ?? 0]
  return after < before || to.precision - after < from.precision - before
}

/** Returns the number of bits in the maximum value of an integer type, or 1 for other types. */
function widthOf({ type }: Column): number {
  const [, greatest = '0'] = RANGES[type] ?? []
  return BigInt(greatest).toString(2).length
}

/** Returns the conversion of a column and its list items, for which PostgreSQL has a separate statement. */
export function conversion(from: Column, to: Column): Conversion {
  if (to.losesLinks === true) return LINKS_LOST
  const whole = valueConversion(from, to)
  const items = itemChange(from, to)
  if (items === null) return whole
  const lost = [whole.lost, lostItems(items)].filter((each) => each !== null)
  return {
    lost: lost.length === 0 ? null : lost.join('; '),
    sqlite: (value, column) =>
      `svc_items(${whole.sqlite(value, column)}, '${items.from.type}', '${items.to.type}')`,
    postgres: whole.postgres,
  }
}

function lostItems({ from, to }: ItemChange): string | null {
  if (to.type === 'pickle') return null
  if (from.type === 'pickle') return `list items that cannot be converted to ${to.type} are lost`
  const { lost } = valueConversion(from, to)
  if (lost === ALL_LOST.lost) return 'the list items cannot be converted and are lost'
  return lost && `in list items, ${lost}`
}

/** The types of list items before and after the migration, as columns. */
export interface ItemChange {
  readonly from: Column
  readonly to: Column
}

/** Returns the change in item type if a column contains lists or arbitrary JSON before and after. */
export function itemChange(before: Column, after: Column): ItemChange | null {
  const [from, to] = [itemOf(before), itemOf(after)]
  return from === null || to === null || from.type === to.type ? null : { from, to }
}

function itemOf(column: Column): Column | null {
  const type = column.type === 'pickle' ? 'pickle' : column.itemType
  return type === null ? null : { ...column, type, itemType: null }
}

/** For each JSON type, the column type whose conversions apply to values of that type. */
export const TYPES_OF_JSON = {
  string: 'string',
  number: 'decimal',
  boolean: 'boolean',
  object: 'dict',
} as const satisfies Readonly<Record<string, Column['type']>>
