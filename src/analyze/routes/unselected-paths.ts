import type { Collector } from '../../diagnostics/collector.js'
import { operationOf } from '../../ir/index.js'
import { listed } from '../../naming/phrases.js'
import type { Span } from '../../source/span.js'
import type { Declarations } from '../models/declarations.js'
import { type PathNode, textParameters } from '../resources/path-tree.js'
import { type Gap, isRouteTarget, lastParameter, type RouteTarget } from './route-targets.js'

/** Operations on the items of a model below parameters that nothing says the meaning of. */
interface Unselected {
  readonly parameters: readonly string[]
  readonly model: string
  readonly operations: string[]
  readonly at: Span
}

/**
 * Reports operations of an OpenAPI document that would be served from stored items if the parameters above their collection
 * selected any, once for each collection. Serving all items instead would show those of others.
 */
export function reportUnselected(
  targets: ReadonlyMap<PathNode, RouteTarget | Gap>,
  { modelOf }: Declarations,
  collector: Collector,
): void {
  const found = new Map<string, Unselected>()
  for (const [node, gap] of targets) {
    const { parameters = [], target = null } = withoutMeaning(node, gap)
    if (target === null) continue
    const places = parameters.map((name) => textParameters(node.path).indexOf(name))
    for (const { absolutePath, methods } of node.resources) {
      const names = textParameters(absolutePath)
      const written = places.map((place) => names[place] ?? '')
      for (const method of methods) {
        const isServed = operationOf(target.kind, method.verb) !== undefined
        if (method.isAction || !isServed || modelOf(method) !== target.model) continue
        const key = `${parameters.join('/')} ${target.model}`
        const known = found.get(key) ?? {
          parameters: written,
          model: target.model,
          operations: [],
          at: method.verbAt,
        }
        known.operations.push(`${method.verb.toUpperCase()} ${absolutePath}`)
        found.set(key, known)
      }
    }
  }
  for (const { parameters, model, operations, at } of found.values()) {
    const names = listed(parameters.map((name) => `"{${name}}"`))
    collector.report('SVC8074', {
      message: `Which items ${names} selects in ${summary(operations)} is not declared, because ${model} has no relationship to what is above`,
      at,
      help: `Name the property of ${model} that has this value with "x-scope: <property>" next to the parameter, or write the operations yourself with "x-operation: own"`,
    })
  }
}

const MAX_LISTED = 3

function summary(operations: readonly string[]): string {
  if (operations.length <= MAX_LISTED) return listed(operations)
  return `${operations[0]} and ${operations.length - 1} other operations`
}

function withoutMeaning(
  node: PathNode,
  gap: RouteTarget | Gap,
): { readonly parameters?: readonly string[]; readonly target?: RouteTarget | null } {
  if (isRouteTarget(gap)) return {}
  if (gap.kind === 'unselected') return gap
  return gap.kind === 'unrelated' ? { parameters: lastParameter(node), target: gap.target } : {}
}
