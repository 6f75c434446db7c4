import type { CustomAction, Route, Service } from '../ir/index.js'
import { type AuthRoute, authRoutes, authVerdict } from './auth-routes.js'
import { type Caller, callersOf } from './caller.js'
import { type Verdict, verdictOn } from './verdict.js'

/** One route and the verdict for each caller, in the order of the matrix's callers. */
export interface MatrixRow {
  readonly route: Route | CustomAction
  readonly verdicts: readonly Verdict[]
}

/** One authentication route and the verdict for each caller. */
export interface AuthRow {
  readonly route: AuthRoute
  readonly verdicts: readonly Verdict[]
}

/** The permissions of all callers: principal × route × permission. */
export interface AccessMatrix {
  readonly callers: readonly Caller[]
  readonly rows: readonly MatrixRow[]
  readonly authRows: readonly AuthRow[]
}

/** Returns the access matrix of a service, with all callers that its rules distinguish. */
export function accessMatrix(service: Service): AccessMatrix {
  const callers = callersOf(service)
  const rows = [...service.routes, ...service.actions].map((route) => ({
    route,
    verdicts: callers.map((caller) => verdictOn(route, caller, service)),
  }))
  const authRows = authRoutes(service).map((route) => ({
    route,
    verdicts: callers.map((caller) => authVerdict(route, caller)),
  }))
  return { callers, rows, authRows }
}
