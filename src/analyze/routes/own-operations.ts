import type { Method } from '../../api/api.js'
import type { Collector } from '../../diagnostics/collector.js'
import type { Model, Relation, Route } from '../../ir/index.js'
import { writeRuleOf } from '../../ir/lookup.js'
import { looseKey } from '../../naming/loose-match.js'
import { snakeCase } from '../../naming/words.js'
import { scalarOf, valueOf } from '../../schema/node.js'
import type { Span } from '../../source/span.js'
import type { Declarations } from '../models/declarations.js'
import { ownerKeyIn } from '../models/inferred-relations.js'
import { resultsOf } from '../models/recognized.js'
import { nodesTo, type PathNode } from '../resources/path-tree.js'
import { isAboveItems } from '../resources/scopes.js'
import { listsUnknown, OwnOperation } from '../contract/source.js'

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
  if (writeRuleOf(owner, relation.field)?.readOnly === true) {
    const items = declarations.models.get(relation.to)?.schema.properties ?? []
    const key = ownerKeyIn(items, owner.id, relation.to)
    const place =
      key === undefined
        ? `${line}, next to "${relation.field}"`
        : `x-relation: ${owner.id}, next to "${key.name}" of ${relation.to}`
    return new OwnOperation(
      `changes ${name}, which is many-to-many and "readOnly"`,
      `${place}, if each ${relation.to} belongs to one ${owner.id}`,
    )
  }
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

/** The segments of paths that stand for the caller. */
const CALLER: ReadonlySet<string> = new Set(['me', 'my', 'mine', 'self', 'current', 'currentuser'])

/**
 * Returns why an operation is the user's if its path alone selects items: those of the caller, or those of a list that has some
 * of the collection above. The service would serve all others as well. Returns null for other operations.
 */
export function ownSelection(
  node: PathNode,
  method: Method,
  { action, model, parents }: Pick<Route, 'action' | 'model' | 'parents'>,
  { named, models: declared }: Declarations,
  source: LinkingSource,
): OwnOperation | null {
  if (method.bulk !== null) return null
  // A custom method, as in `GET /books:search`.
  if (node.segment?.kind === 'static' && /.:/.test(node.segment.text))
    return new OwnOperation(
      `is a method of its own, ":${node.segment.text.split(':').at(-1) ?? ''}"`,
      `x-operation: ${action === 'index' ? 'list' : action}, if that is what it does with ${model}`,
    )
  const steps = nodesTo(node)
  const texts = steps.flatMap(({ segment }) => (segment?.kind === 'static' ? [segment.text] : []))
  const isOfCaller = texts.slice(0, -1).some((text) => CALLER.has(looseKey(text)))
  if (action === 'create' && parents.length === 0) {
    const hasHandlers = (declared.get(model)?.schema.eventHandlers.length ?? 0) > 0
    return !isOfCaller || hasHandlers || setsCaller(model, source)
      ? null
      : new OwnOperation(
          `does not say that new items of ${model} are those of the caller`,
          `x-db-settings: { default: '{{user.<key>}}' }, next to the property that refers to the caller`,
        )
  }
  // As in `POST /lists/{id}/check`, if lists have checks.
  const isCollection = node.resources.some(({ methods }) => methods.some(({ verb }) => verb === 'get'))
  if (action === 'create' && !isCollection && method.bodies.length === 0 && resultsOf(method).length === 0)
    return new OwnOperation(
      `declares neither a body nor a response with ${model}`,
      `x-operation: create, if it creates items of ${model}`,
    )
  const isBelowPart = steps.some(
    (step) =>
      step !== node &&
      step.segment?.kind === 'static' &&
      isPartAbove(step, named.get(step), { named }) &&
      step.resources.some(({ methods }) =>
        methods.some((method) => method.verb === 'get' && method.bulk === null),
      ),
  )
  if (!isOfCaller && !isBelowPart) return null
  return action === 'index'
    ? listsUnknown(model)
    : new OwnOperation(
        `does not say which items of ${model} it concerns`,
        `x-operation: ${action}, if it may be any of them`,
      )
}

/** Returns whether new items get a value of the caller. */
function setsCaller(model: string, { models, relations }: LinkingSource): boolean {
  const { fields = [], relations: ends = [] } = models.find(({ id }) => id === model) ?? {}
  const held = ends.filter(({ side }) => side === 'holder').map(({ relation }) => relation)
  return (
    fields.some(({ default: initial }) => initial?.kind === 'user') ||
    relations.some(({ id, default: initial }) => held.includes(id) && initial?.kind === 'user')
  )
}

/**
 * Returns whether the collection above a path has items of the same model, so that the path selects some of them, and nothing says
 * which.
 */
export function isPartAbove(
  node: PathNode,
  model: string | undefined,
  { named }: Pick<Declarations, 'named'>,
): boolean {
  const { parent } = node
  return parent !== null && model !== undefined && named.get(parent) === model && !isAboveItems(node)
}
