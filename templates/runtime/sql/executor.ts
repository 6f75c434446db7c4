import type { Bound, StoredRow } from './codec.js'
import type { Table } from './table.js'
import type { Row } from '../model.js'

/** At once where the driver does not wait. */
export type Answer<T> = T | Promise<T>

/** Goes on with an answer, at once where it is there. */
export function onAnswer<A, B>(answer: Answer<A>, next: (value: A) => B): Answer<B> {
  return answer instanceof Promise ? answer.then(next) : next(answer)
}

/** Runs statements, each by itself or all in one transaction. Fails with {@link Unavailable}, or with the driver's own errors. */
export interface Executor {
  first(text: string, values: readonly Bound[]): Answer<StoredRow | undefined>
  all(text: string, values: readonly Bound[]): Answer<readonly StoredRow[]>
  /** A statement that writes; answers the rows of its RETURNING. */
  write(text: string, values: readonly Bound[]): Answer<readonly StoredRow[]>
  /** A statement that writes; answers how many rows it changed. */
  change(text: string, values: readonly Bound[]): Answer<number>
  /** Inserts all or none; answers the rows as stored, in the same order. */
  insert(table: Table, rows: readonly Row[]): Answer<readonly StoredRow[]>
}

/** What a statement did when the database refused it. */
export type Intent = 'write' | 'delete'

/** An engine's way to say what went wrong: the error to throw in place of the driver's. */
export type Translate = (error: unknown, table: Table, intent: Intent) => unknown
