import type { Model, Service } from '../ir/index.js'

/** A difference that clients of the service can see (SPEC 2, `plan`). */
export interface ApiChange {
  /** In words: `removed`, `is required now`. */
  readonly change: string
  /** A client that did well before may do so no longer. */
  readonly breaking: boolean
  /** `GET /stories/{id}`, `Story.title`, or `Story`. */
  readonly where: string
}

/** What a model was at the last run, under its name or under that which `_renamed_from` tells; undefined for a new one. */
export function formerModel(before: Service, name: string, after: Service): Model | undefined {
  const named = (wanted: string): Model | undefined => before.models.find(({ id }) => id === wanted)
  const renamedFrom = after.models.find(({ id }) => id === name)?.renamedFrom ?? null
  const isKept = after.models.some(({ id }) => id === renamedFrom)
  return named(name) ?? (renamedFrom === null || isKept ? undefined : named(renamedFrom))
}
