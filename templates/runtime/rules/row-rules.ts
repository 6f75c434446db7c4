import type { FastifyRequest } from 'fastify'
import { matches } from '../auth/access.js'
import type { Principal } from '../auth/acl.js'
import { type Json, isObject, undefinedIn } from '../json.js'
import type { Key, ModelSpec, Models, RelationSpec, Row } from '../model.js'
import { type Operator, traitsOf } from '../query/language.js'
import type { Rights } from '../policy/restricted-policy.js'
import { keyOf } from '../repository/parts.js'
import { toCondition } from '../repository/repository.js'
import {
  type Condition,
  type Database,
  EVERYTHING,
  NOTHING,
  type Session,
  both,
  onSameItems,
} from '../store.js'
import type { ValueSpec } from '../values/scalars.js'
import { parseValue } from '../values/values.js'
import { CallerDatabase, CallerSession } from './caller-session.js'
import { lockToWrite } from './items.js'

/** What a caller can do with a row. */
export type RowPermission = 'view' | 'create' | 'update' | 'delete'

/** The value with which a rule compares a field. Fields of `user` are fields of the caller. */
export type RuleValue =
  | { readonly literal: Json }
  | { readonly user: string }
  /** The current time, or the current date, in UTC. */
  | { readonly time: 'now' | 'today' }

/** A comparison of a field, or of a field of related items: `project.memberships.member`. */
export interface RuleFilter {
  /** The relations to follow, and the field. */
  readonly path: readonly string[]
  readonly op: Operator
  readonly value: RuleValue
}

/** Gives callers permissions on the rows that satisfy all filters, or that a function selects. */
export interface RowRule {
  readonly principal: Principal
  readonly permissions: readonly RowPermission[]
  /** Filters, the name of a function, or the ends of items that link others. */
  readonly where: readonly RuleFilter[] | string | LinkEnds
}

/** The relations to the items that an item links. Changing the item changes lists of both. */
interface LinkEnds {
  readonly ends: readonly string[]
}

/** The rules of each model that has rules. The rows of other models are not restricted. */
export type ModelRules = Readonly<Record<string, readonly RowRule[]>>

/** Returns a rule for all rows, or for the rows that satisfy the filters. */
export function rows(
  principal: Principal,
  permissions: readonly RowPermission[],
  ...where: readonly RuleFilter[]
): RowRule {
  return { principal, permissions, where }
}

/** Returns a rule for the rows that a function in `src/principals/` selects. */
export function rowsOf(principal: Principal, permissions: readonly RowPermission[], name: string): RowRule {
  return { principal, permissions, where: name }
}

/** Returns a rule for items of which the caller can view both ends and, to change the items, update both. */
export function linkRows(...ends: readonly string[]): RowRule {
  return { principal: { kind: 'everyone' }, permissions: all, where: { ends } }
}

/** Returns a filter. `path` is a field, or relations and a field, separated by dots. */
export function where(path: string, op: Operator, value: RuleValue): RuleFilter {
  return { path: path.split('.'), op, value }
}

export function literal(value: Json): RuleValue {
  return { literal: value }
}

export function userField(field: string): RuleValue {
  return { user: field }
}

/** All permissions. */
export const all: readonly RowPermission[] = ['view', 'create', 'update', 'delete']

export const now: RuleValue = { time: 'now' }
export const today: RuleValue = { time: 'today' }

/** The user to whom rules apply. */
export interface RuleCaller {
  readonly key: Key
  readonly groups: ReadonlySet<string>
  readonly user: Row
}

/** The argument of a function that selects rows. */
export interface FilterContext<User = Row, Repositories = object, Name = string> {
  /** The user who sent the request; undefined for an anonymous caller. */
  readonly user: User | undefined
  /** The request; undefined for `models.$as(user)`. */
  readonly request: FastifyRequest | undefined
  /** The repositories, in the request's transaction if there is one. */
  readonly models: Repositories
  /** The model whose rows are selected, because one function can serve several. */
  readonly model: Name
}

/**
 * Returns a filter for the rows that a caller is allowed to use, or true for all rows and false for none. It is called at
 * most once per request and model.
 */
export type FilterFunction<User, Repositories, Name, Where> = (
  context: FilterContext<User, Repositories, Name>,
) => Where | boolean | Promise<Where | boolean>

export interface RowRulesOptions {
  readonly rules: ModelRules
  readonly models: Models
  /** Name of the model of the users. */
  readonly users: string
  /** Name of the users' field that contains their groups; null if they have none. */
  readonly groups: string | null
  /** Returns the repositories in a session. */
  readonly repositories: (session: Session) => object
  /** Calls one of your functions by name. */
  readonly call: (name: string, context: FilterContext) => Promise<unknown>
}

/** A request, and its caller when the rules were prepared. */
interface Prepared {
  readonly caller: FastifyRequest['caller']
  readonly rows: CallerRows
}

/** Restricts sessions to the rows that their caller is allowed to read and write. */
export class RowRules {
  readonly #options: RowRulesOptions
  readonly #byRequest = new WeakMap<FastifyRequest, Prepared>()

  /** @throws TypeError if a literal is not a value of its field */
  constructor(options: RowRulesOptions) {
    this.#options = { ...options, rules: withValues(options.rules, options.models) }
  }

  /** Returns the database as the caller of a request is allowed to use it. */
  databaseFor(database: Database, request: FastifyRequest): Database {
    return new CallerDatabase(database, this.#rowsOf(request))
  }

  /** Returns a session that is restricted for a user, or for anonymous callers. */
  as(session: Session, given: Row | undefined): Session {
    const { models, users, groups } = this.#options
    const model = models[users]
    if (given === undefined || model === undefined)
      return new CallerSession(unrestricted(session), this.#rowsFor(null, undefined))
    const value = groups === null ? null : given[groups]
    const caller: RuleCaller = {
      key: keyOf(model, given),
      groups: new Set(Array.isArray(value) ? value.map(String) : []),
      user: given,
    }
    return new CallerSession(unrestricted(session), this.#rowsFor(caller, undefined))
  }

  /** Restricts rights to the rows that the caller of a request can use. */
  rights(rights: Rights, request: FastifyRequest): Rights {
    return {
      ...rights,
      shownBy: (session) => new CallerSession(unrestricted(session), this.#rowsOf(request)),
      lock: lockToWrite,
      linkRight(session, model, backReference) {
        const right = rights.linkRight(session, model, backReference)
        const { of } = right
        if (!(session instanceof CallerSession) || of === 'none') return right
        const mayChange = async (row: Row): Promise<boolean> =>
          (await session.unrestricted
            .store(model.name)
            .count(both(equalKey(model, row), await session.rows(model.name, 'update')))) > 0
        return { ...right, of: async (row) => (await mayChange(row)) && (of === 'all' || (await of(row))) }
      },
    }
  }

  #rowsOf(request: FastifyRequest): CallerRows {
    const known = this.#byRequest.get(request)
    if (known !== undefined && known.caller === request.caller) return known.rows
    const found = this.#rowsFor(request.caller, request)
    this.#byRequest.set(request, { caller: request.caller, rows: found })
    return found
  }

  #rowsFor(caller: RuleCaller | null, request: FastifyRequest | undefined): CallerRows {
    return new CallerRows(this.#options, caller, request)
  }
}

/** Returns the rules with each literal in the form in which its field is stored. */
function withValues(rules: ModelRules, models: Models): ModelRules {
  const parsed = (model: ModelSpec | undefined, filter: RuleFilter): RuleFilter => {
    const { path, op, value } = filter
    if (!('literal' in value) || op === 'exists') return filter
    const spec = specAt(model, path, models)
    return {
      path,
      op,
      value: { literal: traitsOf(op).operand === 'text' ? value.literal : literalOf(spec, value.literal) },
    }
  }
  return Object.fromEntries(
    Object.entries(rules).map(([name, ofModel]) => [
      name,
      ofModel.map((rule) =>
        isFilters(rule.where)
          ? { ...rule, where: rule.where.map((filter) => parsed(models[name], filter)) }
          : rule,
      ),
    ]),
  )
}

/** Returns the type of the field to which a path leads, or of the keys of a relation. */
function specAt(
  model: ModelSpec | undefined,
  [name = '', ...rest]: readonly string[],
  models: Models,
): ValueSpec {
  const relation = model?.relations[name]
  if (relation !== undefined && rest.length > 0) return specAt(models[relation.model], rest, models)
  if (relation !== undefined) return { type: relation.keyType }
  const field = model?.fields[name]
  if (field === undefined) throw new TypeError(`Unknown field ${JSON.stringify(name)} in a row rule`)
  return field.type === 'list' ? { ...field, type: field.itemType ?? 'string' } : field
}

function literalOf(spec: ValueSpec, literal: Json): Json {
  if (Array.isArray(literal)) return literal.map((each: Json) => literalOf(spec, each))
  const value = parseValue(spec, String(literal))
  if (value.ok) return value.value
  throw new TypeError(`Invalid value ${JSON.stringify(literal)} in a row rule: ${value.message}`)
}

/** Returns the session without the restrictions for a caller. */
export function unrestricted(session: Session): Session {
  return session instanceof CallerSession ? session.unrestricted : session
}

function equalKey(model: ModelSpec, row: Row): Condition {
  return { kind: 'compare', field: model.key, op: 'eq', value: keyOf(model, row) }
}

/** The rows that one caller is allowed to read and write. Each rule is evaluated at most once. */
export class CallerRows {
  /** The rows that have been read for the caller, who can therefore view them. */
  readonly read = new WeakSet<Row>()
  /** The conditions of rules, which see all rows. */
  readonly ruled = new WeakSet<Condition>()
  readonly #options: RowRulesOptions
  readonly #caller: RuleCaller | null
  readonly #request: FastifyRequest | undefined
  readonly #conditions = new Map<string, Promise<Condition>>()
  readonly #selected = new Map<string, Promise<Condition>>()
  readonly #time = new Date().toISOString()

  constructor(options: RowRulesOptions, caller: RuleCaller | null, request: FastifyRequest | undefined) {
    this.#options = options
    this.#caller = caller
    this.#request = request
  }

  get models(): Models {
    return this.#options.models
  }

  /** The caller's item; undefined for an anonymous caller. */
  get user(): Row | undefined {
    return this.#caller?.user
  }

  /** Returns whether a row is the caller's own item, which `GET /users/self` shows. */
  isSelf(model: ModelSpec, row: Row): boolean {
    return this.#caller !== null && model.name === this.#options.users && row[model.key] === this.#caller.key
  }

  /** Returns the condition for the rows of a model on which the caller has a permission. */
  condition(session: Session, model: string, permission: RowPermission): Promise<Condition> {
    const name = `${model} ${permission}`
    const known = this.#conditions.get(name) ?? this.#noted(this.#evaluated(session, model, permission))
    this.#conditions.set(name, known)
    return known
  }

  async #noted(evaluated: Promise<Condition>): Promise<Condition> {
    const condition = await evaluated
    this.ruled.add(condition)
    return condition
  }

  async #evaluated(session: Session, model: string, permission: RowPermission): Promise<Condition> {
    const { rules, models } = this.#options
    const spec = models[model]
    const declared = Object.hasOwn(rules, model) ? rules[model] : undefined
    if (spec === undefined || declared === undefined) return EVERYTHING
    const matching = declared.filter(
      ({ principal, permissions }) => permissions.includes(permission) && matches(principal, this.#caller),
    )
    if (matching.some(({ where: filters }) => isFilters(filters) && filters.length === 0)) return EVERYTHING
    const conditions: Condition[] = []
    for (const { where: filters } of matching) {
      const condition =
        typeof filters === 'string'
          ? await this.#selectedBy(session, spec, filters)
          : isFilters(filters)
            ? await this.#all(session, spec, filters)
            : await this.#linking(session, spec, filters, permission)
      if (condition === EVERYTHING) return EVERYTHING
      if (condition !== NOTHING) conditions.push(condition)
    }
    const [only] = conditions
    if (only === undefined) return NOTHING
    return conditions.length === 1 ? only : { kind: 'or', of: conditions }
  }

  async #linking(
    session: Session,
    model: ModelSpec,
    { ends }: LinkEnds,
    permission: RowPermission,
  ): Promise<Condition> {
    let condition = EVERYTHING
    for (const relation of ends) {
      const name = model.relations[relation]?.model ?? ''
      const viewable = await this.condition(session, name, 'view')
      const changed = permission === 'view' ? EVERYTHING : await this.condition(session, name, 'update')
      const of = both(viewable, changed)
      if (of !== EVERYTHING) condition = both(condition, { kind: 'related', relation, of })
    }
    return condition
  }

  #selectedBy(session: Session, model: ModelSpec, name: string): Promise<Condition> {
    const key = `${model.name} ${name}`
    const known = this.#selected.get(key) ?? this.#called(session, model, name)
    this.#selected.set(key, known)
    return known
  }

  async #called(session: Session, model: ModelSpec, name: string): Promise<Condition> {
    const { call, repositories, models } = this.#options
    const selected = await call(name, {
      user: this.user,
      request: this.#request,
      models: repositories(session),
      model: model.name,
    })
    if (selected === true) return EVERYTHING
    if (selected === false) return NOTHING
    if (undefinedIn(selected, '') !== undefined) return NOTHING
    if (isObject(selected)) return toCondition(models, model, selected)
    throw new TypeError(`The function "${name}" must return a filter for ${model.name}, true or false`)
  }

  async #all(session: Session, model: ModelSpec, filters: readonly RuleFilter[]): Promise<Condition> {
    const of: Condition[] = []
    for (const { path, op, value } of filters) {
      const operand = await this.#value(session, value)
      if (operand === undefined) return NOTHING
      of.push(this.#compared(model, path, op, operand))
    }
    return onSameItems('and', of)
  }

  /** Returns the value to compare with, or undefined if there is none, so that the rule selects nothing. */
  async #value(session: Session, value: RuleValue): Promise<Json | undefined> {
    if ('literal' in value) return value.literal
    if ('time' in value) return value.time === 'now' ? this.#time : this.#time.slice(0, 10)
    const found = await this.#userValue(session, value.user)
    const isAbsent = found === null || (Array.isArray(found) && found.length === 0)
    return isAbsent ? undefined : found
  }

  async #userValue(session: Session, name: string): Promise<Json> {
    const caller = this.#caller
    const { models, users } = this.#options
    if (caller === null) return null
    if (models[users]?.relations[name]?.side !== 'one') return caller.user[name] ?? null
    const links = await session.store(users).links(name, [caller.key], 1)
    return links.get(caller.key)?.keys[0] ?? null
  }

  #compared(model: ModelSpec, path: readonly string[], op: Operator, value: Json): Condition {
    const { negates } = traitsOf(op)
    if (negates !== undefined) return { kind: 'not', of: this.#compared(model, path, negates, value) }
    if (op === 'exists' && value === false)
      return { kind: 'not', of: this.#compared(model, path, 'exists', true) }
    const [name = '', ...rest] = path
    const relation = model.relations[name]
    if (relation !== undefined && rest.length > 0)
      return { kind: 'related', relation: name, of: this.#compared(this.#target(relation), rest, op, value) }
    if (relation?.side !== 'one') return comparedField(model, name, op, value)
    if (op === 'exists') return { kind: 'related', relation: name, of: null }
    const target = this.#target(relation)
    if (op === 'all' && Array.isArray(value))
      return { kind: 'and', of: value.map((each) => this.#compared(model, path, 'eq', each)) }
    return { kind: 'related', relation: name, of: comparedField(target, target.key, op, value) }
  }

  #target(relation: RelationSpec): ModelSpec {
    const model = this.models[relation.model]
    if (model === undefined) throw new TypeError(`Unknown model ${JSON.stringify(relation.model)}`)
    return model
  }
}

function isFilters(where: RowRule['where']): where is readonly RuleFilter[] {
  return Array.isArray(where)
}

/** Compares a field with a value, or with any of several values. */
function comparedField({ fields }: ModelSpec, field: string, op: Operator, value: Json): Condition {
  if (traitsOf(op).operand === 'values') return { kind: 'compare', field, op, value: [value].flat() }
  if (!Array.isArray(value)) return { kind: 'compare', field, op, value }
  if (op === 'eq') return { kind: 'compare', field, op: fields[field]?.type === 'list' ? 'any' : 'in', value }
  return { kind: 'or', of: value.map((each) => ({ kind: 'compare', field, op, value: each })) }
}
