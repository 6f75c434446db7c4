/** How the items of a list compare: those that are kept as text, as text. */
const ITEM_TYPES = {
  date: 'string',
  datetime: 'string',
  time: 'string',
  binary: 'string',
  choice: 'string',
}
/** Some item of the list passes the test. */
export function hasItem(column, dialect, test) {
  const operand = itemOf(column, dialect)
  return `EXISTS (SELECT 1 FROM ${dialect.items(column.sql)} WHERE ${test(operand)})`
}
/** An item of a list as something to compare. */
export function itemOf(column, dialect) {
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
