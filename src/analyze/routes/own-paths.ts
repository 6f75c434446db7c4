import { authRoutes } from '../../access/auth-routes.js'
import type { Collector } from '../../diagnostics/collector.js'
import type { Service } from '../../ir/index.js'
import { fullPathOf } from '../../ir/lookup.js'
import { movedEndpoints } from '../../ir/own-paths.js'
import type { SpannedAction } from '../actions/custom-action.js'
import type { SpannedRoute } from './source.js'

export interface OwnPathsSource {
  readonly basePath: string
  readonly auth: Service['auth']
  readonly routes: readonly SpannedRoute[]
  readonly actions: readonly SpannedAction[]
  readonly collector: Collector
}

/** Reports operations at the paths of authentication, and endpoints that move because the API has their paths. */
export function reportOwnPaths({ basePath, auth, routes, actions, collector }: OwnPathsSource): void {
  const operations = [...routes, ...actions]
  const taken = new Set<string>()
  for (const own of authRoutes({ auth, features: [] })) {
    // The API may declare other methods for the current user, as for any other user.
    const isTaken = (method: string): boolean =>
      own.action !== 'self' || method === 'GET' || method === 'HEAD'
    const found = operations.find(
      (operation) => fullPathOf({ basePath }, operation) === basePath + own.path && isTaken(operation.method),
    )
    if (found === undefined || taken.has(own.path)) continue
    taken.add(own.path)
    collector.report('SVC4006', {
      message: `Path "${own.path}" is reserved for authentication`,
      at: found.resourceAt,
      help: 'Rename the resource, or remove the authentication scheme and implement authentication yourself',
    })
  }
  const moved = movedEndpoints<SpannedRoute | SpannedAction>({ basePath, routes, actions })
  for (const { from, to, operation } of moved) {
    collector.report('SVC4032', {
      message: `The API declares "${operation.path}"; the service's own "${from}" moves to "${to}"`,
      at: operation.resourceAt,
      help: 'Update load balancers, health checks and bookmarks that use the old path',
    })
  }
}
