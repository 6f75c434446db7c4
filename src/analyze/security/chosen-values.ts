import type { Collector } from '../../diagnostics/collector.js'
import type { AclRule, Auth, Model, Permission, Principal, Route, Service } from '../../ir/index.js'
import { aclOf, findModel } from '../../ir/lookup.js'
import { listed } from '../../naming/phrases.js'
import type { ModelSchema } from '../../schema/index.js'

/** Warns about row rules that depend on a field of the caller to which callers can give any value. */
export function reportChosenValues(
  service: Omit<Service, 'features'>,
  schemas: ReadonlyMap<string, ModelSchema>,
  collector: Collector,
): void {
  const { auth } = service
  const users = auth === null ? undefined : findModel(service, auth.model)
  if (auth === null || users === undefined) return
  for (const { id, rowRules = [] } of service.models)
    for (const [index, { filters }] of rowRules.entries()) {
      const names = filters.flatMap(({ value }) => (value.kind === 'user' ? [value.field] : []))
      for (const name of new Set(names)) {
        const ways = waysToSet(name, users, auth, service)
        if (ways.length === 0) continue
        collector.report('SVC5048', {
          message: `Callers can choose their own "${name}", on which this rule depends, with ${listed(ways)}`,
          at: schemas.get(id)?.rowRules?.[index]?.at ?? null,
          help: `Add "readOnly": true or "_writable_by": ["g:admin"] to "${name}" of ${users.id}, or use another field`,
        })
      }
    }
}

/** Returns the requests with which users who are not admins choose a field of their own. */
function waysToSet(
  name: string,
  users: Model,
  { fields, registerFields, ticket, apiKey }: Auth,
  { routes, acls }: Pick<Service, 'routes' | 'acls'>,
): readonly string[] {
  const rule = (users.writeRules ?? []).find((each) => each.name === name)
  const isForAdmins = name === fields.groups && (rule?.writableBy ?? null) === null
  const isClosed = rule?.writableBy?.some(isAnyone) === false
  if (name === fields.username || rule?.readOnly === true || isForAdmins || isClosed) return []
  const isRegistered = registerFields.includes(name) || name === fields.email
  const registers = isRegistered && (ticket !== null || apiKey !== null)
  const { authenticated, hidden } = users.visibility
  const isVisible = (authenticated?.includes(name) ?? true) || hidden.includes(name)
  const writes = routes.filter(
    (route) =>
      route.model === users.id &&
      WRITES.has(route.action) &&
      (isVisible || (route.permission === 'create' && isRegistered)) &&
      (route.permission === 'create' || rule?.writeOnce !== true) &&
      isGiven(route, acls) &&
      (users.rowRules?.some(
        ({ principal, permissions }) =>
          !isAdmin(principal) && permissions.some((permission) => permission === route.permission),
      ) ??
        true),
  )
  return [...(registers ? ['POST /auth/register'] : []), ...new Set(writes.map(({ id }) => id))]
}

const WRITES: ReadonlySet<string> = new Set(['create', 'update', 'replace', 'update_many'])

/** Returns whether the ACL of a route gives its permission to users who are not admins. */
function isGiven({ acl: id, action, permission }: Route, acls: Service['acls']): boolean {
  const { collection, item } = aclOf({ acls }, id)
  const isItem = action === 'update' || action === 'replace'
  if (isItem && item !== null && grants(item, permission)) return true
  return collection === null ? !isItem : grants(collection, permission)
}

function grants(rules: readonly AclRule[], permission: Permission): boolean {
  for (const { effect, principal, permissions } of rules) {
    if (isAdmin(principal) || !permissions.includes(permission)) continue
    if (effect === 'allow') return true
    if (principal.kind === 'everyone' || principal.kind === 'authenticated') return false
  }
  return false
}

function isAdmin(principal: Principal): boolean {
  return principal.kind === 'user' || (principal.kind === 'group' && principal.name === 'admin')
}

/** Returns whether a principal can be any user. Members of a group have been chosen. */
function isAnyone({ kind }: Principal): boolean {
  return kind === 'everyone' || kind === 'authenticated' || kind === 'callable'
}
