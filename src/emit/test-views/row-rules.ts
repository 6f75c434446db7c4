import type { Caller } from '../../access/caller.js'
import { rulesWithoutRelated } from '../../access/related-rows.js'
import { rowRuleText } from '../../access/row-rules.js'
import { verdictOn } from '../../access/verdict.js'
import type { Action, Auth, Json, Model, Route, RowRule, RuleValue, Service } from '../../ir/index.js'
import { fullPathOf, isSeenBy, modelOf } from '../../ir/lookup.js'
import { sampleBody } from '../../sample-values/sample-body.js'
import { acceptsLogIn, canLogIn } from './access.js'
import { ifCertain, LeftOut, unlessLeftOut } from './left-out.js'
import { isExclusive, requiredEnds } from './needs.js'
import { pathOf } from './paths.js'
import { changedField, type Demand, storedValue, type TestRow, TestRows } from './rows.js'
import { type Body, checkGiven, type MissingTest, type RowTable } from './table.js'
import { endOf, fieldOf, isRestricted, relationOf } from '../../ir/members.js'
import { userFor } from './users.js'
import { NOW } from './values.js'
import { unlessEmpty } from '../../ir/json.js'

export function hasRowRuleTests(service: Service): boolean {
  return service.auth !== null && service.models.some(({ rowRules = [] }) => rowRules.length > 0)
}

/**
 * Returns the tests of the rules of a service: rows on both sides of each, and requests of a caller to whom it applies. For
 * each filter, there is a row that only this filter excludes.
 */
export function rowRuleTests(table: RowTable, auth: Auth) {
  const { service } = table
  return service.models.flatMap((model) =>
    (model.rowRules ?? []).flatMap((rule, index) => {
      const title = `${model.id}: ${rowRuleText(rule)}`
      const missing: string[] = []
      const note = (reason: string): null => {
        missing.push(reason)
        return null
      }
      const test = unlessLeftOut(() => {
        if (rule.function !== null)
          throw new LeftOut(`Write a test for the function "${rule.function}", which selects the rows.`)
        if (rule.principal.kind !== 'everyone' && !canLogIn(service, auth))
          throw new LeftOut('Tests cannot log in.')
        return {
          rule: title,
          model: model.id,
          // The position of the rule among those of the model.
          index,
          ...new RuleTestBuilder(table, auth, model, rule).build(note),
        }
      }, note)
      return [...(test === null ? [] : [test]), ...missing.map((reason): MissingTest => ({ title, reason }))]
    }),
  )
}

class RuleTestBuilder {
  readonly #service: Service
  readonly #auth: Auth
  readonly #model: Model
  readonly #rule: RowRule
  /** Each row has related rows of its own, so that changes of one do not affect another. */
  readonly #rows: TestRows
  /** Null if anonymous. */
  readonly #caller: TestRow | null
  readonly #who: Caller
  readonly #table: RowTable

  constructor(table: RowTable, auth: Auth, model: Model, rule: RowRule) {
    const { principal } = rule
    this.#service = table.service
    this.#auth = auth
    this.#model = model
    this.#rule = rule
    this.#rows = new TestRows(table.service, true)
    const used = rule.filters.flatMap(({ value }) => (value.kind === 'user' ? [value.field] : []))
    this.#caller = principal.kind === 'everyone' ? null : userFor(this.#rows, auth, principal, used)
    this.#who =
      principal.kind === 'everyone'
        ? { kind: 'anonymous' }
        : principal.kind === 'group' || principal.kind === 'user'
          ? principal
          : { kind: 'authenticated' }
    this.#table = table
  }

  build(note: (reason: string) => null) {
    const { id } = this.#model
    const [rows, caller] = [this.#rows, this.#caller]
    const demands = this.#rule.filters.map(({ path, op, value }): Demand => {
      return { path, op, operand: this.#operand(value), isMet: true }
    })
    const inside = rows.keyed(id, demands) ?? rows.add(id, demands)
    const outside = demands.flatMap((unmet) => {
      const others = demands.map((each) => (each === unmet ? { ...each, isMet: false } : each))
      return rows.attempt(() => rows.add(id, others), note) ?? []
    })
    const key = this.#isShown(this.#model, this.#model.key) ? this.#model.key : undefined
    const all = [inside, ...outside]
    const creates = this.#route('create') === undefined ? [] : all.filter((row) => this.#canCreate(row))
    const hidden = this.#hiddenIn('show')
    if (hidden !== undefined)
      note(`Write a test for the item alone: its response requires "${hidden}", which row rules can hide.`)
    const paths = {
      list: this.#path('index'),
      show: hidden === undefined ? this.#pathOf(all, 'show') : undefined,
      update: this.#pathOf(all, 'update'),
      updateMany: key === undefined ? undefined : this.#path('update_many'),
      create: creates.length === 0 ? undefined : this.#path('create'),
      delete: this.#pathOf(all, 'delete'),
    }
    if (Object.values(paths).every((path) => path === undefined))
      throw new LeftOut(
        'Write a test for these rows: generated tests use only routes without an item above, and none lets this caller use them.',
      )
    const change = this.#change(all)
    const related = all.flatMap((row) => this.#related(row))
    const name = (row: TestRow): string => this.#table.nameOf(row)
    return {
      rows: this.#table.namesOf(rows),
      caller: caller === null ? undefined : name(caller),
      inside: name(inside),
      outside: outside.map(name),
      ...paths,
      // The name of the primary key, if the caller can filter by it.
      key,
      change,
      decisive: outside.length === 0 ? undefined : unlessEmpty(this.#decisive(inside)),
      creates: unlessEmpty(creates.map(name)),
      omits: unlessEmpty([...new Set(creates.flatMap(namesIn))].filter((each) => !this.#isWritable(each))),
      related: unlessEmpty(related),
    }
  }

  /** Returns what a filter compares with: values, or a row whose key the database generates. */
  #operand(value: RuleValue): readonly Json[] | TestRow {
    if (value.kind === 'literal') return [value.value].flat()
    if (value.kind === 'time') return [NOW]
    const caller = this.#caller
    if (caller === null) throw new LeftOut('Anonymous callers have no fields.')
    const end = endOf(caller.model, value.field)
    const row = end === undefined ? caller : this.#rows.related(caller, end)
    const known = row && storedValue(row, end === undefined ? value.field : row.model.key)
    if (row === undefined || [known].flat().every((each) => each === null))
      throw new LeftOut(`The caller has no ${value.field}.`)
    return known === undefined ? row : [known].flat()
  }

  /** Returns the related item that the response of an action requires, although the caller might not be able to view it. */
  #hiddenIn(action: Action): string | undefined {
    const required = this.#route(action)?.contract?.required ?? []
    const relation = this.#service.relations.find(
      (each) =>
        each.to === this.#model.id &&
        required.includes(each.backref) &&
        rulesWithoutRelated(this.#service, each, this.#who).includes(this.#rule),
    )
    return relation?.backref
  }

  /** Returns the rows that the rows of a test refer to, if the caller can use their lists of these rows. */
  #related(row: TestRow): readonly object[] {
    return this.#model.relations.flatMap((end) => {
      const relation = relationOf(this.#service, end)
      const [target, other] = [modelOf(this.#service, end.target), row.links.get(end.name)]
      const list = this.#path('index', target)
      const show = other && this.#pathOf([other], 'show', target)
      if (!other || end.side === 'one' || relation.kind !== 'one-to-many' || relation.listed === false)
        return []
      if (list === undefined || show === undefined || !this.#isShown(target, relation.field)) return []
      const [name, of] = [this.#table.nameOf(row), this.#table.nameOf(other)]
      return [{ row: name, of, model: target.id, relation: relation.field, list, show }]
    })
  }

  /** Returns the fields and relations that decide about the rule, and that the caller can change. */
  #decisive(row: TestRow): readonly string[] {
    if (row === this.#caller) return []
    return this.#rule.filters
      .map(({ path: [name = ''] }) => name)
      .filter((name) => this.#isWritable(name) && !isExclusive(this.#service, this.#model, name))
  }

  /** Returns whether the caller can send the values of a row that has been deleted, without any that depend on defaults. */
  #canCreate(row: TestRow): boolean {
    const names = namesIn(row).filter((name) => this.#isWritable(name))
    const used = (this.#model.rowRules ?? []).flatMap(({ filters }) =>
      filters.map(({ path: [name = ''] }) => name),
    )
    const needed = requiredEnds(this.#service, this.#model).filter(({ many }) => many)
    if (this.#model.id === this.#auth.model || Object.keys(row.sample.virtual).length > 0) return false
    return (
      ifCertain(() => {
        this.#rows.checkAlone(row)
        checkGiven(this.#service, row, (name) => names.includes(name) || this.#isOfCaller(name))
        return (
          used.every(
            (name) =>
              names.includes(name) || (!row.values.has(name) && (this.#initialOf(name) ?? null) === null),
          ) && needed.every(({ name }) => names.includes(name))
        )
      }) ?? false
    )
  }

  /** Returns whether a value of new rows is by default one of the caller. */
  #isOfCaller(name: string): boolean {
    const isEnd = endOf(this.#model, name) !== undefined
    return this.#initialOf(name)?.kind === 'user' && !(isEnd && isRestricted(this.#model, name))
  }

  /** Returns the default of a field or of a relation to one item. */
  #initialOf(name: string): ReturnType<typeof relationOf>['default'] | null {
    const end = endOf(this.#model, name)
    return end ? relationOf(this.#service, end).default : fieldOf(this.#model, name)?.default
  }

  /** Returns the body that changes a field of each row which no rule uses, if there is one. */
  #change(rows: readonly TestRow[]): Body | undefined {
    // A path can lead back to the model, so that a rule can use a field anywhere in its path.
    const used = new Set(
      (this.#model.rowRules ?? []).flatMap(({ filters }) => filters.flatMap(({ path }) => path)),
    )
    const { stored = {} } = sampleBody(this.#model, 90) ?? {}
    const ofCaller = this.#model.id === this.#auth.model ? Object.values(this.#auth.fields) : []
    const field = changedField(
      this.#service,
      this.#model,
      stored,
      rows,
      (name) => !used.has(name) && !ofCaller.includes(name) && this.#isShown(this.#model, name),
    )
    return field === undefined ? undefined : { [field]: stored[field] ?? null }
  }

  #isWritable(name: string): boolean {
    return !isRestricted(this.#model, name) && this.#isShown(this.#model, name)
  }

  /** Returns whether the caller sees a field. */
  #isShown({ visibility }: Model, name: string): boolean {
    if (this.#who.kind === 'group' && this.#who.name === 'admin') return true
    return isSeenBy(this.#who.kind === 'anonymous' ? 'public' : 'authenticated', visibility, name)
  }

  /**
   * Returns a route at the root that the caller is allowed to use, if there is one. Changes are sent as a PATCH. Of routes that
   * answer as an OpenAPI document declares, tests use only those that show any item, because they need only the status.
   */
  #route(action: Action, model = this.#model): Route | undefined {
    return this.#service.routes.find(
      (route) =>
        route.model === model.id &&
        route.action === action &&
        route.method !== 'PUT' &&
        (route.contract === undefined ||
          (action === 'show' &&
            model === this.#model &&
            route.contract.fixedKey === undefined &&
            route.contract.isImpossible !== true)) &&
        route.parents.length === 0 &&
        route.scope === undefined &&
        (route.lookup === undefined || this.#isShown(model, route.lookup.field)) &&
        (route.kind === 'item' || route.kind === 'collection') &&
        (route.parameters ?? []).every(({ required }) => !required) &&
        (route.accepts === null ||
          (route.accepts.length === 0 && this.#who.kind === 'anonymous') ||
          acceptsLogIn(this.#service, route)) &&
        verdictOn(route, this.#who, this.#service).kind === 'allow',
    )
  }

  #path(action: Action, model = this.#model): string | undefined {
    const route = this.#route(action, model)
    return route && pathOf(fullPathOf(this.#service, route), () => undefined)
  }

  /** Returns the path of each of some rows: with `{row}` for its key, or with `{row.slug}` if another field identifies it. */
  #pathOf(rows: readonly TestRow[], action: Action, model = this.#model): string | undefined {
    const route = this.#route(action, model)
    const field = route?.lookup?.field
    const hasPath = (row: TestRow) => field === undefined || (storedValue(row, field) ?? null) !== null
    if (route === undefined || !rows.every(hasPath)) return undefined
    return pathOf(fullPathOf(this.#service, route), () => (field === undefined ? '{row}' : `{row.${field}}`))
  }
}

function namesIn({ values, links }: TestRow): readonly string[] {
  return [...values.keys(), ...links.keys()]
}
