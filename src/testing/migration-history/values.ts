import type { Json } from '../../ir/index.js'
import { below, pick, type Random } from '../random.js'
import { CHOICES, type ColumnType, type RandomField } from './schema.js'

type Draw = (next: Random, count: number, field: Pick<RandomField, 'precision' | 'itemType'>) => Json

/** Strings that can be converted to other types, and similar strings that cannot. */
const TEXTS: readonly ((count: number) => string)[] = [
  (count) => `text ${count}`,
  (count) => `${count}`,
  (count) => `-${count}.25`,
  (count) => `00${count}`,
  (count) => ` ${count} `,
  (count) => `${count}e2`,
  (count) => `1234567890123456${count}.5`,
  (count) => `2015-03-${14 + (count % 9)}`,
  (count) => `2015-02-${30 + (count % 9)}`,
  (count) => `2024-02-29T12:34:${10 + (count % 40)}.5Z`,
  (count) => `2024-02-29T25:34:${10 + (count % 40)}Z`,
  (count) => `08:${10 + (count % 40)}`,
  (count) => `99:${10 + (count % 40)}`,
  () => 'true',
  () => 'false',
  () => '',
  (count) => `it's "${count}" \\ ünï\u{1F600}`,
]

const JSON_TYPES = ['string', 'integer', 'float', 'boolean', 'dict', 'pickle'] as const

const DRAWS: Readonly<Record<ColumnType, Draw>> = {
  string: text,
  text,
  integer: (next, count) => pick(next, [0, 1, count, -count, 2_000_000_000 + count]),
  small_integer: (next, count) => pick(next, [0, 1, count, -count]),
  big_integer: (next, count) => pick(next, [0, count, `90071992547409${10 + (count % 90)}`]),
  float: (next, count) => pick(next, [0, 1.5, count, -count - 0.25, count / 3, 1e20 + count]),
  decimal: (next, count, { precision }) =>
    precision !== null
      ? `${count}.25`
      : pick(next, ['0', '1.5', `${count}.125`, `-${count}`, `1234567890123456${count}.75`]),
  boolean: (next) => next() < 0.5,
  date: (_next, count) => new Date(Date.UTC(2001, 1, count)).toISOString().slice(0, 10),
  datetime: (_next, count) => new Date(Date.UTC(2001, 1, count, 22, 30, 1, 250)).toISOString(),
  time: (_next, count) => `${10 + (count % 10)}:${10 + (count % 40)}:05`,
  interval: (_next, count) => count * 60,
  binary: (_next, count) => Buffer.from(`bytes ${count}`).toString('base64'),
  choice: (next) => pick(next, CHOICES),
  list: drawList,
  dict: (_next, count) => ({ count, deep: { a: [1] } }),
  pickle: (next, count) => pick<Json>(next, [{ count }, [count], `text ${count}`, count, true]),
}

function text(next: Random, count: number): string {
  return pick(next, TEXTS)(count)
}

/** Returns items of one type, or of any JSON type. */
function drawList(next: Random, count: number, { itemType }: Pick<RandomField, 'itemType'>): Json {
  return Array.from({ length: below(next, 4) }, (_, index) =>
    DRAWS[itemType ?? pick(next, JSON_TYPES)](next, count + index, { precision: null, itemType: null }),
  )
}

/** Returns a value for a field; `count` differs between rows. */
export function randomValue(field: RandomField, next: Random, count: number): Json {
  const { type, required, unique, maxLength } = field
  if (!required && below(next, 5) === 0) return null
  const value = DRAWS[type](next, count, field)
  if (typeof value !== 'string' || maxLength === null) return unique ? distinct(type, value, count) : value
  return [...(unique ? `${count} ${value}` : value)].slice(0, maxLength).join('')
}

/** Returns a unique value for types that have enough values. */
function distinct(type: ColumnType, value: Json, count: number): Json {
  switch (type) {
    case 'string':
    case 'text':
      return `${count} ${String(value)}`
    case 'integer':
    case 'small_integer':
    case 'big_integer':
    case 'float':
    case 'interval':
      return count
    case 'decimal':
      return `${count}.5`
    default:
      return value
  }
}
