import type { Key, ModelSpec, Row } from '../model.js'
import { ALL_ROWS } from '../repository/items.js'
import { isKey, partsOf } from '../repository/parts.js'
import { EVERYTHING, type Session, both } from '../store.js'
import type { RuleConditions } from './conditions.js'

/**
 * Returns rows as the caller sees them, in the same order: a row that the caller cannot view is undefined, and a
 * reference to such a row is null.
 */
export async function shownRows(
  session: Session,
  conditions: RuleConditions,
  model: ModelSpec,
  rows: readonly Row[],
): Promise<readonly (Row | undefined)[]> {
  const isSeen = await seen(session, conditions, model, rows)
  const hidden = new Map<string, ReadonlySet<Key>>()
  for (const [name, relation] of partsOf(model).holders) {
    const keys = [...new Set(rows.map((row) => row[name] ?? null).filter(isKey))]
    const found = await hiddenAmong(session, conditions, conditions.model(relation.model), keys)
    if (found.size > 0) hidden.set(name, found)
  }
  return rows.map((row) => {
    if (!isSeen(row)) return undefined
    let shown = row
    for (const [name, keys] of hidden) {
      const key = row[name] ?? null
      if (isKey(key) && keys.has(key)) shown = { ...shown, [name]: null }
    }
    return shown
  })
}

/** Returns a test for the rows that the caller can view. */
async function seen(
  session: Session,
  conditions: RuleConditions,
  model: ModelSpec,
  rows: readonly Row[],
): Promise<(row: Row) => boolean> {
  const isKnown = (row: Row): boolean => conditions.read.has(row) || conditions.isSelf(model, row)
  const keys = rows.filter((row) => !isKnown(row)).map((row) => row[model.key] ?? null)
  const hidden = await hiddenAmong(session, conditions, model, keys.filter(isKey))
  return (row) => {
    const key = row[model.key] ?? null
    return isKnown(row) || !isKey(key) || !hidden.has(key)
  }
}

/** Returns the keys of the items that the caller cannot view. */
async function hiddenAmong(
  session: Session,
  conditions: RuleConditions,
  model: ModelSpec,
  keys: readonly Key[],
): Promise<ReadonlySet<Key>> {
  const visible = await conditions.of(session, model.name, 'view')
  if (keys.length === 0 || visible === EVERYTHING) return new Set()
  const where = both(visible, { kind: 'compare', field: model.key, op: 'in', value: keys })
  const orderBy = [{ field: model.key, direction: 'asc' }] as const
  const found = await session.store(model.name, ALL_ROWS).find({ where, orderBy })
  const shown = new Set(found.map((row) => row[model.key]))
  return new Set(keys.filter((key) => !shown.has(key)))
}
