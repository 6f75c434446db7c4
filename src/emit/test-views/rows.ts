import {
  type Contract,
  effectOnOne,
  type Json,
  type Model,
  type RelationEnd,
  type Service,
  type Shape,
} from '../../ir/index.js'
import { modelOf, routesOf, writeRuleOf } from '../../ir/lookup.js'
import { componentModel } from '../../naming/model-names.js'
import { sampleBody, type SampleBody, sampleField } from '../../sample-values/sample-body.js'
import { endOf, fieldOf, isRequiredEnd, relationOf } from '../../ir/members.js'
import { documentIn, shapesOf } from '../../ir/contracts.js'
import { type JsonObject, listOf, memberOf, objectOf } from '../../ir/json.js'

/** Thrown for a test that cannot be made from the schema with certainty. The message is the reason. */
export class LeftOut extends Error {
  override readonly name = 'LeftOut'
}

/** A row that a test stores, or sends in a body. */
export interface TestRow {
  readonly model: Model
  /** The number of its sample. */
  readonly n: number
  readonly sample: SampleBody
  readonly values: Map<string, Json>
  /** The rows to which the row refers, by field. */
  readonly links: Map<string, TestRow | null>
}

/** Returns the rows to which a row refers, without relations to none. */
export function linkedRows({ links }: TestRow): ReadonlyMap<string, TestRow> {
  return new Map([...links].flatMap(([name, linked]) => (linked === null ? [] : [[name, linked]])))
}

/** Returns the stored value of a field, or undefined if the database or a function determines it. */
export function storedValue({ model, values }: TestRow, name: string): Json | undefined {
  const known = values.get(name)
  const field = fieldOf(model, name)
  if (known !== undefined || field === undefined || field.type === 'id_field') return known
  const { default: initial } = field
  if (initial === null || initial.kind === 'user') return null
  return initial.kind === 'literal' ? initial.value : undefined
}

/** The rows of one test. All values are known before the test runs, except those that the database generates. */
export class TestRows {
  readonly service: Service
  readonly rows: TestRow[] = []
  readonly #areSeparate: boolean
  readonly #counts = new Map<string, number>()

  /** @param areSeparate whether each row gets related rows of its own, so that changes of one do not affect another */
  constructor(service: Service, areSeparate = false) {
    this.service = service
    this.#areSeparate = areSeparate
  }

  /**
   * Adds a row, after the rows to which it must refer.
   * @param links the rows to which it refers
   * @throws LeftOut if no such row is certain to be valid
   */
  add(id: string, links: ReadonlyMap<string, TestRow> = new Map()): TestRow {
    const row = this.make(id, links)
    this.rows.push(row)
    return row
  }

  /** Returns a row that is not stored, and adds the rows to which it must refer. */
  make(id: string, given: ReadonlyMap<string, TestRow> = new Map(), within: readonly string[] = []): TestRow {
    const model = modelOf(this.service, id)
    const n = (this.#counts.get(id) ?? 0) + 1
    this.#counts.set(id, n)
    const sample = sampleBody(model, n)
    if (sample === null) throw new LeftOut(`No value is certain to be valid for ${id}.`)
    const filled = model.relations.find(({ name }) => mustHaveItems(this.service, id, name))
    if (filled !== undefined) throw new LeftOut(`${id}.${filled.name} requires items.`)
    const values = storedValues(this.service, model, sample, n)
    const row: TestRow = { model, n, sample, values, links: new Map(given) }
    const required = requiredEnds(this.service, model)
    const names = shownNames(this.service, model)
    const shown = model.relations.filter(
      ({ name, side, target }) => side === 'holder' && names.has(name) && ![...within, id].includes(target),
    )
    for (const end of new Set([...required, ...shown])) {
      if (end.many || given.has(end.name)) continue
      if (end.side === 'one' || [...within, id].includes(end.target))
        throw new LeftOut(`${id}.${end.name} requires an item that cannot be stored first.`)
      const known =
        this.#areSeparate || isExclusive(this.service, model, end.name) ? undefined : this.of(end.target)
      const linked = known ?? this.make(end.target, new Map(), [...within, id])
      if (known === undefined) this.rows.push(linked)
      row.links.set(end.name, linked)
    }
    return row
  }

  /** Returns the first row of a model. */
  of(id: string): TestRow | undefined {
    return this.rows.find(({ model }) => model.id === id)
  }

  /**
   * Removes the rows that `work` has added if it throws {@link LeftOut} or returns null.
   * @param otherwise receives the reason
   */
  attempt<T>(work: () => T | null, otherwise: (reason: string) => null = () => null): T | null {
    const before = this.rows.length
    const result = unlessLeftOut(work, otherwise)
    if (result === null) this.rows.length = before
    return result
  }

  /** Returns the rows at the other end of a relation. */
  related(row: TestRow, end: RelationEnd): readonly TestRow[] {
    const own = [row.links.get(end.name) ?? []].flat()
    if (end.side === 'holder') return own
    const { backref } = relationOf(this.service, end)
    const others = this.rows.filter(
      ({ model, links }) => model.id === end.target && links.get(backref) === row,
    )
    return [...own, ...others]
  }

  /** Links a row to another, by default to a new one, and returns the other. */
  link(row: TestRow, end: RelationEnd, given?: TestRow): TestRow {
    const { backref, kind } = relationOf(this.service, end)
    const other = given ?? this.add(end.target, end.side === 'one' ? new Map([[backref, row]]) : undefined)
    const isOwn = end.side === 'holder' || (kind === 'many-to-many' && given !== undefined)
    if (isOwn) row.links.set(end.name, other)
    else other.links.set(backref, row)
    return other
  }

  /** Returns whether all rows can be stored, and others as well: no two have the same unique values. */
  isConsistent(...others: readonly TestRow[]): boolean {
    const texts = [...this.rows, ...others].flatMap((row) => this.#uniqueTexts(row))
    return new Set(texts).size === texts.length
  }

  /** Checks that other rows are not affected by deleting one, and do not prevent it. @throws LeftOut if they might */
  checkAlone(row: TestRow): void {
    const isReferredTo = this.rows.some(({ links }) => [...links.values()].includes(row))
    const holds = row.model.relations.some((end) => {
      const effect =
        end.side === 'holder' && row.links.get(end.name) && effectOnOne(relationOf(this.service, end))
      return effect === 'restrict' || effect === 'cascade'
    })
    if (isReferredTo || holds) throw new LeftOut('Other items are connected with the item.')
  }

  #uniqueTexts(row: TestRow): readonly string[] {
    return uniqueSets(this.service, row.model).flatMap((names) => {
      const values = names.map((name) => {
        const linked = row.links.get(name)
        if (linked === undefined) return storedValue(row, name) ?? null
        return linked === null ? null : this.rows.indexOf(linked)
      })
      return this.#isCompared(values) ? [JSON.stringify([row.model.id, names, values])] : []
    })
  }

  /**
   * Returns whether a database might compare these unique values with those of other rows. MongoDB does not if one of
   * them is null, but databases with its protocol that know no partial indexes do unless all are.
   */
  #isCompared(values: readonly unknown[]): boolean {
    const isGiven = (value: unknown): boolean => value !== null
    return this.service.engine === 'svc_mongodb' ? values.some(isGiven) : values.every(isGiven)
  }
}

/** Returns the result, or that of `otherwise` for the reason why a test cannot be made. */
export function unlessLeftOut<T, Other>(work: () => T, otherwise: (reason: string) => Other): T | Other {
  try {
    return work()
  } catch (error) {
    if (error instanceof LeftOut) return otherwise(error.message)
    throw error
  }
}

/** Returns the result, or null if it is not certain. */
export function ifCertain<T>(work: () => T): T | null {
  return unlessLeftOut(work, () => null)
}

/** Returns the fields and relations that are unique, and the groups of them. */
export function uniqueSets(service: Service, model: Model): readonly (readonly string[])[] {
  const { key, fields, relations, groups = [] } = model
  const own = fields.filter(({ name, constraints }) => name === key || constraints.unique)
  const toOne = relations.filter(
    (end) => end.side === 'holder' && relationOf(service, end).kind === 'one-to-one',
  )
  return [
    ...[...own, ...toOne].map(({ name }) => [name]),
    ...groups.filter(({ unique }) => unique).map(({ names }) => names),
  ]
}

/** Returns whether two rows might not have the same value in a field or relation. */
export function isExclusive(service: Service, model: Model, name: string): boolean {
  return uniqueSets(service, model).some((names) => names.includes(name))
}

/** Returns the relations that each row has, in the database or in the body that creates it. Those to many can be empty. */
export function requiredEnds(service: Service, { relations, schema }: Model): readonly RelationEnd[] {
  const required = listOf(schema['required'])
  return relations.filter((end) => isRequiredEnd(service, end) || required.includes(end.name))
}

/** Returns whether a component says that its list of related items is never empty, and documents show it without items. */
function mustHaveItems({ schemas = {}, routes }: Service, id: string, name: string): boolean {
  const needsItems = Object.entries(schemas).some(([component, { properties }]) => {
    const { minItems } = objectOf(memberOf(objectOf(properties), name))
    return componentModel(component) === id && typeof minItems === 'number' && minItems > 0
  })
  return (
    needsItems && routes.some(({ contract }) => shapesOf(contract).some((shape) => showsEmpty(shape, name)))
  )
}

/** Returns whether documents show a member also if it is an empty list. */
function showsEmpty({ members, filled = [] }: Shape, name: string): boolean {
  if (Object.hasOwn(members, name) && !filled.includes(name)) return true
  return Object.values(members).some((member) => {
    if (member === 'value') return false
    const shape = 'part' in member ? member.part : documentIn(member)
    return shape !== undefined && showsEmpty(shape, name)
  })
}

/** Returns the members that responses with items of a model, or the bodies of requests, must have. */
function shownNames(service: Service, model: Model): ReadonlySet<string> {
  const contracts = routesOf(service, model.id).flatMap(({ contract }) => contract ?? [])
  return new Set(
    contracts.flatMap((contract) => [...(contract.required ?? []), ...demandedEnds(model, contract)]),
  )
}

/** Returns the relations whose keys the body of a request must have. */
export function demandedEnds(model: Model, contract: Contract | undefined): readonly string[] {
  const { demanded = [], renamed = {} } = contract ?? {}
  return demanded.map((name) => renamed[name] ?? name).filter((name) => endOf(model, name) !== undefined)
}

/**
 * Returns the values of a row, which include those that clients cannot write but responses must have. No function of the
 * user's determines one.
 */
function storedValues(
  service: Service,
  model: Model,
  { stored, internal }: SampleBody,
  n: number,
): Map<string, Json> {
  const { auth } = service
  const values = new Map(Object.entries<Json>({ ...stored, ...internal }))
  const shown = shownNames(service, model)
  for (const field of model.fields.filter((each) => each.stored && !values.has(each.name))) {
    const { name, constraints, default: initial, json, type } = field
    if (type === 'id_field' || type === 'foreign_key') continue
    const isMade = initial?.kind === 'literal' || initial?.kind === 'builtin'
    if (isMade || (initial === null && !constraints.required && !shown.has(name))) continue
    const value = sampleField(field, objectOf(json), { root: model.schema, name, n })
    if (value !== undefined) values.set(name, value)
    else if (constraints.required || initial?.kind === 'callable')
      throw new LeftOut(`No value is certain to be valid for ${model.id}.${name}.`)
  }
  if (auth?.model === model.id) {
    if (auth.fields.groups !== null) values.set(auth.fields.groups, [])
    if (fieldOf(model, 'active')?.type === 'boolean') values.set('active', true)
  }
  return values
}

/** Returns whether clients can set a field at any time. */
export function isFree(model: Model, name: string): boolean {
  return name !== model.key && writeRuleOf(model, name) === undefined && partsOf(model, name) === 0
}

/**
 * Returns the name of a field that clients can change at any time, and whose sample no row has; undefined if there is none.
 * @param isAllowed whether the change of a field affects nothing else
 */
export function changedField(
  service: Service,
  model: Model,
  sample: JsonObject,
  rows: readonly TestRow[],
  isAllowed: (name: string) => boolean = () => true,
): string | undefined {
  return Object.keys(sample).find((name) => {
    const field = fieldOf(model, name)
    return (
      field !== undefined &&
      field.onUpdate === null &&
      field.type !== 'dict' &&
      isFree(model, name) &&
      !isExclusive(service, model, name) &&
      rows.every((row) => JSON.stringify(storedValue(row, name)) !== JSON.stringify(sample[name])) &&
      isAllowed(name)
    )
  })
}

export function partsOf({ partRules = [] }: Model, name: string): number {
  return partRules.filter(({ field }) => field === name).length
}
