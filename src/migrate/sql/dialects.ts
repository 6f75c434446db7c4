import type { DialectName } from '../../../templates/runtime/spec/dialects.js'
import type { BuiltInDefault } from '../../ir/index.js'
import { constraintName, quoted } from './names.js'
import { type Column, keyOf, type Table } from '../shape/shape.js'

export type Dialect = DialectName

export interface Index {
  readonly name: string
  readonly sql: string
}

interface DialectSql {
  /** The function that converts a code point to a string. */
  readonly charFunction: string
  /** The function that returns the number of characters in a string. */
  readonly lengthFunction: string
  readonly boolean: (value: boolean) => string
  readonly binary: (hex: string) => string
  /** @param text a string literal that contains JSON */
  readonly json: (text: string) => string
  readonly defaults: Readonly<Record<BuiltInDefault, string>>
  /** The checks for limits that are not enforced by the column's type. */
  readonly checks: (column: Column) => readonly string[]
  /** The expressions for an index that sorts rows as queries do: nulls first, then by value, then by primary key. */
  readonly sorted: (column: Column, table: Table) => string
  readonly wordsIndex: (column: Column, table: Table) => Index | null
}

export const SQL: Readonly<Record<Dialect, DialectSql>> = {
  postgres: {
    charFunction: 'chr',
    lengthFunction: 'char_length',
    boolean: String,
    binary: (hex) => `'\\x${hex}'::bytea`,
    // Without parentheses, the cast would apply only to the last part of a multi-part literal.
    json: (text) => `${text.includes(' || ') ? `(${text})` : text}::jsonb`,
    defaults: {
      now: 'now()',
      today: `(now() AT TIME ZONE 'UTC')::date`,
      timestamp: 'floor(extract(epoch FROM now()))',
      uuid: 'gen_random_uuid()',
    },
    checks: () => [],
    sorted: ({ name, required }, table) =>
      `${quoted(name)}${required ? '' : ' NULLS FIRST'}, ${quoted(keyOf(table).name)}`,
    wordsIndex(column, table) {
      if (column.words === null) return null
      const name = constraintName(table.name, column.name, 'words')
      const on = `${quoted(table.name)} USING gin (${column.words}(${quoted(column.name)}))`
      return { name, sql: `CREATE INDEX ${quoted(name)} ON ${on};` }
    },
  },
  sqlite: {
    charFunction: 'char',
    lengthFunction: 'length',
    boolean: (value) => String(Number(value)),
    binary: (hex) => `X'${hex}'`,
    json: (text) => text,
    defaults: {
      now: `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`,
      today: `date('now')`,
      timestamp: `CAST(strftime('%s', 'now') AS INTEGER)`,
      uuid: `${hex(4)} || '-' || ${hex(2)} || '-4' || substr(${hex(2)}, 2) || '-a' || substr(${hex(2)}, 2) || '-' || ${hex(6)}`,
    },
    checks({ name, type, maxLength }) {
      return [
        ...(maxLength === null ? [] : [`length(${quoted(name)}) <= ${maxLength}`]),
        ...(type === 'boolean' ? [`${quoted(name)} IN (0, 1)`] : []),
      ]
    },
    sorted({ name, type }, table) {
      const key = keyOf(table)
      // Every index contains the rowid, which is the primary key if the key is an integer.
      const tie = key.type === 'id_field' ? '' : `, ${quoted(key.name)}`
      return `${type === 'decimal' ? `CAST(${quoted(name)} AS REAL)` : quoted(name)}${tie}`
    },
    // SQLite has one full-text index for the whole table.
    wordsIndex: () => null,
  },
}

function hex(bytes: number): string {
  return `lower(hex(randomblob(${bytes})))`
}
