import {
  BadRequest,
  type Fault,
  Forbidden,
  IN_DETAIL,
  MAX_LISTED,
  MAX_SUGGESTIONS,
  errorSummary,
} from '../errors.js'
import type { Json } from '../json.js'
import { type ModelSpec, type Models, type Row, VALUE_TRAITS, type FieldType } from '../model.js'
import {
  type Condition,
  EVERYTHING,
  RELEVANCE,
  relevances,
  type Selection,
  type SortKey,
  type ItemTest,
  type TextPattern,
} from '../store.js'
import { didYouMean, type ValueSpec } from '../values/scalars.js'
import { checkValue } from '../values/values.js'
import { type Operator, type Reserved, traitsOf } from './language.js'

/** A parsed query string. The value of a repeated parameter is a list. */
export type QueryParameters = Readonly<Record<string, string | readonly string[] | undefined>>

const NONE: readonly string[] = []

export function valuesOf(parameters: QueryParameters, name: string): readonly string[] {
  const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined
  // Handlers can assign other values than text.
  if (value === undefined || value === null) return NONE
  return Array.isArray(value) ? value.map(String) : [String(value)]
}

/**
 * The reserved parameters that select items. The other reserved parameters control the response and are invalid for
 * update_many and delete_many.
 */
export const SELECTING: ReadonlySet<string> = new Set<Reserved>([
  'q',
  '_search_fields',
  '_missing_',
  '_exists_',
])

const NO_PERMISSION = 'you do not have permission to read '

/** Collects the errors in a query, so that one response reports all of them. */
export class Faults {
  readonly #bad: Fault[] = []
  readonly #hidden: Fault[] = []
  #unlisted = 0

  /** @param parameter the name of the invalid parameter, or an empty string for the query as a whole */
  add(parameter: string, message: string): void {
    if (this.#bad.length < MAX_LISTED) this.#bad.push({ path: parameter, message })
    else this.#unlisted += 1
  }

  /** Like {@link add}, but for an unknown name. Suggests a similar known name. */
  addUnknown(parameter: string, message: string, given: string, names: Iterable<string>): void {
    this.add(parameter, message + (this.#bad.length < MAX_SUGGESTIONS ? didYouMean(given, names) : ''))
  }

  addHidden(parameter: string, name: string): void {
    if (this.#hidden.length < MAX_LISTED)
      this.#hidden.push({ path: parameter, message: `${NO_PERMISSION}"${name}"` })
  }

  /** Adds errors thrown by another call to {@link throwIfAny}, and rethrows all other errors. */
  addThrown(error: unknown): void {
    if (error instanceof BadRequest) this.#bad.push(...error.errors)
    else if (error instanceof Forbidden) this.#hidden.push(...error.errors)
    else throw error
  }

  /** @throws Forbidden for fields that the caller cannot see, otherwise BadRequest with all errors */
  throwIfAny(): void {
    if (this.#hidden.length > 0) {
      const errors = distinct(this.#hidden)
      throw new Forbidden(permissionDetail(errors), { errors })
    }
    if (this.#bad.length > 0) {
      const errors = distinct(this.#bad)
      throw new BadRequest(`Invalid query: ${errorSummary(errors)}.`, {
        errors,
        errorCount: errors.length + this.#unlisted,
      })
    }
  }
}

function distinct(faults: readonly Fault[]): Fault[] {
  return [...new Map(faults.map((fault) => [`${fault.path}: ${fault.message}`, fault])).values()]
}

/** Returns `You do not have permission to read "budget", "fee".` */
function permissionDetail(errors: readonly Fault[]): string {
  const names = new Set(errors.map(({ message }) => message.slice(NO_PERMISSION.length)))
  return `Y${NO_PERMISSION.slice(1)}${[...names].slice(0, IN_DETAIL).join(', ')}.`
}

/** Limits on queries. */
export interface QueryLimits {
  /** Maximum number of items per page. */
  readonly maxLimit: number
  /** The number at which counting stops; 0 for exact totals. */
  readonly maxTotal: number
  /** Maximum sum of start and limit in a query of an anonymous caller. */
  readonly publicMaxLimit: number
  /** Maximum length of a filter, in characters. */
  readonly filterLength: number
  readonly filters: number
  readonly sortKeys: number
  /** Maximum number of terms in all expressions in a query. */
  readonly terms: number
  /** Maximum number of fuzzy terms among them. */
  readonly fuzzyTerms: number
}

/** What queries from a caller can access. */
export interface Caller {
  /** Returns the names of the fields that the caller can see, or null for all fields. */
  visible(model: ModelSpec): ReadonlySet<string> | null
  /** Whether paging stops at `publicMaxLimit`. True for anonymous callers if authentication is on. */
  readonly anonymousLimit: boolean
  /** Returns whether the caller is allowed to filter by the model's fields. */
  mayView(model: ModelSpec): boolean
  /** Restricts a condition to the items that the caller can access. Set if items have their own access rules. */
  restrict?(where: Condition, model: ModelSpec): Condition
}

/** A caller with access to everything: the service's own code. */
export const TRUSTED: Caller = { visible: () => null, anonymousLimit: false, mayView: () => true }

export function allOf(conditions: readonly Condition[]): Condition {
  const [only] = conditions
  if (only === undefined) return EVERYTHING
  return conditions.length === 1 ? only : { kind: 'and', of: conditions }
}

/** Combines conditions with OR. If there are no conditions, the result selects nothing. */
export function anyOf(conditions: readonly Condition[]): Condition {
  const [only] = conditions
  return conditions.length === 1 && only !== undefined ? only : { kind: 'or', of: conditions }
}

/** The number of terms in the expressions that have been read from a query, and the maximum number. */
export interface TermCount {
  count: number
  readonly max: number
  fuzzy: number
  readonly maxFuzzy: number
}

/** The state while a query is being read. */
export interface QueryReading {
  readonly model: ModelSpec
  readonly targets: Targets
  readonly limits: QueryLimits
  readonly caller: Caller
  readonly faults: Faults
  readonly terms: TermCount
  /** The names of the parameters whose values are literal, not expressions or lists. */
  readonly literal: ReadonlySet<string>
}

/**
 * Returns what a name in a parameter refers to. Adds an error and returns undefined if the name is unknown, is a
 * foreign key, or refers to a field that is not stored or that the caller cannot see.
 */
export function resolve(reading: QueryReading, parameter: string, name: string): Target | undefined {
  const { model, targets, faults } = reading
  const backref = Object.hasOwn(model.foreignKeys, name) ? model.foreignKeys[name] : undefined
  if (backref !== undefined) {
    faults.add(parameter, `"${name}" is a foreign key; use "${backref}" instead`)
    return undefined
  }
  const target = targets.get(name)
  if (target === undefined) {
    const message = `unknown field "${name.slice(0, 100)}" in ${model.name}`
    faults.addUnknown(parameter, message, name, visibleNames(reading))
    return undefined
  }
  if (!sees(reading, target)) {
    faults.addHidden(parameter, name)
    return undefined
  }
  if (target.kind === 'virtual') {
    faults.add(parameter, `"${name}" is not stored and cannot be queried`)
    return undefined
  }
  return target
}

export function sees({ caller }: QueryReading, { sees: fields, views }: Target): boolean {
  return (
    views.every((model) => caller.mayView(model)) &&
    fields.every((seen) => caller.visible(seen.model)?.has(seen.field) ?? true)
  )
}

function* visibleNames(reading: QueryReading): Generator<string> {
  for (const target of reading.targets.values())
    if (target.kind !== 'virtual' && sees(reading, target)) yield target.name
}

/**
 * Returns the value of `_after` that continues after a row. The cursor contains the order and the row's values for the
 * sort keys.
 */
export function encodeCursor(model: ModelSpec, orderBy: readonly SortKey[], row: Row): string {
  const values = orderBy.map(({ field }) => (field === RELEVANCE ? relevances.get(row) : row[field]) ?? null)
  return Buffer.from(JSON.stringify([orderText(model, orderBy), values])).toString('base64url')
}

/**
 * Returns the values of the sort keys after which the next page starts, or undefined if the cursor is invalid or is for
 * a different order or model.
 */
export function decodeCursor(
  model: ModelSpec,
  orderBy: readonly SortKey[],
  text: string,
): Json[] | undefined {
  const content = parsed(Buffer.from(text, 'base64url').toString())
  if (!Array.isArray(content)) return undefined
  const [order, after]: Json[] = content
  if (order !== orderText(model, orderBy)) return undefined
  if (!Array.isArray(after) || after.length !== orderBy.length) return undefined
  const values = after.map((value: Json, index) => keyValue(model, orderBy[index], value))
  return values.includes(undefined) ? undefined : values.filter((value) => value !== undefined)
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function keyValue(model: ModelSpec, key: SortKey | undefined, value: Json): Json | undefined {
  const field = key?.field ?? ''
  if (field === RELEVANCE) return typeof value === 'number' ? value : undefined
  const relation = model.relations[field]
  const spec = relation === undefined ? model.fields[field] : { type: relation.keyType }
  if (spec === undefined || (value === null && field === model.key)) return undefined
  if (value === null) return null
  const checked = checkValue(spec, value)
  return checked.ok ? checked.value : undefined
}

/** Returns a string that identifies the model and the order: `Story,-created_at,-id`. */
function orderText({ name }: ModelSpec, orderBy: readonly SortKey[]): string {
  let text = name
  for (const { field, direction } of orderBy) text += direction === 'asc' ? `,${field}` : `,-${field}`
  return text
}

/** Returns the order by relevance, with ties broken by key. */
export function byRelevance({ key }: ModelSpec): SortKey[] {
  return [
    { field: RELEVANCE, direction: 'desc' },
    { field: key, direction: 'asc' },
  ]
}

/** Reads `_sort=a,-b`. Ties are broken by the primary key, in the direction of the last sort key. */
export function readOrder(reading: QueryReading, values: readonly string[]): SortKey[] {
  if (values.length === 0) return withTies([], reading.model.key)
  const names = values.flatMap((value) => value.split(',')).map((name) => name.trim())
  if (names.length > reading.limits.sortKeys) {
    reading.faults.add('_sort', `must have at most ${reading.limits.sortKeys} keys`)
    return []
  }
  const keys = new Map<string, SortKey>()
  for (const name of names) {
    const key = readKey(reading, name)
    if (key !== undefined && !keys.has(key.field)) keys.set(key.field, key)
  }
  return withTies([...keys.values()], reading.model.key)
}

function readKey(reading: QueryReading, name: string): SortKey | undefined {
  const direction = name.startsWith('-') ? 'desc' : 'asc'
  const target = resolve(reading, '_sort', name.replace(/^[-+]/, ''))
  if (target === undefined) return undefined
  if (target.via.length === 0 && target.kind !== 'holders' && VALUE_TRAITS[target.spec.type].isSortable)
    return { field: target.field, direction }
  reading.faults.add('_sort', `cannot sort by "${target.name}"`)
  return undefined
}

/** Ends a sort order with the primary key, which makes the order total. */
function withTies(keys: readonly SortKey[], key: string): SortKey[] {
  const at = keys.findIndex(({ field }) => field === key)
  return at < 0
    ? [...keys, { field: key, direction: keys.at(-1)?.direction ?? 'asc' }]
    : keys.slice(0, at + 1)
}

/** Default number of items per page. */
const PAGE_SIZE = 20

/** The range of the selection to return. */
export interface Paging {
  readonly take: number
  readonly skip: number
}

/** Reads `_limit`, `_start` and `_page`. For anonymous callers, pages end at `publicMaxLimit`. */
export function readPaging(reading: QueryReading, parameters: QueryParameters): Paging {
  const { limits, caller, faults } = reading
  const limit = Math.min(wholeNumber(reading, parameters, '_limit') ?? PAGE_SIZE, limits.maxLimit)
  const start = wholeNumber(reading, parameters, '_start')
  const page = wholeNumber(reading, parameters, '_page')
  if (start !== undefined && page !== undefined) faults.add('_page', 'cannot be combined with _start')
  const skip = start ?? (page ?? 0) * limit
  if (!Number.isSafeInteger(skip)) faults.add('_page', 'is too large')
  const available = caller.anonymousLimit ? Math.max(0, limits.publicMaxLimit - skip) : limit
  return { take: Math.min(limit, available), skip }
}

function wholeNumber(
  { faults }: QueryReading,
  parameters: QueryParameters,
  name: string,
): number | undefined {
  const [text, ...more] = valuesOf(parameters, name)
  if (text === undefined) return undefined
  if (more.length > 0) faults.add(name, 'must not be repeated')
  if (/^\d{1,15}$/.test(text)) return Number(text)
  faults.add(name, 'must be a non-negative integer')
  return undefined
}

/** Fields contained in every document, regardless of `_fields`. */
const ALWAYS: ReadonlySet<string> = new Set(['_type', '_pk', '_self'])

/** Reads `_fields=a,b` (only the named fields) and `_fields=-c` (all other fields). Returns null for all fields. */
export function readProjection(reading: QueryReading, values: readonly string[]): ReadonlySet<string> | null {
  if (values.length === 0) return null
  const names = values.flatMap((value) => value.split(',')).map((name) => name.trim())
  const wanted = new Set<string>()
  const unwanted = new Set<string>()
  for (const name of names) {
    const plain = name.replace(/^-/, '')
    if (ALWAYS.has(plain)) continue
    const target = resolve(reading, '_fields', plain)
    if (target?.via.length === 0) (name.startsWith('-') ? unwanted : wanted).add(plain)
    else if (target !== undefined)
      reading.faults.add('_fields', `"${plain}" is a field of a related item and cannot be selected`)
  }
  const onlyThese = names.some((name) => !name.startsWith('-'))
  return new Set([...(onlyThese ? wanted : ownNames(reading))].filter((name) => !unwanted.has(name)))
}

function ownNames({ targets }: QueryReading): string[] {
  return [...targets.values()].filter(({ via }) => via.length === 0).map(({ name }) => name)
}

/**
 * Returns the total number of selected rows if the `found` rows include the last selected row, or undefined otherwise.
 */
export function shownTotal(
  { take = Infinity, skip = 0, after }: Selection,
  found: number,
): number | undefined {
  const isLast = after === undefined && found < take && (found > 0 || skip === 0)
  return isLast ? skip + found : undefined
}

export function isText({ kind, spec: { type, itemType } }: TypedTarget): boolean {
  return kind === 'field' && VALUE_TRAITS[comparedType(type, itemType)].kind === 'text'
}

/** Returns whether the values have an order, so that `__gt` and ranges apply. */
export function isOrdered({ kind, spec: { type, itemType } }: TypedTarget): boolean {
  return kind !== 'holders' && VALUE_TRAITS[comparedType(type, itemType)].isOrdered
}

/** Returns the type of the values to compare: the field's type or, for a list, the type of its items. */
function comparedType(type: FieldType, itemType: FieldType | undefined): FieldType {
  return type === 'list' ? (itemType ?? 'string') : type
}

/** Returns the reason why an operator does not apply to a field, or undefined if the operator applies. */
export function operatorError(target: TypedTarget, op: Operator): string | undefined {
  const { type } = target.spec
  const { on, alsoOnLists } = traitsOf(op)
  switch (on) {
    case 'all':
      return undefined
    case 'comparable':
      return VALUE_TRAITS[type].isComparable ? undefined : `fields of type ${type} support only __exists`
    case 'ordered':
      return isOrdered(target) ? undefined : `does not support __${op} because its values have no order`
    case 'text':
      if (isText(target) || (alsoOnLists && type === 'list')) return undefined
      return `__${op} applies only to text and ${alsoOnLists ? 'lists' : 'lists of text'}`
    case 'list':
      return type === 'list' || target.kind === 'holders' ? undefined : `__${op} applies only to lists`
  }
}

/** A name that a query can use: a field, a relation, or a field of a related model (`owner.name`). */
export interface Target {
  /** The name in the query. */
  readonly name: string
  readonly kind: 'field' | 'holder' | 'holders' | 'virtual'
  /** The field's name in its own model. */
  readonly field: string
  readonly spec: ValueSpec
  /** For `holders`: the name of the related model's key. */
  readonly key: string
  /** The model that has the field. */
  readonly model: ModelSpec
  /** The relations to follow; empty for the model's own fields. */
  readonly via: readonly string[]
  /** The related models whose items the caller must be able to view to use this name. */
  readonly views: readonly ModelSpec[]
  /** The fields that the caller must be able to see to use this name. */
  readonly sees: readonly { readonly model: ModelSpec; readonly field: string }[]
}

/** The properties of a target that determine which operators apply to it. */
type TypedTarget = Pick<Target, 'kind' | 'spec'>

export type Targets = ReadonlyMap<string, Target>

/** Maximum number of relations in a name. */
const MAX_RELATIONS = 3

/** Everything that queries on a model can refer to. Names over more than one relation are found, but not listed. */
class TargetNames extends Map<string, Target> {
  readonly #model: ModelSpec
  readonly #models: Models

  constructor(model: ModelSpec, models: Models) {
    super(ownTargets(model, models).map((target) => [target.name, target]))
    this.#model = model
    this.#models = models
    for (const relation of Object.keys(model.relations))
      for (const { name } of ownTargets(relatedModel(model, relation, models), models)) {
        const target = this.#along([relation], name)
        if (target !== undefined) this.set(target.name, target)
      }
  }

  override get(name: string): Target | undefined {
    const known = super.get(name)
    if (known !== undefined) return known
    const via = name.split('.')
    const field = via.pop() ?? ''
    return via.length > 1 && via.length <= MAX_RELATIONS ? this.#along(via, field) : undefined
  }

  override has(name: string): boolean {
    return this.get(name) !== undefined
  }

  /** Returns a field of the items at the end of a path of relations. */
  #along(via: readonly string[], field: string): Target | undefined {
    let model = this.#model
    const views: ModelSpec[] = []
    const seen: { readonly model: ModelSpec; readonly field: string }[] = []
    for (const relation of via) {
      if (!Object.hasOwn(model.relations, relation)) return undefined
      seen.push({ model, field: relation })
      model = relatedModel(model, relation, this.#models)
      views.push(model)
    }
    const target = ownTargets(model, this.#models).find(({ name }) => name === field)
    return (
      target && {
        ...target,
        name: [...via, field].join('.'),
        via,
        views: [...views, ...target.views],
        sees: [...seen, ...target.sees],
      }
    )
  }
}

function relatedModel(model: ModelSpec, relation: string, models: Models): ModelSpec {
  const other = model.relations[relation]?.model ?? ''
  const related = models[other]
  if (related === undefined) throw new TypeError(`Unknown model ${other}`)
  return related
}

export function targetsOf(model: ModelSpec, models: Models): Targets {
  return new TargetNames(model, models)
}

function ownTargets(model: ModelSpec, models: Models): Target[] {
  const fields = Object.entries(model.fields).map(([name, spec]): Target => {
    const kind = spec.column === null ? 'virtual' : 'field'
    return {
      name,
      kind,
      field: name,
      spec,
      key: '',
      model,
      via: [],
      views: [],
      sees: [{ model, field: name }],
    }
  })
  const relations = Object.entries(model.relations).map(([name, relation]): Target => {
    const related = models[relation.model]
    const key = related?.key ?? ''
    const kind = relation.side === 'holder' ? 'holder' : 'holders'
    return {
      name,
      kind,
      field: name,
      spec: keySpec(relation.keyType),
      key,
      model,
      via: [],
      // The keys of holders reveal as much about them as their fields.
      views: kind === 'holders' && related !== undefined ? [related] : [],
      sees: [{ model, field: name }],
    }
  })
  return [...fields, ...relations]
}

function keySpec(type: FieldType): ValueSpec {
  return { type }
}

export function comparison(target: Target, op: Operator, value: Json): Condition {
  if (target.via.length === 0 && target.kind !== 'holders')
    return { kind: 'compare', field: target.field, op, value }
  const { negates } = traitsOf(op)
  if (negates !== undefined) return { kind: 'not', of: comparison(target, negates, value) }
  if (op === 'exists') {
    const some = over(target, presence(target))
    return value === true ? some : { kind: 'not', of: some }
  }
  if (target.kind === 'holders' && op === 'all' && Array.isArray(value))
    return allOf([...new Set(value)].map((each) => comparison(target, 'eq', each)))
  return over(target, ofKey(target, { kind: 'compare', field: target.field, op, value }))
}

/** Returns the condition that a single value satisfies all bounds. */
export function within(target: Target, bounds: readonly ItemTest[]): Condition {
  const { field, spec } = target
  if (spec.type === 'list') return over(target, { kind: 'item', field, of: bounds })
  return over(target, allOf(bounds.map(({ op, value }) => ({ kind: 'compare', field, op, value }))))
}

export function wordsLike(target: Target, pattern: TextPattern): Condition {
  return over(target, { kind: 'text', field: target.field, pattern })
}

function over({ via }: Target, of: Condition): Condition {
  return via.reduceRight(
    (condition: Condition, relation) => ({ kind: 'related', relation, of: condition }),
    of,
  )
}

function presence(target: Target): Condition {
  return target.kind === 'holders'
    ? { kind: 'related', relation: target.field, of: null }
    : { kind: 'compare', field: target.field, op: 'exists', value: true }
}

function ofKey({ kind, field, key }: Target, condition: Condition & { kind: 'compare' }): Condition {
  return kind === 'holders'
    ? { kind: 'related', relation: field, of: { ...condition, field: key } }
    : condition
}
