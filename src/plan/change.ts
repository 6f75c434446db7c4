import type { Model, Service } from '../ir/index.js'

/** A change that is visible to clients of the service (SPEC 2, `plan`). */
export interface ApiChange {
  /** A description: `removed`, `now required`. */
  readonly change: string
  /** Whether the change can break existing clients. */
  readonly breaking: boolean
  /** `GET /stories/{id}`, `Story.title`, or `Story`. */
  readonly where: string
}

/** Returns the model from the last run, found by name or `_renamed_from`, or undefined for a new model. */
export function formerModel(before: Service, name: string, after: Service): Model | undefined {
  const named = (wanted: string): Model | undefined => before.models.find(({ id }) => id === wanted)
  const renamedFrom = after.models.find(({ id }) => id === name)?.renamedFrom ?? null
  const isKept = after.models.some(({ id }) => id === renamedFrom)
  return named(name) ?? (renamedFrom === null || isKept ? undefined : named(renamedFrom))
}
