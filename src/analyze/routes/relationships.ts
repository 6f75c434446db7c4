import type { Method } from '../../api/api.js'
import type { ActionItem, Model } from '../../ir/index.js'
import { looseMatch } from '../../naming/loose-match.js'
import type { Lack } from '../contract/source.js'
import type { PathNode } from '../resources/path-tree.js'
import type { RouteTarget } from './route-targets.js'

/** The relationship of an item at a path of its own, as in JSON:API (https://jsonapi.org/format/#fetching-relationships). */
export interface Relationship {
  readonly target: RouteTarget
  /** The relation of the item. */
  readonly name: string
}

/** Returns the relationship that an operation shows or replaces, as at `/articles/{id}/relationships/author`, or null. */
export function relationshipAt(
  node: PathNode,
  method: Method,
  item: ActionItem | null,
  models: readonly Model[],
): Relationship | null {
  const name = relationNamed(node, item, models)
  if (item === null || name === null || method.isAction || (method.verb !== 'get' && method.verb !== 'patch'))
    return null
  const { kind, model, param, parents, scope = [], lookup } = item
  const found = lookup === undefined ? {} : { lookup }
  return { target: { kind, model, param, ...found, attribute: null, parents, scope }, name }
}

/** Returns why an operation on a relationship is the user's, or null for other operations. */
export function ownRelationship(
  node: PathNode,
  { verb, isAction }: Method,
  item: ActionItem | null,
  models: readonly Model[],
): Lack | null {
  const name = relationNamed(node, item, models)
  if (name === null || isAction || (verb !== 'post' && verb !== 'delete')) return null
  const isMany = models.some(
    ({ id, relations }) => id === item?.model && relations.some((end) => end.name === name && end.many),
  )
  if (!isMany)
    return {
      message: `concerns "${name}", which is one item`,
      line: 'a PATCH beside it, which replaces the item',
    }
  return {
    message: `${verb === 'post' ? 'adds some items to' : 'removes some items from'} "${name}"`,
    line: 'a PATCH beside it, which replaces all of them',
  }
}

function relationNamed(
  { segment, parent }: PathNode,
  item: ActionItem | null,
  models: readonly Model[],
): string | null {
  const isBelow =
    parent?.segment?.kind === 'static' &&
    parent.segment.text === 'relationships' &&
    parent.parent?.segment?.kind === 'parameter'
  if (!isBelow || segment?.kind !== 'static' || item?.kind !== 'item') return null
  const relations = models.find(({ id }) => id === item.model)?.relations ?? []
  return (
    looseMatch(
      segment.text,
      relations.map(({ name }) => name),
    )?.name ?? null
  )
}
