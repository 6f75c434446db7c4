import type { Route, Service } from '../ir/index.js'
import { type Caller, callersOf } from './caller.js'
import { type Verdict, verdictOn } from './verdict.js'

/** One route and the verdict for each caller, in the order of the matrix's callers. */
export interface MatrixRow {
  readonly route: Route
  readonly verdicts: readonly Verdict[]
}

/** The permissions of all callers: principal × route × permission (SPEC 11). */
export interface AccessMatrix {
  readonly callers: readonly Caller[]
  readonly rows: readonly MatrixRow[]
}

/** Returns the matrix of a service, for all callers that its rules distinguish. */
export function accessMatrix(service: Service): AccessMatrix {
  const callers = callersOf(service)
  const rows = service.routes.map((route) => ({
    route,
    verdicts: callers.map((caller) => verdictOn(route, caller, service)),
  }))
  return { callers, rows }
}
