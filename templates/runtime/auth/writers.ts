import type { FastifyRequest } from 'fastify'
import { ALL_WRITERS, type Writers } from '../policy/write-rules.js'
import { isAllowed } from '../access/access.js'
import { allow } from '../access/acl.js'
import type { Authentication } from './authentication.js'
import { ADMIN_GROUP } from '../access/caller.js'

/**
 * Returns the callers who are allowed to write fields with `_writable_by`. They can include callers who are not admins in
 * the field for groups.
 */
export function fieldWriters(request: FastifyRequest, { config, isOn }: Authentication): Writers {
  if (!isOn) return ALL_WRITERS
  return {
    async isWriter(session, model, name, kind, item) {
      const principals = config.writableBy?.[model.name]?.[name] ?? []
      const rules = principals.map((principal) => allow(principal, kind))
      return isAllowed(session, request, kind, rules, item)
    },
    changesAdmins(model, data, item) {
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
