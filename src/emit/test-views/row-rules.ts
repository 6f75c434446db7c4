import { acceptedIssued, type Caller } from '../../access/caller.js'
import { rowRuleText } from '../../access/row-rules.js'
import { verdictOn } from '../../access/verdict.js'
import type { Action, Auth, Model, Route, RowRule, RuleFilter, Service } from '../../ir/index.js'
import { fullPathOf, modelOf } from '../../ir/lookup.js'
import { literal } from '../literal.js'
import { sampleBody } from '../samples/sample-body.js'
import { fieldOf, isRestricted, relationOf } from '../shared.js'
import { needsLogIn } from './access.js'
import { bodyOf } from './requests.js'
import { isExclusive, isFree, LeftOut, type TestRow, uniqueSets, unlessLeftOut } from './rows.js'
import { RuleRows } from './rule-rows.js'
import { type MissingTest, pathOf, type RowTable } from './table.js'

type Body = Readonly<Record<string, unknown>>

/** The test of a rule: rows on both sides of it, and requests of a caller to whom it applies. */
export interface RuleTest {
  readonly rule: string
  readonly model: string
  /** The position of the rule among those of the model. */
  readonly index: number
  /** The rows that are stored, in order. */
  readonly rows: readonly string[]
  readonly caller?: string
  readonly inside: string
  readonly outside: readonly string[]
  /** The paths of requests. Paths of single rows contain `{row}`. */
  readonly list?: string
  readonly show?: string
  readonly update?: string
  readonly updateMany?: string
  readonly create?: string
  readonly delete?: string
  /** The name of the primary key, if the caller can filter by it. */
  readonly key?: string
  readonly change?: Body
  readonly moves?: readonly Body[]
  readonly bodies?: readonly Body[]
  readonly related?: readonly object[]
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
    (model.rowRules ?? []).flatMap((rule, index) => {
      const title = `${model.id}: ${rowRuleText(rule)}`
      const missing: string[] = []
      const note = (reason: string): null => {
        missing.push(reason)
        return null
      }
      const test = unlessLeftOut<RuleTest | null>(() => {
        if (rule.function !== null)
          throw new LeftOut(`Write a test for the function "${rule.function}", which selects the rows.`)
        if (rule.principal.kind !== 'everyone' && !needsLogIn(service, auth))
          throw new LeftOut('Tests cannot log in.')
        return {
          rule: title,
          model: model.id,
          index,
          ...new RuleTestBuilder(service, auth, model, rule, table).build(note),
        }
      }, note)
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
  readonly #who: Caller
  readonly #table: RowTable

  constructor(service: Service, auth: Auth, model: Model, rule: RowRule, table: RowTable) {
    const { principal } = rule
    this.#service = service
    this.#auth = auth
    this.#model = model
    this.#rule = rule
    this.#rows = new RuleRows(service, auth, rule)
    this.#who =
      principal.kind === 'everyone'
        ? { kind: 'anonymous' }
        : principal.kind === 'group' || principal.kind === 'user'
          ? principal
          : { kind: 'authenticated' }
    this.#table = table
  }

  build(note: (reason: string) => null): Omit<RuleTest, 'rule' | 'model' | 'index'> {
    const { filters } = this.#rule
    const { caller, rows } = this.#rows
    const inside = this.#rows.inside(this.#model, filters)
    const outside = filters.flatMap(
      (unmet) => rows.attempt(() => this.#rows.add(this.#model, filters, unmet), note) ?? [],
    )
    const bodies = this.#bodies([null, ...filters])
    const key = this.#isShown(this.#model, this.#model.key) ? this.#model.key : null
    const paths = {
      ...this.#path('list', 'index'),
      ...this.#path('show', 'show'),
      ...this.#path('update', 'update'),
      ...(key === null ? {} : this.#path('updateMany', 'update_many')),
      ...(bodies.length === 0 ? {} : this.#path('create', 'create')),
      ...this.#path('delete', 'delete'),
    }
    if (Object.keys(paths).length === 0) throw new LeftOut('No route lets this caller use these rows.')
    const change = this.#change([inside, ...outside])
    const moves = outside.map((row) => this.#move(inside, row)).filter((body) => body !== null)
    const related = [inside, ...outside].flatMap((row) => this.#related(row))
    const name = (row: TestRow): string => this.#table.nameOf(row)
    return {
      rows: this.#table.namesOf(rows),
      ...(caller === null ? {} : { caller: name(caller) }),
      inside: name(inside),
      outside: outside.map(name),
      ...paths,
      ...(key === null ? {} : { key }),
      ...(change === null ? {} : { change }),
      ...(moves.length === 0 ? {} : { moves }),
      ...(bodies.length === 0 ? {} : { bodies }),
      ...(related.length === 0 ? {} : { related }),
    }
  }

  /** Returns the rows that the rows of a test refer to, if the caller can use their lists of these rows. */
  #related(row: TestRow): readonly object[] {
    return this.#model.relations.flatMap((end) => {
      const relation = relationOf(this.#service, end)
      const [target, other] = [modelOf(this.#service, end.target), row.links.get(end.name)]
      const { list, show } = {
        ...this.#path('list', 'index', target),
        ...this.#path('show', 'show', target),
      }
      if (!other || end.side === 'one' || relation.kind !== 'one-to-many' || relation.listed === false)
        return []
      if (list === undefined || show === undefined || !this.#isShown(target, relation.field)) return []
      const [name, of] = [this.#table.nameOf(row), this.#table.nameOf(other)]
      return [{ row: name, of, model: target.id, relation: relation.field, list, show }]
    })
  }

  /** Returns the body of a change that gives a row the values of a row on the other side of the rule. */
  #move(row: TestRow, other: TestRow): Body | null {
    if (row === this.#rows.caller) return null
    const names = this.#rule.filters
      .map(({ path: [name = ''] }) => name)
      .filter((name) => this.#isWritable(name) && !isExclusive(this.#service, this.#model, name))
    const body: Record<string, unknown> = {}
    for (const name of names) {
      const [value, linked] = [other.values.get(name), other.links.get(name)]
      if (linked !== undefined && linked !== row.links.get(name))
        body[name] = linked && this.#table.keyOf(linked)
      if (value !== undefined && value !== row.values.get(name)) body[name] = value
    }
    return Object.keys(body).length === 0 ? null : body
  }

  /** Returns the bodies of new rows that can all be stored, because no two of them have the same unique values. */
  #bodies(filters: readonly (RuleFilter | null)[]): readonly Body[] {
    const sets = uniqueSets(this.#service, this.#model)
    const isSame = (body: Body, other: Body, name: string): boolean =>
      name in body && literal(body[name]) === literal(other[name])
    const isTaken = (body: Body, other: Body): boolean =>
      sets.some((names) => names.every((name) => isSame(body, other, name)))
    const bodies: Body[] = []
    for (const unmet of filters) {
      const body = this.#body(unmet)
      if (body !== null && !bodies.some((other) => isTaken(body, other))) bodies.push(body)
    }
    return bodies
  }

  /** Returns the body of a new row, whose values do not depend on defaults, or null if there is none. */
  #body(unmet: RuleFilter | null): Body | null {
    if (this.#model.id === this.#auth.model || this.#route('create') === null) return null
    const used = (this.#model.rowRules ?? []).flatMap(({ filters }) =>
      filters.map(({ path: [name = ''] }) => name),
    )
    const { rows } = this.#rows
    return rows.attempt(() => {
      const row = this.#rows.add(this.#model, this.#rule.filters, unmet)
      const body = bodyOf(this.#service, this.#table, row, new Map())
      const isCertain = used.every(
        (name) =>
          name in body || (!row.values.has(name) && (fieldOf(this.#model, name)?.default ?? null) === null),
      )
      const isReferredTo = rows.rows.some(({ links }) => [...links.values()].includes(row))
      if (!isCertain || isReferredTo || !Object.keys(body).every((name) => this.#isWritable(name)))
        return null
      rows.rows.splice(rows.rows.indexOf(row), 1)
      return body
    })
  }

  /** Returns the body that changes a field of each row which no rule uses, or null if there is none. */
  #change(rows: readonly TestRow[]): Body | null {
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
        rows.every((row) => row.value(name) !== stored[name]) &&
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
    if (this.#who.kind === 'group' && this.#who.name === 'admin') return true
    if (visibility.hidden.includes(name)) return false
    return (
      (this.#who.kind === 'anonymous' ? visibility.public : visibility.authenticated)?.includes(name) ?? true
    )
  }

  /**
   * Returns a route at the root that the caller is allowed to use, or null. Changes are sent as a PATCH. Of routes that
   * answer as an OpenAPI document declares, tests use only those that show items, because they need only the status.
   */
  #route(action: Action, model = this.#model): Route | null {
    const found = this.#service.routes.find(
      (route) =>
        route.model === model.id &&
        route.action === action &&
        route.method !== 'PUT' &&
        (route.contract === undefined ||
          (action === 'show' && model === this.#model && route.contract.isImpossible !== true)) &&
        route.parents.length === 0 &&
        (route.kind === 'item' || route.kind === 'collection') &&
        (route.parameters ?? []).every(({ required }) => !required) &&
        (route.accepts === null ||
          (route.accepts.length === 0 && this.#who.kind === 'anonymous') ||
          acceptedIssued(this.#service, route.accepts).length > 0) &&
        verdictOn(route, this.#who, this.#service).kind === 'allow',
    )
    return found ?? null
  }

  #path(name: PathName, action: Action, model = this.#model): { readonly [N in PathName]?: string } {
    const route = this.#route(action, model)
    return route === null ? {} : { [name]: pathOf(fullPathOf(this.#service, route), () => '{row}') }
  }
}

type PathName = 'list' | 'show' | 'update' | 'updateMany' | 'create' | 'delete'
