import { acceptedIssued } from '../../access/caller.js'
import { rowRuleText } from '../../access/row-rules.js'
import { verdictOn } from '../../access/verdict.js'
import {
  type Action,
  type Auth,
  effectOnHolders,
  effectOnOne,
  type Json,
  type Model,
  type RelationEnd,
  type Route,
  ROW_PERMISSIONS,
  type RowRule,
  type RuleFilter,
  type Service,
} from '../../ir/index.js'
import { hasWriteRule, modelOf } from '../../ir/lookup.js'
import { UniqueNames } from '../../naming/unique.js'
import { literal, memberAccess, propertyKey } from '../literal.js'
import { sampleBody } from '../samples/sample-body.js'
import { endOf, fieldOf, isRestricted, relationOf } from '../shared.js'
import { logInName, needsLogIn, PASSWORD } from './access.js'
import { pathCode } from './requests.js'
import { MadeRow, RuleRows } from './rule-rows.js'

const CHECKS = ['list', 'filter', 'show', 'link', 'update', 'updateMany', 'create', 'delete']

/** Returns the view for `test/generated/ruled-rows.ts`: which checks the tests of row rules call. */
export function rowChecksView(service: Service, auth: Auth): object {
  const lines = rowRuleTestsView(service, auth).tests.flatMap((test) => test.lines)
  return Object.fromEntries(
    CHECKS.map((check) => [check, lines.some((line) => line.startsWith(`await rows.${check}(`))]),
  )
}

export function hasRowRuleTests(service: Service): boolean {
  return service.auth !== null && service.models.some(({ rowRules = [] }) => rowRules.length > 0)
}

/**
 * Returns the view for `test/generated/row-rules.test.ts`. Each test stores rows on both sides of one rule: one that it
 * covers and, for each of its filters, one that only this filter excludes.
 */
export function rowRuleTestsView(service: Service, auth: Auth) {
  const tests = service.models.flatMap((model) =>
    (model.rowRules ?? []).map((rule) => new RuleTestBuilder(service, auth, model, rule).build()),
  )
  const logIn = logInName(service)
  const uses = (text: string): boolean => tests.some(({ lines }) => lines.some((line) => line.includes(text)))
  const used = service.models.filter(({ names }) => uses(`RuledRows<${names.type}[`))
  return {
    tests,
    logIn: uses(`${logIn}(`) && logIn,
    urls: uses('url`'),
    imports: used.map(({ names }) => ({ names: names.type, file: names.file })),
  }
}

/** The number of the sample whose values are written by changes. */
const CHANGED_SAMPLE = 3

class RuleTestBuilder {
  readonly #service: Service
  readonly #auth: Auth
  readonly #model: Model
  readonly #rule: RowRule
  readonly #rows: RuleRows
  readonly #missing: string[] = []

  constructor(service: Service, auth: Auth, model: Model, rule: RowRule) {
    this.#service = service
    this.#auth = auth
    this.#model = model
    this.#rule = rule
    this.#rows = new RuleRows(service, auth)
  }

  /**
   * Returns the test of the rule, as code. `lines` is empty if no row can be tested, and `missing` says why rows on one
   * side of the rule are not tested.
   */
  build() {
    const lines = this.#lines()
    const title = `${this.#model.id}: ${rowRuleText(this.#rule)}`
    return {
      title: literal(title),
      lines,
      missing: this.#missing.map((reason) => literal(`${title}: ${reason}`)),
    }
  }

  #lines(): readonly string[] {
    const { function: name, principal } = this.#rule
    if (name !== null) return this.#skip(`write a test for the function "${name}", which selects the rows`)
    if (principal.kind !== 'everyone' && !needsLogIn(this.#service, this.#auth))
      return this.#skip('no test can log a user in')
    if (!this.#rows.addCaller(principal, PASSWORD) || !this.#rows.completeCaller(this.#rule))
      return this.#skip('no test can create such a caller')
    const inside = this.#inside()
    if (inside === null) return this.#skip('no test can create a row that the rule is certain to cover')
    const outside = this.#outside()
    const code = new RuleCode(this.#rows, inside, outside)
    const checks = [...new Set(this.#checks(inside, outside, code))]
    if (checks.length === 0)
      return this.#skip(
        `no route lets ${principal.kind === 'everyone' ? 'everyone' : 'this caller'} use these rows`,
      )
    const { caller } = this.#rows
    const logIn =
      caller === null ? '' : `headers: await ${logInName(this.#service)}(app, ${code.variable(caller)}), `
    const stored = code.stored([inside, ...outside, ...(caller === null ? [] : [caller])])
    if (stored === null) return this.#skip('the rows refer to each other')
    const { names, key } = this.#model
    const index = this.#route('index') ?? this.#route('update_many') ?? this.#route('create')
    const item = this.#route('show') ?? this.#route('update') ?? this.#route('delete')
    const paths = [
      ...(index === null ? [] : [`list: ${this.#url(index)}`]),
      ...(item === null ? [] : [`item: (key) => ${this.#url(item, 'key')}`]),
      `stored: (key) => items.${names.var}.findUnique({ where: { ${propertyKey(key)}: key } })`,
    ]
    const type = `${names.type}[${literal(key)}]`
    return [
      ...stored,
      `const rows = new RuledRows<${type}>({ app, ${logIn}key: ${literal(key)}, ${paths.join(', ')} })`,
      ...checks,
    ]
  }

  #skip(reason: string): readonly string[] {
    this.#missing.push(reason)
    return []
  }

  /**
   * Returns a row that the rule covers, or null, and preferably one that no other rule covers. The caller, or a row to
   * which the caller refers, can be such a row.
   */
  #inside(): MadeRow | null {
    const { filters, permissions } = this.#rule
    const isInside = (row: MadeRow): boolean =>
      row.model === this.#model && this.#rows.holds(this.#rule, row) === true
    const isOnly = (row: MadeRow): boolean =>
      permissions.some((permission) => this.#rows.covers(permission, row, this.#rule) === false)
    const create = (isWanted: (row: MadeRow) => boolean): MadeRow | null =>
      this.#rows.attempt(() => {
        const row = this.#rows.addFor(this.#model.id, filters.map(wanted))
        return row !== null && this.#rows.isConsistent && isInside(row) && isWanted(row) ? row : null
      })
    const known = this.#rows.rows.filter((row) => filters.length > 0 && isInside(row))
    return known.find(isOnly) ?? create(isOnly) ?? known[0] ?? create(() => true)
  }

  /** Returns rows that no rule for the caller covers and that differ from the rule in one filter each. */
  #outside(): readonly MadeRow[] {
    const { filters, permissions } = this.#rule
    if (filters.length === 0) return []
    const isOutside = (row: MadeRow | null): row is MadeRow =>
      row !== null && permissions.some((permission) => this.#rows.covers(permission, row) === false)
    const create = (wishes: readonly (readonly [RuleFilter, boolean])[]): MadeRow | null =>
      this.#rows.attempt(() => {
        const row = this.#rows.addFor(this.#model.id, wishes)
        return isOutside(row) && this.#rows.isConsistent ? row : null
      })
    const near = filters.flatMap((unmet) => create(filters.map((filter) => [filter, filter !== unmet])) ?? [])
    if (near.length > 0) return near
    const all = (this.#model.rowRules ?? []).flatMap((rule) => rule.filters)
    const far = create(all.map((filter) => [filter, false]))
    if (far !== null) return [far]
    this.#missing.push('no test can create a row that no rule is certain to cover')
    return []
  }

  #checks(inside: MadeRow, outside: readonly MadeRow[], code: RuleCode): readonly string[] {
    const rows = [inside, ...outside]
    const seen = rows.filter((row) => this.#rows.covers('view', row) === true)
    const hidden = rows.filter((row) => this.#rows.covers('view', row) === false)
    const others = rows.filter((row) => row !== inside && row !== this.#rows.caller)
    return [
      ...this.#linked(seen, hidden, code),
      ...this.#viewed(seen, hidden, code),
      ...this.#updates(rows, code),
      ...this.#moves(inside, outside, code),
      ...this.#creations(rows, code),
      ...this.#deletions([...others, inside], code),
    ]
  }

  /** Lists, items, filters and aggregations. */
  #viewed(seen: readonly MadeRow[], hidden: readonly MadeRow[], code: RuleCode): readonly string[] {
    const isListed = this.#route('index') !== null
    const checks = [
      ...(isListed ? ['list'] : []),
      ...(isListed && this.#isShown(this.#model, this.#model.key) ? ['filter'] : []),
      ...(this.#route('show') === null ? [] : ['show']),
    ]
    return checks.map((check) => `await rows.${check}(${code.sides(seen, hidden)})`)
  }

  /** The keys of the rows in documents and filters of a related row. */
  #linked(seen: readonly MadeRow[], hidden: readonly MadeRow[], code: RuleCode): readonly string[] {
    const rows = [...seen, ...hidden]
    if (rows.length === 0) return []
    for (const end of this.#model.relations.filter(({ side }) => side === 'holder')) {
      const relation = relationOf(this.#service, end)
      const target = modelOf(this.#service, end.target)
      const index = this.#route('index', target)
      const show = this.#route('show', target)
      if (relation.kind !== 'one-to-many' || relation.listed === false || target === this.#model) continue
      if (index === null || show === null || !this.#isShown(target, relation.field)) continue
      const other = this.#linkAll(rows, end)
      if (other === null) continue
      const sides = code.sides(seen, hidden)
      const urls = `${this.#url(index)}, ${this.#url(show, code.key(other))}`
      return [`await rows.link(${urls}, ${literal(relation.field)}, ${sides})`]
    }
    return []
  }

  /** Links all rows to one visible row. Returns null, and restores the links, if that changes what rules cover. */
  #linkAll(rows: readonly MadeRow[], end: RelationEnd): MadeRow | null {
    const { caller } = this.#rows
    const views = (modelOf(this.#service, end.target).rowRules ?? []).filter(
      ({ permissions, function: name }) => permissions.includes('view') && name === null,
    )
    const known = [
      caller?.model.id === end.target ? caller : null,
      ...rows.map(({ links }) => links.get(end.name)),
    ]
    const candidates = [
      ...known.map((row) => () => row),
      () => this.#rows.add(end.target),
      ...views.map((view) => () => this.#rows.addFor(end.target, view.filters.map(wanted))),
    ]
    const sides = (): string =>
      JSON.stringify(
        rows.map((row) =>
          ROW_PERMISSIONS.flatMap((permission) => [
            this.#rows.covers(permission, row) ?? null,
            this.#rows.covers(permission, row, this.#rule) ?? null,
          ]),
        ),
      )
    const before = sides()
    const isKept = (other: MadeRow): boolean =>
      this.#rows.covers('view', other) === true && sides() === before && this.#rows.isConsistent
    for (const candidate of candidates) {
      const found = this.#rows.attempt(() => {
        const other = candidate() ?? null
        if (other !== null) rows.forEach(({ links }) => links.set(end.name, other))
        return other !== null && isKept(other) ? other : null
      })
      if (found !== null) return found
    }
    return null
  }

  #updates(rows: readonly MadeRow[], code: RuleCode): readonly string[] {
    const isItem = this.#route('update') !== null
    const updateMany = this.#isShown(this.#model, this.#model.key) ? this.#route('update_many') : null
    const change = this.#change()
    if (change === null) return []
    return rows.flatMap((row) => {
      const [isSeen, isCovered] = [this.#rows.covers('view', row), this.#rows.covers('update', row)]
      if (isSeen === undefined || isCovered === undefined) return []
      const key = code.key(row)
      return [
        ...(isItem ? [`await rows.update(${key}, ${change}, ${isCovered ? 200 : isSeen ? 403 : 404})`] : []),
        ...(updateMany === null
          ? []
          : [
              `await rows.updateMany('${updateMany.method}', ${key}, ${change}, ${isCovered && isSeen ? 1 : 0})`,
            ]),
      ]
    })
  }

  /** Requests that would give a row the values of a row that the rule does not cover. */
  #moves(inside: MadeRow, outside: readonly MadeRow[], code: RuleCode): readonly string[] {
    if (this.#route('update') === null || this.#rows.covers('update', inside) !== true) return []
    if (inside === this.#rows.caller) return []
    const names = [...new Set(this.#rule.filters.map(({ path: [name = ''] }) => name))]
    return outside.flatMap((row) => {
      let moved = ''
      this.#rows.attempt(() => {
        const entries: string[] = []
        for (const name of names.filter((each) => this.#isWritable(this.#model, each))) {
          const field = fieldOf(this.#model, name)
          const value = row.value(name)
          const isFree = field?.constraints.unique === false && name !== this.#model.key
          if (isFree && value !== undefined && value !== inside.value(name)) {
            inside.values.set(name, value)
            entries.push(`${propertyKey(name)}: ${literal(value)}`)
          }
          const linked = row.links.get(name)
          if (linked === undefined || linked === inside.links.get(name)) continue
          if (this.#isExclusive(name)) continue
          inside.links.set(name, linked)
          entries.push(`${propertyKey(name)}: ${linked === null ? 'null' : code.key(linked)}`)
        }
        if (entries.length > 0 && this.#rows.covers('update', inside) === false)
          moved = `await rows.update(${code.key(inside)}, { ${entries.join(', ')} }, [400, 403])`
        return null
      })
      return moved === '' ? [] : [moved]
    })
  }

  /** Returns whether a field is a one-to-one relation, so that another row cannot have the same value. */
  #isExclusive(name: string): boolean {
    const end = endOf(this.#model, name)
    return end !== undefined && relationOf(this.#service, end).kind === 'one-to-one'
  }

  #creations(rows: readonly MadeRow[], code: RuleCode): readonly string[] {
    if (this.#route('create') === null || this.#model.id === this.#auth.model) return []
    return rows.flatMap((row) => {
      // It is not one of the stored rows, so no row refers to it.
      const copy = new MadeRow(row.item, row.values, row.links)
      const body = this.#body(copy, code)
      const isCovered = this.#rows.covers('create', copy)
      if (body === null || isCovered === undefined) return []
      const links = [...copy.links.values()].map(
        (linked) => linked === null || this.#rows.covers('view', linked),
      )
      if (links.includes(undefined)) return []
      const status = links.includes(false) ? 400 : isCovered ? 201 : 403
      // A caller who can create no rows at all is rejected before the links are checked.
      const statuses = status === 400 && !isCovered ? '[400, 403]' : `${status}`
      return [`await rows.create(${body}, ${statuses})`]
    })
  }

  #deletions(rows: readonly MadeRow[], code: RuleCode): readonly string[] {
    if (this.#route('delete') === null) return []
    return rows.flatMap((row) => {
      const [isSeen, isCovered] = [this.#rows.covers('view', row), this.#rows.covers('delete', row)]
      if (isSeen === undefined || isCovered === undefined || (isCovered && this.#isHeld(row))) return []
      const status = isCovered ? 200 : isSeen ? 403 : 404
      return [`await rows.delete(${code.key(row)}, ${status})`]
    })
  }

  /** Returns whether relations might prevent the deletion of a row. */
  #isHeld({ model }: MadeRow): boolean {
    return model.relations.some((end) => {
      const relation = relationOf(this.#service, end)
      return end.side === 'one'
        ? effectOnHolders(relation) === 'restrict'
        : effectOnOne(relation) === 'restrict'
    })
  }

  /** Returns the payload that changes a field which no rule uses, or null if there is none. */
  #change(): string | null {
    // A path can lead back to the model, so that a rule can use a field anywhere in its path.
    const used = new Set(
      (this.#model.rowRules ?? []).flatMap(({ filters }) => filters.flatMap(({ path }) => path)),
    )
    const sample = new Map(Object.entries<Json>(sampleBody(this.#model, CHANGED_SAMPLE)?.stored ?? {}))
    const stored = new Map(Object.entries<Json>(sampleBody(this.#model, 1)?.stored ?? {}))
    const field = this.#model.fields.find(
      ({ name, constraints, type }) =>
        sample.has(name) &&
        sample.get(name) !== stored.get(name) &&
        !used.has(name) &&
        name !== this.#model.key &&
        !constraints.unique &&
        !(this.#model.id === this.#auth.model && Object.values(this.#auth.fields).includes(name)) &&
        (type === 'string' || type === 'text' || type === 'integer') &&
        !hasWriteRule(this.#model, name) &&
        this.#isShown(this.#model, name),
    )
    return field === undefined ? null : `{ ${propertyKey(field.name)}: ${literal(sample.get(field.name))} }`
  }

  /** Returns the body that creates a row, or null if clients are not allowed to set one of its fields. */
  #body(row: MadeRow, code: RuleCode): string | null {
    const { model, item } = row
    if (!item.isCreatable || item.lists.length > 0) return null
    const sample = sampleBody(model, code.nextSample())
    if (sample === null || Object.keys(sample.virtual).length > 0) return null
    const used = new Set((model.rowRules ?? []).flatMap(({ filters }) => filters.map(({ path }) => path[0])))
    const entries: string[] = []
    for (const field of model.fields) {
      const { name } = field
      const isUnique = name === model.key || field.constraints.unique
      const value = isUnique ? new Map(Object.entries<Json>(sample.stored)).get(name) : row.value(name)
      const isNeeded = used.has(name) || field.constraints.required || field.default?.kind === 'user'
      if (!isNeeded || field.type === 'id_field' || field.type === 'foreign_key' || !field.stored) continue
      if (value === undefined || !this.#isWritable(model, name)) return null
      if (isUnique && used.has(name)) return null
      entries.push(`${propertyKey(name)}: ${literal(value)}`)
    }
    for (const end of model.relations.filter(({ side }) => side === 'holder')) {
      const linked = row.links.get(end.name) ?? null
      const { foreignKey } = relationOf(this.#service, end)
      const hasDefault = (fieldOf(model, foreignKey.field)?.default ?? null) !== null
      if (linked === null && !used.has(end.name) && !hasDefault) continue
      if (!this.#isWritable(model, end.name) || relationOf(this.#service, end).kind === 'one-to-one')
        return null
      entries.push(`${propertyKey(end.name)}: ${linked === null ? 'null' : code.key(linked)}`)
    }
    return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
  }

  #isWritable(model: Model, name: string): boolean {
    return !isRestricted(model, name) && this.#isShown(model, name)
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

  #url({ path }: Route, key?: string): string {
    const code = pathCode(this.#service.basePath + path, () => (key === undefined ? key : `\${${key}}`))
    return `url\`${code}\``
  }
}

function wanted(filter: RuleFilter): readonly [RuleFilter, boolean] {
  return [filter, true]
}

/** Names already used in tests, in lowercase. Variables for rows must not have these names. */
const TAKEN = ['app', 'context', 'items', 'login', 'make', 'rows', 'test', 'url']

class RuleCode {
  readonly #rows: RuleRows
  readonly #named = new Map<MadeRow, string>()
  readonly #preferred: ReadonlyMap<MadeRow, string>
  readonly #names: UniqueNames
  #samples = 60

  constructor(rows: RuleRows, inside: MadeRow, outside: readonly MadeRow[]) {
    this.#rows = rows
    this.#preferred = new Map([
      [inside, 'inside'],
      ...outside.map((row, index) => [row, index === 0 ? 'outside' : `outside${index + 1}`] as const),
      ...(rows.caller === null ? [] : [[rows.caller, 'user'] as const]),
    ])
    this.#names = new UniqueNames({ taken: [...TAKEN, ...this.#preferred.values()] })
  }

  /** Returns the number of the next sample, which no stored row has. */
  nextSample(): number {
    this.#samples += 1
    return this.#samples
  }

  /** Returns the variable of a row, which is then assigned. */
  variable(row: MadeRow): string {
    const variable = this.#named.get(row) ?? this.#preferred.get(row) ?? this.#names.take(row.model.names.var)
    this.#named.set(row, variable)
    return variable
  }

  key(row: MadeRow): string {
    return this.variable(row) + memberAccess(row.model.key)
  }

  /** Returns the keys of the rows that the caller sees, and of those that the caller does not see. */
  sides(seen: readonly MadeRow[], hidden: readonly MadeRow[]): string {
    const keys = (rows: readonly MadeRow[]): string => rows.map((row) => this.key(row)).join(', ')
    return `{ seen: [${keys(seen)}], hidden: [${keys(hidden)}] }`
  }

  /** Returns the lines that store rows and all rows related to them, or null if rows refer to each other. */
  stored(wantedRows: readonly MadeRow[]): readonly string[] | null {
    const all = new Set<MadeRow>()
    const include = (row: MadeRow): void => {
      if (all.has(row)) return
      all.add(row)
      for (const linked of row.links.values()) if (linked !== null) include(linked)
      for (const other of this.#rows.rows) if ([...other.links.values()].includes(row)) include(other)
    }
    wantedRows.forEach(include)
    const sorted: MadeRow[] = []
    const pending = new Set<MadeRow>()
    const visit = (row: MadeRow): boolean => {
      if (sorted.includes(row)) return true
      if (pending.has(row)) return false
      pending.add(row)
      const isDone = [...row.links.values()].every((linked) => linked === null || visit(linked))
      sorted.push(row)
      return isDone
    }
    if (!this.#rows.rows.filter((row) => all.has(row)).every(visit)) return null
    // Making a row can name others.
    const made = sorted.map((row) => [row, this.#make(row)] as const)
    return made.map(([row, code]) => {
      const variable = this.#named.get(row)
      return variable === undefined ? code : `const ${variable} = ${code}`
    })
  }

  #make(row: MadeRow): string {
    const { names } = row.model
    const entries = [
      ...[...row.values].map(([name, value]) => `${propertyKey(name)}: ${literal(value)}`),
      ...[...row.links].map(
        ([name, linked]) => `${propertyKey(name)}: ${linked === null ? 'null' : this.key(linked)}`,
      ),
    ]
    return `await make.${names.var}(items${entries.length === 0 ? '' : `, { ${entries.join(', ')} }`})`
  }
}
