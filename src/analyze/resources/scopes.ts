import type { Method, Parameter } from '../../api/api.js'
import type { JsonSchema } from '../../ir/index.js'
import type { Span } from '../../source/span.js'
import { nodesBelow, nodesTo, type PathNode } from './path-tree.js'

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
  return nodesTo(node).flatMap((each) => scopeOf(each) ?? [])
}

/** Returns what `x-scope` says of the parameter at the end of a path, or null. */
export function scopeOf(node: PathNode): Scope | null {
  const { segment } = node
  if (segment?.kind !== 'parameter') return null
  const declared = declaredAt(node).filter(({ name }) => name === segment.name)
  for (const { name, nameAt, schema, kept = {} } of declared) {
    const field = kept['x-scope']
    if (typeof field === 'string') return { node, parameter: name, field, schema, at: nameAt }
  }
  return null
}

/** Returns the declarations of path parameters at a path and below it. */
function declaredAt(node: PathNode): readonly Parameter[] {
  return [node, ...nodesBelow(node)].flatMap(({ resources }) =>
    resources.flatMap(({ uriParameters, methods }) => [...uriParameters, ...ownParameters(methods)]),
  )
}

function ownParameters(methods: readonly Method[]): readonly Parameter[] {
  return methods.flatMap(({ uriParameters }) => uriParameters)
}
