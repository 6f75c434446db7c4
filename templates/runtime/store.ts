import { AsyncLocalStorage } from 'node:async_hooks'
import type { Json } from './json.js'
import type { Key, ModelSpec, Row } from './model.js'
import { type AggregationKind, type Operator, traitsOf } from './spec/query-language.js'
import type { TextPattern } from './values/pattern.js'

/**
 * Selects items. Names and values have been validated, and values are in the JSON form of their field.
 *
 * A field without a value satisfies only `ne`, `nin`, `not` and `exists: false`: the logic is two-valued. On a list
 * field, `eq` and `contains` mean that an item equals the value, `gt` and similar operators mean that an item satisfies
 * the comparison, and `ne` means that no item equals the value. On a holder's relation field (`owner`), the value is
 * the other item's key.
 */
export type Condition =
  /** `isSearch`: the conditions form a full-text search for the search engine to execute. */
  | { readonly kind: 'and'; readonly of: readonly Condition[]; readonly isSearch?: true }
  | { readonly kind: 'or'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }
  | { readonly kind: 'compare'; readonly field: string; readonly op: Operator; readonly value: Json }
  /** A single item in the list satisfies all comparisons. */
  | { readonly kind: 'item'; readonly field: string; readonly of: readonly ItemTest[] }
  | { readonly kind: 'text'; readonly field: string; readonly pattern: TextPattern }
  /**
   * An item at the other end of the relation satisfies the condition; null means that there is an item at the other
   * end.
   */
  | { readonly kind: 'related'; readonly relation: string; readonly of: Condition | null }

export interface ItemTest {
  readonly op: 'gt' | 'gte' | 'lt' | 'lte'
  readonly value: Json
}

/** A field to sort by. Items without a value come first, or last if descending; text sorts by code point. */
export interface SortKey {
  readonly field: string
  readonly direction: 'asc' | 'desc'
  /** For a holder's relation field: only these items count. An item that refers to another one counts as having none. */
  readonly among?: Condition | undefined
}

/** Ends a sort order with the primary key, which makes the order total. */
export function withTies(keys: readonly SortKey[], key: string): SortKey[] {
  const at = keys.findIndex(({ field }) => field === key)
  return at < 0
    ? [...keys, { field: key, direction: keys.at(-1)?.direction ?? 'asc' }]
    : keys.slice(0, at + 1)
}

/**
 * The name of the sort key for relevance, that is, how well items match the full-text search in the condition. Only a
 * search engine supports it.
 */
export const RELEVANCE = '_score'

/** The relevance of each row in a selection sorted by relevance. Cursors need it. */
export const relevances = new WeakMap<Row, number>()

/** Selects everything: an empty `and`. */
export const EVERYTHING: Condition = { kind: 'and', of: [] }

/** Selects nothing: an empty `or`. */
export const NOTHING: Condition = { kind: 'or', of: [] }

export function both(a: Condition, b: Condition): Condition {
  if (a === EVERYTHING) return b
  if (b === EVERYTHING) return a
  return { kind: 'and', of: [a, b] }
}

export function allOf(conditions: readonly Condition[]): Condition {
  const [only = EVERYTHING, ...others] = conditions
  return others.length === 0 ? only : { kind: 'and', of: conditions }
}

/** Combines conditions with OR. If there are no conditions, the result selects nothing. */
export function anyOf(conditions: readonly Condition[]): Condition {
  const [only] = conditions
  return conditions.length === 1 && only !== undefined ? only : { kind: 'or', of: conditions }
}

/**
 * Combines the conditions of a query. Those on items at the other end of one relation become a condition on a single
 * item, at each step of a path. Negated conditions mean that there is no such item, and stand alone.
 */
export function onSameItems(kind: 'and' | 'or', conditions: readonly Condition[]): Condition {
  const of: Condition[] = []
  const related = new Map<string, (Condition | null)[]>()
  for (const condition of kind === 'and' ? conditions.flatMap(partsOf) : conditions) {
    if (condition.kind !== 'related') of.push(condition)
    else related.set(condition.relation, [...(related.get(condition.relation) ?? []), condition.of])
  }
  for (const [relation, tests] of related) {
    const test = onSameItems(
      kind,
      tests.map((each) => each ?? EVERYTHING),
    )
    of.push({ kind: 'related', relation, of: tests.every((each) => each === null) ? null : test })
  }
  return kind === 'and' ? allOf(of) : anyOf(of)
}

/** Returns the parts of an AND, unless they are about several items at the other end of a relation, as in `__all=1,2`. */
function partsOf(condition: Condition): readonly Condition[] {
  if (condition.kind !== 'and' || condition.isSearch === true) return [condition]
  const relations = condition.of.flatMap((part) => (part.kind === 'related' ? part.relation : []))
  return new Set(relations).size < relations.length ? [condition] : condition.of
}

export function equal(field: string, value: Json): Condition {
  return { kind: 'compare', field, op: 'eq', value }
}

/**
 * Returns whether a test holds for one of the parts of a condition.
 * @param isDeep whether to test also the parts of conditions on related items
 */
export function hasPart(condition: Condition, test: (part: Condition) => boolean, isDeep = true): boolean {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.of.some((part) => hasPart(part, test, isDeep))
    case 'not':
      return hasPart(condition.of, test, isDeep)
    case 'related':
      return isDeep && condition.of !== null && hasPart(condition.of, test)
    default:
      return test(condition)
  }
}

/** Returns whether a condition reads through texts or lists, so that many rows and filters can take long. */
export function isSlow(where: Condition): boolean {
  return hasPart(where, (part) => {
    const traits = part.kind === 'compare' ? traitsOf(part.op) : undefined
    return part.kind === 'text' || traits?.operand === 'text' || traits?.on === 'list'
  })
}

/** The rows to read and their order. The primary key must be in `orderBy`, so that the order is total. */
export interface Selection {
  readonly where: Condition
  readonly orderBy: readonly SortKey[]
  /** Maximum number of rows; undefined means all. */
  readonly take?: number | undefined
  readonly skip?: number | undefined
  /** Values for the fields in `orderBy`. Only rows that follow a row with these values are read (keyset paging). */
  readonly after?: readonly Json[] | undefined
  /** Locks the rows until the transaction ends. `skip` leaves out the rows that other transactions have locked. */
  readonly lock?: LockMode | undefined
}

export type LockMode = 'wait' | 'skip'

/** The rows in a selection, and the number of rows that its condition selects. */
export interface CountedRows {
  readonly rows: Row[]
  readonly total: number
}

/** The items to read that refer to others. */
export interface LinkQuery {
  /** A relation whose side is `one`. */
  readonly relation: string
  readonly keys: readonly Key[]
  /** Maximum number of items for each key. */
  readonly limit: number
  /** Selects the items that refer to the keys; undefined means all. */
  readonly where?: Condition | undefined
}

/** The first items that refer to each key, ordered by their own keys, and the number of all of them. */
export type Linked<T> = ReadonlyMap<Key, { readonly items: readonly T[]; readonly total: number }>

/** An aggregation over a selection. Date intervals are calendar units, by default in UTC. */
export type Aggregation = {
  readonly field: string
  /** The to-one relations that lead to the items with the field. */
  readonly via?: readonly string[]
} & (
  | { readonly kind: Exclude<AggregationKind, 'terms' | 'histogram' | 'date_histogram'> }
  | { readonly kind: 'terms'; readonly size: number }
  | { readonly kind: 'histogram'; readonly interval: number }
  | {
      readonly kind: 'date_histogram'
      readonly interval: 'year' | 'quarter' | 'month' | 'week' | 'day' | 'hour'
      /**
       * The name of a time zone, only for datetimes. The keys are then dates, except for hours, which start with those of UTC.
       */
      readonly timezone?: string
    }
)

/** The value of a group's rows in one field. A date can count as the first day of its calendar unit in a time zone. */
export interface GroupKey {
  readonly field: string
  readonly calendar?: { readonly unit: CalendarUnit; readonly timezone: string } | undefined
  /** As in {@link SortKey}. */
  readonly among?: Condition | undefined
}

/** Weeks start on Monday. */
export type CalendarUnit = 'day' | 'week' | 'month' | 'year'

export interface Computation {
  readonly kind: 'min' | 'max' | 'avg' | 'sum'
  readonly field: string
}

/** Rows with the same values, their number, and what has been computed from them, in the order requested. */
export interface Group {
  readonly values: Row
  readonly count: number
  readonly computed: readonly Json[]
}

export type AggregationResult =
  | { readonly value: Json }
  | { readonly count: number; readonly min: Json; readonly max: Json; readonly avg: Json; readonly sum: Json }
  | { readonly buckets: readonly { readonly key: Json; readonly doc_count: number }[] }

export function valueOf(result: AggregationResult | undefined): Json {
  return result !== undefined && 'value' in result ? result.value : null
}

/**
 * Whether a row is locked. Others cannot lock, change or delete it then. `delete` also prevents them from storing rows
 * that refer to it. Without `delete`, two transactions that have stored such rows can lock it one after the other.
 */
export type RowLock = boolean | 'delete'

/** What reads the rows of one model in the database. */
export interface ReadStore {
  readonly spec: ModelSpec
  /** @param lock how to lock the row until the transaction ends, if there is a transaction */
  findByKey(key: Key, lock?: RowLock): Promise<Row | undefined>
  find(selection: Selection): Promise<Row[]>
  /** @param limit the number at which counting stops */
  count(where: Condition, limit?: number): Promise<number>
  /** Combines {@link find} and {@link count}, in one query if there are rows. `take` must not be 0. */
  findAndCount(selection: Selection, limit?: number): Promise<CountedRows>
  /** Returns the keys of the items that refer to each key. */
  links(query: LinkQuery): Promise<Linked<Key>>
  /** Like {@link links}, but returns the rows of the items, with one query if possible. */
  linkedRows(query: LinkQuery): Promise<Linked<Row>>
  /** Returns whether a condition selects a row with these values, which does not have to be stored. */
  wouldSelect(where: Condition, row: Row): Promise<boolean>
  aggregate(where: Condition, aggregations: readonly Aggregation[]): Promise<AggregationResult[]>
  /** Groups the rows by their values, and orders the groups by these values. */
  groupBy(
    where: Condition,
    keys: readonly GroupKey[],
    computations?: readonly Computation[],
  ): Promise<Group[]>
}

/**
 * The rows of one model in the database. A store does not add defaults or validate values. It throws {@link
 * UniqueViolation} or {@link ReferenceViolation} if the database rejects a write.
 */
export interface Store extends ReadStore {
  /**
   * Inserts all rows or none, and returns them as stored, in the same order. Rows contain all values except a generated
   * key.
   */
  insert(rows: readonly Row[]): Promise<Row[]>
  /** Changes the row with this key and returns it as stored, or undefined if it does not exist. */
  updateByKey(key: Key, changes: Row): Promise<Row | undefined>
  updateMany(where: Condition, changes: Row): Promise<number>
  deleteByKey(key: Key): Promise<boolean>
  deleteMany(where: Condition): Promise<number>
}

export class TransactionState {
  outcome: 'running' | 'committed' | 'rolled back' = 'running'
  #failure: { readonly error: unknown } | undefined

  end(outcome: 'committed' | 'rolled back'): void {
    this.outcome = outcome
  }

  /** Makes the transaction fail, even if your code catches the error. Only the first error counts. */
  fail(error: unknown): void {
    this.#failure ??= { error }
  }

  /** @throws Error if an earlier error has made the transaction fail */
  check(): void {
    if (this.#failure === undefined) return
    const { error } = this.#failure
    const message = error instanceof Error ? error.message : String(error)
    throw new Error(
      `The transaction has failed and will be rolled back because of an earlier error: ${message} To continue after an error, run the statements that can fail in a nested transaction.`,
      { cause: error },
    )
  }

  /** @throws the error that has made the transaction fail, if there is one */
  throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure.error
  }
}

const currentTransaction = new AsyncLocalStorage<TransactionState>()

/** @throws TypeError if the calling code runs in a transaction, which a write outside it could wait for forever */
export function rejectInTransaction(): void {
  if (currentTransaction.getStore()?.outcome === 'running')
    throw new TypeError(
      'This code runs in a transaction, but the repository is outside it. Use the `models` that the callback of the transaction, the event or the action receives.',
    )
}

/** Runs work in a transaction. The transaction must be rolled back if this function throws. */
export async function runInside<T>(state: TransactionState, work: () => Promise<T>): Promise<T> {
  return currentTransaction.run(state, async () => {
    const result = await work()
    state.throwFailure()
    return result
  })
}

/**
 * Who uses a store, and which rows it can read. Each way to a store names it, so that code that asks no policy does not
 * compile.
 */
export interface Access {
  /**
   * Returns a store that reads only the rows that are allowed.
   * @param all the store of all rows
   */
  restricted(all: Store, session: Session): Store
}

/** The stores of all models, inside or outside a transaction. */
export interface Session {
  store(model: string, access: Access): Store
  /** The part of the session that only this engine has, beneath all wrappers. */
  readonly native: object
  /** Whether the database applies the `onDelete` rules of relations and rejects keys that do not exist. */
  readonly enforcesReferences: boolean
  /** The transaction in which this session is; null outside transactions. */
  readonly state: TransactionState | null
  /**
   * Runs `work` in a transaction, which is rolled back if `work` throws. Inside a transaction, `work` becomes part of
   * it.
   */
  transaction<T>(work: (session: Session) => Promise<T>): Promise<T>
  /**
   * Runs `work` in a nested transaction. If `work` throws, only its writes are rolled back. Outside a transaction, runs
   * `work` in a transaction.
   * @throws TypeError if the database has no nested transactions
   */
  savepoint<T>(work: (session: Session) => Promise<T>): Promise<T>
  /**
   * Calls `work` when the transaction is committed, or immediately if there is no transaction. After a rollback, `work`
   * is not called.
   */
  afterCommit(work: () => void): void
}

export interface Database extends Session {
  /** @throws Unavailable if the database does not respond */
  ping(): Promise<void>
  /** Runs read-only work, on a consistent snapshot if the database supports it. */
  snapshot<T>(work: (session: Session) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Thrown if the database cannot be reached. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable'
  /** What the client is told. */
  readonly detail: string = 'The database is unavailable. Try again later.'
}

/** Thrown for a deadlock or a serialization failure. The whole transaction can be tried again. */
export class Contention extends Unavailable {
  override readonly detail =
    'Other requests changed the same items at the same time, also after several attempts. Try again later.'
}

/** Thrown for a statement that `statement_timeout` has ended. */
export class TooSlow extends Unavailable {
  override readonly detail =
    'The database needs too long for this request. Select fewer items, or try again later.'
}
