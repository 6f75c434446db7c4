import { pick, type Random } from '../../testing/random.js'

/** A value as the oracle compares it: big integers and scaled decimals as `bigint`, other values as sent. */
export type Value = string | number | bigint | boolean

/** A row of test data. */
export interface OracleRow {
  /** The row's position, stored in `a_unique`. */
  readonly number: number
  /** The values with which the row is created. */
  readonly fields: Readonly<Record<string, unknown>>
}

const WORDS = ['ada', 'Ada', 'bob', 'écru', 'Écru', 'zoë', '100%', 'a_b', 'a b', 'x*y', '', '日本', '😀']

/** The values used in rows and queries, keyed by field. There are only a few, so that queries match some rows. */
export const VALUES: Readonly<Record<string, readonly (string | number | boolean)[]>> = {
  a_string: WORDS,
  a_text: WORDS.map((word) => `the ${word} of it`),
  an_integer: [-2_147_483_648, -7, -1, 0, 1, 2, 10, 2_147_483_647],
  a_small_integer: [-3, 0, 5, 12],
  a_big_integer: [0, 5, '9007199254740993', '-9007199254740995', '9223372036854775807'],
  a_float: [-1.5, 0, 0.1, 2.5, 1e10],
  a_decimal: ['-2.5', '0', '0.1', '0.30', '10', '12345678901234567890.5'],
  a_boolean: [true, false],
  a_date: ['1999-12-31', '2015-03-14', '2015-03-15', '2024-02-29'],
  a_datetime: [
    '1999-12-31T23:59:59.999Z',
    '2015-03-14T09:26:53.000Z',
    '2015-03-14T09:26:53.001Z',
    '2024-01-01T00:00:00.000Z',
  ],
  a_time: ['00:00:00', '08:31:00', '08:31:01', '23:59:59'],
  an_interval: [-5, 0, 60, 86_400],
  a_choice: ['one', 'two'],
}

/** The possible items in `a_list`. */
export const ITEMS: readonly number[] = [1, 2, 3, 7]

/** Returns `count` rows, in which about a fifth of the fields have no value. */
export function rowsOf(next: Random, count: number): OracleRow[] {
  return Array.from({ length: count }, (_, number) => {
    const fields: Record<string, unknown> = { a_unique: number }
    for (const [name, values] of Object.entries(VALUES))
      fields[name] = next() < 0.2 ? null : pick(next, values)
    fields['a_list'] =
      next() < 0.2 ? null : Array.from({ length: Math.floor(next() * 4) }, () => pick(next, ITEMS))
    return { number, fields }
  })
}

/** Converts a value for use in {@link compareValues}. */
export function comparable(name: string, value: unknown): Value | null {
  if (value === null || value === undefined) return null
  if (name === 'a_big_integer') return BigInt(String(value))
  if (name === 'a_decimal') return scaled(String(value))
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  throw new TypeError(`${name} is not compared`)
}

/** Returns a decimal multiplied by 10^4. */
function scaled(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(4, '0'))
}

/** Compares two values: text by code point, missing values first. */
export function compareValues(a: Value | null, b: Value | null): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null)
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b))
  return Number(a > b) - Number(a < b)
}
