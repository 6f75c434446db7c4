import type { Service } from '../ir/index.js'
import { authRoutes, authVerdict } from './auth-routes.js'
import { callersOf } from './caller.js'
import { accessTo } from './row-rules.js'

/**
 * Returns the access matrix of a service: all callers that its rules distinguish, and for each route the verdicts for
 * these callers.
 */
export function accessMatrix(service: Service) {
  const callers = callersOf(service)
  const rows = [...service.routes, ...service.actions].map((route) => ({
    route,
    verdicts: callers.map((caller) => accessTo(route, caller, service)),
  }))
  const authRows = authRoutes(service).map((route) => ({
    route,
    verdicts: callers.map((caller) => authVerdict(route, caller)),
  }))
  return { callers, rows, authRows }
}
