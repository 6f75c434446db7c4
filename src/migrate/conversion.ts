import type { Column } from './shape.js'

/** How values go from one type to another. `lost` says what that costs, null where nothing is lost. */
export interface Conversion {
  readonly lost: string | null
  /** From the SQL of the old value to that of the new one. */
  readonly sqlite: (value: string) => string
  readonly postgres: (value: string) => string
}

type Family =
  | 'text'
  | 'integer'
  | 'float'
  | 'decimal'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'time'
  | 'binary'
  | 'list'
  | 'dict'
  | 'json'

const FAMILIES: Readonly<Record<Column['type'], Family>> = {
  id_field: 'integer',
  string: 'text',
  text: 'text',
  integer: 'integer',
  small_integer: 'integer',
  big_integer: 'integer',
  float: 'float',
  decimal: 'decimal',
  boolean: 'boolean',
  date: 'date',
  datetime: 'datetime',
  time: 'time',
  interval: 'integer',
  binary: 'binary',
  choice: 'text',
  list: 'list',
  dict: 'dict',
  pickle: 'json',
}

const same = (value: string): string => value
const asIs: Conversion = { lost: null, sqlite: same, postgres: same }

const NO_NUMBERS = 'texts that are no numbers are lost'
const FRACTIONS = 'fractions are lost'
const ISO_DATE = "'____-__-__%'"

/** A double in plain decimal notation. */
const plain = (value: string): string => `rtrim(rtrim(printf('%!.15f', ${value}), '0'), '.')`

const isNumber = (value: string): string =>
  `json_valid(${value}) AND json_type(${value}) IN ('integer', 'real')`
const postgresNumber = (value: string): string =>
  `CASE WHEN ${value} ~ '^-?[0-9]+([.][0-9]+)?$' THEN ${value}::numeric END`

const CONVERSIONS: Readonly<Partial<Record<`${Family}>${Family}`, Conversion>>> = {
  'integer>float': { lost: null, sqlite: (value) => `CAST(${value} AS REAL)`, postgres: same },
  'integer>decimal': { lost: null, sqlite: (value) => `CAST(${value} AS TEXT)`, postgres: same },
  'integer>text': { lost: null, sqlite: (value) => `CAST(${value} AS TEXT)`, postgres: same },
  'integer>boolean': {
    lost: 'numbers other than 0 become true',
    sqlite: (value) => `${value} <> 0`,
    postgres: (value) => `${value} <> 0`,
  },
  'float>integer': {
    lost: FRACTIONS,
    sqlite: (value) => `CAST(${value} AS INTEGER)`,
    postgres: (value) => `trunc(${value})`,
  },
  'float>decimal': {
    lost: 'digits beyond the fifteenth decimal place are lost',
    sqlite: plain,
    postgres: same,
  },
  'float>text': { lost: null, sqlite: (value) => `CAST(${value} AS TEXT)`, postgres: same },
  'decimal>integer': {
    lost: FRACTIONS,
    sqlite: (value) => `CAST(${value} AS INTEGER)`,
    postgres: (value) => `trunc(${value})`,
  },
  'decimal>float': {
    lost: 'digits beyond the fifteenth are lost',
    sqlite: (value) => `CAST(${value} AS REAL)`,
    postgres: same,
  },
  'decimal>text': { lost: null, sqlite: same, postgres: same },
  'boolean>integer': { lost: null, sqlite: same, postgres: (value) => `${value}::integer` },
  'boolean>text': { lost: null, sqlite: (value) => `iif(${value}, 'true', 'false')`, postgres: same },
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
    postgres: (value) => `(${value} AT TIME ZONE 'UTC')::time(0)`,
  },
  'datetime>text': {
    lost: null,
    sqlite: same,
    postgres: (value) => `to_char(${value} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  },
  'time>text': { lost: null, sqlite: same, postgres: same },
  'text>integer': {
    lost: NO_NUMBERS,
    sqlite: (value) => `CASE WHEN ${isNumber(value)} THEN CAST(${value} AS INTEGER) END`,
    postgres: (value) => `trunc(${postgresNumber(value)})`,
  },
  'text>float': {
    lost: NO_NUMBERS,
    sqlite: (value) => `CASE WHEN ${isNumber(value)} THEN CAST(${value} AS REAL) END`,
    postgres: postgresNumber,
  },
  'text>decimal': {
    lost: NO_NUMBERS,
    sqlite: (value) => `CASE WHEN ${isNumber(value)} THEN ${plain(`CAST(${value} AS REAL)`)} END`,
    postgres: postgresNumber,
  },
  'text>boolean': {
    lost: 'texts other than "true" and "false" are lost',
    sqlite: (value) => `CASE ${value} WHEN 'true' THEN 1 WHEN 'false' THEN 0 END`,
    postgres: (value) => `CASE ${value} WHEN 'true' THEN true WHEN 'false' THEN false END`,
  },
  'text>date': {
    lost: 'texts that are no dates are lost',
    sqlite: (value) => `CASE WHEN ${value} LIKE ${ISO_DATE} THEN date(${value}) END`,
    postgres: (value) => `CASE WHEN ${value} LIKE ${ISO_DATE} THEN ${value}::date END`,
  },
  'text>datetime': {
    lost: 'texts that are no moments are lost',
    sqlite: (value) =>
      `CASE WHEN ${value} LIKE ${ISO_DATE} THEN strftime('%Y-%m-%dT%H:%M:%fZ', ${value}) END`,
    postgres: (value) => `CASE WHEN ${value} LIKE ${ISO_DATE} THEN ${value}::timestamptz END`,
  },
  'text>time': {
    lost: 'texts that are no times are lost',
    sqlite: (value) => `CASE WHEN ${value} LIKE '__:__%' THEN time(${value}) END`,
    postgres: (value) => `CASE WHEN ${value} LIKE '__:__%' THEN ${value}::time END`,
  },
  'list>json': asIs,
  'dict>json': asIs,
  'json>list': ofForm('array'),
  'json>dict': ofForm('object'),
}

function ofForm(form: 'array' | 'object'): Conversion {
  return {
    lost: `values that are no ${form === 'array' ? 'lists' : 'objects'} are lost`,
    sqlite: (value) => `CASE WHEN json_type(${value}) = '${form}' THEN ${value} END`,
    postgres: (value) => `CASE WHEN jsonb_typeof(${value}) = '${form}' THEN ${value} END`,
  }
}

const ALL_LOST: Conversion = {
  lost: 'its values cannot be converted and are lost',
  sqlite: () => 'NULL',
  postgres: () => 'NULL',
}

/** How the values of a column come to another type; where there is no way, they become null, or what the column is filled with. */
export function conversion(from: Column, to: Column): Conversion {
  const before = FAMILIES[from.type]
  const after = FAMILIES[to.type]
  if (before !== after) return CONVERSIONS[`${before}>${after}`] ?? ALL_LOST
  const narrower =
    to.type === 'decimal' &&
    to.precision !== null &&
    (from.precision === null || (to.scale ?? 0) < (from.scale ?? 0))
  return narrower ? { ...asIs, lost: `digits beyond ${to.scale ?? 0} decimal places are lost` } : asIs
}
