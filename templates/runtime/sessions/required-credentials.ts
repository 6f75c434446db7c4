import type { FastifyContextConfig, FastifyRequest } from 'fastify'
import { isDeepStrictEqual } from 'node:util'
import { type Acl, type AclRule, type Principal, type RuleTable, deny } from '../access/acl.js'
import type { Limits } from './limits.js'

type Required = Pick<FastifyContextConfig, 'accepts' | 'scopes' | 'requires'>

/**
 * Returns the ACL of a model whose own routes require certain credentials. Other routes, which show the model's items in
 * documents of other models or filter by them, then deny callers who have identified themselves in another way.
 */
export function requiringCredentials(acl: Acl, required: Required): Acl {
  const lacking: Principal = { kind: 'anonymous', lacks: (request) => !hasCredentials(request, required) }
  return { collection: denying(acl.collection, lacking), item: denying(acl.item, lacking), plain: acl }
}

function denying({ about, rules }: RuleTable, principal: Principal): RuleTable {
  const denied = (granted: readonly AclRule[]): readonly AclRule[] => [deny(principal), ...granted]
  return {
    about,
    rules: {
      view: denied(rules.view),
      create: denied(rules.create),
      update: denied(rules.update),
      delete: denied(rules.delete),
      options: denied(rules.options),
    },
  }
}

function hasCredentials({ caller, routeOptions: { config } }: FastifyRequest, required: Required): boolean {
  if (caller === null) return false
  const { accepts, scopes = {}, requires } = required
  // The route has already required the same of its caller.
  if (isDeepStrictEqual([config.accepts, config.scopes ?? {}, config.requires], [accepts, scopes, requires]))
    return true
  const { proof } = caller
  const granted: Limits['scopes'] = 'scopes' in proof ? proof.scopes : []
  const needed = Object.entries(scopes).flatMap(([scheme, names]) =>
    proof.by === `scheme:${scheme}` ? names : [],
  )
  const isAccepted = accepts?.some((each) => each === proof.by) ?? true
  const isEnough = requires?.some((alternative) => alternative.every((each) => each === proof.by)) ?? true
  return isEnough && isAccepted && needed.every((scope) => granted?.includes(scope) !== false)
}
