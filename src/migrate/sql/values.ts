import type { Json } from '../../ir/index.js'
import { type Dialect, SQL } from './dialects.js'
import { fillOf } from '../steps/fill.js'
import { quoted, textLiteral } from './names.js'
import type { Column } from '../shape/shape.js'
import { conversion } from '../steps/conversion.js'

/** Returns a JSON value as an SQL literal for the column. */
export function columnLiteral(value: Json, column: Column, dialect: Dialect): string {
  const { boolean, binary, json, charFunction } = SQL[dialect]
  switch (column.type) {
    case 'id_field':
    case 'integer':
    case 'small_integer':
    case 'interval':
    case 'float':
      return String(Number(value))
    case 'big_integer':
      return BigInt(String(value)).toString()
    case 'boolean':
      return boolean(value === true)
    case 'binary':
      return binary(Buffer.from(String(value), 'base64').toString('hex'))
    case 'list':
    case 'dict':
    case 'pickle':
      return json(textLiteral(JSON.stringify(value), charFunction))
    case 'string':
    case 'text':
    case 'choice':
    case 'decimal':
    case 'date':
    case 'datetime':
    case 'time':
      return textLiteral(typeof value === 'string' ? value : JSON.stringify(value), charFunction)
  }
}

/** Returns the SQL for the value that existing rows get, or null if there is none. */
export function fillSql(column: Column, dialect: Dialect): string | null {
  const fill = fillOf(column)
  if (fill === null) return null
  if (fill.kind === 'literal') return columnLiteral(fill.value, column, dialect)
  return SQL[dialect].defaults[fill.name]
}

/** Returns the SQL that converts a column's value. The SQL uses the column's new name. */
export function convertedSql(before: Column, after: Column, dialect: Dialect): string {
  const { lost, [dialect]: convert } = conversion(before, after)
  const value = convert(quoted(after.name), after)
  const fill = after.required && (!before.required || lost !== null) ? fillSql(after, dialect) : null
  return fill === null ? value : `coalesce(${value}, ${fill})`
}
