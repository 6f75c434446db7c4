import type { Json } from '../../ir/index.js'
import { type Dialect, SQL } from './dialects.js'
import { replacementOf } from '../steps/choices.js'
import { fillOf } from '../steps/fill.js'
import { quoted, textLiteral } from './names.js'
import type { Column } from '../shape/shape.js'
import { conversion } from '../steps/conversion.js'

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

/** Returns the SQL for the list of a column's choices: `('open', 'closed')`. */
export function choicesSql(column: Column, dialect: Dialect): string {
  return `(${(column.choices ?? []).map((choice) => columnLiteral(choice, column, dialect)).join(', ')})`
}

/** Returns the SQL for a converted value as text, so that it can be compared with choices. */
export function choiceSql(value: string, before: Column, after: Column): string {
  return before.type === after.type ? `(${value})` : `CAST(${value} AS TEXT)`
}

/** Returns the SQL for the value that replaces removed choices in existing rows, or null if there is none. */
export function replacementSql(before: Column, after: Column, dialect: Dialect): string | null {
  const replacement = replacementOf(before, after)
  return replacement?.kind === 'literal' ? columnLiteral(replacement.value, after, dialect) : null
}

function withChoices(value: string, before: Column, after: Column, dialect: Dialect): string {
  const replacement = replacementSql(before, after, dialect)
  if (replacement === null) return value
  const text = choiceSql(value, before, after)
  return `CASE WHEN ${text} NOT IN ${choicesSql(after, dialect)} THEN ${replacement} ELSE ${text} END`
}

/** Returns the SQL that converts a column's value. The SQL uses the column's new name. */
export function convertedSql(before: Column, after: Column, dialect: Dialect): string {
  const { lost, [dialect]: convert } = conversion(before, after)
  const value = withChoices(convert(quoted(after.name), after), before, after, dialect)
  const fill = after.required && (!before.required || lost !== null) ? fillSql(after, dialect) : null
  return fill === null ? value : `coalesce(${value}, ${fill})`
}
