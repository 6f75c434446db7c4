import { MigrationError } from './migration-command.js'
import { counted } from './spec/wording.js'

/**
 * What a migration requires of existing rows: that all of them have a value, that at most one does not, that all values
 * are choices, or that no text is too long or too short.
 */
export const NEEDS = ['no value', 'one value', 'no choice', 'too long', 'too short'] as const

export type NeedKind = (typeof NEEDS)[number]

/** Rows that have no value for a field that becomes required, or a value that is no longer valid. */
export interface RowsWithout {
  readonly need: NeedKind
  /** Model and field: `Story.title`. */
  readonly field: string
  readonly rows: number
  readonly value?: string
}

/**
 * @throws MigrationError if rows have no value for a required field, if several rows would get the same value for a
 * unique field, or if rows have values that are no longer choices or whose length is no longer valid
 */
export function rejectRows(name: string, needs: readonly RowsWithout[], direction: 'up' | 'down'): void {
  rejectValues(name, needs, direction)
  rejectLengths(name, needs, direction)
  const lines = needs.flatMap(({ need, field, rows }) => {
    if (isLength(need) || rows <= (need === 'no value' ? 0 : 1)) return []
    const count = `${rows} ${rows === 1 ? 'row has' : 'rows have'} no value`
    return need === 'no value'
      ? [`${field} becomes required, but ${count}`]
      : [`${field} is unique, but ${count} and would all get the same value`]
  })
  if (lines.length === 0) return
  if (direction === 'down')
    throw new MigrationError(
      `migration ${name} was not reverted:\n${lines.join('\n')}\nGive each row a value or delete the rows, then try again.`,
    )
  throw new MigrationError(
    `migration ${name} was not applied:
${lines.join('\n')}
Do one of the following:
- add "_backfill": <value> to the field ("x-backfill" in OpenAPI), run "svcgen generate --amend", and migrate again (not possible if several rows have no value for a unique field)
- make the field optional, migrate, give each row a value, and make the field required in another migration
- delete the rows`,
  )
}

function isLength(need: NeedKind): boolean {
  return need === 'too long' || need === 'too short'
}

function rejectLengths(name: string, needs: readonly RowsWithout[], direction: 'up' | 'down'): void {
  const lines = needs.flatMap(({ need, field, rows }) =>
    isLength(need) && rows > 0 ? [`${field} is ${need} in ${counted(rows, 'row')}`] : [],
  )
  if (lines.length === 0) return
  throw new MigrationError(
    `migration ${name} was not ${direction === 'up' ? 'applied' : 'reverted'}, because these values would not be valid:
${lines.join('\n')}
Change these values or delete the rows, then try again.`,
  )
}

function rejectValues(name: string, needs: readonly RowsWithout[], direction: 'up' | 'down'): void {
  const lines = needs.flatMap(({ field, rows, value }) =>
    value === undefined
      ? []
      : [`${rows} ${rows === 1 ? 'row has' : 'rows have'} the value ${JSON.stringify(value)} in ${field}`],
  )
  if (lines.length === 0) return
  const [was, ways] =
    direction === 'down'
      ? ['reverted', 'Change these values or delete the rows, then try again.']
      : [
          'applied',
          `Do one of the following:
- add "_backfill": <choice> to the field ("x-backfill" in OpenAPI) to replace all of these values, for example with the new name of a choice; run "svcgen generate --amend", and migrate again
- keep the choice: declare it again, and run "svcgen generate --amend"
- change these values or delete the rows, and migrate again`,
        ]
  throw new MigrationError(
    `migration ${name} was not ${was}, because these values would not be choices:\n${lines.join('\n')}\n${ways}`,
  )
}

/** Rows with the same values in columns that become unique. */
export interface Duplicates {
  readonly table: string
  readonly columns: readonly string[]
  /** At most {@link DUPLICATES_READ}. */
  readonly found: readonly { readonly values: readonly unknown[]; readonly rows: number }[]
}

const DUPLICATES_LISTED = 5
/** Number of duplicates to read: one more than the number listed, to find out whether there are more. */
export const DUPLICATES_READ = DUPLICATES_LISTED + 1

/** Returns a message about rows that violate a constraint. The message lists duplicate values if there are any. */
export function violationMessage(duplicates: readonly Duplicates[]): string {
  const lines = duplicates
    .filter(({ found }) => found.length > 0)
    .map(({ table, columns, found }) => {
      const [column = ''] = columns
      const place = columns.length === 1 ? `${table}.${column}` : `${table} (${columns.join(', ')})`
      const listed = found.slice(0, DUPLICATES_LISTED).map(({ values, rows }) => {
        const text = values.map(shown).join(', ')
        return `${values.length === 1 ? text : `(${text})`} in ${counted(rows, 'row')}`
      })
      const more = found.length > DUPLICATES_LISTED ? ', …' : ''
      return `${place} must be unique, but has duplicate values: ${listed.join(', ')}${more}`
    })
  return lines.length === 0
    ? 'Existing rows violate this constraint; change or delete them and run the migration again'
    : `${lines.join('\n')}\nChange or delete rows with these values, and run the migration again`
}

function shown(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'string' ? JSON.stringify(value) : String(value)
}
