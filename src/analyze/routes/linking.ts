import type { Collector } from '../../diagnostics/collector.js'
import type { Model, Relation, Route } from '../../ir/index.js'
import { writeRuleOf } from '../../ir/lookup.js'
import { snakeCase } from '../../naming/words.js'
import { scalarOf, valueOf } from '../../schema/node.js'
import type { Span } from '../../source/span.js'
import type { Declarations } from '../models/declarations.js'
import { OwnOperation } from '../contract/source.js'

interface LinkingSource {
  readonly models: readonly Model[]
  readonly relations: readonly Relation[]
}

/** Returns the list of the item above that contains the items at a path if they can be in several lists, or null. */
export function listAbove({ parents }: Pick<Route, 'parents'>, { models, relations }: LinkingSource) {
  const step = parents.at(-1)
  const owner = models.find(({ id }) => id === step?.model)
  const end = owner?.relations.find(({ name }) => name === step?.field)
  const relation = relations.find(({ id }) => id === end?.relation)
  return owner === undefined || relation?.kind !== 'many-to-many' ? null : { owner, relation }
}

/**
 * Returns why a request cannot add an item to the list above it, or remove it from there, or null. Warns about a DELETE that
 * only removes it from the list, unless the document says that items can be in several lists.
 */
export function ownLinking(
  { id, action, parents, at }: Pick<Route, 'id' | 'action' | 'parents'> & { readonly at: Span },
  {
    declarations,
    collector,
    ...source
  }: LinkingSource & { readonly declarations: Declarations; readonly collector: Collector },
): OwnOperation | null {
  const list = action === 'create' || action === 'delete' ? listAbove({ parents }, source) : null
  if (list === null || list.relation.listed === false) return null
  const { owner, relation } = list
  const name = `"${relation.field}" of ${owner.id}`
  const line = `x-db-settings: { type: relationship, document: ${relation.to}, backref_name: ${snakeCase(owner.id)} }`
  if (writeRuleOf(owner, relation.field)?.readOnly === true)
    return new OwnOperation(
      `changes ${name}, which is many-to-many and "readOnly"`,
      `${line}, next to "${relation.field}", if each ${relation.to} belongs to one ${owner.id}`,
    )
  const property = declarations.models
    .get(owner.id)
    ?.schema.properties.find((each) => each.name === relation.field)
  const beside = property?.related?.settings ?? null
  const isMeant = beside !== null && scalarOf(valueOf(beside, 'many_to_many')) === true
  if (action === 'delete' && property !== undefined && !isMeant)
    collector.report('SVC8093', {
      message: `${id} removes the ${relation.to} from ${name} and does not delete it, because the list is many-to-many`,
      at,
      help: `Write "${line}" next to "${relation.field}" if each ${relation.to} belongs to one ${owner.id}, or "x-db-settings: { many_to_many: true }" if it can be in several lists`,
    })
  return null
}
