import { type Condition, EVERYTHING } from '../condition.js'
import type { Key } from '../model.js'
import type { Stored, StoredRow } from './codec.js'
import { conditionSql } from './condition-sql.js'
import type { Bind } from './dialect.js'
import type { Executor } from './executor.js'
import { type Statement, Values } from './statement.js'
import type { Column, Table, Tables } from './table.js'

/** Whose holders are asked for, which of them, and at most how many of each. */
export interface LinkQuery {
  readonly keys: readonly Key[]
  readonly limit: number
  readonly where: Condition
}

/** What is read of each holder. */
interface Reading<T> {
  readonly selection: string
  readonly decode: (stored: StoredRow) => T
}

/** The holders of one key: the first of them by their keys, and how many there are. */
export interface Linked<T> {
  readonly items: readonly T[]
  readonly total: number
}

/** The tables and columns at the two ends of a relation whose side is `one`. */
export interface Ends {
  readonly holders: Table
  /** The column of the holders that has the key. */
  readonly held: Column
  readonly tables: Tables
}

/** @throws TypeError where the model has no such relation */
export function endsOf(relation: string, table: Table, tables: Tables): Ends {
  const spec = table.spec.relations[relation]
  const holders = spec && tables.get(spec.model)
  if (spec === undefined || holders === undefined)
    throw new TypeError(`${table.spec.name} has no relation ${relation}`)
  return { holders, held: holders.column(spec.inverse), tables }
}

/**
 * Reads the holders of all keys with one statement; with a second one, which counts, where there are so many that some key may have more than the
 * limit. Every key has an entry.
 */
export async function linked<T>(
  executor: Executor,
  ends: Ends,
  query: LinkQuery,
  { selection, decode }: Reading<T>,
): Promise<ReadonlyMap<Key, Linked<T>>> {
  const all = allOf(ends, query, selection)
  const rows = await executor.all(all.text, all.values)
  if (rows.length <= query.limit) return gathered(ends, query, rows, decode)
  const first = firstOf(ends, query, selection)
  const found = await executor.all(first.text, first.values)
  const counted = gathered(ends, query, found, ([, ...stored]) => decode(stored))
  for (const [held, total] of found) {
    const entry = counted.get(keyOf(ends.held, held))
    if (entry !== undefined) entry.total = Number(total)
  }
  return counted
}

/** All holders, but no more than can show that they are too many. */
function allOf(ends: Ends, query: LinkQuery, selection: string): Statement {
  const { holders, held } = ends
  const { list, bind } = new Values(holders.dialect)
  const those = meant(ends, query, bind)
  const text = `SELECT ${holders.dialect.selected(held.quoted, held.type)}, ${selection} FROM ${holders.sql} WHERE ${those} ORDER BY ${held.quoted}, ${holders.key.quoted} ${holders.dialect.limit(query.limit + 1, bind)}`
  return { text, values: list }
}

/** The first holders of each key, and how many it has. */
function firstOf(ends: Ends, query: LinkQuery, selection: string): Statement {
  const { holders, held } = ends
  const { list, bind } = new Values(holders.dialect)
  const those = meant(ends, query, bind)
  const text = `SELECT ${holders.dialect.selected(held.quoted, held.type)}, "svc_total", ${selection} FROM (
      SELECT *, row_number() OVER (PARTITION BY ${held.sql} ORDER BY ${holders.key.sql}) AS "svc_rank",
        count(*) OVER (PARTITION BY ${held.sql}) AS "svc_total"
      FROM ${holders.sql} WHERE ${those}
    ) AS "svc_linked" WHERE "svc_rank" <= ${bind(query.limit)} ORDER BY ${held.quoted}, ${holders.key.quoted}`
  return { text, values: list }
}

function meant({ holders, held, tables }: Ends, { keys, where }: LinkQuery, bind: Bind): string {
  const those = holders.dialect.oneOf(held, stored(held, keys), bind)
  return where === EVERYTHING
    ? those
    : `${those} AND ${conditionSql(where, { table: holders, tables, bind })}`
}

function stored(held: Column, keys: readonly Key[]): Stored[] {
  return keys.map((key) => held.codec.encode(key))
}

/** Rows that begin with the key that they hold, by that key. */
function gathered<T>(
  { held }: Ends,
  { keys }: LinkQuery,
  rows: readonly StoredRow[],
  decode: (stored: StoredRow) => T,
): Map<Key, { items: T[]; total: number }> {
  const found = new Map<Key, { items: T[]; total: number }>(keys.map((key) => [key, { items: [], total: 0 }]))
  for (const [key, ...rest] of rows) {
    const entry = found.get(keyOf(held, key))
    if (entry === undefined) continue
    entry.items.push(decode(rest))
    entry.total += 1
  }
  return found
}

/** A stored key in its JSON form. */
export function keyOf(column: Pick<Column, 'codec'>, stored: Stored | undefined): Key {
  const key = column.codec.decode(stored ?? null)
  return typeof key === 'number' ? key : String(key)
}
