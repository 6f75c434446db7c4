import { isObject, type Json } from '../json.js'
import { type FieldSpec, isGenerated, type ModelSpec, type RelationSpec } from '../model.js'

/** What a name in a body stands for. */
export type Slot =
  /** A generated value, which no body sets. */
  | { readonly kind: 'generated' }
  | { readonly kind: 'field'; readonly field: FieldSpec; readonly numeric: boolean }
  /** Handed on, not stored. */
  | { readonly kind: 'virtual' }
  | { readonly kind: 'relation'; readonly relation: RelationSpec }
  | { readonly kind: 'foreign_key'; readonly backref: string }
  | { readonly kind: 'item_key' }
  /** What documents carry beside their fields (SPEC 6), so that they can be sent back. */
  | { readonly kind: 'ignored' }

/** All names that a body of the model may hold. */
export function slotsOf(model: ModelSpec): ReadonlyMap<string, Slot> {
  const slots = new Map<string, Slot>()
  for (const [name, field] of Object.entries(model.fields)) slots.set(name, slotOf(model, name, field))
  for (const [name, relation] of Object.entries(model.relations)) {
    if (relation.many && !slots.has(`${name}_total`)) slots.set(`${name}_total`, { kind: 'ignored' })
    slots.set(name, { kind: 'relation', relation })
  }
  for (const [name, backref] of Object.entries(model.foreignKeys))
    slots.set(name, { kind: 'foreign_key', backref })
  return slots
    .set('_type', { kind: 'ignored' })
    .set('_self', { kind: 'ignored' })
    .set('_pk', { kind: 'item_key' })
}

function slotOf(model: ModelSpec, name: string, field: FieldSpec): Slot {
  if (field.column === null) return { kind: 'virtual' }
  if (isGenerated(field.type)) return { kind: 'generated' }
  return { kind: 'field', field, numeric: takesNumbers(model, name, field) }
}

/** Whether text is a way of writing a number here, which the schema's limits then mean. */
function takesNumbers(model: ModelSpec, name: string, field: FieldSpec): boolean {
  if (field.type !== 'decimal' && field.type !== 'big_integer') return false
  const properties = model.schema['properties']
  const property = isObject(properties) ? properties[name] : undefined
  const type: Json | undefined = isObject(property) ? property['type'] : undefined
  return (
    type === 'number' ||
    type === 'integer' ||
    (Array.isArray(type) && (type.includes('number') || type.includes('integer')))
  )
}

/**
 * Names that a body of POST or PUT must give: those that the schema requires, and stored fields that cannot be null and have no default.
 */
export function requiredNames(model: ModelSpec): ReadonlySet<string> {
  const inSchema = model.schema['required']
  const names = new Set(Array.isArray(inSchema) ? inSchema.filter((name) => typeof name === 'string') : [])
  for (const name of Object.keys(model.foreignKeys)) names.delete(name)
  for (const [name, field] of Object.entries(model.fields)) {
    if (isGenerated(field.type)) names.delete(name)
    else if (
      field.column !== null &&
      field.default === undefined &&
      (field.required === true || name === model.key)
    )
      names.add(name)
  }
  for (const [name, relation] of Object.entries(model.relations))
    if (relation.side === 'holder' && relation.required) names.add(name)
  return names
}
