import type { FastifyRequest } from 'fastify'
import { type Condition, EVERYTHING } from '../condition.js'
import type { ResourceHost } from '../http/host.js'
import type { ModelSpec } from '../model.js'
import { allows, mayPassOver, permitted, reachable } from './access.js'
import type { Acl, Permission } from './acl.js'
import type { Authentication } from './authentication.js'
import { unauthorized } from './challenge.js'
import { SELF, withUserChecks } from './user-names.js'

/** The host of a service with authentication: who asks decides what is seen and written. */
export function guardedHost(
  host: ResourceHost,
  { config, settings, isOn, fieldRules }: Authentication,
): ResourceHost {
  return {
    ...host,
    models: isOn ? withUserChecks(host.models, config) : host.models,
    caller: (request) => {
      const sight = fieldRules.sight(request)
      const acted = (model: ModelSpec): Condition => actedOn(request, model, config.acls[model.name])
      return {
        visible: (model) => sight.fields(model),
        anonymousLimit: isOn && request.caller === null,
        mayView: (model) => {
          const acl = config.acls[model.name]
          return acl === undefined ? !isOn : mayPassOver(request, acl)
        },
        ...(settings.databaseAcls && isOn ? { reach: { acted, viewed: (model) => sight.reach(model) } } : {}),
      }
    },
    checkWritable: (request, model, names, action, item) =>
      fieldRules.checkWritable(request, model, names, action, item),
    linkRight: (request, model, backReference) => {
      const acl = config.writeAcls?.[model.name] ?? config.acls[model.name]
      const seen = settings.databaseAcls && isOn ? fieldRules.sight(request).reach(model) : undefined
      if (!isOn) return { of: 'all', seen }
      if (acl === undefined || !fieldRules.isWritable(request, model, backReference))
        return { of: 'none', seen }
      const isFree = permitted('update', acl).isGiven(request)
      return { of: isFree ? 'all' : (row) => allows(request, 'update', acl, row), seen }
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
      sight: fieldRules.sight(request),
    }),
    eventContext: (session, request) => ({
      ...host.eventContext(session, request),
      user: request.caller?.known,
    }),
  }
}

/** What a query about several items acts on; by its method it reads, changes or deletes them. */
function actedOn(request: FastifyRequest, model: ModelSpec, acl: Acl | undefined): Condition {
  return acl === undefined
    ? EVERYTHING
    : reachable(request, PERMISSIONS_BY_METHOD[request.method] ?? 'view', model, acl)
}

const PERMISSIONS_BY_METHOD: Readonly<Record<string, Permission>> = {
  PATCH: 'update',
  PUT: 'update',
  DELETE: 'delete',
}
