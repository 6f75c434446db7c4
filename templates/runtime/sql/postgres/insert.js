import { encoded } from '../table.js'
/** PostgreSQL takes 65,535 values in a statement. */
const MAX_VALUES = 60_000
/** Statements that insert many rows each; a generated value stands as DEFAULT. */
export function insertStatements(table, rows) {
  const size = Math.max(1, Math.floor(MAX_VALUES / table.columns.length))
  const chunks = Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
    rows.slice(index * size, (index + 1) * size),
  )
  return chunks.map((chunk) => insertStatement(table, chunk))
}
function insertStatement(table, rows) {
  const values = []
  const tuples = rows.map((row) => {
    const items = table.columns.map((column) => {
      const value = row[column.field] ?? null
      return column.generated && value === null ? 'DEFAULT' : `$${values.push(encoded(column, value))}`
    })
    return `(${items.join(', ')})`
  })
  const names = table.columns.map((column) => column.quoted).join(', ')
  return {
    text: `INSERT INTO ${table.sql} (${names}) VALUES ${tuples.join(', ')} RETURNING ${table.selection}`,
    values,
  }
}
