import { pick, type Random } from '../../testing/random.js'
import { comparable, compareValues, ITEMS, type OracleRow, type Value, VALUES } from './rows.js'

/** A query, and plain functions that select and sort rows as the query does. */
export interface OracleQuery {
  /** The query string. */
  readonly text: string
  readonly selects: (row: OracleRow) => boolean
  readonly order: (a: OracleRow, b: OracleRow) => number
  readonly start: number
  readonly limit: number
}

interface Filter {
  readonly text: string
  readonly selects: (row: OracleRow) => boolean
}

const TEXTS = ['a_string', 'a_text', 'a_choice']
const NAMES = Object.keys(VALUES)
const UNORDERED: ReadonlySet<string> = new Set(['a_boolean'])
const ORDERED = NAMES.filter((name) => !UNORDERED.has(name))

/** Returns a function that generates queries with up to three filters, up to two sort keys, and a page. */
export function queryMaker(next: Random): () => OracleQuery {
  return () => {
    const filters = Array.from({ length: Math.floor(next() * 4) }, () => pick(next, MAKERS)(next))
    const sort = Array.from({ length: Math.floor(next() * 3) }, () => ({
      name: pick(next, NAMES),
      descending: next() < 0.5,
    }))
    const keys = sort.filter(({ name }, index) => sort.findIndex((key) => key.name === name) === index)
    const start = Math.floor(next() * 20)
    const limit = Math.floor(next() * 30)
    const names = keys.map(({ name, descending }) => (descending ? `-${name}` : name))
    const last = keys.at(-1)?.descending === true ? '-a_unique' : 'a_unique'
    return {
      text: [
        ...distinct(filters).map(({ text }) => text),
        `_sort=${[...names, last].join(',')}`,
        `_start=${start}&_limit=${limit}`,
      ].join('&'),
      selects: (row) => distinct(filters).every((filter) => filter.selects(row)),
      order: (a, b) => {
        for (const { name, descending } of keys) {
          const order = compareValues(valueOf(a, name), valueOf(b, name))
          if (order !== 0) return descending ? -order : order
        }
        return last.startsWith('-') ? b.number - a.number : a.number - b.number
      },
      start,
      limit,
    }
  }
}

/**
 * Keeps only the first filter for each name: if a parameter is repeated, an item needs to match only one of its values,
 * but the oracle requires every filter to match.
 */
function distinct(filters: readonly Filter[]): Filter[] {
  const names = filters.map(({ text }) => text.split('=')[0])
  return filters.filter((_, index) => names.indexOf(names[index]) === index)
}

const MAKERS: readonly ((next: Random) => Filter)[] = [
  (next) => {
    const name = pick(next, NAMES)
    const value = pick(next, VALUES[name] ?? [])
    return filter(name, '', String(value), (own) => compareValues(own, comparable(name, value)) === 0)
  },
  (next) => {
    const name = pick(next, NAMES)
    const value = pick(next, VALUES[name] ?? [])
    return filter(name, '__ne', String(value), (own) => compareValues(own, comparable(name, value)) !== 0)
  },
  (next) => {
    const name = pick(next, ORDERED)
    const value = comparable(name, pick(next, VALUES[name] ?? []))
    const [op, holds] = pick(next, COMPARISONS)
    const given = VALUES[name]?.find((each) => comparable(name, each) === value)
    return filter(name, `__${op}`, String(given), (own) => own !== null && holds(compareValues(own, value)))
  },
  (next) => {
    const name = pick(next, NAMES)
    const values = [pick(next, VALUES[name] ?? []), pick(next, VALUES[name] ?? [])]
    const among = (own: Value | null): boolean =>
      values.some((value) => compareValues(own, comparable(name, value)) === 0)
    const negated = next() < 0.5
    return filter(name, negated ? '__nin' : '__in', values.join(','), (own) => among(own) !== negated)
  },
  (next) => {
    const name = pick(next, NAMES)
    const exists = next() < 0.5
    return filter(name, '__exists', String(exists), (own) => (own !== null) === exists)
  },
  (next) => {
    const name = pick(next, TEXTS)
    const part = pick(next, ['a', 'A', '%', '_', ' ', 'É', 'o', '*', '日', '😀', 'the ', ' it', 'e'])
    const [op, holds] = pick(next, PARTS)
    return filter(name, `__${op}`, part, (own) => typeof own === 'string' && holds(own, part))
  },
  (next) => {
    const name = pick(next, ['an_integer', 'a_small_integer', 'a_float', 'an_interval'])
    const [low, high] = [pick(next, VALUES[name] ?? []), pick(next, VALUES[name] ?? [])].sort(
      (a, b) => Number(a) - Number(b),
    )
    const [open, close] = [next() < 0.5, next() < 0.5]
    const text = `${open ? '{' : '['}${String(low)} TO ${String(high)}${close ? '}' : ']'}`
    return filter(
      name,
      '',
      text,
      (own) =>
        typeof own === 'number' &&
        (open ? own > Number(low) : own >= Number(low)) &&
        (close ? own < Number(high) : own <= Number(high)),
    )
  },
  (next) => {
    const item = pick(next, ITEMS)
    const other = pick(next, ITEMS)
    const [op, text, holds] = pick(next, [
      ['', `${item}`, (list: readonly number[]) => list.includes(item)],
      ['__ne', `${item}`, (list: readonly number[]) => !list.includes(item)],
      ['__gt', `${item}`, (list: readonly number[]) => list.some((each) => each > item)],
      ['__lte', `${item}`, (list: readonly number[]) => list.some((each) => each <= item)],
      ['__all', `${item},${other}`, (list: readonly number[]) => list.includes(item) && list.includes(other)],
      ['__any', `${item},${other}`, (list: readonly number[]) => list.includes(item) || list.includes(other)],
      [
        '__nin',
        `${item},${other}`,
        (list: readonly number[]) => !list.includes(item) && !list.includes(other),
      ],
      ['', `[2 TO 6]`, (list: readonly number[]) => list.some((each) => each >= 2 && each <= 6)],
    ] as const)
    return {
      text: `a_list${op}=${encodeURIComponent(text)}`,
      selects: ({ fields }) => {
        const list = fields['a_list']
        return Array.isArray(list) ? holds(list) : op === '__ne' || op === '__nin'
      },
    }
  },
]

const COMPARISONS = [
  ['gt', (order: number) => order > 0],
  ['gte', (order: number) => order >= 0],
  ['lt', (order: number) => order < 0],
  ['lte', (order: number) => order <= 0],
] as const

const PARTS = [
  ['contains', (own: string, part: string) => own.includes(part)],
  ['icontains', (own: string, part: string) => own.toLowerCase().includes(part.toLowerCase())],
  ['startswith', (own: string, part: string) => own.startsWith(part)],
  ['istartswith', (own: string, part: string) => own.toLowerCase().startsWith(part.toLowerCase())],
  ['endswith', (own: string, part: string) => own.endsWith(part)],
] as const

function filter(name: string, op: string, value: string, holds: (own: Value | null) => boolean): Filter {
  const given = op === '' ? value.replace('*', '\\*') : value
  return { text: `${name}${op}=${encodeURIComponent(given)}`, selects: (row) => holds(valueOf(row, name)) }
}

function valueOf(row: OracleRow, name: string): Value | null {
  return comparable(name, row.fields[name])
}
