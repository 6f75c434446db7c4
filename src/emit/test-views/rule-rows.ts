import type { Caller } from '../../access/caller.js'
import {
  type Auth,
  type Json,
  type Model,
  negatedBy,
  type Principal,
  type RowRule,
  type RuleFilter,
  type RuleValue,
  type Service,
} from '../../ir/index.js'
import { modelOf } from '../../ir/lookup.js'
import { sampleField } from '../../sample-values/sample-body.js'
import { LeftOut, storedValue, type TestRow, TestRows } from './rows.js'
import { isValid, NOW, sidesOf } from './sides.js'
import { endOf, fieldOf, isRequiredEnd, relationOf } from '../../ir/members.js'

/** The values with which a filter compares, or a row whose key the database generates. */
type Operand = readonly Json[] | TestRow

/** The rows of the test of one rule: the caller, and rows on both sides of the rule. */
export class RuleRows {
  readonly rows: TestRows
  /** The caller; null if anonymous. */
  readonly caller: TestRow | null
  /** The rows whose values a filter of the rule determines, with the names of these values. */
  #fitted: { readonly row: TestRow; readonly name: string }[] = []
  /** The number of rows before the row under construction, with the rows to which it refers. */
  #before = 0

  /** @throws LeftOut if tests cannot store a caller for the rule */
  constructor(service: Service, auth: Auth, { principal, filters }: RowRule) {
    this.rows = new TestRows(service, true)
    const names = filters.flatMap(({ value }) => (value.kind === 'user' ? [value.field] : []))
    this.caller = principal.kind === 'everyone' ? null : userFor(this.rows, auth, principal)
    if (this.caller === null && names.length > 0) throw new LeftOut('Anonymous callers have no fields.')
    if (this.caller !== null && names.includes(this.caller.model.key)) giveKey(this.caller)
    for (const name of names) {
      const end = this.caller && endOf(this.caller.model, name)
      if (this.caller && end && this.rows.related(this.caller, end).length === 0)
        this.rows.link(this.caller, end)
    }
  }

  /**
   * Returns a row that all filters select: one that the caller's row identifies, or a new one.
   * @throws LeftOut if none is certain
   */
  inside(model: Model, filters: readonly RuleFilter[]): TestRow {
    const [first, ...others] = filters
    const isKey = first?.op === 'eq' && first.path.join() === model.key && others.length === 0
    const known = isKey && first.value.kind === 'user' ? this.#keyed(model, this.#operand(first.value)) : null
    return known?.model === model ? known : this.add(model, filters, null)
  }

  /**
   * Adds a row that all filters select, except one.
   * @throws LeftOut if none is certain
   */
  add(model: Model, filters: readonly RuleFilter[], unmet: RuleFilter | null): TestRow {
    this.#fitted = []
    this.#before = this.rows.rows.length
    const row = this.rows.add(model.id)
    for (const filter of filters)
      this.#fit(row, filter.path, filter.op, this.#operand(filter.value), filter !== unmet)
    if (!this.rows.isConsistent()) throw new LeftOut('The rows of the rule have the same unique values.')
    return row
  }

  #operand(value: RuleValue): Operand {
    if (value.kind === 'literal') return [value.value].flat()
    if (value.kind === 'time') return [NOW]
    const caller = this.caller
    const end = caller && endOf(caller.model, value.field)
    const [row] =
      caller === null ? [] : end === undefined || end === null ? [caller] : this.rows.related(caller, end)
    if (row === undefined) throw new LeftOut(`The caller has no ${value.field}.`)
    const known = storedValue(row, end === undefined ? value.field : row.model.key)
    if ([known].flat().every((each) => each === null)) throw new LeftOut(`The caller has no ${value.field}.`)
    return known === undefined ? row : [known].flat()
  }

  /** Makes a filter select a row, or not, by the values of the row or of rows to which it leads. */
  #fit(row: TestRow, path: readonly string[], op: string, operand: Operand, isMet: boolean): void {
    const opposite = negatedBy(op)
    if (opposite !== undefined) return this.#fit(row, path, opposite, operand, !isMet)
    if (op === 'exists' && String(operand) === 'false') return this.#fit(row, path, op, [true], !isMet)
    const [name = '', ...rest] = path
    const end = endOf(row.model, name)
    if (end === undefined) return this.#fitField(row, name, op, operand, isMet)
    const [known] = this.rows.related(row, end)
    const target = modelOf(this.rows.service, end.target)
    if (rest.length > 0 && rest.join() !== target.key)
      return this.#fit(known ?? this.rows.link(row, end), rest, op, operand, isMet)
    this.#own(row, name)
    if (!isMet && op === 'exists' && isRequiredEnd(this.rows.service, end))
      throw new LeftOut(`All rows have ${name}.`)
    if (!isMet && end.side === 'holder') {
      if (op === 'exists') row.links.set(name, null)
      else this.rows.link(row, end)
    } else if (isMet && op === 'exists') this.rows.link(row, end, known)
    else if (isMet) {
      const other = this.#keyed(target, operand)
      const { kind, backref } = relationOf(this.rows.service, end)
      if (end.side === 'one' && kind !== 'many-to-many') this.#own(other, backref)
      this.rows.link(row, end, other)
    }
  }

  /** Returns a row with a key. */
  #keyed(target: Model, operand: Operand): TestRow {
    if ('links' in operand) return operand
    const [key] = operand
    const known = this.rows.rows.find(
      ({ model, values }) => model === target && values.get(model.key) === key,
    )
    if (known !== undefined) return known
    if (key === undefined || fieldOf(target, target.key)?.type === 'id_field')
      throw new LeftOut(`The database generates the keys of ${target.id}.`)
    const row = this.rows.add(target.id)
    row.values.set(target.key, key)
    return row
  }

  #fitField(row: TestRow, name: string, op: string, operand: Operand, isMet: boolean): void {
    this.#own(row, name)
    const field = fieldOf(row.model, name)
    if ('links' in operand || field === undefined || field.type === 'id_field') {
      const generated = 'links' in operand ? `the keys of ${operand.model.id}` : `${row.model.id}.${name}`
      if (isMet) throw new LeftOut(`The database generates ${generated}.`)
      return
    }
    const sides = sidesOf(field, op, operand)
    const value = isMet ? sides.inside : sides.outside
    if (value === undefined || (value === null && name === row.model.key))
      throw new LeftOut(`No value of ${row.model.id}.${name} is certain to be on this side of the rule.`)
    row.values.set(name, value)
  }

  /** @throws LeftOut if a row or value decides about other rows or filters, too */
  #own(row: TestRow, name: string): void {
    const isShared = this.rows.rows.indexOf(row) < this.#before
    if (isShared || this.#fitted.some((each) => each.row === row && each.name === name))
      throw new LeftOut(`Other conditions concern ${row.model.id}.${name}.`)
    this.#fitted.push({ row, name })
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

/** Gives a user a key, which rows can contain as a plain value, unless the database generates it. */
function giveKey({ model, values }: TestRow): void {
  const field = fieldOf(model, model.key)
  if (field?.type !== 'string' || values.has(model.key)) return
  const key = sampleField(field, field.json, { root: model.schema, name: field.name, n: 90 })
  if (key !== undefined && isValid(field, key)) values.set(model.key, key)
}

/** Returns the password of all users who log in in tests. */
export function testPassword(model: Model, name: string): Json {
  const password = 'a password for tests'
  const field = fieldOf(model, name)
  if (field === undefined || isValid(field, password)) return password
  return sampleField(field, field.json, { root: model.schema, name, n: 1 }) ?? password
}
