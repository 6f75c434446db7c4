import { type Caller, includes } from '../../access/caller.js'
import {
  type Auth,
  type Field,
  type Json,
  type Model,
  negatedBy,
  type RelationEnd,
  type RowPermission,
  type RowRule,
  type RuleFilter,
  type RuleValue,
  type Service,
} from '../../ir/index.js'
import { type SampleBody, sampleBody } from '../samples/sample-body.js'
import { endOf, fieldOf, isRequiredEnd, keyTypeOf, relationOf } from '../shared.js'
import { sampleOf, type TestItem, testItem } from './items.js'
import { type Bound, compared, valuesLike } from './rule-values.js'

/** The number of the first sample that no other test uses. */
const FIRST_SAMPLE = 31

/** What a filter compares with: values, the key of a row that the database generates, or nothing. */
type Operand = Bound | { readonly key: MadeRow } | null

/** True, false, or undefined if the generator cannot tell. */
type Known = boolean | undefined

export class MadeRow {
  readonly item: TestItem
  /** The values that differ from the model's first sample. */
  readonly values: Map<string, Json>
  /** The rows to which the row refers, by field. */
  readonly links: Map<string, MadeRow | null>

  constructor(
    item: TestItem,
    values: ReadonlyMap<string, Json>,
    links: ReadonlyMap<string, MadeRow | null> = new Map(),
  ) {
    this.item = item
    this.values = new Map(values)
    this.links = new Map(links)
  }

  get model(): Model {
    return this.item.model
  }

  /** Returns the stored value of a field, or undefined if the generator does not know it. */
  value(name: string): Json | undefined {
    const field = fieldOf(this.model, name)
    const known = this.values.get(name)
    if (known !== undefined || field === undefined) return known
    if (field.type === 'id_field') return undefined
    const { stored, internal } = sampleOf(this.model, 0) ?? { stored: {}, internal: {} }
    const sample = new Map(Object.entries<Json>({ ...stored, ...internal })).get(name)
    if (sample !== undefined) return sample
    const { default: initial } = field
    if (initial === null || initial.kind === 'user') return null
    return initial.kind === 'literal' ? initial.value : undefined
  }

  /** Returns the key, or undefined if the database generates it. */
  get key(): Json | undefined {
    return this.value(this.model.key)
  }
}

/** The rows that one test stores, and what row rules say about them. */
export class RuleRows {
  readonly rows: MadeRow[] = []
  /** The caller; null if anonymous. */
  caller: MadeRow | null = null
  /** The caller as rules distinguish callers. */
  who: Caller = { kind: 'anonymous' }
  readonly #service: Service
  readonly #auth: Auth

  constructor(service: Service, auth: Auth) {
    this.#service = service
    this.#auth = auth
  }

  /** Undoes all changes to the rows if `work` returns null. */
  attempt<T>(work: () => T | null): T | null {
    const before = this.rows.map((row) => ({ row, values: new Map(row.values), links: new Map(row.links) }))
    const result = work()
    if (result !== null) return result
    this.rows.length = before.length
    for (const { row, values, links } of before) {
      replaceAll(row.values, values)
      replaceAll(row.links, links)
    }
    return null
  }

  /** Adds a row with its required relations. Returns null if tests cannot create it. */
  add(model: string): MadeRow | null {
    const item = testItem(this.#service, model)
    if (item === null) return null
    const sample = sampleBody(item.model, FIRST_SAMPLE + this.rows.length)
    if (sample === null) return null
    const row = new MadeRow(item, uniqueValues(item.model, sample))
    for (const { name, target } of item.links) {
      const linked = this.add(target)
      if (linked === null) return null
      row.links.set(name, linked)
    }
    this.rows.push(row)
    return row
  }

  /** Adds the caller. Returns whether tests can create such a user. */
  addCaller(principal: RowRule['principal'], password: string): boolean {
    if (principal.kind === 'everyone') return true
    const { model, fields } = this.#auth
    const user = this.add(model)
    if (user === null) return false
    const isNamed = principal.kind === 'group' || principal.kind === 'user'
    this.who = isNamed ? principal : { kind: 'authenticated' }
    user.values.set(fields.password, password)
    const groups = principal.kind === 'group' ? [principal.name] : []
    if (fields.groups !== null) user.values.set(fields.groups, groups)
    else if (groups.length > 0) return false
    const key = fieldOf(user.model, user.model.key)
    if (principal.kind === 'user' && key?.type !== 'string') return false
    if (principal.kind === 'user') user.values.set(user.model.key, principal.name)
    this.caller = user
    return true
  }

  /** Gives the caller a value in each field of the caller that a rule uses. Returns whether it could. */
  completeCaller({ filters }: RowRule): boolean {
    const { caller } = this
    return filters.every(({ value }) => {
      if (value.kind !== 'user') return true
      if (caller === null) return false
      const end = endOf(caller.model, value.field)
      if (end !== undefined) return this.#related(caller, end).length > 0 || this.#link(caller, end) !== null
      const field = fieldOf(caller.model, value.field)
      if (field === undefined) return false
      if (field.name === caller.model.key) return true
      const known = caller.value(field.name)
      // Another group would make other rules apply.
      if (field.name === this.#auth.fields.groups && this.who.kind !== 'group') return false
      const isEmpty = known === undefined || known === null || (Array.isArray(known) && known.length === 0)
      const sample = valuesLike(field, []).find(
        (each) => each !== null && !(Array.isArray(each) && each.length === 0),
      )
      if (isEmpty && sample !== undefined) caller.values.set(field.name, sample)
      return !isEmpty || sample !== undefined
    })
  }

  /** Adds a row for which each filter holds, or does not hold. Returns null if tests cannot create it. */
  addFor(model: string, filters: readonly (readonly [RuleFilter, boolean])[]): MadeRow | null {
    const row = this.add(model)
    if (row === null) return null
    const isDone = filters.every(([{ path, op, value }, isWanted]) => {
      const operand = this.#operand(value)
      return operand === undefined || operand === null
        ? !isWanted
        : this.#fit(row, path, op, operand, isWanted)
    })
    return isDone ? row : null
  }

  /**
   * Returns whether the caller has a permission on a row. Functions are paused and select nothing.
   * @param ignored a rule that does not count
   */
  covers(permission: RowPermission, row: MadeRow, ignored?: RowRule): Known {
    const { rowRules } = row.model
    if (rowRules === undefined) return true
    return some(
      rowRules
        .filter((rule) => rule !== ignored && rule.function === null)
        .filter((rule) => rule.permissions.includes(permission) && includes(rule.principal, this.who))
        .map((rule) => this.holds(rule, row)),
    )
  }

  holds({ filters }: RowRule, row: MadeRow): Known {
    return every(
      filters.map(({ path, op, value }) => {
        const operand = this.#operand(value)
        if (operand === undefined) return undefined
        return operand === null ? false : this.#compare(row, path, op, operand)
      }),
    )
  }

  /**
   * Returns whether all rows can be stored: no two have the same unique value, or the same row in a one-to-one
   * relation.
   */
  get isConsistent(): boolean {
    const texts = this.rows.flatMap((row) => this.#uniqueTexts(row))
    return new Set(texts).size === texts.length
  }

  #uniqueTexts(row: MadeRow): readonly string[] {
    const { id, key, fields, relations, groups = [] } = row.model
    const textOf = (names: readonly string[]): readonly string[] => {
      const values = names.map((name) => {
        const linked = row.links.get(name)
        if (linked !== undefined) return linked === null ? null : this.rows.indexOf(linked)
        return row.value(name) ?? null
      })
      return values.includes(null) ? [] : [JSON.stringify([id, names, values])]
    }
    const single = [
      ...fields.filter(({ name, constraints }) => name === key || constraints.unique).map(({ name }) => name),
      ...relations
        .filter((end) => end.side === 'holder' && relationOf(this.#service, end).kind === 'one-to-one')
        .map(({ name }) => name),
    ]
    return [
      ...single.flatMap((name) => textOf([name])),
      ...groups.filter(({ unique }) => unique).flatMap(({ names }) => textOf(names)),
    ]
  }

  /** Returns the rows at the other end of a relation. */
  #related(row: MadeRow, end: RelationEnd): readonly MadeRow[] {
    if (end.side === 'holder') return [row.links.get(end.name) ?? []].flat()
    const { backref } = relationOf(this.#service, end)
    return this.rows.filter(({ model, links }) => model.id === end.target && links.get(backref) === row)
  }

  /** Links a row to another, by default to a new one. Returns the other row, or null if tests cannot create it. */
  #link(row: MadeRow, end: RelationEnd, given?: MadeRow): MadeRow | null {
    const other = given ?? this.add(end.target)
    if (other === null) return null
    if (end.side === 'holder') row.links.set(end.name, other)
    else other.links.set(relationOf(this.#service, end).backref, row)
    return other
  }

  /** Returns null if there is no value, and undefined if the generator does not know it. */
  #operand(value: RuleValue): Operand | undefined {
    if (value.kind === 'literal') return { values: [value.value].flat(), isText: true }
    // Rows are created long before or after this time.
    if (value.kind === 'time')
      return { values: [value.name === 'now' ? NOW : NOW.slice(0, 10)], isText: false }
    const { caller } = this
    if (caller === null) return null
    const end = endOf(caller.model, value.field)
    if (end !== undefined) {
      const [other] = this.#related(caller, end)
      return other === undefined ? null : keyOperand(other)
    }
    if (value.field === caller.model.key) return keyOperand(caller)
    const known = caller.value(value.field)
    if (known === undefined) return undefined
    const values = known === null ? [] : [known].flat()
    return values.length === 0 ? null : { values, isText: false }
  }

  #compare(row: MadeRow, path: readonly string[], op: string, operand: NonNullable<Operand>): Known {
    const opposite = negatedBy(op)
    if (opposite !== undefined) return not(this.#compare(row, path, opposite, operand))
    if (isAbsence(op, operand)) return not(this.#compare(row, path, 'exists', PRESENT))
    const [name = '', ...rest] = path
    const end = endOf(row.model, name)
    if (end !== undefined) {
      const related = this.#related(row, end)
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
    row: MadeRow,
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
      const [known] = this.#related(row, end)
      const other = known ?? this.#link(row, end)
      return other !== null && this.#fit(other, rest, op, operand, isWanted)
    }
    if (op === 'exists') {
      if (isWanted) return this.#link(row, end) !== null
      if (end.side === 'holder') row.links.set(name, null)
      return !isRequiredEnd(this.#service, end)
    }
    if (!isWanted) return this.#link(row, end) !== null
    if ('key' in operand) return this.#link(row, end, operand.key) !== null
    const [value] = operand.values
    const known = this.rows.find((each) => each.model.id === end.target && each.key === value)
    const other = this.#link(row, end, known)
    if (other === null || value === undefined) return false
    if (other !== known) other.values.set(other.model.key, value)
    return keyTypeOf(this.#service, other.model.id) !== 'id_field'
  }

  #fitField(
    row: MadeRow,
    name: string,
    op: string,
    operand: NonNullable<Operand>,
    isWanted: boolean,
  ): boolean {
    const field = fieldOf(row.model, name)
    if (field === undefined || field.type === 'id_field') return !isWanted
    if ('key' in operand) return !isWanted
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

/** A time between those of the samples of the past and of the future. */
const NOW = '2050-01-01T00:00:00.000Z'
const PRESENT: Bound = { values: [true], isText: false }

function isAbsence(op: string, operand: NonNullable<Operand>): boolean {
  return op === 'exists' && 'values' in operand && operand.values[0] === false
}

function keyOperand(row: MadeRow): NonNullable<Operand> {
  const { key } = row
  return key === undefined ? { key: row } : { values: [key], isText: false }
}

function uniqueValues(
  { fields, key, groups = [] }: Model,
  { stored, internal }: SampleBody,
): ReadonlyMap<string, Json> {
  const grouped = new Set(groups.filter(({ unique }) => unique).flatMap(({ names }) => names))
  const own = fields.filter(
    ({ name, constraints, type }: Field) =>
      type !== 'foreign_key' && (name === key || constraints.unique || grouped.has(name)),
  )
  const sample = new Map(Object.entries<Json>({ ...stored, ...internal }))
  return new Map(
    own.flatMap(({ name }) => {
      const value = sample.get(name)
      return value === undefined ? [] : [[name, value] as const]
    }),
  )
}

function replaceAll<Value>(map: Map<string, Value>, values: ReadonlyMap<string, Value>): void {
  map.clear()
  for (const [name, value] of values) map.set(name, value)
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
