import type { FastifyRequest } from 'fastify'
import { allows, mayViewInGeneral, permitted } from '../access/access.js'
import type { Authentication } from './authentication.js'
import { ADMIN_GROUP, unauthorized } from '../access/caller.js'
import { isSame } from '../access/field-rules.js'
import { Forbidden } from '../errors.js'
import { SELF } from '../users/user-checks.js'
import type { ModelSpec, Row } from '../model.js'
import { ALL_ROWS, type Items } from '../repository/items.js'
import { type Condition, EVERYTHING } from '../store.js'
import { OPEN } from '../policy/policy.js'
import type { Rights } from '../policy/restricted-policy.js'

/** Returns the rights of the caller of a request: access rules, and the fields that a caller can see and write. */
export function callerRights(
  request: FastifyRequest,
  { config, isOn, fieldRules, accounts }: Authentication,
): Rights {
  const isWritable = (model: ModelSpec, name: string): boolean =>
    fieldRules.of(request, model).writable?.has(name) ?? true
  // No member is taken from other rights, so that the compiler asks for each of them.
  return {
    user: request.caller?.user,
    rows: ALL_ROWS,
    anonymousLimit: isOn && request.caller === null,
    visible: (model) => fieldRules.of(request, model).visible,
    mayView(model) {
      const acl = config.acls[model.name]
      return acl === undefined ? !isOn : mayViewInGeneral(request, acl)
    },
    restrict: (where) => where,
    keyIn(model, text) {
      if (!isOn || model.name !== config.model || text !== SELF) return OPEN.keyIn(model, text)
      if (request.caller === null) throw unauthorized(request)
      return request.caller.key
    },
    scope: () => EVERYTHING,
    async mayNest(session, model, row) {
      const acl = config.acls[model.name] ?? config.containedAcls?.[model.name]
      return acl === undefined ? !isOn : allows(session, request, 'view', acl, row)
    },
    written: async (_session, _model, rows) => rows,
    needsItem: (model, names) =>
      (isOn && model.name === config.model) || names.some((name) => !isWritable(model, name)),
    checkNames: (model, names, action, item) => fieldRules.checkWritable(request, model, names, action, item),
    kept: async ({ items: { model } }) => fieldRules.of(request, model).kept,
    permitted: async (_write, rows) => rows,
    permittedMany: OPEN.permitMany,
    links: async (_write, data) => data,
    linkRight({ session }, model, backReference) {
      if (!isOn) return { of: 'all', unseen: null }
      const acl = config.writeAcls?.[model.name] ?? config.acls[model.name]
      if (acl === undefined || !isWritable(model, backReference)) return { of: 'none', unseen: null }
      const isFree = permitted('update', acl).isGiven(request)
      const of = (row: Row): Promise<boolean> => allows(session, request, 'update', acl, row)
      return { of: isFree ? 'all' : of, unseen: null }
    },
    async stored(items, where, data, item) {
      if (!isOn || items.model.name !== config.model) return data
      if (request.caller?.admin !== true) await protectAdmins(items, where, data, item)
      return accounts.extension.changed(items, request, where, data, item)
    },
  }

  /** @throws Forbidden if the caller, who is not an admin, would take over the account of one */
  async function protectAdmins(items: Items, where: Condition, data: Row, item?: Row): Promise<void> {
    const { groups, password, email } = config.fields
    const given = [password, email ?? password].filter((name) => data[name] !== undefined)
    if (groups === null || given.length === 0) return
    for await (const user of item === undefined ? items.locked(where) : [item]) {
      const isOther = user[items.model.key] !== request.caller?.key
      const isAdmin = isOther && [user[groups]].flat().includes(ADMIN_GROUP)
      if (isAdmin && given.some((name) => !isSame(data[name], user[name])))
        throw new Forbidden('Only an admin can change the password or the email address of an admin.')
    }
  }
}
