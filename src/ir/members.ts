import type { Field, FieldType } from './field.js'
import { modelOf, relationWith, writeRuleOf } from './lookup.js'
import type { Model, RelationEnd } from './model.js'
import type { Relation } from './relation.js'
import type { Route } from './route.js'
import type { Service } from './service.js'

/**
 * Returns a model's stored and virtual fields. Neither list contains foreign keys, because back-references represent
 * them.
 */
export function fieldsOfModel(model: Model): { stored: readonly Field[]; virtual: readonly Field[] } {
  const fields = model.fields.filter((field) => field.type !== 'foreign_key')
  return { stored: fields.filter((field) => field.stored), virtual: fields.filter((field) => !field.stored) }
}

export function fieldOf({ fields }: Model, name: string | null): Field | undefined {
  return fields.find((field) => field.name === name)
}

export function keyTypeOf(service: Service, id: string): FieldType {
  const model = modelOf(service, id)
  return fieldOf(model, model.key)?.type ?? 'string'
}

export function endOf({ relations }: Model, name: string): RelationEnd | undefined {
  return relations.find((end) => end.name === name)
}

export function relationOf(service: Service, end: RelationEnd): Relation {
  return relationWith(service, end.relation)
}

/** Returns the name of a relation in the model at its other end: `owner` for `stories`. */
export function inverseOf(service: Service, end: RelationEnd): string {
  const relation = relationOf(service, end)
  return end.side === 'one' ? relation.backref : relation.field
}

/** Returns whether each item must be linked by this relation. */
export function isRequiredEnd(service: Service, end: RelationEnd): boolean {
  return end.side === 'holder' && relationOf(service, end).required
}

/** Returns whether a write rule might prevent clients from setting a field or relation on create. */
export function isRestricted(model: Model, name: string): boolean {
  const rule = writeRuleOf(model, name)
  return rule !== undefined && (rule.readOnly || rule.writableBy !== null)
}

/** Returns the name of the relation that a path sets on the items below a parent, or null if there is none. */
export function linkBelow(service: Service, { model, field }: Route['parents'][number]): string | null {
  const end = endOf(modelOf(service, model), field)
  return end === undefined ? null : inverseOf(service, end)
}

/** Returns whether a route removes items from the list of their parent, which does not delete them. */
export function isUnlinking(service: Service, route: Pick<Route, 'parents' | 'model' | 'method'>): boolean {
  return route.method === 'DELETE' && linksAbove(service, route) !== undefined
}

/** Returns the many-to-many relation of a route's model to its parent; undefined if the items belong to the parent. */
export function linksAbove(
  service: Service,
  { parents, model }: Pick<Route, 'parents' | 'model'>,
): Relation | undefined {
  const parent = parents.at(-1)
  const link = parent === undefined ? null : linkBelow(service, parent)
  return service.relations.find(
    ({ kind, from, field }) => kind === 'many-to-many' && from === model && field === link,
  )
}
