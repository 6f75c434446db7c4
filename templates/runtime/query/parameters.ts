import { type Fault, FaultList, Forbidden, IN_DETAIL } from '../errors.js'
import { type Json, memberOf } from '../json.js'
import { type ModelSpec, type Models, type Row, keySpec, modelNamed } from '../model.js'
import { VALUE_TRAITS, type FieldType } from '../spec/field-types.js'
import {
  type Condition,
  RELEVANCE,
  allOf,
  relevances,
  type Selection,
  type SortKey,
  type ItemTest,
  withTies,
} from '../store.js'
import type { Settings } from '../settings/settings.js'
import type { TextPattern } from '../values/pattern.js'
import { didYouMean, type ValueSpec } from '../values/scalars.js'
import { checkValue } from '../values/values.js'
import { type Operator, type Reserved, traitsOf } from '../spec/query-language.js'

/** A parsed query string. The value of a repeated parameter is a list. */
export type QueryParameters = Readonly<Record<string, string | readonly string[] | undefined>>

export function valuesOf(parameters: QueryParameters, name: string): readonly string[] {
  const value = memberOf(parameters, name)
  // Handlers can assign other values than text.
  if (value === undefined || value === null) return []
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
export class Faults extends FaultList {
  /** The errors about fields that the caller cannot see. */
  readonly hidden = new FaultList()

  /** Adds an error about an unknown name, and suggests a similar known name. */
  addUnknown(parameter: string, message: string, given: string, names: Iterable<string>): undefined {
    this.add(parameter, message + (this.suggestsNames ? didYouMean(given, names) : ''))
  }

  addHidden(parameter: string, name: string): undefined {
    this.hidden.add(parameter, `${NO_PERMISSION}"${name}"`)
  }

  /** @throws Forbidden for fields that the caller cannot see, otherwise BadRequest with all errors */
  override throwIfAny(): void {
    const { errors } = this.hidden
    if (errors.length > 0) throw new Forbidden(permissionDetail(errors), { errors })
    super.throwIfAny('query')
  }
}

/** Returns `You do not have permission to read "budget", "fee".` */
function permissionDetail(errors: readonly Fault[]): string {
  const names = new Set(errors.map(({ message }) => message.slice(NO_PERMISSION.length)))
  return `Y${NO_PERMISSION.slice(1)}${[...names].slice(0, IN_DETAIL).join(', ')}.`
}

export type QueryLimits = Pick<
  Settings,
  | 'maxLimit'
  | 'maxTotal'
  | 'publicMaxLimit'
  | 'maxFilterLength'
  | 'maxFilters'
  | 'maxSortKeys'
  | 'maxSearchTerms'
  | 'maxFuzzyTerms'
>

/** What queries from a caller can access. */
export interface Caller {
  /** Returns the names of the fields that the caller can see, or null for all fields. */
  visible(model: ModelSpec): ReadonlySet<string> | null
  /** Whether paging stops at `publicMaxLimit`. True for anonymous callers if authentication is on. */
  readonly anonymousLimit: boolean
  /** Returns whether the caller is allowed to filter by the model's fields. */
  mayView(model: ModelSpec): boolean
  /** Restricts a condition to the items that the caller can access, if items have their own access rules. */
  restrict(where: Condition, model: ModelSpec): Condition
}

/** A caller with access to everything: the service's own code. */
export const TRUSTED: Caller = {
  visible: () => null,
  anonymousLimit: false,
  mayView: () => true,
  restrict: (where) => where,
}

declare module '../model.js' {
  interface ModelSpec {
    /** How a search engine executes full-text searches; undefined if the database does. */
    readonly searched?: {
      /** The order by relevance. */
      readonly order: readonly SortKey[]
      /** Marks the conditions from `q` as a search. */
      readonly marked: (conditions: readonly Condition[]) => readonly Condition[]
    }
  }
}

export interface QueryReading {
  readonly model: ModelSpec
  readonly models: Models
  readonly limits: QueryLimits
  readonly caller: Caller
  readonly faults: Faults
  /** The names of the parameters whose values are literal, not expressions or lists. */
  readonly literal: ReadonlySet<string>
  terms: number
  fuzzyTerms: number
}

/**
 * Returns what a name in a parameter refers to. Adds an error and returns undefined if the name is unknown, is a
 * foreign key, or refers to a field that is not stored or that the caller cannot see.
 */
export function resolve(reading: QueryReading, parameter: string, name: string): Target | undefined {
  const { model, faults } = reading
  const backref = memberOf(model.foreignKeys, name)
  if (backref !== undefined)
    return faults.add(parameter, `"${name}" is a foreign key; use "${backref}" instead`)
  const target = targetOf(reading, name)
  if (target === undefined) {
    const message = `unknown field "${name.slice(0, 100)}" in ${model.name}`
    return faults.addUnknown(parameter, message, name, visibleNames(reading))
  }
  if (!sees(reading, target)) return faults.addHidden(parameter, name)
  if (target.kind === 'virtual') return faults.add(parameter, `"${name}" is not stored and cannot be queried`)
  return target
}

export function sees({ caller }: QueryReading, { sees: fields, views }: Target): boolean {
  return (
    views.every((model) => caller.mayView(model)) &&
    fields.every((seen) => caller.visible(seen.model)?.has(seen.field) ?? true)
  )
}

/** Yields the names that the caller can use, of fields of the model and of related models. */
function* visibleNames(reading: QueryReading): Generator<string> {
  const { model, models } = reading
  const related = Object.entries(model.relations).flatMap(([relation, { model: other }]) =>
    namesIn(modelNamed(models, other)).map((name) => `${relation}.${name}`),
  )
  for (const name of [...namesIn(model), ...related]) {
    const target = targetOf(reading, name)
    if (target !== undefined && target.kind !== 'virtual' && sees(reading, target)) yield name
  }
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
  const values = orderBy.map(({ field }, index) => keyValue(model, field, after[index] ?? null))
  return values.includes(undefined) ? undefined : values.filter((value) => value !== undefined)
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function keyValue(model: ModelSpec, field: string, value: Json): Json | undefined {
  if (field === RELEVANCE) return typeof value === 'number' || value === null ? value : undefined
  const relation = model.relations[field]
  const spec = relation === undefined ? model.fields[field] : keySpec(relation)
  if (spec === undefined || (value === null && field === model.key)) return undefined
  if (value === null) return null
  const checked = checkValue(spec, value)
  return checked.ok ? checked.value : undefined
}

/** Returns a string that identifies the model and the order: `Story,-created_at,-id`. */
function orderText({ name }: ModelSpec, orderBy: readonly SortKey[]): string {
  const keys = orderBy.map(({ field, direction }) => (direction === 'asc' ? field : `-${field}`))
  return [name, ...keys].join(',')
}

export function namesOf(values: readonly string[]): string[] {
  return values.flatMap((value) => value.split(',')).map((name) => name.trim())
}

/** Reads `_sort=a,-b`. Ties are broken by the primary key, in the direction of the last sort key. */
export function readOrder(reading: QueryReading, values: readonly string[]): SortKey[] {
  const names = namesOf(values)
  if (names.length > reading.limits.maxSortKeys) {
    reading.faults.add('_sort', `must have at most ${reading.limits.maxSortKeys} keys`)
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
  return reading.faults.add('_sort', `cannot sort by "${target.name}"`)
}

/** Default number of items per page. */
const PAGE_SIZE = 20

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
  return faults.add(name, 'must be a non-negative integer')
}

/** Fields contained in every document, regardless of `_fields`. */
export const ALWAYS_SHOWN: ReadonlySet<string> = new Set(['_type', '_pk', '_self'])

/** Reads `_fields=a,b` (only the named fields) and `_fields=-c` (all other fields). Returns null for all fields. */
export function readProjection(reading: QueryReading, values: readonly string[]): ReadonlySet<string> | null {
  if (values.length === 0) return null
  const names = namesOf(values)
  const { caller } = reading
  // Documents contain the keys of related items, whether or not the caller can filter by them.
  const shown = { ...reading, caller: { ...TRUSTED, visible: caller.visible.bind(caller) } }
  const wanted = new Set<string>()
  const unwanted = new Set<string>()
  for (const name of names) {
    const plain = name.replace(/^-/, '')
    if (ALWAYS_SHOWN.has(plain)) continue
    const target = resolve(shown, '_fields', plain)
    if (target?.via.length === 0) (name.startsWith('-') ? unwanted : wanted).add(plain)
    else if (target !== undefined)
      reading.faults.add('_fields', `"${plain}" is a field of a related item and cannot be selected`)
  }
  const onlyThese = names.some((name) => !name.startsWith('-'))
  return new Set([...(onlyThese ? wanted : namesIn(reading.model))].filter((name) => !unwanted.has(name)))
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

export function isText({ kind, spec }: TypedTarget): boolean {
  return kind === 'field' && VALUE_TRAITS[comparedType(spec)].kind === 'text'
}

/** Returns the type of the values to compare: the field's type or, for a list, the type of its items. */
export function comparedType({ type, itemType = 'string' }: ValueSpec): FieldType {
  return type === 'list' ? itemType : type
}

/** Returns the reason why an operator does not apply to a field, or undefined if the operator applies. */
export function operatorError(target: TypedTarget, op: Operator): string | undefined {
  const { kind, spec } = target
  const isList = spec.type === 'list'
  const { on, alsoOnLists } = traitsOf(op)
  switch (on) {
    case 'all':
      return undefined
    case 'comparable':
      if (VALUE_TRAITS[spec.type].isComparable) return undefined
      return `fields of type ${spec.type} support only __exists`
    case 'ordered':
      if (kind !== 'holders' && VALUE_TRAITS[comparedType(spec)].isOrdered) return undefined
      return `does not support __${op} because its values have no order`
    case 'text':
      if (isText(target) || (alsoOnLists && isList)) return undefined
      return `__${op} applies only to text and ${alsoOnLists ? 'lists' : 'lists of text'}`
    case 'list':
      return isList || kind === 'holders' ? undefined : `__${op} applies only to lists`
  }
}

/** A name that a query can use: a field, a relation, or a field of a related model (`owner.name`). */
export interface Target {
  readonly name: string
  readonly kind: 'field' | 'holder' | 'holders' | 'virtual'
  readonly field: string
  readonly spec: ValueSpec
  /** For `holders`: the name of the related model's key. */
  readonly key: string
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

const MAX_RELATIONS = 3

/** Returns what a name can refer to, even if the caller cannot see it. */
export function targetOf({ model, models }: QueryReading, name: string): Target | undefined {
  return targetIn(model, models, name, MAX_RELATIONS)
}

function targetIn(model: ModelSpec, models: Models, name: string, maxRelations: number): Target | undefined {
  const own = ownTarget(model, models, name)
  if (own !== undefined || maxRelations === 0) return own
  const [first = '', ...path] = name.split('.')
  const relation = memberOf(model.relations, first)
  if (relation === undefined) return undefined
  const related = modelNamed(models, relation.model)
  const target = targetIn(related, models, path.join('.'), maxRelations - 1)
  return (
    target && {
      ...target,
      name,
      via: [first, ...target.via],
      views: [related, ...target.views],
      sees: [{ model, field: first }, ...target.sees],
    }
  )
}

function ownTarget(model: ModelSpec, models: Models, name: string): Target | undefined {
  // A spread would make these objects many times slower to create.
  const target = (
    kind: Target['kind'],
    spec: ValueSpec,
    key = '',
    views: readonly ModelSpec[] = [],
  ): Target => {
    return { name, kind, field: name, spec, key, model, via: [], views, sees: [{ model, field: name }] }
  }
  const spec = memberOf(model.fields, name)
  if (spec !== undefined) return target(spec.column === null ? 'virtual' : 'field', spec)
  const relation = memberOf(model.relations, name)
  if (relation === undefined) return undefined
  const related = modelNamed(models, relation.model)
  if (relation.side === 'holder') return target('holder', keySpec(relation), related.key)
  // The keys of holders reveal as much about them as their fields.
  return target('holders', keySpec(relation), related.key, [related])
}

export function namesIn({ fields, relations }: ModelSpec): string[] {
  return [...Object.keys(fields), ...Object.keys(relations)]
}

export function comparison(target: Target, op: Operator, value: Json): Condition {
  const { kind, field, key, via } = target
  if (via.length === 0 && kind !== 'holders') return { kind: 'compare', field, op, value }
  const { negates } = traitsOf(op)
  if (negates !== undefined) return { kind: 'not', of: comparison(target, negates, value) }
  if (op === 'exists' && value !== true) return { kind: 'not', of: comparison(target, op, true) }
  if (kind !== 'holders') return over(target, { kind: 'compare', field, op, value })
  const linked = (op: Operator, value: Json): Condition => ({
    kind: 'related',
    relation: field,
    of: op === 'exists' ? null : { kind: 'compare', field: key, op, value },
  })
  return op === 'all' && Array.isArray(value)
    ? over(target, allOf([...new Set(value)].map((each) => linked('eq', each))))
    : over(target, linked(op, value))
}

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
