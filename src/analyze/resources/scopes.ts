import type { Method, Parameter } from '../../api/api.js'
import type { JsonSchema } from '../../ir/index.js'
import type { Span } from '../../source/span.js'
import { keyedSegment, nodesBelow, nodesTo, type PathNode, textParameters } from './path-tree.js'

/** A path parameter that selects items by a property of theirs, which `x-scope` names. */
export interface Scope {
  readonly node: PathNode
  /** The name of the parameter, as declared. */
  readonly parameter: string
  readonly field: string
  /** The values. */
  readonly schema: JsonSchema
  readonly at: Span
}

/** Returns the parameters with `x-scope` in the path of a collection, which can end with one. */
export function scopesOf(node: PathNode): readonly Scope[] {
  const [resource] = [node, ...nodesBelow(node)].flatMap(({ resources }) => resources)
  const names = textParameters(resource?.absolutePath ?? '')
  return nodesTo(node).flatMap((each) => scopeOf(each, names[textParameters(each.path).length - 1]) ?? [])
}

/**
 * Returns what `x-scope` says of the parameter at the end of a path, or null.
 * @param other the name of the parameter in paths below
 */
export function scopeOf(node: PathNode, other: string | null = null): Scope | null {
  const found = markedAt(node, 'x-scope', other) ?? markedAt(node, 'x-scope', parameterOf(node))
  return found === null || parameterOf(node) === null ? null : { node, ...found }
}

/**
 * Returns the property that the parameter at the end of an item's path contains, as `x-key` says, or null.
 * @param name the name of the parameter in paths below
 */
export function keyNamedAt(
  node: PathNode,
  name = keyedSegment(node)?.name ?? parameterOf(node),
): string | null {
  return markedAt(node, 'x-key', name)?.field ?? null
}

function parameterOf({ segment }: PathNode): string | null {
  return segment?.kind === 'parameter' ? segment.name : null
}

function markedAt(
  node: PathNode,
  key: 'x-scope' | 'x-key',
  parameter: string | null,
): Omit<Scope, 'node'> | null {
  const declared = declaredAt(node, parameter).filter(({ name }) => name === parameter)
  for (const { name, nameAt, schema, kept = {} } of declared) {
    const field = kept[key]
    if (typeof field === 'string') return { parameter: name, field, schema, at: nameAt }
  }
  return null
}

/**
 * Returns whether a parameter selects the items at the parameter below it, as `{owner}` in `/repos/{owner}/{repo}`, and is not the
 * key of an item itself.
 */
export function isAboveItems(node: PathNode): boolean {
  return scopeOf(node) !== null && node.children.some(({ segment }) => segment?.kind === 'parameter')
}

/** Returns the nodes of the items of a collection, with the names of their parameters. */
export function itemNodes(node: PathNode): readonly (readonly [item: PathNode, parameter: string])[] {
  const { segment, parent, children } = node
  const below = children.flatMap((child) =>
    child.segment?.kind === 'parameter' && !isAboveItems(child) ? [[child, child.segment.name] as const] : [],
  )
  const beside = (parent?.children ?? []).flatMap((sibling) => {
    const keyed = keyedSegment(sibling)
    const isOwn = segment?.kind === 'static' && keyed?.collection === segment.text
    return keyed !== null && isOwn ? [[sibling, keyed.name] as const] : []
  })
  return [...below, ...beside]
}

/**
 * Returns the declarations of path parameters at a path and below it, where the parameter at its end has a name. Below paths that
 * have another name for it, it can be that of another parameter.
 */
function declaredAt(node: PathNode, parameter: string | null): readonly Parameter[] {
  const index = textParameters(node.path).length - 1
  return [node, ...nodesBelow(node)].flatMap(({ resources }) =>
    resources
      .filter(({ absolutePath }) => textParameters(absolutePath)[index] === parameter)
      .flatMap(({ uriParameters, methods }) => [...uriParameters, ...ownParameters(methods)]),
  )
}

function ownParameters(methods: readonly Method[]): readonly Parameter[] {
  return methods.flatMap(({ uriParameters }) => uriParameters)
}
