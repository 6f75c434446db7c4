import { featureCode } from '../feature-code.js'
import { canAuthenticate } from '../../access/caller.js'
import type { Service } from '../../ir/index.js'
import { propertyKey } from '../literal.js'
import { actionGroups, routeGroups } from '../groups.js'
import { hasCode } from './items.js'

/** Returns the view for `test/generated/routes.test.ts`, which loads the files with the tests of routes. */
export function routeTestFilesView(service: Service): object {
  const files = [
    ...routeGroups(service).map(({ file }) => `routes/${file}`),
    ...actionGroups(service).map(({ file }) => `actions/${file}`),
  ]
  return { files, pauses: hasCode(service) }
}

/** Returns the view for `test/generated/service.ts`, which starts the service for tests. */
export function testServiceView(service: Service): object {
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
