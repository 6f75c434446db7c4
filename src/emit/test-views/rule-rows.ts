import { type Caller, includes } from '../../access/caller.js'
import {
  type Auth,
  type Json,
  type Model,
  negatedBy,
  type Principal,
  type RowPermission,
  type RowRule,
  type RuleFilter,
  type RuleValue,
  type Service,
} from '../../ir/index.js'
import { groupedBy } from '../../ir/lookup.js'
import { endOf, fieldOf, isRequiredEnd } from '../shared.js'
import { LeftOut, type TestRow, TestRows } from './rows.js'
import { sampleField } from '../samples/sample-body.js'
import { type Bound, compared, isValid, NOW, TODAY, valuesLike } from './rule-values.js'

/** What a filter compares with: values, the key of a row that the database generates, or nothing. */
type Operand = Bound | { readonly key: TestRow } | null

/** True, false, or undefined if that cannot be known before the tests run. */
type Known = boolean | undefined

/** The rows of the test of one rule, and what rules say about them. */
export class RuleRows {
  readonly rows: TestRows
  /** The caller; null if anonymous. */
  caller: TestRow | null = null
  /** The caller as rules distinguish callers. */
  who: Caller = { kind: 'anonymous' }
  readonly #service: Service
  readonly #auth: Auth

  constructor(service: Service, auth: Auth) {
    this.rows = new TestRows(service, { areSeparate: true })
    this.#service = service
    this.#auth = auth
  }

  /** Adds the caller, with a value in each field of the caller that a rule uses. */
  addCaller({ principal, filters }: RowRule): void {
    if (principal.kind === 'everyone') {
      if (filters.some(({ value }) => value.kind === 'user'))
        throw new LeftOut('Anonymous callers have no fields.')
      return
    }
    this.caller = userFor(this.rows, this.#auth, principal)
    this.who = principal.kind === 'group' || principal.kind === 'user' ? principal : { kind: 'authenticated' }
    for (const { value } of filters) if (value.kind === 'user') this.#complete(this.caller, value.field)
  }

  #complete(caller: TestRow, name: string): void {
    const end = endOf(caller.model, name)
    if (end !== undefined) {
      if (this.rows.related(caller, end).length === 0) this.rows.link(caller, end)
      return
    }
    const field = fieldOf(caller.model, name)
    // Another group would make other rules apply.
    const isGroups = name === this.#auth.fields.groups && this.who.kind !== 'group'
    if (field === undefined || isGroups) throw new LeftOut(`No value of the caller's ${name} is certain.`)
    if (name === caller.model.key || !isEmpty(caller.value(name))) return
    const sample = valuesLike(field, []).find((each) => !isEmpty(each))
    if (sample === undefined) throw new LeftOut(`No value of the caller's ${name} is certain.`)
    caller.values.set(name, sample)
  }

  /** Adds a row for which each filter holds, or does not hold. */
  addFor(model: string, filters: readonly (readonly [RuleFilter, boolean])[]): TestRow {
    const row = this.rows.add(model)
    for (const [{ path, op, value }, isWanted] of filters) {
      const operand = this.#operand(value)
      const isDone =
        operand === undefined || operand === null ? !isWanted : this.#fit(row, path, op, operand, isWanted)
      if (!isDone) throw new LeftOut(`No row is certain to match ${path.join('.')}.`)
    }
    return row
  }

  /**
   * Returns whether the caller has a permission on a row. Functions are paused and select nothing.
   * @param ignored a rule that does not count
   */
  covers(permission: RowPermission, row: TestRow, ignored?: RowRule): Known {
    const { rowRules } = row.model
    if (rowRules === undefined) return true
    return some(
      rowRules
        .filter((rule) => rule !== ignored && rule.function === null)
        .filter((rule) => rule.permissions.includes(permission) && includes(rule.principal, this.who))
        .map((rule) => this.holds(rule, row)),
    )
  }

  holds({ filters }: RowRule, row: TestRow): Known {
    return this.#matches(row, filters)
  }

  /** Returns whether all filters match a row. Those that lead through the same relation mean the same related row. */
  #matches(row: TestRow, filters: readonly RuleFilter[]): Known {
    const through = groupedBy(filters, (filter) => (isDirect(filter) ? '' : (filter.path[0] ?? '')))
    return every(
      [...through].flatMap(([name, those]) => {
        const end = name === '' ? undefined : endOf(row.model, name)
        if (end === undefined) return those.map((filter) => this.#matchesOne(row, filter))
        const inner = those.map((filter) => ({ ...filter, path: filter.path.slice(1) }))
        return [some(this.rows.related(row, end).map((other) => this.#matches(other, inner)))]
      }),
    )
  }

  #matchesOne(row: TestRow, { path, op, value }: RuleFilter): Known {
    const operand = this.#operand(value)
    if (operand === undefined) return undefined
    return operand === null ? false : this.#compare(row, path, op, operand)
  }

  /** Returns null if there is no value, and undefined if it cannot be known. */
  #operand(value: RuleValue): Operand | undefined {
    if (value.kind === 'literal') return { values: [value.value].flat(), isText: true }
    if (value.kind === 'time') return { values: [value.name === 'now' ? NOW : TODAY], isText: false }
    const { caller } = this
    if (caller === null) return null
    const end = endOf(caller.model, value.field)
    if (end !== undefined) {
      const [other] = this.rows.related(caller, end)
      return other === undefined ? null : keyOperand(other)
    }
    if (value.field === caller.model.key) return keyOperand(caller)
    const known = caller.value(value.field)
    if (known === undefined) return undefined
    const values = known === null ? [] : [known].flat()
    return values.length === 0 ? null : { values, isText: false }
  }

  #compare(row: TestRow, path: readonly string[], op: string, operand: NonNullable<Operand>): Known {
    const opposite = negatedBy(op)
    if (opposite !== undefined) return not(this.#compare(row, path, opposite, operand))
    if (isAbsence(op, operand)) return not(this.#compare(row, path, 'exists', PRESENT))
    const [name = '', ...rest] = path
    const end = endOf(row.model, name)
    if (end !== undefined) {
      const related = this.rows.related(row, end)
      if (rest.length > 0) return some(related.map((other) => this.#compare(other, rest, op, operand)))
      if (op === 'exists') return related.length > 0
      return some(related.map((other) => this.#compare(other, [other.model.key], op, operand)))
    }
    const field = fieldOf(row.model, name)
    if (field === undefined) return undefined
    if ('key' in operand)
      return field.name === row.model.key && op !== 'all' ? operand.key === row : undefined
    return compared(field, row.value(name), op, operand)
  }

  /** Changes a row, or related rows, so that a filter holds or does not hold. Returns whether it found a way. */
  #fit(
    row: TestRow,
    path: readonly string[],
    op: string,
    operand: NonNullable<Operand>,
    isWanted: boolean,
  ): boolean {
    const opposite = negatedBy(op)
    if (opposite !== undefined) return this.#fit(row, path, opposite, operand, !isWanted)
    if (isAbsence(op, operand)) return this.#fit(row, path, 'exists', PRESENT, !isWanted)
    const [name = '', ...rest] = path
    const end = endOf(row.model, name)
    if (end === undefined) return this.#fitField(row, name, op, operand, isWanted)
    if (rest.length > 0) {
      const other = this.rows.related(row, end)[0] ?? this.rows.link(row, end)
      return this.#fit(other, rest, op, operand, isWanted)
    }
    if (op === 'exists' && !isWanted) {
      if (end.side === 'holder') row.links.set(name, null)
      return !isRequiredEnd(this.#service, end)
    }
    if (op === 'exists' || !isWanted) {
      this.rows.link(row, end)
      return true
    }
    if ('key' in operand) {
      this.rows.link(row, end, operand.key)
      return true
    }
    const [value] = operand.values
    const known = this.rows.rows.find(
      ({ model, ...each }) => model.id === end.target && each.values.get(model.key) === value,
    )
    const other = this.rows.link(row, end, known)
    if (value === undefined || fieldOf(other.model, other.model.key)?.type === 'id_field') return false
    if (other !== known) other.values.set(other.model.key, value)
    return true
  }

  #fitField(
    row: TestRow,
    name: string,
    op: string,
    operand: NonNullable<Operand>,
    isWanted: boolean,
  ): boolean {
    const field = fieldOf(row.model, name)
    if (field === undefined || field.type === 'id_field' || 'key' in operand) return !isWanted
    const own = row.values.get(name)
    const fitting = [
      ...(own === undefined ? [] : [own]),
      ...valuesLike(field, op === 'exists' ? [] : operand.values),
    ].find(
      (value) =>
        !(value === null && (field.constraints.required || name === row.model.key)) &&
        compared(field, value, op, operand) === isWanted,
    )
    if (fitting !== undefined) row.values.set(name, fitting)
    return fitting !== undefined
  }
}

/**
 * Adds a user to whom rules for a principal apply, and no rules for other groups.
 * @throws LeftOut if no such user can be stored
 */
export function userFor(rows: TestRows, { model: id, fields }: Auth, principal: Caller | Principal): TestRow {
  const user = rows.add(id)
  const { model } = user
  user.values.set(fields.password, testPassword(model, fields.password))
  if (principal.kind === 'group') {
    const choices = fieldOf(model, fields.groups)?.constraints.choices
    if (fields.groups === null || choices?.includes(principal.name) === false)
      throw new LeftOut(`No user can be in the group ${principal.name}.`)
    user.values.set(fields.groups, [principal.name])
  }
  if (principal.kind === 'user') {
    const type = fieldOf(model, model.key)?.type
    if (type !== 'string' && type !== 'text') throw new LeftOut(`No user can have the key ${principal.name}.`)
    user.values.set(model.key, principal.name)
  }
  return user
}

/** Returns the password of all users who log in in tests. */
export function testPassword(model: Model, name: string): Json {
  const password = 'a password for tests'
  const field = fieldOf(model, name)
  if (field === undefined || isValid(field, password)) return password
  return sampleField(field, field.json, { root: model.schema, name, n: 1 }) ?? password
}

const PRESENT: Bound = { values: [true], isText: false }

function isAbsence(op: string, operand: NonNullable<Operand>): boolean {
  return op === 'exists' && 'values' in operand && operand.values[0] === false
}

/** Returns whether a filter concerns the row itself, or no related row at all, as negated filters do. */
function isDirect({ path, op, value }: RuleFilter): boolean {
  const isNegated =
    negatedBy(op) !== undefined || (op === 'exists' && value.kind === 'literal' && value.value === false)
  return path.length < 2 || isNegated
}

function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0)
}

function keyOperand(row: TestRow): NonNullable<Operand> {
  const key = row.values.get(row.model.key)
  return key === undefined ? { key: row } : { values: [key], isText: false }
}

function not(known: Known): Known {
  return known === undefined ? undefined : !known
}

function some(all: readonly Known[]): Known {
  if (all.includes(true)) return true
  return all.includes(undefined) ? undefined : false
}

function every(all: readonly Known[]): Known {
  if (all.includes(false)) return false
  return all.includes(undefined) ? undefined : true
}
