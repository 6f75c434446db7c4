import type { Model, Parameter, ParameterRole, Route } from '../../ir/index.js'
import { writeRuleOf } from '../../ir/lookup.js'
import { looseKey } from '../../naming/loose-match.js'
import { propertyNamedBy } from '../models/inferred-key.js'

/** The parameters that name the members that a PATCH changes. */
const MASKS: ReadonlySet<string> = new Set(['updatemask', 'fieldmask'])

/** What a request writes. */
export interface WrittenMembers {
  /** The fields and relations. */
  readonly written?: readonly string[]
  /** The relations that it sets by members of other names. */
  readonly renamed?: Readonly<Record<string, string>>
}

/** Returns whether a parameter has the name of the key of a model's items, such as `id` or `bookId` for Book. */
export function namesKey(name: string, { id, key }: Model): boolean {
  return [looseKey(key), `${looseKey(id)}id`].includes(looseKey(name))
}

/**
 * Returns what a query parameter of an operation on one item means: the members that an update changes (`updateMask`), or the key
 * of a new item (`bookId`), or the field by which the path finds it.
 */
export function itemRole(
  { name }: Parameter,
  action: Route['action'],
  model: Model,
  { written = [], renamed = {} }: WrittenMembers,
): ParameterRole | undefined {
  const known = looseKey(name)
  if (action === 'update' && MASKS.has(known)) {
    const relations = new Set(Object.values(renamed))
    const own = written.filter(
      (each) => each !== model.key && !relations.has(each) && writeRuleOf(model, each)?.readOnly !== true,
    )
    return { as: 'mask', members: [...own, ...Object.keys(renamed)].toSorted() }
  }
  const groups = (model.groups ?? []).filter(({ unique }) => unique)
  const finding = model.fields.filter((field) => groups.some((group) => group.names.includes(field.name)))
  const found = propertyNamedBy({ name, collection: '', property: null }, model.id, finding)?.name
  const field = found ?? (namesKey(name, model) ? model.key : undefined)
  const isKey = action === 'create' && field !== undefined && writeRuleOf(model, field)?.readOnly !== true
  return isKey ? { as: 'key', field } : undefined
}
