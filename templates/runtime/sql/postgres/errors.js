import { BadRequest } from '../../errors.js'
import { ReferenceViolation, Unavailable, UniqueViolation } from '../../store.js'
import { refusedValue } from '../refusal.js'
/** Connection lost, no resources, shutting down; a transaction that lost against another and can be tried again. */
const UNAVAILABLE = /^(08|53|57P|58|40001|40P01|25006)/
const DATA = /^(22|54)/
/** An error of the server. All others that the driver throws are of the connection. */
export function isDatabaseError(error) {
  return error instanceof Error && 'severity' in error && 'code' in error && typeof error.code === 'string'
}
/** Tells that the server could not be asked, or could not answer. */
export function unavailable(error) {
  if (error instanceof Unavailable) return error
  return new Unavailable(error instanceof Error ? error.message : String(error), { cause: error })
}
/** What PostgreSQL's refusals mean, as {@link translateSqlite} does for SQLite. */
export function translatePostgres(error, table, intent) {
  if (!isDatabaseError(error)) return error
  switch (error.code) {
    case '23505':
      return new UniqueViolation(table.spec.name, fieldsOf(columnsOf(error.detail), table))
    case '23503':
    case '23001':
      return new ReferenceViolation(intent === 'delete' ? 'referenced' : 'missing')
    case '23502':
      if (intent === 'delete') return new ReferenceViolation('referenced')
      return refusedValue(fieldsOf([error.column ?? ''], table), 'must have a value')
    case '23514':
      return refusedValue(fieldsOf([error.constraint ?? ''], table), 'does not fit the database')
    default:
      if (UNAVAILABLE.test(error.code)) return unavailable(error)
      return DATA.test(error.code) ? new BadRequest('a value does not fit the database') : error
  }
}
/** From `Key (title, lang)=(x, y) already exists.`, in whichever language. */
function columnsOf(detail) {
  const names = /\((.*?)\)=\(/.exec(detail ?? '')?.[1] ?? ''
  return names
    .split(', ')
    .map((name) => (name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name))
}
function fieldsOf(columns, table) {
  return table.columns.filter((column) => columns.includes(column.name)).map((column) => column.field)
}
