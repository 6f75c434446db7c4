import type { FieldType } from '../model.js'
import type { Dialect, Operand } from './dialect.js'
import type { Column } from './table.js'

/** How the items of a list compare: those that are kept as text, as text. */
const ITEM_TYPES: Readonly<Partial<Record<FieldType, FieldType>>> = {
  date: 'string',
  datetime: 'string',
  time: 'string',
  binary: 'string',
  choice: 'string',
}

/** Some item of the list passes the test. */
export function hasItem(column: Column, dialect: Dialect, test: (item: Operand) => string): string {
  const operand = itemOf(column, dialect)
  return `EXISTS (SELECT 1 FROM ${dialect.items(column.sql)} WHERE ${test(operand)})`
}

/** An item of a list as something to compare. */
export function itemOf(column: Column, dialect: Dialect): Operand {
  const itemType = column.spec.itemType ?? 'string'
  const type = ITEM_TYPES[itemType] ?? itemType
  const { choices: _choices, ...spec } = column.spec
  return {
    sql: dialect.item(type),
    type,
    codec: dialect.codec({ ...spec, type: itemType === 'datetime' || itemType === 'time' ? itemType : type }),
    nullable: true,
  }
}
