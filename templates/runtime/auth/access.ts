import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import { Forbidden, type HttpError } from '../errors.js'
import type { PrincipalContext } from './principals.js'
import type { WritePermission } from '../http/write-item.js'
import type { ModelSpec, Models, Row } from '../model.js'
import { type Condition, EVERYTHING, type Session } from '../store.js'
import {
  type Acl,
  type AclRule,
  type Caller,
  type Credential,
  OWN_ACL,
  PERMISSIONS,
  type Permission,
  type Principal,
  type RuleTable,
  isRuleObject,
  rulePartsOf,
  unauthorized,
} from './acl.js'
import { requiredNames } from '../body/reader.js'
import { rejectFields } from '../http/link-rights.js'
import type { CallerVisibility } from '../http/resource.js'
import type { Json } from '../json.js'
import type { AuthConfig, Visibility } from './accounts.js'

/** Whether a name without a prefix is a group. Otherwise, it is a user's key. */
export type IsGroup = (name: string) => boolean

/**
 * Parses the rules returned by a principal function. The rules are text, separated by line breaks or `;`, or a list of
 * such strings and `{effect, principal, permissions}` objects.
 * @param name the function's name, for error messages
 * @throws TypeError if a rule is invalid
 */
export function readGivenRules(given: unknown, name: string, isGroup: IsGroup): AclRule[] {
  if (given === undefined || given === null) return []
  if (typeof given === 'string') return readText(given, name, isGroup)
  if (Array.isArray(given)) return given.flatMap((rule: unknown) => readRule(rule, name, isGroup))
  throw invalidRule(name, given)
}

function readRule(rule: unknown, name: string, isGroup: IsGroup): AclRule[] {
  if (typeof rule === 'string') return readText(rule, name, isGroup)
  if (!isRuleObject(rule)) throw invalidRule(name, rule)
  return [
    {
      effect: rule.effect,
      principal: readPrincipal(rule.principal, isGroup),
      permissions: rule.permissions.flatMap((permission) => readPermission(permission, name)),
    },
  ]
}

function readText(text: string, name: string, isGroup: IsGroup): AclRule[] {
  const lines = text.split(/[\n;]/).map((line) => line.trim())
  return lines
    .filter((line) => line !== '')
    .map((line): AclRule => {
      const parts = rulePartsOf(line)
      if (parts === undefined) throw invalidRule(name, line)
      return {
        effect: parts.effect,
        principal: readPrincipal(parts.principal, isGroup),
        permissions: parts.permissions
          .split(',')
          .flatMap((permission) => readPermission(permission.trim(), name)),
      }
    })
}

function readPrincipal(text: string, isGroup: IsGroup): Principal {
  if (text === 'everyone') return { kind: 'everyone' }
  if (text === 'authenticated') return { kind: 'authenticated' }
  if (text.startsWith('g:')) return { kind: 'group', name: text.slice(2) }
  return { kind: isGroup(text) ? 'group' : 'user', name: text }
}

function readPermission(text: string, name: string): readonly Permission[] {
  if (text === 'all') return PERMISSIONS
  const permission = PERMISSIONS.find((known) => known === text)
  if (permission === undefined)
    throw new TypeError(`The principal "${name}" returned the unknown permission "${text}"`)
  return [permission]
}

function invalidRule(name: string, given: unknown): TypeError {
  return new TypeError(`The principal "${name}" returned an invalid rule: ${JSON.stringify(given)}`)
}

/** The rules that items can have. */
export interface OwnAcls {
  /** Evaluates an item's own rules. Returns undefined if no rule matches. */
  verdict(request: FastifyRequest, permission: Permission, item: Row): boolean | undefined
  /** Returns the condition for the items of a model that the caller can view. */
  viewable(request: FastifyRequest, model: ModelSpec, acl: Acl): Condition
  /** Returns whether items of a model can have rules, so that the caller can filter by its fields. */
  areIn(model: ModelSpec): boolean
  /** Restricts a condition to items that the request is allowed to list, change or delete. */
  restrict(
    request: FastifyRequest,
    where: Condition,
    model: ModelSpec,
    models: Models,
    acls: Readonly<Record<string, Acl>>,
  ): Condition
}

/** The dependencies for access control. */
export interface AccessControl {
  /** Calls a principal function by name. */
  readonly callPrincipal: (name: string, context: PrincipalContext) => Promise<unknown>
  readonly isGroup: IsGroup
  /**
   * Returns the challenges in the `WWW-Authenticate` header.
   * @param accepts the credentials that the route accepts; if omitted, all
   */
  readonly challenges: (accepts?: readonly Credential[]) => readonly string[]
  /** Set if items can have their own rules. */
  readonly ownAcls: OwnAcls | undefined
  /** The session for checks outside a transaction. */
  readonly database: Session
  /** Returns the repositories in a session, for principal functions. */
  readonly repositories: (session: Session) => object
}

/**
 * Returns a hook that checks a permission before the item is read. If the decision depends on the item, the hook lets
 * the request through, and {@link permit} decides later.
 * @param accepts the credentials that the route accepts; if omitted, all
 */
export function may(
  permission: Permission,
  table: RuleTable,
  accepts?: readonly Credential[],
): onRequestHookHandler {
  const rules = table.rules[permission]
  return (request, _reply, done) => {
    const proof = request.caller?.proof.by
    if (accepts?.every((credential) => credential !== proof)) request.caller = null
    const verdict = known(request, rules)
    if (verdict === true || (table.about === 'item' && isOpen(request, verdict))) done()
    else if (verdict === false) done(accessError(request))
    else
      void decided(undefined, request, permission, rules, undefined).then(
        (yes) => done(yes ? undefined : accessError(request)),
        done,
      )
  }
}

/** Returns whether the decision depends on the item. */
function isOpen({ server }: FastifyRequest, verdict: boolean | undefined): boolean {
  return verdict === undefined || server.accessControl?.ownAcls !== undefined
}

/**
 * Returns whether the caller is allowed to view the collection or all items. Principal functions are not called,
 * because they decide on one item at a time: an `allow` rule that names a function is ignored, and a `deny` rule that
 * names one is treated as a match.
 */
export function mayViewInGeneral(request: FastifyRequest, { collection, item }: Acl): boolean {
  return [collection, item].some(({ rules }) => {
    const certain = rules.view.filter(
      ({ principal, effect }) => principal.kind !== 'callable' || effect === 'deny',
    )
    return known(request, certain) === true
  })
}

/**
 * Checks that the caller has a permission on an item. Principal functions read and write in this session.
 * @throws Unauthorized for an anonymous caller, otherwise Forbidden
 */
export async function permit(
  session: Session,
  request: FastifyRequest,
  permission: Permission,
  acl: Acl,
  item: Row,
): Promise<void> {
  if (!(await allows(session, request, permission, acl, item))) throw accessError(request)
}

/**
 * Checks that the caller has a permission on an item, or on the collection.
 * @param acl undefined for a model without routes, to which no one has access
 * @throws Unauthorized for an anonymous caller, otherwise Forbidden
 */
export async function authorize(
  request: FastifyRequest,
  permission: Permission,
  acl: Acl | undefined,
  item?: Row,
): Promise<void> {
  const { accessControl } = request.server
  if (accessControl === null) return
  if (acl === undefined) throw accessError(request)
  if (item !== undefined) return permit(accessControl.database, request, permission, acl, item)
  const rules = acl.collection.rules[permission]
  if (!(await isAllowed(undefined, request, permission, rules, undefined))) throw accessError(request)
}

/**
 * Like {@link permit}, but reads the item only if the decision depends on it.
 * @param find returns the item; throws NotFound if it does not exist
 */
export async function permitUnread(
  session: Session,
  request: FastifyRequest,
  permission: Permission,
  acl: Acl,
  find: () => Promise<Row>,
): Promise<void> {
  const verdict = known(request, acl.item.rules[permission])
  if (isOpen(request, verdict)) await permit(session, request, permission, acl, await find())
  else if (verdict === false) throw accessError(request)
}

/** Returns the permission check for a write. The item is needed only if the decision depends on it. */
export function permitted(permission: Permission, acl: Acl): WritePermission {
  const rules = acl.item.rules[permission]
  return {
    isGiven: (request) => known(request, rules) === true && !isOpen(request, true),
    check: (session, request, item) => permit(session, request, permission, acl, item),
  }
}

export async function allows(
  session: Session,
  request: FastifyRequest,
  permission: Permission,
  acl: Acl,
  item: Row,
): Promise<boolean> {
  const rules = acl.item.rules[permission]
  const { accessControl } = request.server
  // The item's own rules take precedence over all other rules.
  const own = accessControl?.ownAcls?.verdict(request, permission, item)
  return own ?? isAllowed(session, request, permission, rules, item)
}

/**
 * Returns whether rules allow the caller a permission. A principal function is replaced by the rules that it returns.
 * @param item undefined for a collection
 */
export async function isAllowed(
  session: Session | undefined,
  request: FastifyRequest,
  permission: Permission,
  rules: readonly AclRule[],
  item: Row | undefined,
): Promise<boolean> {
  return known(request, rules) ?? decided(session, request, permission, rules, item)
}

/** Evaluates rules in order. Returns undefined if a principal function must be called to evaluate a rule. */
export function known(request: FastifyRequest, rules: readonly AclRule[]): boolean | undefined {
  if (request.server.accessControl === null) return true
  for (const { principal, effect } of rules) {
    if (principal.kind === 'callable') return undefined
    if (matches(principal, request.caller)) return effect === 'allow'
  }
  return false
}

async function decided(
  session: Session | undefined,
  request: FastifyRequest,
  permission: Permission,
  rules: readonly AclRule[],
  item: Row | undefined,
): Promise<boolean> {
  for (const rule of rules) {
    const substitutes =
      rule.principal.kind === 'callable' ? await rulesFromFunction(session, request, rule, item) : [rule]
    const match = substitutes.find(
      ({ principal, permissions }) => permissions.includes(permission) && matches(principal, request.caller),
    )
    if (match !== undefined) return match.effect === 'allow'
  }
  return false
}

/** Calls the principal function named in a rule, and returns the rules that replace this rule. */
async function rulesFromFunction(
  session: Session | undefined,
  request: FastifyRequest,
  { effect, permissions, principal }: AclRule,
  item: Row | undefined,
): Promise<readonly AclRule[]> {
  const { accessControl } = request.server
  if (accessControl === null || principal.kind !== 'callable') return []
  const { name } = principal
  const returned = await accessControl.callPrincipal(name, {
    ace: { effect, permissions },
    request,
    user: request.caller?.user,
    item,
    models: accessControl.repositories(session ?? accessControl.database),
  })
  return readGivenRules(returned, name, accessControl.isGroup)
}

function matches(principal: Principal, caller: Caller | null): boolean {
  switch (principal.kind) {
    case 'everyone':
      return true
    case 'authenticated':
      return caller !== null
    case 'group':
      return caller !== null && caller.groups.has(principal.name)
    case 'user':
      return caller !== null && String(caller.key) === principal.name
    case 'callable':
      return false
  }
}

function accessError(request: FastifyRequest): HttpError {
  const { caller, method } = request
  return caller === null
    ? unauthorized(request)
    : new Forbidden(`You do not have permission to ${method} this resource.`)
}

/** The kinds of callers that field visibility distinguishes. */
type Audience = 'anonymous' | 'authenticated' | 'admin'

type Names = ReadonlySet<string>

/** An audience's rights to a model's fields. */
interface FieldRights {
  /** The fields that the audience can see; null means all. */
  readonly visible: Names | null
  /** The fields that the audience is allowed to write; null means all. */
  readonly writable: Names | null
  readonly kept: Names
}

interface ModelRules {
  readonly rights: Readonly<Record<Audience, FieldRights>>
  /** Fields that are required to create an item, so everyone can set them. */
  readonly required: Names
}

const UNRESTRICTED: Visibility = { public: null, authenticated: null, hidden: [] }
const ALL: FieldRights = { visible: null, writable: null, kept: new Set() }

/** Decides which fields a caller can read and write. */
export class FieldRules {
  readonly #config: AuthConfig
  readonly #isOn: boolean
  readonly #models: ReadonlyMap<string, ModelRules>

  /**
   * @param isOn whether authentication is on; if not, all fields are visible and writable, but the password is
   * write-only
   */
  constructor(models: Models, config: AuthConfig, isOn: boolean) {
    this.#config = config
    this.#isOn = isOn
    this.#models = new Map(Object.values(models).map((model) => [model.name, rulesOf(model, config)]))
  }

  /** Returns what a request's caller can see. */
  visibility(request: FastifyRequest): CallerVisibility {
    const { acls } = this.#config
    return {
      fields: (model) => this.#rights(request, model).visible,
      mayView: async (session, model, row) => {
        const acl = acls[model.name]
        return acl === undefined ? !this.#isOn : await allows(session, request, 'view', acl, row)
      },
      scope: (model) => {
        const acl = acls[model.name]
        const { accessControl } = request.server
        return (acl && accessControl?.ownAcls?.viewable(request, model, acl)) ?? EVERYTHING
      },
    }
  }

  /** @throws Forbidden if the caller cannot see the field */
  checkVisible(request: FastifyRequest, model: ModelSpec, name: string): void {
    const { visible } = this.#rights(request, model)
    if (visible !== null && isFieldOf(model, name) && !visible.has(name))
      throw new Forbidden(`You do not have permission to read "${name}".`)
  }

  /** Returns whether the caller is allowed to write a field in existing items. */
  isWritable(request: FastifyRequest, model: ModelSpec, name: string): boolean {
    return this.#rights(request, model).writable?.has(name) ?? true
  }

  /** @throws Forbidden that names the fields that the caller is not allowed to write */
  checkWritable(
    request: FastifyRequest,
    model: ModelSpec,
    names: readonly string[],
    action: 'create' | 'update' | 'replace',
    item?: Row,
  ): void {
    const { visible, writable } = this.#rights(request, model)
    if (writable === null) return
    const required = action === 'create' ? this.#models.get(model.name)?.required : undefined
    // Compares only visible fields. For other fields, the response would reveal whether a guessed value is correct.
    const isUnchanged = (name: string): boolean =>
      item !== undefined && (visible?.has(name) ?? true) && isSame(Object(request.body)[name], item[name])
    const rejected = names.filter(
      (name) =>
        isFieldOf(model, name) && !writable.has(name) && required?.has(name) !== true && !isUnchanged(name),
    )
    rejectFields(rejected.map((name) => ({ path: '', name })))
  }

  /**
   * Returns the fields that a PUT leaves unchanged if the body omits them: those that the caller is not allowed to
   * write, and the password, which nobody can read.
   */
  keptOnReplace(request: FastifyRequest, model: ModelSpec): Names {
    return this.#rights(request, model).kept
  }

  #rights(request: FastifyRequest, model: ModelSpec): FieldRights {
    const audience = this.#isOn ? audienceOf(request) : 'admin'
    return this.#models.get(model.name)?.rights[audience] ?? ALL
  }
}

function audienceOf({ caller }: FastifyRequest): Audience {
  if (caller === null) return 'anonymous'
  return caller.admin ? 'admin' : 'authenticated'
}

function isSame(given: unknown, stored: Json | undefined): boolean {
  return JSON.stringify(given) === JSON.stringify(stored)
}

function isFieldOf(model: ModelSpec, name: string): boolean {
  return Object.hasOwn(model.fields, name) || Object.hasOwn(model.relations, name)
}

function rulesOf(model: ModelSpec, { model: users, fields, visibility }: AuthConfig): ModelRules {
  const lists = visibility[model.name] ?? UNRESTRICTED
  const all = [...Object.keys(model.fields), ...Object.keys(model.relations)]
  const isUsers = model.name === users
  const writeOnly = Object.entries(model.fields).filter(([, field]) => field.writeOnly === true)
  const secret = new Set([...(isUsers ? [fields.password] : []), ...writeOnly.map(([name]) => name)])
  // Only admins write the groups, unless the field has its own rule.
  const groups = isUsers ? fields.groups : null
  const hasRule = groups !== null && model.writeRules?.[groups]?.writableBy === true
  const adminOnly = new Set([OWN_ACL, ...(groups === null || hasRule ? [] : [groups])])
  const rights = (declared: readonly string[] | null): FieldRights => {
    const listed = new Set(declared ?? all)
    listed.delete(OWN_ACL)
    const visible = all.filter(
      (name) => listed.has(name) && !lists.hidden.includes(name) && !secret.has(name),
    )
    const writable = all.filter(
      (name) => (listed.has(name) || lists.hidden.includes(name)) && !adminOnly.has(name),
    )
    return rightsOf(all, visible, writable, secret)
  }
  return {
    rights: {
      anonymous: rights(lists.public),
      authenticated: rights(lists.authenticated),
      admin: rightsOf(
        all,
        all.filter((name) => !secret.has(name)),
        all,
        secret,
      ),
    },
    required: new Set([...requiredNames(model)].filter((name) => !adminOnly.has(name))),
  }
}

function rightsOf(
  all: readonly string[],
  visible: readonly string[],
  writable: readonly string[],
  secret: Names,
): FieldRights {
  const written = new Set(writable)
  return {
    visible: visible.length === all.length ? null : new Set(visible),
    writable: writable.length === all.length ? null : new Set(writable),
    kept: new Set(all.filter((name) => !written.has(name) || secret.has(name))),
  }
}
