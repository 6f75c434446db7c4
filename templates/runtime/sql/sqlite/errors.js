import { BadRequest } from '../../errors.js'
import { ReferenceViolation, Unavailable, UniqueViolation } from '../../store.js'
import { refusedValue } from '../refusal.js'
const UNAVAILABLE = /^SQLITE_(BUSY|LOCKED|IOERR|CANTOPEN|FULL|READONLY|PROTOCOL)/
/** What SQLite's refusals mean. It names the columns of a unique or missing value, and not what a foreign key refuses. */
export function translateSqlite(error, table, intent) {
  if (error instanceof RangeError || error instanceof SyntaxError)
    return new BadRequest('a value is out of range')
  if (!(error instanceof Error) || !('code' in error)) return error
  const code = String(error.code)
  switch (code) {
    case 'SQLITE_CONSTRAINT_UNIQUE':
    case 'SQLITE_CONSTRAINT_PRIMARYKEY':
      return new UniqueViolation(table.spec.name, fieldsOf(error.message, table))
    case 'SQLITE_CONSTRAINT_FOREIGNKEY':
    case 'SQLITE_CONSTRAINT_TRIGGER':
      return new ReferenceViolation(intent === 'delete' ? 'referenced' : 'missing')
    case 'SQLITE_CONSTRAINT_NOTNULL':
      if (intent === 'delete') return new ReferenceViolation('referenced')
      return refusedValue(fieldsOf(error.message, table), 'must have a value')
    case 'SQLITE_CONSTRAINT_CHECK':
      return refusedValue(fieldsOf(error.message, table), 'does not fit the database')
    default:
      return UNAVAILABLE.test(code) ? new Unavailable(error.message, { cause: error }) : error
  }
}
/** From `UNIQUE constraint failed: story.title, story.lang`, or `CHECK constraint failed: title`. */
function fieldsOf(message, table) {
  const names = message.slice(message.indexOf(': ') + 2).split(', ')
  const prefix = `${table.spec.table}.`
  const columns = names.map((name) => (name.startsWith(prefix) ? name.slice(prefix.length) : name))
  return table.columns.filter((column) => columns.includes(column.name)).map((column) => column.field)
}
