import {
  effectOnOne,
  type Json,
  type Model,
  negatedBy,
  type RelationEnd,
  type Service,
} from '../../ir/index.js'
import { endOf, fieldOf, inverseOf, isRequiredEnd, relationOf } from '../../ir/members.js'
import type { JsonObject } from '../../ir/json.js'
import { modelOf, writeRuleOf } from '../../ir/lookup.js'
import { sampleBody, type SampleBody } from '../../sample-values/sample-body.js'
import { LeftOut, unlessLeftOut } from './left-out.js'
import { isExclusive, mustHaveItems, neededEnds, uniqueSets } from './needs.js'
import { storedValues, valueFor } from './values.js'

/** A row that a test stores, or sends in a body. */
export interface TestRow {
  readonly model: Model
  /** The number of its sample. */
  readonly n: number
  readonly sample: SampleBody
  readonly values: ReadonlyMap<string, Json>
  /** The rows to which the row refers, by field. */
  readonly links: ReadonlyMap<string, TestRow | null>
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

/** What must hold for a row of a test: a comparison of what is at the end of a path selects it, or does not. */
export interface Demand {
  readonly path: readonly string[]
  readonly op: string
  /** The values to compare with, or the row whose key that is. */
  readonly operand: readonly Json[] | TestRow
  readonly isMet: boolean
}

/** Returns the demand that a field has a value, or that a relation leads to a row. */
export function equal(name: string, operand: Json | TestRow): Demand {
  return { path: [name], op: 'eq', operand: isRow(operand) ? operand : [operand], isMet: true }
}

/** Returns the demand that there is a value or row at the end of a path. */
export function existing(...path: readonly string[]): Demand {
  return { path, op: 'exists', operand: [true], isMet: true }
}

function isRow(operand: Json | TestRow): operand is TestRow {
  return typeof operand === 'object' && operand !== null && 'links' in operand && operand.links instanceof Map
}

/** Returns a demand without a negative operator. */
function positive(demand: Demand): Demand {
  const { op, operand, isMet } = demand
  const opposite = negatedBy(op)
  if (opposite !== undefined) return { ...demand, op: opposite, isMet: !isMet }
  const isAbsent = op === 'exists' && String(operand) === 'false'
  return isAbsent ? { ...demand, operand: [true], isMet: !isMet } : demand
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
   * Adds a row, after the rows to which it must refer, and before those that must refer to it.
   * @throws LeftOut if no such row is certain to be valid and to meet the demands
   */
  add(id: string, demands: readonly Demand[] = [], within: readonly string[] = []): TestRow {
    const row = this.make(id, demands, within)
    this.rows.push(row)
    for (const end of row.model.relations.filter((each) => !this.#isHeld(each))) {
      const own = demandsOf(demands, end.name)
      if (own.length > 0) this.#linked(row, end, own, [])
    }
    return row
  }

  /** Returns a row that is not stored, and adds the rows to which it must refer. @throws LeftOut as {@link TestRows.add} */
  make(id: string, demands: readonly Demand[] = [], within: readonly string[] = []): TestRow {
    const model = modelOf(this.service, id)
    const n = (this.#counts.get(id) ?? 0) + 1
    this.#counts.set(id, n)
    const sample = sampleBody(model, n)
    if (sample === null) throw new LeftOut(`No value is certain to be valid for ${id}.`)
    const filled = model.relations.find(({ name }) => mustHaveItems(this.service, id, name))
    if (filled !== undefined) throw new LeftOut(`${id}.${filled.name} requires items.`)
    const values = storedValues(this.service, model, sample, n)
    for (const name of new Set(demands.map(({ path: [first = ''] }) => first)))
      if (endOf(model, name) === undefined) this.#fit(values, model, name, demandsOf(demands, name))
    const links = new Map<string, TestRow | null>()
    const row: TestRow = { model, n, sample, values, links }
    const needed = neededEnds(this.service, model, [...within, id])
    for (const end of model.relations) {
      const own = demandsOf(demands, end.name)
      if (own.length === 0 ? end.many || !needed.has(end) : !this.#isHeld(end)) continue
      if (own.length === 0 && (end.side === 'one' || [...within, id].includes(end.target)))
        throw new LeftOut(`${id}.${end.name} requires an item that cannot be stored first.`)
      links.set(end.name, this.#linked(row, end, own, own.length === 0 ? [...within, id] : []))
    }
    const texts = [...this.rows, row].flatMap((each) => this.#uniqueTexts(each))
    if (new Set(texts).size < texts.length)
      throw new LeftOut('There are not enough different values for unique fields.')
    return row
  }

  /** Gives a field a value that meets demands. @throws LeftOut if none is certain to */
  #fit(values: Map<string, Json>, model: Model, name: string, demands: readonly Demand[]): void {
    const field = fieldOf(model, name)
    const isGenerated = field === undefined || field.type === 'id_field'
    if (demands.some(({ operand, isMet }) => isMet && (isGenerated || isRow(operand))))
      throw new LeftOut(`The database generates the key that ${model.id}.${name} must be.`)
    const comparisons = demands.flatMap(({ operand, ...each }) =>
      isRow(operand) ? [] : [{ ...each, operand }],
    )
    if (isGenerated || comparisons.length === 0) return
    // The sample differs from those of other rows.
    const sample = isExclusive(this.service, model, name) ? values.get(name) : undefined
    const value = valueFor(field, comparisons, sample)
    if (value === undefined || (value === null && name === model.key))
      throw new LeftOut(`No value of ${model.id}.${name} is certain to be on this side of the comparison.`)
    values.set(name, value)
  }

  /** Returns whether a row can contain the keys at the other end. */
  #isHeld(end: RelationEnd): boolean {
    return end.side === 'holder' || relationOf(this.service, end).kind === 'many-to-many'
  }

  /** Returns the row to which a row is linked. Adds it, unless a stored one meets the demands. */
  #linked(
    row: TestRow,
    end: RelationEnd,
    demands: readonly Demand[],
    within: readonly string[],
  ): TestRow | null {
    const { service } = this
    const isPresence = ({ path, op }: Demand): boolean => path.length === 1 && op === 'exists'
    if (demands.some((demand) => isPresence(demand) && !demand.isMet)) {
      if (isRequiredEnd(service, end) || demands.some(({ isMet }) => isMet))
        throw new LeftOut(`All rows have ${end.name}.`)
      return null
    }
    const target = modelOf(service, end.target)
    const others = demands
      .filter((demand) => !isPresence(demand))
      .map((demand) => ({ ...demand, path: demand.path.length > 1 ? demand.path.slice(1) : [target.key] }))
    const isHeld = this.#isHeld(end)
    const isShared =
      others.length === 0 && isHeld && !this.#areSeparate && !isExclusive(service, row.model, end.name)
    const known = isShared ? this.rows.find(({ model }) => model === target) : this.keyed(target.id, others)
    if (known !== undefined && !isHeld) throw new LeftOut(`Other conditions concern ${target.id}.`)
    const back = isHeld ? [] : [equal(inverseOf(service, end), row)]
    return known ?? this.add(target.id, [...others, ...back], within)
  }

  /** Returns the stored row of a model that has the key which is demanded, if there is one. */
  keyed(id: string, demands: readonly Demand[]): TestRow | undefined {
    const { key } = modelOf(this.service, id)
    const isKey = ({ path, op, isMet }: Demand): boolean =>
      isMet && path.join() === key && ['eq', 'in'].includes(op)
    const { operand = [] } = demands.map(positive).find(isKey) ?? {}
    const isIt = (row: TestRow): boolean =>
      isRow(operand) ? row === operand : operand.some((each) => each === row.values.get(key))
    const known = this.rows.find((row) => row.model.id === id && isIt(row))
    if (known !== undefined && demands.length > 1) throw new LeftOut(`Other conditions concern ${id}.`)
    return known
  }

  /**
   * Returns the result. If that is null, or a test is left out, removes the rows that `work` has added.
   * @param otherwise receives the reason
   */
  attempt<T>(work: () => T | null, otherwise: (reason: string) => null = () => null): T | null {
    const before = this.rows.length
    const result = unlessLeftOut(work, otherwise)
    if (result === null) this.rows.length = before
    return result
  }

  /** Returns a row at the other end of a relation. */
  related(row: TestRow, end: RelationEnd): TestRow | undefined {
    const back = inverseOf(this.service, end)
    const isOther = ({ model, links }: TestRow): boolean => model.id === end.target && links.get(back) === row
    return row.links.get(end.name) ?? this.rows.find(isOther)
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

/** Returns what must hold for what begins with a name. */
function demandsOf(demands: readonly Demand[], name: string): readonly Demand[] {
  return demands.filter(({ path: [first] }) => first === name).map(positive)
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
