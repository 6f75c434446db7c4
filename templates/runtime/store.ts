import type { Json } from './json.js'
import type { Key, ModelSpec, Row } from './model.js'

/** Comparisons of a field with a value. `exists` takes a boolean; `in`, `nin`, `all`, `any` a list; the rest one value in JSON form. */
export type Operator =
  | 'eq'
  | 'ne'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'in'
  | 'nin'
  | 'contains'
  | 'icontains'
  | 'startswith'
  | 'istartswith'
  | 'endswith'
  | 'exists'
  | 'all'
  | 'any'

/**
 * What a word of a text must be like (any case; a word is a run of letters, digits and `_`).
 * `word`: equal. `wildcard`: `*` any characters, `?` one. `fuzzy`: at most `edits` insertions, deletions, changes or swaps of
 * neighbours. `phrase`: the words one after the other.
 */
export type TextPattern =
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'wildcard'; readonly text: string }
  | { readonly kind: 'fuzzy'; readonly text: string; readonly edits: 1 | 2 }
  | { readonly kind: 'phrase'; readonly words: readonly string[] }

/**
 * Which items are meant, in a form that belongs to no engine. Every name is known to the model and every value is checked and in the field's JSON
 * form before a condition is made, so an engine need not doubt it.
 *
 * A field without a value satisfies `ne`, `nin`, `not` and `exists: false`, and nothing else: logic is two-valued on every engine.
 * On a list field `eq` and `contains` mean that an item equals the value; `gt`, … that any item does; `ne` that none does.
 * On a holder's relation field (`owner`) the value is the other item's key.
 */
export type Condition =
  | { readonly kind: 'and'; readonly of: readonly Condition[] }
  | { readonly kind: 'or'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }
  | { readonly kind: 'compare'; readonly field: string; readonly op: Operator; readonly value: Json }
  /** Some one item of the list field satisfies all comparisons. */
  | { readonly kind: 'item'; readonly field: string; readonly of: readonly ItemTest[] }
  | { readonly kind: 'text'; readonly field: string; readonly pattern: TextPattern }
  /** Some item at the other end of the relation satisfies the condition (over its own fields); `exists` alone where it is null. */
  | { readonly kind: 'related'; readonly relation: string; readonly of: Condition | null }

/** A comparison of one item of a list. */
export interface ItemTest {
  readonly op: 'gt' | 'gte' | 'lt' | 'lte'
  readonly value: Json
}

/** One key of an order. No value sorts first, last when descending; text by code point. */
export interface SortKey {
  readonly field: string
  readonly direction: 'asc' | 'desc'
}

/** Everything: an empty `and`. */
export const EVERYTHING: Condition = { kind: 'and', of: [] }

/** Both conditions at once. */
export function both(a: Condition, b: Condition): Condition {
  if (a === EVERYTHING) return b
  if (b === EVERYTHING) return a
  return { kind: 'and', of: [a, b] }
}

/** The field equals the value. */
export function equal(field: string, value: Json): Condition {
  return { kind: 'compare', field, op: 'eq', value }
}

/** Whether a condition is about words of texts. */
export function looksForWords(condition: Condition): boolean {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.of.some(looksForWords)
    case 'not':
      return looksForWords(condition.of)
    case 'related':
      return condition.of !== null && looksForWords(condition.of)
    case 'text':
      return true
    case 'compare':
    case 'item':
      return false
  }
}

/** Which rows to read, and in which order. The primary key must be among `orderBy`, so that the order is total. */
export interface Selection {
  readonly where: Condition
  readonly orderBy: readonly SortKey[]
  /** At most so many rows; undefined: all. */
  readonly take?: number | undefined
  readonly skip?: number | undefined
  /** Only rows that come after this one: the values of the fields of `orderBy`, in its order (keyset paging). */
  readonly after?: readonly Json[] | undefined
}

/** Some rows of a selection, and how many its condition selects in all. */
export interface CountedRows {
  readonly rows: Row[]
  readonly total: number
}

/** For an item of the one side, keys of its holders in the order of their keys; `total` counts all, `keys` is bounded by the limit. */
export interface Links {
  readonly keys: readonly Key[]
  readonly total: number
}

/** The holders themselves, in the order of their keys. */
export interface LinkedRows {
  readonly rows: readonly Row[]
  readonly total: number
}

/** A field of another model's item, by that item's key. */
export interface Beside {
  readonly model: string
  readonly field: string
  readonly key: Key
}

/** An item, and the fields that were asked for beside it, in their order: null where there is no such item. */
export interface RowBeside {
  readonly row: Row
  readonly beside: readonly Json[]
}

/** One aggregation over a selection (SPEC 7). Intervals of dates are calendar units, in UTC. */
export type Aggregation =
  | {
      readonly kind: 'min' | 'max' | 'avg' | 'sum' | 'value_count' | 'cardinality' | 'stats'
      readonly field: string
    }
  | { readonly kind: 'terms'; readonly field: string; readonly size: number }
  | { readonly kind: 'histogram'; readonly field: string; readonly interval: number }
  | {
      readonly kind: 'date_histogram'
      readonly field: string
      readonly interval: 'year' | 'quarter' | 'month' | 'week' | 'day' | 'hour'
    }

export type AggregationResult =
  | { readonly value: Json }
  | { readonly count: number; readonly min: Json; readonly max: Json; readonly avg: Json; readonly sum: Json }
  | { readonly buckets: readonly { readonly key: Json; readonly doc_count: number }[] }

/**
 * One model's items in one engine: the narrow door between what is the same for all engines and what is not. It neither makes defaults nor checks
 * values; it maps the engine's refusals to {@link UniqueViolation} and {@link ReferenceViolation}.
 */
export interface Store {
  readonly spec: ModelSpec
  /** Inside a transaction the row is locked until its end when `lock` is true. */
  findByKey(key: Key, lock?: boolean): Promise<Row | undefined>
  /** {@link findByKey}, and fields of other models' items beside it: one query for all where the engine can. */
  findBeside(key: Key, beside: readonly Beside[]): Promise<RowBeside | undefined>
  find(selection: Selection): Promise<Row[]>
  count(where: Condition): Promise<number>
  /** {@link find} and {@link count} at once: one query where there are rows. `take` must not be 0. */
  findAndCount(selection: Selection): Promise<CountedRows>
  /**
   * For each of `keys` of this model: the keys of the holders at the other end of `relation`, which has side `one`. `where` is about the holders; all
   * are meant without.
   */
  links(
    relation: string,
    keys: readonly Key[],
    limit: number,
    where?: Condition,
  ): Promise<ReadonlyMap<Key, Links>>
  /** The same with the holders themselves, at most `limit` for each key: one query for all. */
  linkedRows(
    relation: string,
    keys: readonly Key[],
    limit: number,
    where?: Condition,
  ): Promise<ReadonlyMap<Key, LinkedRows>>
  /** Rows are complete but for a generated key. Answers them as stored, in the same order. All or none. */
  insert(rows: readonly Row[]): Promise<Row[]>
  /** Answers the row as stored afterwards, undefined where there is none. */
  updateByKey(key: Key, changes: Row): Promise<Row | undefined>
  /** Answers how many rows the condition selected. */
  updateMany(where: Condition, changes: Row): Promise<number>
  /** Answers whether there was one. */
  deleteByKey(key: Key): Promise<boolean>
  deleteMany(where: Condition): Promise<number>
  aggregate(where: Condition, aggregations: readonly Aggregation[]): Promise<AggregationResult[]>
  /** Counts rows by the values of fields, ordered by these. */
  groupBy(
    where: Condition,
    fields: readonly string[],
  ): Promise<{ readonly values: Row; readonly count: number }[]>
}

/** The stores of all models on one connection, or in one transaction. */
export interface Session {
  store(model: string): Store
  /** True where the database itself acts on `onDelete` of relations and refuses keys that do not exist. */
  readonly enforcesReferences: boolean
  /** True inside a transaction. */
  readonly transactional: boolean
  /** Runs `work` in one transaction; inside one it is part of it. What `work` throws takes everything back. */
  transaction<T>(work: (session: Session) => Promise<T>): Promise<T>
}

/** A database that is open. */
export interface Database extends Session {
  /** Throws {@link Unavailable} where the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** A value that must be unique is there already. */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation'
  readonly model: string
  /** Names of the fields, empty where the engine does not tell. */
  readonly fields: readonly string[]
  /** Which item of a list that was sent it is about. */
  readonly index: number | undefined
  constructor(model: string, fields: readonly string[], index?: number) {
    super(`${fields.join(', ') || 'a value'} of ${model} is taken`)
    this.model = model
    this.fields = fields
    this.index = index
  }
}

/** A key names no item, or an item that others refer to was to be deleted. */
export class ReferenceViolation extends Error {
  override readonly name = 'ReferenceViolation'
  readonly reason: 'missing' | 'referenced'
  constructor(reason: 'missing' | 'referenced') {
    super(reason === 'missing' ? 'a key names no item' : 'the item is referred to by others')
    this.reason = reason
  }
}

/** The database cannot be reached. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable'
}
