import { Collector } from '../../diagnostics/collector.js'
import { ACTION_METHODS, type Route } from '../../ir/index.js'
import { pathShape } from '../../ir/lookup.js'
import { compareText } from '../../naming/order.js'
import type { Span } from '../../source/span.js'
import type { SpannedAction } from '../actions/custom-action.js'
import type { Unstored } from '../models/not-stored.js'
import type { UnnamedRoute } from './source.js'

type Operation = Pick<Route, 'path' | 'prefix' | 'id'> & { readonly method: SpannedAction['method'] }

/** Separates operations whose method and full path, without the names of parameters, occurred before or in `others`. */
export function distinct<T extends Operation>(
  operations: readonly T[],
  basePath: string,
  others: readonly Operation[] = [],
): {
  readonly left: T[]
  readonly duplicates: readonly (readonly [operation: T, first: T])[]
} {
  const shapeOf = ({ method, prefix = basePath, path }: Operation): string =>
    pathShape(`${method} ${prefix}${path}`)
  const taken = new Set(others.map(shapeOf))
  const first = new Map<string, T>()
  const duplicates: [T, T][] = []
  for (const operation of operations) {
    const known = first.get(shapeOf(operation))
    if (known !== undefined || taken.has(shapeOf(operation))) duplicates.push([operation, known ?? operation])
    else first.set(shapeOf(operation), operation)
  }
  return { left: [...first.values()], duplicates }
}

export function sorted<T extends Operation>(operations: readonly T[]): readonly T[] {
  return operations.toSorted(
    (a, b) =>
      compareText(a.path, b.path) || ACTION_METHODS.indexOf(a.method) - ACTION_METHODS.indexOf(b.method),
  )
}

export function duplicate({ path, at, method }: Operation & { readonly at: Span }): Unstored {
  return { path, at, why: `its ${method} is a duplicate and is ignored`, cause: null }
}

export function reportDuplicate(route: UnnamedRoute, first: UnnamedRoute, collector: Collector): void {
  collector.report('SVC4022', {
    message: `Duplicate route "${route.id}"`,
    at: route.at,
    related: [{ message: 'First declared here', at: first.at }],
    help: 'Remove one of the routes; parameter names do not distinguish paths',
  })
}
