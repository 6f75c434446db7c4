import type { Json } from '../ir/index.js'
import type { Dialect } from './ddl.js'
import { textLiteral } from './names.js'
import type { Column } from './shape.js'

/** A value in its field's JSON form as an SQL literal of the column. */
export function columnLiteral(value: Json, column: Column, dialect: Dialect): string {
  const text = textLiteral(
    typeof value === 'string' ? value : JSON.stringify(value),
    dialect === 'sqlite' ? 'char' : 'chr',
  )
  switch (column.type) {
    case 'id_field':
    case 'integer':
    case 'small_integer':
    case 'big_integer':
    case 'interval':
    case 'float':
      return String(Number(value))
    case 'boolean':
      return dialect === 'sqlite' ? String(Number(value === true)) : String(value === true)
    case 'binary':
      return binaryLiteral(Buffer.from(String(value), 'base64').toString('hex'), dialect)
    case 'list':
    case 'dict':
    case 'pickle':
      return (
        textLiteral(JSON.stringify(value), dialect === 'sqlite' ? 'char' : 'chr') +
        (dialect === 'postgres' ? '::jsonb' : '')
      )
    default:
      return text
  }
}

function binaryLiteral(hex: string, dialect: Dialect): string {
  return dialect === 'sqlite' ? `X'${hex}'` : `'\\x${hex}'::bytea`
}
