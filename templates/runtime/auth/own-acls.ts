import type { FastifyRequest } from 'fastify'
import type { Json } from '../json.js'
import { Forbidden } from '../errors.js'
import { type FieldSpec, type ModelSpec, type Models, type Row, modelNamed } from '../model.js'
import { givenIn } from '../policy/policy.js'
import type { Rights } from '../policy/restricted-policy.js'
import { ALL_ROWS, type Items } from '../repository/items.js'
import { isKey, partsOf } from '../repository/parts.js'
import { type Condition, EVERYTHING, both, equal } from '../store.js'
import { type Checked, bad, good } from '../values/scalars.js'
import { type AccessControl, type IsGroup, known, mayViewInGeneral } from '../access/access.js'
import { type Acl, PERMISSIONS, type Permission } from '../access/acl.js'
import type { Authentication } from './authentication.js'
import type { Caller } from '../access/caller.js'
import { OWN_ACL } from '../access/field-rules.js'
import { type GivenRule, isRuleObject, rulePartsOf } from '../access/rule-text.js'

/**
 * The rules of an item, as your code can set them: a list of rules, each as text (`allow g:admin view, update`) or as an
 * object, or one text with a rule per line. Use objects for the names of users, because a name could contain text that
 * changes the meaning of a rule.
 */
export type ItemRules = string | readonly GivenRule[] | null

/** The field for the rules of an item, in each model. */
export const ownAclField: FieldSpec = {
  type: 'list',
  itemType: 'string',
  column: OWN_ACL,
  check: checkOwnRules,
  normalize: readOwnRules,
}

const NAMES: readonly string[] = [...PERMISSIONS, 'all']

/** Returns the text of a stored rule, which has one permission. */
function ruleText(effect: 'allow' | 'deny', principal: string, permission: string): string {
  const quoted = /^"|\s/.test(principal) ? `"${principal.replaceAll('"', '""')}"` : principal
  return `${effect} ${quoted} ${permission}`
}

/**
 * Splits a rule into one rule per permission, such as `allow g:editors update`, so that the database can filter items by
 * their rules. Returns the reason as a string if the rule is invalid.
 */
function storedRules(rule: unknown): readonly string[] | string {
  const parts = typeof rule === 'string' ? rulePartsOf(rule.trim()) : isRuleObject(rule) ? rule : undefined
  const names =
    typeof parts?.permissions === 'string' ? parts.permissions.split(/[\s,]+/) : parts?.permissions
  const given = [...new Set(names)].filter((name) => name !== '')
  if (parts !== undefined && parts.principal.startsWith('{{'))
    return 'names a function; use everyone, authenticated, a group or a user'
  if (parts === undefined || parts.principal === '' || given.length === 0)
    return 'is not a valid rule; use the form "allow g:admin view, update"'
  const unknown = given.find((name) => !NAMES.includes(name))
  if (unknown !== undefined)
    return `has the unknown permission "${String(unknown).slice(0, 100)}"; permissions are ${NAMES.join(', ')}`
  return given.map((name) => ruleText(parts.effect, parts.principal, name))
}

/** Validates the rules in a body. */
function checkOwnRules(value: Json): Checked {
  if (!Array.isArray(value)) return bad('must be a list of rules')
  const rules: string[] = []
  for (const [index, text] of value.entries()) {
    const stored = storedRules(typeof text === 'string' ? text : undefined)
    if (typeof stored === 'string') return bad(`item ${index} ${stored}`)
    rules.push(...stored)
  }
  return good([...new Set(rules)])
}

/** Returns the rules set by your code in the form in which they are stored. @throws TypeError for an invalid rule */
function readOwnRules(value: Json): Json {
  if (value === null) return null
  const given: readonly unknown[] =
    typeof value === 'string'
      ? value.split(/[\n;]/).filter((line) => line.trim() !== '')
      : Array.isArray(value)
        ? value
        : [value]
  const rules = given.flatMap((rule) => {
    const stored = storedRules(rule)
    if (typeof stored === 'string')
      throw new TypeError(`Invalid ${OWN_ACL}: ${JSON.stringify(rule)} ${stored}`)
    return stored
  })
  return [...new Set(rules)]
}

/** Evaluates the own rules of an item. Deny takes precedence over allow. */
export const ownVerdict: AccessControl['ownVerdict'] = ({ server, caller }, permission, item) => {
  const rules = item[OWN_ACL]
  if (server.accessControl === null || !Array.isArray(rules) || rules.length === 0) return undefined
  const { isGroup } = server.accessControl
  const matches = (effect: 'allow' | 'deny'): boolean =>
    matching(effect, permission, caller, isGroup).some((rule) => rules.includes(rule))
  if (matches('deny')) return false
  return matches('allow') ? true : undefined
}

/** Restricts rights to the items whose own rules allow the caller of a request to list, change or delete them. */
export function itemRights(
  rights: Rights,
  request: FastifyRequest,
  { config: { acls }, isOn, models }: Authentication,
): Rights {
  if (!isOn) return rights
  const permission = PERMISSIONS_BY_METHOD[request.method] ?? 'view'
  const viewable = (model: ModelSpec): Condition =>
    conditionFor(acls[model.name], (acl) => accessCondition(request, 'view', model, acl))
  const items: ItemAccess = {
    viewable,
    filterable: (model) => conditionFor(acls[model.name], (acl) => filterCondition(request, model, acl)),
  }
  return {
    ...rights,
    mayView: (model) => rights.mayView(model) || (acls[model.name] !== undefined && hasOwnAcl(model)),
    scope: viewable,
    restrict: (where, model) =>
      // Without permission to view an item, a filter of a bulk request must not find it either.
      both(
        permission === 'view' ? EVERYTHING : viewable(model),
        both(
          conditionFor(acls[model.name], (acl) => accessCondition(request, permission, model, acl)),
          onViewable(where, model, models, items),
        ),
      ),
    linkRight: (write, model, backReference) => ({
      ...rights.linkRight(write, model, backReference),
      unseen: async (where) => {
        const unseen = both(where, { kind: 'not', of: viewable(model) })
        const orderBy = [{ field: model.key, direction: 'asc' }] as const
        const { session, items: found } = write
        const rows = await session.store(model.name, found.access).find({ where: unseen, orderBy })
        return new Set(rows.map((row) => row[model.key]))
      },
    }),
    async permitted(write, rows) {
      if (write.action === 'create') await checkHeld(write.items, rows, viewable)
      return rights.permitted(write, rows)
    },
    async stored(items, where, data, item) {
      await checkHeld(items, [givenIn(request, data)], viewable, where)
      return rights.stored(items, where, data, item)
    },
    async written(session, model, rows) {
      if (request.method === 'GET' || request.method === 'HEAD' || !hasOwnAcl(model)) return rows
      const shown: (Row | undefined)[] = []
      for (const row of rows) shown.push((await rights.mayNest(session, model, row)) ? row : undefined)
      return shown
    },
  }
}

/**
 * Checks the items to which rows refer.
 * @param where the items that the rows change; they can keep references, which documents show
 * @throws Forbidden if the caller cannot view one of them
 */
async function checkHeld(
  { model, models, session, store }: Items,
  rows: readonly Row[],
  viewable: (model: ModelSpec) => Condition,
  where?: Condition,
): Promise<void> {
  for (const [name, relation] of partsOf(model).holders) {
    const target = modelNamed(models, relation.model)
    const keys = rows.map((row) => row[name] ?? null).filter(isKey)
    if (keys.length === 0 || !hasOwnAcl(target)) continue
    const named: Condition = { kind: 'compare', field: target.key, op: 'in', value: keys }
    const unseen = both(named, { kind: 'not', of: viewable(target) })
    const orderBy = [{ field: target.key, direction: 'asc' }] as const
    for (const { [target.key]: key = null } of await session
      .store(target.name, ALL_ROWS)
      .find({ where: unseen, orderBy })) {
      const changed = where && both(where, { kind: 'not', of: equal(name, key) })
      if (changed === undefined || (await store.count(changed)) > 0)
        throw new Forbidden(`You do not have permission to view the ${target.name} ${String(key)}.`)
    }
  }
}

const PERMISSIONS_BY_METHOD: Readonly<Record<string, Permission>> = {
  PATCH: 'update',
  PUT: 'update',
  DELETE: 'delete',
}

function conditionFor(acl: Acl | undefined, of: (acl: Acl) => Condition): Condition {
  return acl === undefined ? EVERYTHING : of(acl)
}

function hasOwnAcl({ fields }: ModelSpec): boolean {
  return Object.hasOwn(fields, OWN_ACL)
}

/**
 * Returns the condition that selects the items whose own rules give the caller access. An item without a matching rule
 * is selected unless the ACL's item rules deny access. Principal functions in the item rules are not called, because
 * they decide on one item at a time.
 */
export function accessCondition(
  request: FastifyRequest,
  permission: Permission,
  model: ModelSpec,
  acl: Acl,
): Condition {
  const { accessControl } = request.server
  if (accessControl === null || !hasOwnAcl(model)) return EVERYTHING
  const otherwise = known(request, acl.item.rules[permission]) ?? true
  return ownCondition(permission, request.caller, accessControl.isGroup, otherwise)
}

/**
 * Returns the condition that selects the items that a filter by this caller can find. Without permission to view the
 * collection or all items, these are the items whose own rules allow the caller to view them.
 */
function filterCondition(request: FastifyRequest, model: ModelSpec, acl: Acl): Condition {
  const { accessControl } = request.server
  return accessControl === null || mayViewInGeneral(request, acl)
    ? accessCondition(request, 'view', model, acl)
    : ownCondition('view', request.caller, accessControl.isGroup, false)
}

/** The items of a model that a caller can access. */
interface ItemAccess {
  /** The items whose keys the caller can see in relations. */
  viewable(model: ModelSpec): Condition
  /** The items whose fields the caller is allowed to filter by. */
  filterable(model: ModelSpec): Condition
}

/**
 * Restricts the related items in a condition to those whose fields the caller is allowed to filter by. A condition that
 * only checks whether related items exist or compares their keys applies to all items that the caller is allowed to
 * view. It reveals nothing new, because documents contain the keys of these items.
 */
function onViewable(where: Condition, model: ModelSpec, models: Models, items: ItemAccess): Condition {
  switch (where.kind) {
    case 'and':
    case 'or':
      return { ...where, of: where.of.map((part) => onViewable(part, model, models, items)) }
    case 'not':
      return { ...where, of: onViewable(where.of, model, models, items) }
    case 'related': {
      const other = models[model.relations[where.relation]?.model ?? '']
      if (other === undefined)
        throw new TypeError(`Unknown relation ${JSON.stringify(where.relation)} in ${model.name}`)
      const { of } = where
      if (of === null) return { ...where, of: items.viewable(other) }
      const isKey = of.kind === 'compare' && of.field === other.key
      const scope = isKey ? items.viewable(other) : items.filterable(other)
      return { ...where, of: both(scope, onViewable(of, other, models, items)) }
    }
    case 'compare':
    case 'item':
    case 'text':
      return where
  }
}

/**
 * Returns the condition that selects the items whose own rules give the caller access.
 * @param otherwise whether to include items without a matching rule
 */
function ownCondition(
  permission: Permission,
  caller: Pick<Caller, 'key' | 'groups'> | null,
  isGroup: IsGroup,
  otherwise: boolean,
): Condition {
  const denied = anyOf(matching('deny', permission, caller, isGroup))
  const allowed = anyOf(matching('allow', permission, caller, isGroup))
  return { kind: 'and', of: [{ kind: 'not', of: denied }, otherwise ? EVERYTHING : allowed] }
}

/**
 * Returns the function that selects the items whose own rules do not deny a user access, for repositories that are
 * restricted to what the user can do.
 */
export function withoutDenied(
  models: Models,
  users: string,
  groups: string | null,
): (model: ModelSpec, permission: Permission, caller: Pick<Caller, 'key' | 'groups'> | null) => Condition {
  const choices = groups === null ? undefined : models[users]?.fields[groups]?.choices
  const isGroup: IsGroup = (name) => choices?.includes(name) === true
  return (model, permission, caller) =>
    hasOwnAcl(model) ? ownCondition(permission, caller, isGroup, true) : EVERYTHING
}

function anyOf(rules: readonly string[]): Condition {
  return { kind: 'compare', field: OWN_ACL, op: 'any', value: rules }
}

/** Returns the text of every rule that applies to this permission and caller. */
function matching(
  effect: 'allow' | 'deny',
  permission: Permission,
  caller: Pick<Caller, 'key' | 'groups'> | null,
  isGroup: IsGroup,
): readonly string[] {
  const groups = [...(caller?.groups ?? [])]
  const key = caller === null ? [] : [String(caller.key)]
  const principals = [
    'everyone',
    ...(caller === null ? [] : ['authenticated']),
    ...groups.map((name) => `g:${name}`),
    ...groups.filter(isGroup),
    ...key.filter((name) => !isGroup(name)),
  ]
  return principals.flatMap((principal) => [
    ruleText(effect, principal, permission),
    ruleText(effect, principal, 'all'),
  ])
}
