import { createHash } from 'node:crypto'

/** PostgreSQL truncates longer names (NAMEDATALEN - 1). */
const MAX_BYTES = 63

/** System columns in PostgreSQL and SQLite, and the key in MongoDB. */
const SYSTEM_COLUMNS = new Set('oid tableoid xmin xmax cmin cmax ctid rowid _rowid_ _id'.split(' '))

/** Table name prefixes that are reserved for the database or the service. */
const SYSTEM_TABLE = /^(sqlite|kysely|pg|svc|system)_/

/**
 * Returns the column name for a field: the field's name if all engines support it, otherwise a safe form with a hash of
 * the name.
 */
export function columnName(field: string): string {
  const isSafe = /^[A-Za-z_][A-Za-z0-9_]*$/.test(field) && !SYSTEM_COLUMNS.has(field.toLowerCase())
  return isSafe && field.length <= MAX_BYTES ? field : hashed(field)
}

/** Returns the table name for a model's snake_case name: `user_profile`. */
export function tableName(name: string): string {
  const table = SYSTEM_TABLE.test(name) ? `model_${name}` : name
  return table.length <= MAX_BYTES ? table : hashed(table)
}

/**
 * Returns the column names of one table, keyed by field. If names differ only in case, all but the first get a hash,
 * because SQLite ignores case.
 */
export function columnNames(fields: readonly string[]): ReadonlyMap<string, string> {
  const seen = new Set<string>()
  const columns = new Map<string, string>()
  for (const field of fields) {
    const plain = columnName(field)
    const lower = plain.toLowerCase()
    const isTaken = seen.has(lower)
    const column = isTaken ? hashed(field) : plain
    seen.add(isTaken ? column.toLowerCase() : lower)
    columns.set(field, column)
  }
  return columns
}

function hashed(name: string): string {
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8)
  const stem = name.replace(/[^A-Za-z0-9_]+/g, '_').slice(0, MAX_BYTES - hash.length - 2)
  return `${/^[A-Za-z]/.test(stem) ? stem : `f${stem}`}_${hash}`
}
