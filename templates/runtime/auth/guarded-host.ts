import type { GuardedHost } from '../http/guarded-resource.js'
import type { ResourceHost } from '../http/resource.js'
import { allows, mayViewInGeneral, permitted } from './access.js'
import type { Authentication } from './authentication.js'
import { unauthorized } from './caller.js'
import { SELF, withUserChecks } from './user-checks.js'

/** Adds access control to a host, so that what a request can read and write depends on its caller. */
export function guardedHost(host: ResourceHost, { config, isOn, fieldRules }: Authentication): GuardedHost {
  return {
    ...host,
    models: isOn ? withUserChecks(host.models, config) : host.models,
    caller: (request) => {
      const visibility = fieldRules.visibility(request)
      return {
        visible: (model) => visibility.fields(model),
        anonymousLimit: isOn && request.caller === null,
        mayView: (model) => {
          const acl = config.acls[model.name]
          return acl === undefined ? !isOn : mayViewInGeneral(request, acl)
        },
      }
    },
    checkWritable: (request, model, names, action, item) =>
      fieldRules.checkWritable(request, model, names, action, item),
    linkRight: (session, request, model, backReference) => {
      const acl = config.writeAcls?.[model.name] ?? config.acls[model.name]
      if (!isOn) return { of: 'all' }
      if (acl === undefined || !fieldRules.isWritable(request, model, backReference)) return { of: 'none' }
      const isFree = permitted('update', acl).isGiven(request)
      return { of: isFree ? 'all' : (row) => allows(session, request, 'update', acl, row) }
    },
    checkVisible: (request, model, name) => fieldRules.checkVisible(request, model, name),
    keptOnReplace: (request, model) => fieldRules.keptOnReplace(request, model),
    keyOf: (request, model, param) => {
      const isSelf = isOn && model.name === config.model && Object(request.params)[param] === SELF
      if (!isSelf) return host.keyOf(request, model, param)
      if (request.caller === null) throw unauthorized(request)
      return request.caller.key
    },
    documentContext: (session, request) => ({
      ...host.documentContext(session, request),
      visibility: fieldRules.visibility(request),
    }),
    eventContext: (session, request) => ({
      ...host.eventContext(session, request),
      user: request.caller?.user,
    }),
  }
}
