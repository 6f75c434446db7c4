import { EVERYTHING } from '../condition.js'
import { conditionSql } from './condition-sql.js'
import { Values } from './statement.js'
/** @throws TypeError where the model has no such relation */
export function endsOf(relation, table, tables) {
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
export async function linked(executor, ends, query, { selection, decode }) {
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
function allOf(ends, query, selection) {
  const { holders, held } = ends
  const { list, bind } = new Values(holders.dialect)
  const those = meant(ends, query, bind)
  const text = `SELECT ${holders.dialect.selected(held.quoted, held.type)}, ${selection} FROM ${holders.sql} WHERE ${those} ORDER BY ${held.quoted}, ${holders.key.quoted} LIMIT ${bind(query.limit + 1)}`
  return { text, values: list }
}
/** The first holders of each key, and how many it has. */
function firstOf(ends, query, selection) {
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
function meant({ holders, held, tables }, { keys, where }, bind) {
  const those = holders.dialect.oneOf(held, stored(held, keys), bind)
  return where === EVERYTHING
    ? those
    : `${those} AND ${conditionSql(where, { table: holders, tables, bind })}`
}
function stored(held, keys) {
  return keys.map((key) => held.codec.encode(key))
}
/** Rows that begin with the key that they hold, by that key. */
function gathered({ held }, { keys }, rows, decode) {
  const found = new Map(keys.map((key) => [key, { items: [], total: 0 }]))
  for (const [key, ...rest] of rows) {
    const entry = found.get(keyOf(held, key))
    if (entry === undefined) continue
    entry.items.push(decode(rest))
    entry.total += 1
  }
  return found
}
/** A stored key in its JSON form. */
export function keyOf(column, stored) {
  const key = column.codec.decode(stored ?? null)
  return typeof key === 'number' ? key : String(key)
}
