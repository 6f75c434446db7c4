import type { Field, Model, Service } from '../ir/index.js'
import { MODEL_RULES, OPERATION_RULES, type Rule } from './rules.js'

/** A change that is visible to clients of the service (`plan`). */
export interface ApiChange {
  /** A description: `removed`, `now required`. */
  readonly change: string
  readonly breaking: boolean
  /** `GET /stories/{id}`, `Story.title`, or `Story`. */
  readonly where: string
  /** The part of the operation: `query.limit`, `body.owner.name`, `200.body.items[].id`. Absent for the whole. */
  readonly at?: string
  readonly rule: Rule
}

type NamedRule = keyof typeof OPERATION_RULES | keyof typeof MODEL_RULES

const NAMED = { ...OPERATION_RULES, ...MODEL_RULES }

/** Returns whether a change by this rule breaks clients. */
export function isBreaking(rule: NamedRule): boolean {
  return NAMED[rule].breaking
}

/** Returns a change at one place, whose verdict is that of its rule. */
export function changeAt(where: string, rule: NamedRule, change: string): ApiChange {
  return { change, breaking: isBreaking(rule), where, rule }
}

/** Returns a list of changes at one place, and a function that adds to it. */
export function changesAt(where: string) {
  const changes: ApiChange[] = []
  const note = (rule: NamedRule, change: string): void => void changes.push(changeAt(where, rule, change))
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
