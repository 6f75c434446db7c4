import type { FastifyRequest } from 'fastify'
import type { GuardedHost } from '../http/guarded-resource.js'
import type { WriteRuleHost } from '../http/write-rules.js'
import type { ModelSpec, Row } from '../model.js'
import { isAllowed } from './access.js'
import { allow } from './acl.js'
import type { Authentication } from './authentication.js'
import { ADMIN_GROUP } from './caller.js'

/** Adds the principals in `_writable_by` to a host. They can include callers who are not admins in the field for groups. */
export function withWriters(host: GuardedHost, { config, isOn }: Authentication): WriteRuleHost {
  if (!isOn) return host
  return {
    ...host,
    isWriter: async (session, request, model, name, kind, item) => {
      const principals = config.writableBy?.[model.name]?.[name]
      if (principals === undefined) return true
      const rules = principals.map((principal) => allow(principal, kind))
      return isAllowed(session, request, kind, rules, item)
    },
    changesAdmins(request: FastifyRequest, model: ModelSpec, data: Row, item?: Row) {
      const { groups } = config.fields
      if (groups === null || model.name !== config.model) return undefined
      if (request.caller?.admin === true || data[groups] === undefined) return undefined
      return hasAdmin(data[groups]) === hasAdmin(item?.[groups]) ? undefined : groups
    },
  }
}

function hasAdmin(groups: unknown): boolean {
  return Array.isArray(groups) && groups.includes(ADMIN_GROUP)
}
