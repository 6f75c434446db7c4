import type { Field, Model, Service } from '../ir/index.js'

/** A change that is visible to clients of the service (`plan`). */
export interface ApiChange {
  /** A description: `removed`, `now required`. */
  readonly change: string
  readonly breaking: boolean
  /** `GET /stories/{id}`, `Story.title`, or `Story`. */
  readonly where: string
}

/** Returns a list of changes at one place, and a function that adds to it. */
export function changesAt(where: string) {
  const changes: ApiChange[] = []
  const note = (change: string, breaking: boolean): void => void changes.push({ change, breaking, where })
  return { changes, note }
}

/** Returns the model from the last run, found by name or `_renamed_from`, or undefined for a new model. */
export function formerModel(before: Service, name: string, after: Service): Model | undefined {
  const named = (wanted: string): Model | undefined => before.models.find(({ id }) => id === wanted)
  const renamedFrom = after.models.find(({ id }) => id === name)?.renamedFrom ?? null
  const isKept = after.models.some(({ id }) => id === renamedFrom)
  return named(name) ?? (renamedFrom === null || isKept ? undefined : named(renamedFrom))
}

/** Returns the current name of a model from the last run. Differs from the former name if the model was renamed. */
export function currentModel(name: string, { models }: Service): string {
  const isKept = models.some(({ id }) => id === name)
  return (isKept ? undefined : models.find(({ renamedFrom }) => renamedFrom === name)?.id) ?? name
}

export interface Owned {
  readonly service: Service
  readonly model: Model
}

/** Returns the former name of a field or relationship, or its current name if it was not renamed. */
export function formerName(name: string, before: Model, { service, model }: Owned): string {
  const field = model.fields.find((each) => each.name === name)
  const relation = service.relations.find((each) => each.from === model.id && each.field === name)
  const renamedFrom = field?.renamedFrom ?? relation?.renamedFrom ?? null
  return renamedFrom === null || isDeclared(name, before) ? name : renamedFrom
}

export function isDeclared(name: string, { fields, relations }: Model): boolean {
  return [...fields, ...relations].some((each) => each.name === name)
}

/** Returns the type of a field as text: `string`, `list of integer`. */
export function typeText({ type, constraints: { itemType } }: Field): string {
  return itemType === null ? type : `${type} of ${itemType}`
}
