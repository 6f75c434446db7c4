import type { Lookup, Model, ParentStep, RelationEnd, RouteKind, ScopeStep } from '../../ir/index.js'
import type { Resource } from '../../api/api.js'
import { looseMatch } from '../../naming/loose-match.js'
import { parameterNames } from '../../naming/parameter.js'
import { keyedSegment, nodesTo, type PathNode, segmentText, textParameters } from '../resources/path-tree.js'
import { isAboveItems, type Scope, scopeOf, scopesOf } from '../resources/scopes.js'

export interface RouteTarget {
  readonly kind: RouteKind
  readonly model: string
  readonly param: string | null
  /** How the parameter finds the item. Absent if it is the key. */
  readonly lookup?: Lookup
  readonly attribute: string | null
  readonly parents: readonly ParentStep[]
  /** The parameters of the path that select items by a field of theirs. */
  readonly scope: readonly ScopeStep[]
}

/** The items of a collection. */
export type Items = Pick<RouteTarget, 'model' | 'parents' | 'scope'>

export type Gap =
  | { readonly kind: 'documentation' }
  /** A prefix of other paths. The nodes below it might have targets. */
  | { readonly kind: 'prefix'; readonly scope: readonly ScopeStep[] }
  /**
   * Below parameters that nothing says the meaning of: their places among those of the path, in which several nodes can have
   * the same name. `target` is what the node would serve without them, and `owner` the model whose key the last one is, if
   * any.
   */
  | {
      readonly kind: 'unselected'
      readonly parameters: readonly number[]
      readonly owner?: string
      readonly target: RouteTarget | null
    }
  /** The back-reference of a to-many relationship. */
  | { readonly kind: 'back-reference'; readonly end: string }
  | {
      readonly kind: 'unrelated'
      readonly owner: string
      readonly model: string
      readonly target: RouteTarget
    }
  | {
      readonly kind: 'ambiguous'
      readonly owner: string
      readonly model: string
      readonly ends: readonly string[]
    }

export interface TargetSource {
  readonly models: ReadonlyMap<string, Model>
  readonly named: ReadonlyMap<PathNode, string>
  /**
   * Returns how the parameter at the end of an item's path finds it; undefined if it is the key.
   * @param name the name of the parameter if an operation below the item has another one for it
   */
  readonly lookupOf: (node: PathNode, items: Items, name?: string) => Lookup | undefined
}

/** Returns what a node serves, given what its parent serves. */
export function targetAt(node: PathNode, above: RouteTarget | Gap, source: TargetSource): RouteTarget | Gap {
  const { segment } = node
  if (segment === null) return rootCollection(node, [], source)
  if (segment.kind === 'mixed') return keyedItem(node, above, source)
  switch (above.kind) {
    case 'prefix':
      return segment.kind === 'static'
        ? rootCollection(node, above.scope, source)
        : scoped(node, above.scope, source)
    case 'collection':
      if (segment.kind === 'static') return staticSegmentOf(node, above, source)
      return isAboveItems(node) && above.parents.length === 0
        ? scoped(node, above.scope, source)
        : itemOf(node, above, source)
    case 'item':
    case 'singular':
      return segment.kind === 'static' ? partOf(node, segment.text, above, source) : { kind: 'documentation' }
    case 'unselected':
      return unselected(node, above, targetAt(node, above.target ?? NOTHING_ABOVE, source))
    case 'unrelated':
      return unselected(
        node,
        { parameters: lastParameter(node.parent), owner: above.owner },
        targetAt(node, above.target, source),
      )
    case 'attribute':
    case 'documentation':
    case 'back-reference':
    case 'ambiguous':
      return { kind: 'documentation' }
  }
}

const NOTHING_ABOVE: Gap = { kind: 'prefix', scope: [] }

/** Returns what a node is below parameters without a meaning, given what it would be without them. */
function unselected(
  node: PathNode,
  above: { readonly parameters: readonly number[]; readonly owner?: string | undefined },
  at: RouteTarget | Gap,
): Gap {
  const { parameters, owner } = above
  const known = { kind: 'unselected', parameters, ...(owner === undefined ? {} : { owner }) } as const
  if (isRouteTarget(at)) return { ...known, target: at }
  switch (at.kind) {
    case 'prefix':
      return { ...known, target: null }
    case 'unselected':
      return { ...at, parameters: [...parameters, ...at.parameters] }
    case 'unrelated':
      return {
        kind: 'unselected',
        parameters: [...parameters, ...lastParameter(node)],
        owner: at.owner,
        target: at.target,
      }
    case 'documentation':
    case 'back-reference':
    case 'ambiguous':
      return { kind: 'documentation' }
  }
}

/** Returns the place of the last parameter that is a segment of its own among the parameters in the path of a node. */
export function lastParameter(node: PathNode | null): readonly number[] {
  const last =
    node === null ? undefined : nodesTo(node).findLast(({ segment }) => segment?.kind === 'parameter')
  return last === undefined ? [] : [textParameters(last.path).length - 1]
}

export function isRouteTarget(at: RouteTarget | Gap): at is RouteTarget {
  return 'parents' in at
}

/** Returns the path of a node with renamed parameters. `param` is the last segment, if it is a parameter. */
export function routePath(node: PathNode): { readonly path: string; readonly param: string | null } {
  const rename = parameterNames()
  let param: string | null = null
  const keyed = keyedSegment(node)
  const segments = ancestry(node).map((segment) => {
    param = segment.kind === 'parameter' ? rename(segment.name) : null
    return segment.kind === 'parameter' ? `{${param}}` : segmentText(segment)
  })
  const path = segments.map((text) => `/${text}`).join('') + node.extension
  return { path, param: param ?? keyed?.name ?? null }
}

/**
 * Returns the parameter of a custom method such as `/boards/{board}:copy`, with the name that it has in the path, or null
 * for other nodes.
 */
export function methodParam(node: PathNode): string | null {
  const { segment } = node
  if (segment?.kind !== 'mixed' || !/^\{[^{}]+\}:[^{}]+$/.test(segment.text)) return null
  return parametersTo(node).at(-1) ?? null
}

/** Returns the parameters in the path of a node, with the names that they have in the path. */
export function parametersTo(node: PathNode): readonly string[] {
  const rename = parameterNames()
  return ancestry(node)
    .flatMap((segment) => textParameters(segmentText(segment)))
    .map((name) => rename(name))
}

/** A parameter for which an operation has another name than the path of the items that it identifies. */
interface OtherName {
  /** Its name in the path of the route. */
  readonly param: string
  readonly node: PathNode
  readonly name: string
}

/** Returns the parameters for which a resource has other names than the paths of the items above it. */
function otherNames(node: PathNode, { absolutePath }: Resource): readonly OtherName[] {
  const params = parametersTo(node)
  const names = textParameters(absolutePath)
  const known = nodesTo(node).flatMap((each) =>
    (each.segment === null ? [] : textParameters(segmentText(each.segment))).map(
      (name) => [each, name] as const,
    ),
  )
  return known.flatMap(([each, first], index) => {
    const [param, name] = [params[index], names[index]]
    return param === undefined || name === undefined || name === first ? [] : [{ param, node: each, name }]
  })
}

/** How the parameters of a path find items. */
type Found = Pick<RouteTarget, 'model' | 'param' | 'lookup' | 'parents'> & Partial<Pick<RouteTarget, 'scope'>>

/** Returns what is at a path, found by its parameters as a resource names them. */
export function foundBy<T extends Found>(
  target: T,
  node: PathNode,
  resource: Resource,
  { lookupOf }: Pick<TargetSource, 'lookupOf'>,
): Omit<T, 'lookup' | 'parents'> & Pick<RouteTarget, 'lookup' | 'parents'> {
  const { lookup, parents, ...place } = target
  const { model, param, scope = [] } = target
  const others = otherNames(node, resource)
  const found = (index: number, step: Pick<ParentStep, 'model' | 'param'>, known: Lookup | undefined) => {
    const other = others.find((each) => each.param === step.param)
    const items = { model: step.model, parents: parents.slice(0, index), scope }
    const own = other === undefined ? known : lookupOf(other.node, items, other.name)
    return own === undefined ? {} : { lookup: own }
  }
  return {
    ...place,
    parents: parents.map(({ lookup: known, ...step }, index) => ({ ...step, ...found(index, step, known) })),
    ...found(parents.length, { model, param }, lookup),
  }
}

/** Returns the parameters in the path of a node that select items by a field of theirs. */
export function scopeTo(node: PathNode): readonly ScopeStep[] {
  return scopesOf(node).flatMap(stepFor)
}

function ancestry({ segment, parent }: PathNode): readonly NonNullable<PathNode['segment']>[] {
  return segment === null ? [] : [...(parent === null ? [] : ancestry(parent)), segment]
}

function rootCollection(
  node: PathNode,
  scope: readonly ScopeStep[],
  { models, named }: TargetSource,
): RouteTarget | Gap {
  const model = named.get(node)
  if (model === undefined || !models.has(model)) return { kind: 'prefix', scope }
  return collectionAt(node, model, scope)
}

/** Returns a collection at the root, below parameters that select its items by the fields that its own path names. */
function collectionAt(node: PathNode, model: string, above: readonly ScopeStep[]): RouteTarget {
  const own = scopeTo(node)
  const scope = above.map((step) => own.find(({ param }) => param === step.param) ?? step)
  return { kind: 'collection', model, param: null, attribute: null, parents: [], scope }
}

/**
 * Returns what is at and below a parameter if `x-scope` says which items it selects: collections, of which it can be one
 * itself.
 */
function scoped(node: PathNode, above: readonly ScopeStep[], source: TargetSource): RouteTarget | Gap {
  const scope = stepOf(node)
  return scope === null
    ? { kind: 'unselected', parameters: lastParameter(node), target: null }
    : rootCollection(node, [...above, scope], source)
}

function stepOf(node: PathNode): ScopeStep | null {
  const scope = scopeOf(node)
  return scope && (stepFor(scope)[0] ?? null)
}

function stepFor({ node, field }: Scope): readonly ScopeStep[] {
  const { param } = routePath(node)
  return param === null ? [] : [{ param, field }]
}

/** Returns what a static segment below a collection serves: another collection, if the parent is at the root. */
function staticSegmentOf(node: PathNode, above: RouteTarget, source: TargetSource): RouteTarget | Gap {
  return above.parents.length === 0 ? rootCollection(node, above.scope, source) : { kind: 'documentation' }
}

/** Returns what `Airports({key})` serves: an item of the collection `Airports` beside it. */
function keyedItem(node: PathNode, above: RouteTarget | Gap, source: TargetSource): RouteTarget | Gap {
  const keyed = keyedSegment(node)
  const beside = node.parent?.children.find(
    ({ segment }) => segment?.kind === 'static' && segment.text === keyed?.collection,
  )
  const collection = keyed === null || beside === undefined ? null : targetAt(beside, above, source)
  return collection !== null && isRouteTarget(collection) && collection.kind === 'collection'
    ? itemOf(node, collection, source)
    : { kind: 'documentation' }
}

function itemOf(node: PathNode, items: RouteTarget, source: TargetSource): RouteTarget {
  const { model, parents, scope } = items
  const { param } = routePath(node)
  return { kind: 'item', model, param, ...lookupAt(node, items, source), attribute: null, parents, scope }
}

/** Returns how the path of an item finds it, if that is not by its key. */
export function lookupAt(
  node: PathNode,
  items: Items,
  { lookupOf }: Pick<TargetSource, 'lookupOf'>,
): Pick<RouteTarget, 'lookup'> {
  const lookup = lookupOf(node, items)
  return lookup === undefined ? {} : { lookup }
}

function partOf(node: PathNode, text: string, above: RouteTarget, source: TargetSource): RouteTarget | Gap {
  const { models, named } = source
  const owner = models.get(above.model)
  if (owner === undefined) return { kind: 'documentation' }
  const endName = looseMatch(
    text,
    owner.relations.map(({ name }) => name),
  )?.name
  const end = owner.relations.find(({ name }) => name === endName)
  if (end !== undefined) return related(end, owner, above, models)
  const model = named.get(node)
  const attribute = model === undefined ? attributeOf(text, owner) : undefined
  if (attribute !== undefined) return { ...above, kind: 'attribute', attribute }
  if (model === undefined || !models.has(model)) return { kind: 'documentation' }
  const ends = owner.relations.filter(({ target }) => target === model)
  const [only] = ends
  if (only === undefined) {
    const step = node.parent === null || above.parents.length > 0 ? null : stepOf(node.parent)
    const scope = [...above.scope, ...(step === null ? [] : [step])]
    const target = collectionAt(node, model, scope)
    return step === null ? { kind: 'unrelated', owner: owner.id, model, target } : target
  }
  if (ends.length > 1)
    return { kind: 'ambiguous', owner: owner.id, model, ends: ends.map(({ name }) => name) }
  return related(only, owner, above, models)
}

/** Returns what a relation serves, which is nothing for the back-reference of a to-many relationship. */
function related(
  end: RelationEnd,
  owner: Model,
  above: RouteTarget,
  models: ReadonlyMap<string, Model>,
): RouteTarget | Gap {
  const { param, lookup } = above
  const step = { model: owner.id, param, field: end.name, ...(lookup === undefined ? {} : { lookup }) }
  const parents = [...above.parents, step]
  const target = { model: end.target, param: null, attribute: null, parents, scope: above.scope }
  if (end.many) return { ...target, kind: 'collection' }
  const inverse = models
    .get(end.target)
    ?.relations.find((other) => other.relation === end.relation && other.side !== end.side)
  return inverse?.many === true ? { kind: 'back-reference', end: end.name } : { ...target, kind: 'singular' }
}

function attributeOf(text: string, { fields }: Model): string | undefined {
  const lists = fields.filter(({ stored, type }) => stored && (type === 'list' || type === 'dict'))
  return looseMatch(
    text,
    lists.map(({ name }) => name),
  )?.name
}
