import type { Operator } from '../spec/query-language.js'
import type { Condition, SortKey } from '../store.js'
import { folded } from '../values/folded.js'
import type { Json } from '../json.js'
import type { Row } from '../model.js'
import type { TextPattern } from '../values/pattern.js'

/** Follows a row's relation. Returns the rows at the other end, and the function that follows those rows' relations. */
export type Related = (
  row: Row,
  relation: string,
) => { readonly rows: readonly Row[]; readonly related: Related }

/** Returns whether the condition selects the row. The logic is two-valued, as described for {@link Condition}. */
export function selects(condition: Condition, row: Row, related: Related): boolean {
  switch (condition.kind) {
    case 'and':
      return condition.of.every((part) => selects(part, row, related))
    case 'or':
      return condition.of.some((part) => selects(part, row, related))
    case 'not':
      return !selects(condition.of, row, related)
    case 'compare':
      return compare(condition.op, row[condition.field] ?? null, condition.value)
    case 'item':
      return listOf(row[condition.field] ?? []).some((item) =>
        condition.of.every(({ op, value }) => COMPARISONS[op](item, value)),
      )
    case 'text':
      return textMatches(condition.pattern, row[condition.field] ?? null)
    case 'related': {
      const others = related(row, condition.relation)
      const { of } = condition
      return of === null
        ? others.rows.length > 0
        : others.rows.some((other) => selects(of, other, others.related))
    }
  }
}

/** Compares the sort values of two rows. In ascending order, nulls come first. Text is compared by code point. */
export function compareRows(a: readonly Json[], b: readonly Json[], orderBy: readonly SortKey[]): number {
  for (const [index, { direction }] of orderBy.entries()) {
    const order = compareValues(a[index] ?? null, b[index] ?? null)
    if (order !== 0) return direction === 'asc' ? order : -order
  }
  return 0
}

/** Returns the values by which a row is sorted. */
export function sortValues(row: Row, orderBy: readonly SortKey[]): Json[] {
  return orderBy.map(({ field }) => row[field] ?? null)
}

function compareValues(a: Json, b: Json): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null)
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)))
}

function compare(op: Operator, value: Json, operand: Json): boolean {
  if (op === 'exists') return (value !== null) === operand
  if (op === 'ne') return !compare('eq', value, operand)
  if (op === 'nin') return !compare('in', value, operand)
  if (value === null) return false
  if (op === 'all') return listOf(operand).every((item) => includes(value, item))
  if (op === 'any') return listOf(operand).some((item) => includes(value, item))
  if (op === 'in') return listOf(operand).some((item) => compare('eq', value, item))
  if (Array.isArray(value))
    return value.some((item: Json) => COMPARISONS[op === 'contains' ? 'eq' : op](item, operand))
  return COMPARISONS[op](value, operand)
}

type SimpleOperator = Exclude<Operator, 'exists' | 'ne' | 'nin' | 'in' | 'all' | 'any'>

const COMPARISONS: Readonly<Record<SimpleOperator, (value: Json, operand: Json) => boolean>> = {
  eq: (value, operand) => JSON.stringify(value) === JSON.stringify(operand),
  gt: (value, operand) => compareValues(value, operand) > 0,
  gte: (value, operand) => compareValues(value, operand) >= 0,
  lt: (value, operand) => compareValues(value, operand) < 0,
  lte: (value, operand) => compareValues(value, operand) <= 0,
  contains: (value, operand) => String(value).includes(String(operand)),
  icontains: (value, operand) => lower(value).includes(lower(operand)),
  startswith: (value, operand) => String(value).startsWith(String(operand)),
  istartswith: (value, operand) => lower(value).startsWith(lower(operand)),
  endswith: (value, operand) => String(value).endsWith(String(operand)),
}

function includes(value: Json, item: Json): boolean {
  return listOf(value).some((candidate) => COMPARISONS.eq(candidate, item))
}

function listOf(value: Json): readonly Json[] {
  return Array.isArray(value) ? value : [value]
}

function lower(value: Json): string {
  return String(value).toLowerCase()
}

function textMatches(pattern: TextPattern, value: Json): boolean {
  const words = value === null ? [] : folded(String(value)).split(/[^\p{L}\p{N}_]+/u)
  switch (pattern.kind) {
    case 'word':
      return words.includes(pattern.text)
    case 'phrase':
      return ` ${words.join(' ')} `.includes(` ${pattern.words.join(' ')} `)
    case 'wildcard': {
      const source = pattern.text.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
      const expression = new RegExp(`^${source.replaceAll('*', '.*').replaceAll('?', '.')}$`, 'u')
      return words.some((word) => expression.test(word))
    }
    case 'fuzzy':
      return words.some((word) => distance(word, pattern.text) <= pattern.edits)
  }
}

/** Returns the Levenshtein distance between two words, counting a swap of adjacent letters as one edit. */
export function distance(a: string, b: string): number {
  const [own, others] = [[...a], [...b]]
  const rows = [Array.from({ length: others.length + 1 }, (_, index) => index)]
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Infinity
  for (const [i, letter] of own.entries()) {
    const row = [i + 1]
    rows.push(row)
    for (const [j, other] of others.entries()) {
      const isSwapped = i > 0 && j > 0 && letter === others[j - 1] && other === own[i - 1]
      row.push(
        Math.min(
          at(i, j) + Number(letter !== other),
          at(i, j + 1) + 1,
          at(i + 1, j) + 1,
          isSwapped ? at(i - 1, j - 1) + 1 : Infinity,
        ),
      )
    }
  }
  return at(own.length, others.length)
}
