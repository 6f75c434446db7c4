import type { GetMe } from './actions/me.js'
import type { GetReports } from './actions/reports.js'
import type * as events from './events.js'
import type { Repositories } from './repositories/index.js'
import { OperationRegistry } from './runtime/events/operation-registry.js'
import type { ActionFunction } from './runtime/http/actions.js'
import type { BasicCredentials, SchemeFunction } from './runtime/schemes/schemes.js'

/** The type of each function named in a schema or an ACL. */
export type Functions = {
  check_domain: (event: events.UserEvent<'before_register'>) => unknown
  count_registration: (event: events.UserEvent<'after_register'>) => unknown
}

/** The type of each custom action's function. */
export type Actions = {
  get_me: ActionFunction<GetMe, Repositories, events.Caller, events.EventModels>
  get_reports: ActionFunction<GetReports, Repositories, events.Caller, events.EventModels>
}

/** The type of the function that checks the credentials of each security scheme. */
export type Schemes = {
  oauth: SchemeFunction<string, Pick<events.Caller, 'username'>, Repositories>
  partner: SchemeFunction<string, Pick<events.Caller, 'username'>, Repositories>
  basic: SchemeFunction<BasicCredentials, Pick<events.Caller, 'username'>, Repositories>
  digest: SchemeFunction<string, Pick<events.Caller, 'username'>, Repositories>
  legacy: SchemeFunction<
    { readonly 'x-legacy-user'?: string; readonly legacy_token?: string },
    Pick<events.Caller, 'username'>,
    Repositories
  >
  bare: SchemeFunction<string, Pick<events.Caller, 'username'>, Repositories>
}

/**
 * Your functions, keyed by name. Each file registers its function with `registry.add('name', …)` or
 * `registry.action('name', …)` or `registry.scheme('name', …)`.
 */
export const registry = new OperationRegistry<Functions, Actions, Schemes>({
  check_domain: { kind: 'handler', file: 'src/handlers/check-domain.ts' },
  count_registration: { kind: 'handler', file: 'src/handlers/count-registration.ts' },
  'action get_me': { kind: 'action', file: 'src/actions/get-me.ts' },
  'action get_reports': { kind: 'action', file: 'src/actions/get-reports.ts' },
  'scheme oauth': { kind: 'scheme', file: 'src/schemes/oauth.ts' },
  'scheme partner': { kind: 'scheme', file: 'src/schemes/partner.ts' },
  'scheme basic': { kind: 'scheme', file: 'src/schemes/basic.ts' },
  'scheme digest': { kind: 'scheme', file: 'src/schemes/digest.ts' },
  'scheme legacy': { kind: 'scheme', file: 'src/schemes/legacy.ts' },
  'scheme bare': { kind: 'scheme', file: 'src/schemes/bare.ts' },
})
