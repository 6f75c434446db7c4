import { acceptedIssued } from '../../access/caller.js'
import { rowRuleText } from '../../access/row-rules.js'
import { verdictOn } from '../../access/verdict.js'
import type {
  Action,
  Auth,
  Json,
  Model,
  RelationEnd,
  Route,
  RowRule,
  RuleFilter,
  Service,
} from '../../ir/index.js'
import { ROW_PERMISSIONS } from '../../ir/index.js'
import { fullPathOf, modelOf } from '../../ir/lookup.js'
import { sampleBody } from '../samples/sample-body.js'
import { endOf, isRestricted, relationOf } from '../shared.js'
import { needsLogIn } from './access.js'
import { bodyOf } from './requests.js'
import { isExclusive, isFree, LeftOut, TestRow, unlessLeftOut } from './rows.js'
import { RuleRows } from './rule-rows.js'
import { type MissingTest, pathOf, type RowTable, shown, type TestRequest } from './table.js'

/** The test of a rule: rows on both sides of it, and requests of a caller to whom it applies. */
export interface RuleTest {
  readonly rule: string
  /** The rows that are stored, in order. */
  readonly rows: readonly string[]
  /** The row of the caller; absent for an anonymous caller. */
  readonly caller?: string
  /** The rows that the caller can and cannot view. */
  readonly seen: readonly string[]
  readonly hidden: readonly string[]
  /** The name of the primary key, if the caller can filter by it. */
  readonly key?: string
  readonly list?: string
  readonly items?: readonly string[]
  /** A related row to which all rows refer. */
  readonly related?: { readonly list: string; readonly item: string; readonly relation: string }
  /** Further requests, in order. */
  readonly requests: readonly Omit<TestRequest, 'rows'>[]
}

export function hasRowRuleTests(service: Service): boolean {
  return service.auth !== null && service.models.some(({ rowRules = [] }) => rowRules.length > 0)
}

/** Returns the tests of the rules of a service. Each has a row that only one filter of the rule excludes. */
export function rowRuleTests(
  service: Service,
  auth: Auth,
  table: RowTable,
): readonly (RuleTest | MissingTest)[] {
  return service.models.flatMap((model) =>
    (model.rowRules ?? []).flatMap((rule) => {
      const title = `${model.id}: ${rowRuleText(rule)}`
      const missing: string[] = []
      const test = unlessLeftOut<RuleTest | null>(
        () => new RuleTestBuilder(service, auth, model, rule, table).build(title, missing),
        (reason) => {
          missing.push(reason)
          return null
        },
      )
      return [...(test === null ? [] : [test]), ...missing.map((reason) => ({ title, reason }))]
    }),
  )
}

class RuleTestBuilder {
  readonly #service: Service
  readonly #auth: Auth
  readonly #model: Model
  readonly #rule: RowRule
  readonly #rows: RuleRows
  readonly #table: RowTable

  constructor(service: Service, auth: Auth, model: Model, rule: RowRule, table: RowTable) {
    this.#service = service
    this.#auth = auth
    this.#model = model
    this.#rule = rule
    this.#rows = new RuleRows(service, auth)
    this.#table = table
  }

  build(title: string, missing: string[]): RuleTest {
    const { function: selects, principal } = this.#rule
    if (selects !== null)
      throw new LeftOut(`Write a test for the function "${selects}", which selects the rows.`)
    if (principal.kind !== 'everyone' && !needsLogIn(this.#service, this.#auth))
      throw new LeftOut('Tests cannot log in.')
    this.#rows.addCaller(this.#rule)
    const inside = this.#inside()
    const outside = this.#outside()
    if (outside.length === 0 && this.#rule.filters.length > 0)
      missing.push('No row is certain to be covered by no rule.')
    const rows = [inside, ...outside]
    const seen = rows.filter((row) => this.#rows.covers('view', row) === true)
    const hidden = rows.filter((row) => this.#rows.covers('view', row) === false)
    // It changes the links of rows and therefore comes first.
    const related = this.#related([...seen, ...hidden])
    const [index, show] = [this.#route('index'), this.#route('show')]
    const viewed = {
      ...(index !== null && this.#isShown(this.#model, this.#model.key) ? { key: this.#model.key } : {}),
      ...(index === null ? {} : { list: this.#path(index) }),
      ...(show === null ? {} : { items: [...seen, ...hidden].map((row) => this.#path(show, row)) }),
      ...(related === null ? {} : { related }),
    }
    const { caller } = this.#rows
    const others = outside.filter((row) => row !== caller)
    const requests = [
      ...this.#updates(rows),
      ...this.#moves(inside, outside),
      ...this.#creations(rows),
      ...this.#deletions([...others, inside]),
    ]
    if (requests.length === 0 && Object.keys(viewed).length === 0)
      throw new LeftOut('No route lets this caller use these rows.')
    const name = (row: TestRow): string => this.#table.nameOf(row)
    return {
      rule: title,
      rows: this.#table.namesOf(this.#rows.rows),
      ...(caller === null ? {} : { caller: name(caller) }),
      seen: seen.map(name),
      hidden: hidden.map(name),
      ...viewed,
      requests,
    }
  }

  /** Returns a row that the rule covers, preferably one that no other rule covers. */
  #inside(): TestRow {
    const { filters, permissions } = this.#rule
    const isInside = (row: TestRow): boolean =>
      row.model === this.#model && this.#rows.holds(this.#rule, row) === true
    const isOnly = (row: TestRow): boolean =>
      permissions.some((permission) => this.#rows.covers(permission, row, this.#rule) === false)
    const create = (isWanted: (row: TestRow) => boolean): TestRow | null =>
      this.#rows.rows.attempt(() => {
        const row = this.#rows.addFor(this.#model.id, filters.map(wanted))
        return this.#rows.rows.isConsistent() && isInside(row) && isWanted(row) ? row : null
      })
    // The caller, or a row to which the caller refers, can be such a row.
    const known = this.#rows.rows.rows.filter((row) => filters.length > 0 && isInside(row))
    const found = known.find(isOnly) ?? create(isOnly) ?? known[0] ?? create(() => true)
    if (found === null) throw new LeftOut('No row is certain to be covered by the rule.')
    return found
  }

  /** Returns rows that no rule for the caller covers and that differ from the rule in one filter each. */
  #outside(): readonly TestRow[] {
    const { filters, permissions } = this.#rule
    if (filters.length === 0) return []
    const create = (wishes: readonly (readonly [RuleFilter, boolean])[]): TestRow | null =>
      this.#rows.rows.attempt(() => {
        const row = this.#rows.addFor(this.#model.id, wishes)
        const isOutside = permissions.some((permission) => this.#rows.covers(permission, row) === false)
        return isOutside && this.#rows.rows.isConsistent() ? row : null
      })
    const near = filters.flatMap((unmet) => create(filters.map((filter) => [filter, filter !== unmet])) ?? [])
    if (near.length > 0) return near
    const all = (this.#model.rowRules ?? []).flatMap((rule) => rule.filters)
    return [create(all.map((filter) => [filter, false])) ?? []].flat()
  }

  /** Links all rows to one related row whose document and filters show them, and returns that row's routes. */
  #related(rows: readonly TestRow[]): NonNullable<RuleTest['related']> | null {
    if (rows.length === 0) return null
    for (const end of this.#model.relations.filter(({ side }) => side === 'holder')) {
      const relation = relationOf(this.#service, end)
      const target = modelOf(this.#service, end.target)
      const index = this.#route('index', target)
      const show = this.#route('show', target)
      if (relation.kind !== 'one-to-many' || relation.listed === false || target === this.#model) continue
      if (index === null || show === null || !this.#isShown(target, relation.field)) continue
      const other = this.#linkAll(rows, end)
      if (other !== null)
        return { list: this.#path(index), item: this.#path(show, other), relation: relation.field }
    }
    return null
  }

  /** Links all rows to one visible row. Returns null, and restores the links, if that changes what rules cover. */
  #linkAll(rows: readonly TestRow[], end: RelationEnd): TestRow | null {
    const views = (modelOf(this.#service, end.target).rowRules ?? []).filter(
      ({ permissions, function: name }) => permissions.includes('view') && name === null,
    )
    const known = [this.#rows.caller, ...rows.map(({ links }) => links.get(end.name) ?? null)]
    const candidates = [
      ...known.map((row) => () => (row?.model.id === end.target ? row : null)),
      () => this.#rows.rows.add(end.target),
      ...views.map((view) => () => this.#rows.addFor(end.target, view.filters.map(wanted))),
    ]
    const before = this.#verdicts(rows)
    for (const candidate of candidates) {
      const found = this.#rows.rows.attempt(() => {
        const other = candidate()
        if (other === null) return null
        for (const { links } of rows) links.set(end.name, other)
        const isKept = this.#rows.covers('view', other) === true && this.#verdicts(rows) === before
        return isKept && this.#rows.rows.isConsistent() ? other : null
      })
      if (found !== null) return found
    }
    return null
  }

  #verdicts(rows: readonly TestRow[]): string {
    return JSON.stringify(
      rows.map((row) =>
        ROW_PERMISSIONS.flatMap((permission) => [
          this.#rows.covers(permission, row) ?? null,
          this.#rows.covers(permission, row, this.#rule) ?? null,
        ]),
      ),
    )
  }

  #updates(rows: readonly TestRow[]): RuleTest['requests'] {
    const item = this.#route('update')
    const many = this.#isShown(this.#model, this.#model.key) ? this.#route('update_many') : null
    const body = this.#change()
    if (body === null) return []
    return rows.flatMap((row) => {
      const [isSeen, isCovered] = [this.#rows.covers('view', row), this.#rows.covers('update', row)]
      if (isSeen === undefined || isCovered === undefined) return []
      const name = this.#table.nameOf(row)
      const status = isCovered ? 200 : isSeen ? 403 : 404
      const bulk = isCovered && isSeen ? { count: 1 } : { count: 0, row: name }
      return [
        ...(item === null ? [] : [this.#request(item, row, { body, status, row: name })]),
        ...(many === null ? [] : [this.#request(many, row, { body, status: 200, ...bulk })]),
      ]
    })
  }

  /** Requests that would give a row the values of a row that the rule does not cover. */
  #moves(inside: TestRow, outside: readonly TestRow[]): RuleTest['requests'] {
    const update = this.#route('update')
    if (update === null || this.#rows.covers('update', inside) !== true || inside === this.#rows.caller)
      return []
    const names = [...new Set(this.#rule.filters.map(({ path: [name = ''] }) => name))]
    return outside.flatMap((row) => {
      const values = new Map<string, Json>()
      const links = new Map<string, TestRow | null>()
      const body: Record<string, unknown> = {}
      for (const name of names.filter((each) => this.#isMovable(each))) {
        const [value, linked] = [row.value(name), row.links.get(name)]
        if (value !== undefined && endOf(row.model, name) === undefined && value !== inside.value(name)) {
          values.set(name, value)
          body[name] = shown(row.model, name, value)
        }
        if (linked === undefined || linked === inside.links.get(name)) continue
        links.set(name, linked)
        body[name] = linked && this.#table.keyOf(linked)
      }
      const isRefused = Object.keys(body).length > 0 && this.#leavesRules(inside, values, links)
      const name = this.#table.nameOf(inside)
      return isRefused ? [this.#request(update, inside, { body, status: [400, 403], row: name })] : []
    })
  }

  /** Returns whether no rule would cover a row with other values. The rows that refer to it still do. */
  #leavesRules(
    row: TestRow,
    values: ReadonlyMap<string, Json>,
    links: ReadonlyMap<string, TestRow | null>,
  ): boolean {
    let leaves = false
    this.#rows.rows.attempt(() => {
      for (const [name, value] of values) row.values.set(name, value)
      for (const [name, linked] of links) row.links.set(name, linked)
      leaves = this.#rows.covers('update', row) === false
      return null
    })
    return leaves
  }

  /** Returns whether the caller can give a field of a row the value of another row. */
  #isMovable(name: string): boolean {
    return this.#isWritable(name) && !isExclusive(this.#service, this.#model, name)
  }

  #creations(rows: readonly TestRow[]): RuleTest['requests'] {
    const create = this.#route('create')
    if (create === null || this.#model.id === this.#auth.model) return []
    return rows.flatMap((row, index) =>
      unlessLeftOut<RuleTest['requests']>(
        () => {
          const copy = this.#copyOf(row, index)
          if (!this.#rows.rows.isConsistent(copy)) return []
          const isCovered = this.#rows.covers('create', copy)
          const links = [...copy.links.values()].map(
            (linked) => linked === null || this.#rows.covers('view', linked),
          )
          if (isCovered === undefined || links.includes(undefined)) return []
          const body = bodyOf(this.#service, this.#table, copy, new Map())
          if (Object.keys(body).some((each) => !this.#isWritable(each))) return []
          // A caller who cannot create any row is rejected before the links are checked.
          const status = links.includes(false) ? (isCovered ? 400 : [400, 403]) : isCovered ? 201 : 403
          return [this.#request(create, copy, { body, status })]
        },
        () => [],
      ),
    )
  }

  /** Returns a row like another, with other unique values. No row refers to it. */
  #copyOf(row: TestRow, index: number): TestRow {
    const { model } = row
    const n = row.n + 50 + index
    const sample = sampleBody(model, n)
    if (sample === null || Object.keys(sample.virtual).length > 0) throw new LeftOut('No other sample.')
    const used = new Set((model.rowRules ?? []).flatMap(({ filters }) => filters.map(({ path }) => path[0])))
    const copy = new TestRow(model, n, sample, row.values, row.links)
    for (const name of [...copy.values.keys(), ...copy.links.keys()]) {
      if (!isExclusive(this.#service, model, name)) continue
      const other = Object.hasOwn(sample.stored, name) ? sample.stored[name] : undefined
      if (used.has(name) || other === undefined) throw new LeftOut('The rule concerns a unique value.')
      copy.values.set(name, other)
    }
    const isKept = [...copy.values.keys()].every(
      (name) => Object.hasOwn(sample.stored, name) || !used.has(name),
    )
    if (!isKept) throw new LeftOut('Clients cannot write a field of the rule.')
    return copy
  }

  #deletions(rows: readonly TestRow[]): RuleTest['requests'] {
    const route = this.#route('delete')
    if (route === null) return []
    return rows.flatMap((row) => {
      const [isSeen, isCovered] = [this.#rows.covers('view', row), this.#rows.covers('delete', row)]
      if (isSeen === undefined || isCovered === undefined || (isCovered && this.#rows.rows.isHeld(row)))
        return []
      const status = isCovered ? 200 : isSeen ? 403 : 404
      return [this.#request(route, row, { status, row: this.#table.nameOf(row) })]
    })
  }

  /** Returns the body that changes a field which no rule uses, or null if there is none. */
  #change(): Readonly<Record<string, unknown>> | null {
    // A path can lead back to the model, so that a rule can use a field anywhere in its path.
    const used = new Set(
      (this.#model.rowRules ?? []).flatMap(({ filters }) => filters.flatMap(({ path }) => path)),
    )
    const { stored = {} } = sampleBody(this.#model, 90) ?? {}
    const field = this.#model.fields.find(
      ({ name, type }) =>
        Object.hasOwn(stored, name) &&
        !used.has(name) &&
        !isExclusive(this.#service, this.#model, name) &&
        !(this.#model.id === this.#auth.model && Object.values(this.#auth.fields).includes(name)) &&
        (type === 'string' || type === 'text' || type === 'integer') &&
        sampleBody(this.#model, 1)?.stored[name] !== stored[name] &&
        isFree(this.#model, name) &&
        this.#isShown(this.#model, name),
    )
    return field === undefined ? null : { [field.name]: stored[field.name] }
  }

  #isWritable(name: string): boolean {
    return !isRestricted(this.#model, name) && this.#isShown(this.#model, name)
  }

  /** Returns whether the caller sees a field. */
  #isShown({ visibility }: Model, name: string): boolean {
    const { caller, who } = this.#rows
    if (who.kind === 'group' && who.name === 'admin') return true
    if (visibility.hidden.includes(name)) return false
    return (caller === null ? visibility.public : visibility.authenticated)?.includes(name) ?? true
  }

  /** Returns a route at the root that the caller is allowed to use, or null. */
  #route(action: Action, model = this.#model): Route | null {
    const found = this.#service.routes.find(
      (route) =>
        route.model === model.id &&
        route.action === action &&
        route.parents.length === 0 &&
        (route.kind === 'item' || route.kind === 'collection') &&
        (route.parameters ?? []).every(({ required }) => !required) &&
        (route.accepts === null ||
          route.accepts.length === 0 ||
          acceptedIssued(this.#service, route.accepts).length > 0) &&
        verdictOn(route, this.#rows.who, this.#service).kind === 'allow',
    )
    return found ?? null
  }

  #path(route: Route, row?: TestRow): string {
    return pathOf(fullPathOf(this.#service, route), () => row && `{${this.#table.nameOf(row)}}`)
  }

  /** Returns a request for a row, which a bulk request selects by its key. */
  #request(
    route: Route,
    row: TestRow,
    part: Pick<TestRequest, 'body' | 'status' | 'row' | 'count'>,
  ): RuleTest['requests'][number] {
    const { method, action } = route
    const selected =
      action === 'update_many' ? `?${encodeURIComponent(this.#model.key)}={${this.#table.nameOf(row)}}` : ''
    const path = action === 'create' ? this.#path(route) : this.#path(route, row) + selected
    return { title: `${method} ${path}`, method, path, ...part }
  }
}

function wanted(filter: RuleFilter): readonly [RuleFilter, boolean] {
  return [filter, true]
}
