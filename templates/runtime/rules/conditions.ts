import type { FastifyRequest } from 'fastify'
import { matches } from '../access/access.js'
import { type Json, isObject, undefinedIn } from '../json.js'
import { type Key, type ModelSpec, type Models, type RelationSpec, type Row, modelNamed } from '../model.js'
import { type Operator, traitsOf } from '../spec/query-language.js'
import { ALL_ROWS } from '../repository/items.js'
import { toCondition } from '../repository/conditions.js'
import { type Condition, EVERYTHING, NOTHING, type Session, both, onSameItems } from '../store.js'
import {
  type LinkEnds,
  type ModelRules,
  type RowPermission,
  type RuleFilter,
  type RuleValue,
  isFilters,
} from './rules.js'

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
  /** Returns the condition for the items whose own rules do not deny access, if items have rules. */
  readonly notDenied?: (model: ModelSpec, permission: RowPermission, caller: RuleCaller | null) => Condition
}

/** The conditions for the rows that one caller is allowed to read and write. Each rule is evaluated at most once. */
export class RuleConditions {
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

  /** @throws TypeError for an unknown name */
  model(name: string): ModelSpec {
    return modelNamed(this.#options.models, name)
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
  of(session: Session, model: string, permission: RowPermission): Promise<Condition> {
    const name = `${model} ${permission}`
    const known = this.#conditions.get(name) ?? this.#noted(this.#permitted(session, model, permission))
    this.#conditions.set(name, known)
    return known
  }

  async #noted(evaluated: Promise<Condition>): Promise<Condition> {
    const condition = await evaluated
    this.ruled.add(condition)
    return condition
  }

  /** The own rules of items are applied elsewhere to requests, together with those of their resource. */
  async #permitted(session: Session, model: string, permission: RowPermission): Promise<Condition> {
    const condition = await this.#evaluated(session, model, permission)
    const { notDenied } = this.#options
    if (notDenied === undefined || this.#request !== undefined || condition === NOTHING) return condition
    return both(condition, notDenied(this.model(model), permission, this.#caller))
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
      const viewable = await this.of(session, name, 'view')
      const changed = permission === 'view' ? EVERYTHING : await this.of(session, name, 'update')
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
    const links = await session.store(users, ALL_ROWS).links({ relation: name, keys: [caller.key], limit: 1 })
    return links.get(caller.key)?.items[0] ?? null
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
    return this.model(relation.model)
  }
}

/** Compares a field with a value, or with any of several values. */
function comparedField({ fields }: ModelSpec, field: string, op: Operator, value: Json): Condition {
  if (traitsOf(op).operand === 'values') return { kind: 'compare', field, op, value: [value].flat() }
  if (!Array.isArray(value)) return { kind: 'compare', field, op, value }
  if (op === 'eq') return { kind: 'compare', field, op: fields[field]?.type === 'list' ? 'any' : 'in', value }
  return { kind: 'or', of: value.map((each) => ({ kind: 'compare', field, op, value: each })) }
}
