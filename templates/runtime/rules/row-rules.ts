import type { FastifyRequest } from 'fastify'
import type { Json } from '../json.js'
import { type ModelSpec, type Models, type Row, keySpec } from '../model.js'
import { traitsOf } from '../spec/query-language.js'
import type { Rights } from '../policy/restricted-policy.js'
import { ALL_ROWS, type RowAccess } from '../repository/items.js'
import { keyOf } from '../repository/parts.js'
import { both, equal } from '../store.js'
import type { ValueSpec } from '../values/scalars.js'
import { parseValue } from '../values/values.js'
import { CallerRows } from './caller-rows.js'
import { type RowRulesOptions, type RuleCaller, RuleConditions } from './conditions.js'
import { type ModelRules, type RuleFilter, isFilters } from './rules.js'

/** A request, and its caller when the rules were prepared. */
interface Prepared {
  readonly caller: FastifyRequest['caller']
  readonly rows: CallerRows
}

/** The key of a caller that is not a stored user. User names contain no slash. */
const NOT_STORED = '/'

/** Restricts sessions to the rows that their caller is allowed to read and write. */
export class RowRules {
  readonly #options: RowRulesOptions
  readonly #byRequest = new WeakMap<FastifyRequest, Prepared>()

  /** @throws TypeError if a literal is not a value of its field */
  constructor(options: RowRulesOptions) {
    this.#options = { ...options, rules: withValues(options.rules, options.models) }
  }

  /** Returns the rows that a user, or anonymous callers, can read and write. */
  as(given: Row | undefined): RowAccess {
    const { models, users, groups } = this.#options
    const model = models[users]
    if (given === undefined || model === undefined) return this.#rowsFor(null, undefined)
    const value = groups === null ? null : given[groups]
    const caller: RuleCaller = {
      key: given[model.key] === undefined ? NOT_STORED : keyOf(model, given),
      groups: new Set(Array.isArray(value) ? value.map(String) : []),
      user: given,
    }
    return this.#rowsFor(caller, undefined)
  }

  /** Restricts rights to the rows that the caller of a request can use. */
  rights(rights: Rights, request: FastifyRequest): Rights {
    const own = this.#rowsOf(request)
    return {
      ...rights,
      rows: own,
      async written(session, model, rows) {
        const shown = await own.shown(session, model, rows)
        const written = await rights.written(
          session,
          model,
          shown.filter((row) => row !== undefined),
        )
        const each = written.values()
        return shown.map((row) => row && each.next().value)
      },
      linkRight(write, model, backReference) {
        const right = rights.linkRight(write, model, backReference)
        const { of } = right
        if (write.items.access !== own || of === 'none') return right
        const { session } = write
        const mayChange = async (row: Row): Promise<boolean> => {
          const allowed = await own.condition(session, model.name, 'update')
          const changeable = both(equal(model.key, keyOf(model, row)), allowed)
          return (await session.store(model.name, ALL_ROWS).count(changeable)) > 0
        }
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
    return new CallerRows(new RuleConditions(this.#options, caller, request))
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
  if (relation !== undefined) return keySpec(relation)
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

/** @throws TypeError for a caller to whom rules apply, because they cannot restrict what `name` runs */
export function rejectRestricted(access: RowAccess, name: '$sql' | '$collection'): void {
  if (access !== ALL_ROWS)
    throw new TypeError(
      `${name} is not available in $as(user), because row rules cannot restrict ${name === '$sql' ? 'statements' : 'commands'}.`,
    )
}
