import { type FeatureCode, featureCode } from '../feature-code.js'
import { canAuthenticate } from '../../access/caller.js'
import type { Service } from '../../ir/index.js'
import { propertyKey } from '../literal.js'
import { actionGroups, routeGroups } from '../groups.js'
import { hasCode } from './items.js'

/** The view for `test/generated/routes.test.ts`: the files that contain the route tests. */
export interface RouteTestFilesView {
  readonly files: readonly string[]
  readonly pauses: boolean
}

export function routeTestFilesView(service: Service): RouteTestFilesView {
  const files = [
    ...routeGroups(service).map(({ file }) => `routes/${file}`),
    ...actionGroups(service).map(({ file }) => `actions/${file}`),
  ]
  return { files, pauses: hasCode(service) }
}

/** The view for `test/generated/service.ts`. */
export interface TestServiceView {
  readonly at: FeatureCode
  readonly sql: boolean
  readonly mongodb: boolean
  readonly logins: boolean
  readonly actions: boolean
  readonly secret: string | false
}

/** Returns the values that tests need to start the service. */
export function testServiceView(service: Service): TestServiceView {
  const { engine, auth, actions } = service
  const secret = auth?.ticket?.secretSetting
  return {
    sql: engine === 'svc_sqla',
    mongodb: engine === 'svc_mongodb',
    logins: canAuthenticate(service),
    actions: actions.length > 0,
    secret: secret !== undefined && propertyKey(secret),
    at: featureCode(service),
  }
}
