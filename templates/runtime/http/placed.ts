import { HttpError } from '../errors.js'
import type { Row } from '../model.js'
import { type Store, UniqueViolation } from '../store.js'

/** An error of one item of a list that was sent, with that item's place in it (SPEC 6): `/1/name`. */
export function placed(error: unknown, index: number): unknown {
  if (error instanceof UniqueViolation) return new UniqueViolation(error.model, error.fields, index)
  if (!(error instanceof HttpError)) return error
  const { status, message, headers, errorCount } = error
  const errors =
    error.errors.length === 0
      ? [{ path: `/${index}`, message }]
      : error.errors.map((fault) => ({ ...fault, path: `/${index}${fault.path}` }))
  return new HttpError(status, message, { errors, errorCount, headers })
}

/** {@link placed} for rows that were inserted at once: the first whose value another row of the list, or a stored one, has. */
export async function placedAmong(error: unknown, rows: readonly Row[], store: Store): Promise<unknown> {
  if (!(error instanceof UniqueViolation)) return error
  const [field] = error.fields
  if (field === undefined) return error
  const values = rows.map((row) => row[field] ?? null)
  const stored = await store.find({
    where: { kind: 'compare', field, op: 'in', value: values.filter((value) => value !== null) },
    orderBy: [{ field: store.spec.key, direction: 'asc' }],
  })
  const taken = new Set(stored.map((row) => row[field]))
  const index = values.findIndex((value) => {
    const isTaken = value !== null && taken.has(value)
    if (value !== null) taken.add(value)
    return isTaken
  })
  return index === -1 ? error : placed(error, index)
}
