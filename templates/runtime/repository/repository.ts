import { type Json, isObject, rejectUndefined } from '../json.js'
import {
  type FieldSpec,
  type Key,
  type ModelSpec,
  type Models,
  type RelationSpec,
  type Row,
  modelNamed,
} from '../model.js'
import type { Operator } from '../spec/query-language.js'
import { isGenerated, isNumeric } from '../spec/field-types.js'
import {
  type CalendarUnit,
  type Condition,
  EVERYTHING,
  type LockMode,
  type Session,
  type SortKey,
  allOf,
  rejectInTransaction,
  valueOf,
  withTies,
} from '../store.js'
import { checkRelation } from '../body/reader.js'
import { BadRequest, FaultList, UniqueViolation, pointer } from '../errors.js'
import { type Checked, UNREACHABLE, bad, good, isUnreachable } from '../values/scalars.js'
import { addToValue, checkValue } from '../values/values.js'
import { groupsOf, requestedIn } from './groups.js'
import type { Items, RowAccess } from './items.js'
import { isKey, keyOf, keysOf } from './parts.js'

/** Comparisons for choices, booleans and keys. `null` finds items without a value. */
export interface AnyFilter<V> {
  equals?: V | null
  not?: V | null
  in?: readonly V[]
  notIn?: readonly V[]
}

/** Comparisons for numbers, dates and times. */
export interface OrderedFilter<V> extends AnyFilter<V> {
  gt?: V
  gte?: V
  lt?: V
  lte?: V
}

/** Comparisons for text. `mode: 'insensitive'` ignores case in `contains` and `startsWith`. */
export interface TextFilter extends OrderedFilter<string> {
  contains?: string
  startsWith?: string
  endsWith?: string
  mode?: 'insensitive'
}

export interface ListFilter<V> {
  has?: V
  hasEvery?: readonly V[]
  hasSome?: readonly V[]
  isNull?: boolean
}

/** Filter for fields that can be tested only for null. */
export interface PresenceFilter {
  isNull: boolean
}

/** Filter for a relation to one item: the item's key, or a filter on its fields. */
export type ToOneFilter<Where, K extends Key> = K | null | AnyFilter<K> | { is: Where }

/** Filter for a relation to many items: at least one item matches (`some`), or no item matches (`none`). */
export interface ToManyFilter<Where> {
  some?: Where
  none?: Where
}

export interface Logical<Where> {
  AND?: readonly Where[]
  OR?: readonly Where[]
  NOT?: Where
}

/** A model's types, from which the types of its repository, routes and events are derived. */
export interface ModelTypes {
  /** Name of the model: `Story`. */
  Name: string
  /** A stored item, with relations as keys. */
  Row: Row
  Key: Key
  /** The primary key under its name: `{ id: number }`. */
  Unique: Row
  /** The values that a request can set, keyed by field: stored fields, virtual fields and relations. */
  Fields: Row
  /** Input for `create`. */
  Create: Row
  /** Input for `update`. */
  Update: Row
  /**
   * An item in a response. Its type is not checked against JSON: documents can contain each other, so the compiler
   * would recurse infinitely.
   */
  Document: object
  Where: object
  /** Names of the fields by which items can be sorted. */
  Sortable: string
  /** Names of the number fields, which `{ increment: 1 }` can change. */
  Incrementable: string
  /** Names of the dates and datetimes. */
  Dates: string
  /** The type of each relation when it is named in `include`. */
  Relations: object
}

/** The description of the model that has these types. */
export interface TypedModel<T extends ModelTypes> extends ModelSpec {
  readonly name: T['Name']
  readonly key: keyof T['Unique'] & string
  readonly fields: ModelSpec['fields'] & {
    readonly [F in Exclude<keyof T['Row'], keyof T['Relations']>]: FieldSpec
  }
  readonly relations: ModelSpec['relations'] & { readonly [R in keyof T['Relations']]: RelationSpec }
}

export type Direction = 'asc' | 'desc'

/** `{ name: 'asc' }`, or a list of such objects. */
export type OrderBy<T extends ModelTypes> =
  { readonly [F in T['Sortable']]?: Direction } | readonly { readonly [F in T['Sortable']]?: Direction }[]

/** The names of a model's fields, and those of its relations that contain a key. */
type FieldName<T extends ModelTypes> = keyof T['Row'] & string

type RelationName<T extends ModelTypes> = keyof T['Relations'] & string

/** Accepts no properties if there are no names, because `{}` accepts all. */
type NothingIf<Names extends string> = [Names] extends [never] ? { readonly [name: string]: never } : unknown

/** The relations and fields that a read returns. Their names are type parameters, which determine the result's type. */
export interface ReadArgs<Included extends string, Selected extends string> {
  /** Relations to return as items instead of keys: `{ owner: true }`. */
  readonly include?: { readonly [R in Included]: true } & NothingIf<Included>
  /** Fields to return: `{ name: true }`. */
  readonly select?: { readonly [F in Selected]: true }
}

/** The key of an item to read. */
export interface UniqueArgs<
  T extends ModelTypes,
  Included extends RelationName<T> = never,
  Selected extends FieldName<T> = FieldName<T>,
> extends ReadArgs<Included, Selected> {
  readonly where: T['Unique']
  /**
   * Locks the item until the transaction ends, so that no other transaction can change or lock it. Throws outside a
   * transaction.
   */
  readonly lock?: boolean
}

/** Increments a number field without losing concurrent changes. A field without a value is not changed. */
export interface Increment<Value> {
  /** A number, or a string if a JSON number cannot represent the field's values exactly. */
  readonly increment: number | Extract<Value, string>
}

/** Values to set, and numbers to increment: `{ title: 'New', views: { increment: 1 } }`. */
export type Changes<T extends ModelTypes> = {
  readonly [F in keyof T['Update']]:
    T['Update'][F] | (F extends T['Incrementable'] ? Increment<T['Update'][F]> : never)
}

export interface FindArgs<
  T extends ModelTypes,
  Included extends RelationName<T> = never,
  Selected extends FieldName<T> = FieldName<T>,
> extends ReadArgs<Included, Selected> {
  readonly where?: T['Where']
  readonly orderBy?: OrderBy<T>
  readonly take?: number
  readonly skip?: number
  /** The key of the item after which the result starts. */
  readonly cursor?: T['Key']
}

export interface FindManyArgs<
  T extends ModelTypes,
  Included extends RelationName<T> = never,
  Selected extends FieldName<T> = FieldName<T>,
> extends FindArgs<T, Included, Selected> {
  /**
   * Locks the items until the transaction ends, as in `findUnique`. `skip` leaves out the items that other transactions
   * have locked, instead of waiting for them.
   */
  readonly lock?: boolean | 'skip'
}

/** An item, or its selected fields, with the related items instead of their keys. */
type WithRelated<T extends ModelTypes, Item, Included extends RelationName<T>> = Omit<Item, Included> &
  Pick<T['Relations'], Included>

type Selection<T extends ModelTypes, Selected extends FieldName<T>> = [FieldName<T>] extends [Selected]
  ? T['Row']
  : Pick<T['Row'], Selected>

/** An item with the fields and relations named in `select` and `include`. */
export type Result<
  T extends ModelTypes,
  Included extends RelationName<T> = never,
  Selected extends FieldName<T> = FieldName<T>,
> = [Included] extends [never] ? Selection<T, Selected> : WithRelated<T, Selection<T, Selected>, Included>

/** A model with a password, whose hash can be read, but not used in filters, sort orders and aggregations. */
export interface SecretModel {
  Secret: string
}

type Computable<T extends ModelTypes> = Exclude<FieldName<T>, T extends SecretModel ? T['Secret'] : never>

/** The names of the fields whose values have a type. */
type FieldsWith<T extends ModelTypes, Value> = {
  [F in Computable<T>]: [NonNullable<T['Row'][F]>] extends [Value] ? F : never
}[Computable<T>]

type Ordered<T extends ModelTypes> = Exclude<FieldsWith<T, string | number>, RelationName<T>>

/** The names of the numbers. `aggregate` also accepts lists, whose values are their items. */
type Summed<T extends ModelTypes> = T['Incrementable'] | FieldsWith<T, readonly unknown[]>

/** Values to compute from fields: `{ _sum: { price: true } }`. */
export interface Computations<
  Low extends string,
  High extends string,
  Avg extends string,
  Sum extends string,
> {
  readonly _min?: { readonly [F in Low]: true }
  readonly _max?: { readonly [F in High]: true }
  readonly _avg?: { readonly [F in Avg]: true }
  readonly _sum?: { readonly [F in Sum]: true }
}

/** The value of a field, or of an item in a list. */
type ItemOf<T extends ModelTypes, F extends string> =
  NonNullable<T['Row'][F]> extends readonly (infer Item)[] ? Item : NonNullable<T['Row'][F]>

/** An object for a computation, or nothing if it is not requested. */
type Part<Name extends string, F extends string, Values> = [F] extends [never]
  ? unknown
  : { readonly [N in Name]: Readonly<Values> }

/** The computed values, keyed by field. Without values to compute from, a sum is 0 and everything else is null. */
export type Computed<
  T extends ModelTypes,
  Low extends string,
  High extends string,
  Avg extends string,
  Sum extends string,
> = Part<'_min', Low, { [F in Low]: ItemOf<T, F> | null }> &
  Part<'_max', High, { [F in High]: ItemOf<T, F> | null }> &
  Part<'_avg', Avg, { [F in Avg]: number | null }> &
  Part<'_sum', Sum, { [F in Sum]: ItemOf<T, F> }>

/** A date by whose calendar units items are grouped. Weeks start on Monday. */
export interface DateGroup<F extends string> {
  readonly field: F
  readonly unit: CalendarUnit
  /** For a datetime, the name of a time zone, such as `Europe/Berlin`. By default, UTC. */
  readonly timezone?: string
}

type Tests<T extends ModelTypes, F extends string> = { readonly [Name in F]?: OrderedFilter<ItemOf<T, Name>> }

/** Selects groups by computed values: `{ _sum: { price: { gt: 100 } } }`. */
export interface Having<T extends ModelTypes> {
  readonly _count?: OrderedFilter<number>
  readonly _min?: Tests<T, Ordered<T>>
  readonly _max?: Tests<T, Ordered<T>>
  readonly _avg?: { readonly [F in T['Incrementable']]?: OrderedFilter<number> }
  readonly _sum?: Tests<T, T['Incrementable']>
}

/** The condition operator for each key in a filter. */
const OPERATORS: Readonly<Record<string, Operator>> = {
  equals: 'eq',
  not: 'ne',
  in: 'in',
  notIn: 'nin',
  gt: 'gt',
  gte: 'gte',
  lt: 'lt',
  lte: 'lte',
  contains: 'contains',
  startsWith: 'startswith',
  endsWith: 'endswith',
  has: 'contains',
  hasEvery: 'all',
  hasSome: 'any',
}

const INSENSITIVE: Readonly<Partial<Record<Operator, Operator>>> = {
  contains: 'icontains',
  startswith: 'istartswith',
}

/**
 * Converts a filter to a condition.
 * @throws TypeError for an unknown name, which the compiler also reports
 */
export function toCondition(models: Models, model: ModelSpec, where: object | undefined): Condition {
  if (where === undefined) return EVERYTHING
  rejectUndefined('where', where)
  return allOf(Object.entries(where).map(([name, value]) => part(models, model, name, value)))
}

/** The arguments of repositories that must not contain undefined values. */
const CHECKED = ['where', 'data', 'cursor', 'create', 'update', 'having']

function part(models: Models, model: ModelSpec, name: string, value: unknown): Condition {
  if (name === 'AND') return allOf(conditions(models, model, value))
  if (name === 'OR') return { kind: 'or', of: conditions(models, model, value) }
  if (name === 'NOT') return { kind: 'not', of: toCondition(models, model, Object(value)) }
  const relation = model.relations[name]
  if (relation !== undefined) return relationPart(models, name, relation, value)
  const field = model.fields[name]
  if (field === undefined || field.column === null)
    throw new TypeError(`Unknown field ${JSON.stringify(name)} in ${model.name}`)
  return allOf(comparisons(name, field, value))
}

function conditions(models: Models, model: ModelSpec, value: unknown): Condition[] {
  return Array.isArray(value) ? value.map((where) => toCondition(models, model, Object(where))) : []
}

function relationPart(models: Models, name: string, relation: RelationSpec, value: unknown): Condition {
  const target = modelNamed(models, relation.model)
  if (isObject(value)) {
    const quantified = Object.entries(value).filter(([key]) => ['is', 'some', 'none'].includes(key))
    const tests = quantified.map(([key, where]): Condition => {
      const of = toCondition(models, target, Object(where))
      const related: Condition = { kind: 'related', relation: name, of }
      return key === 'none' ? { kind: 'not', of: related } : related
    })
    if (tests.length > 0) return allOf(tests)
  }
  if (relation.side === 'holder') return allOf(comparisons(name, undefined, value))
  if (value === null) return { kind: 'not', of: { kind: 'related', relation: name, of: null } }
  return { kind: 'related', relation: name, of: allOf(comparisons(target.key, undefined, value)) }
}

function comparisons(name: string, field: FieldSpec | undefined, value: unknown): Condition[] {
  const isValue = !isObject(value) || field?.type === 'dict' || field?.type === 'pickle'
  if (!isObject(value) || (isValue && !('isNull' in value))) return [compare(name, 'eq', json(value))]
  const insensitive = value['mode'] === 'insensitive'
  return Object.entries(value)
    .filter(([key]) => key !== 'mode')
    .map(([key, operand]) => {
      if (key === 'isNull') return compare(name, 'exists', operand !== true)
      const op = OPERATORS[key]
      if (op === undefined)
        throw new TypeError(`Unknown operator ${JSON.stringify(key)} for field ${JSON.stringify(name)}`)
      return compare(name, insensitive ? (INSENSITIVE[op] ?? op) : op, operand ?? null)
    })
}

function compare(field: string, op: Operator, value: Json): Condition {
  if (value === null && (op === 'eq' || op === 'ne'))
    return { kind: 'compare', field, op: 'exists', value: op === 'ne' }
  return { kind: 'compare', field, op, value }
}

function json(value: unknown): Json {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  if (Array.isArray(value)) return value.map(json)
  if (isObject(value)) return value
  throw new TypeError("A filter's value must be JSON")
}

/** Returns the sort keys in `orderBy`, and the primary key, which makes the order total. */
export function toOrder({ key }: ModelSpec, orderBy: unknown): SortKey[] {
  const keys = (Array.isArray(orderBy) ? orderBy : [orderBy ?? {}]).flatMap((order) =>
    Object.entries(Object(order)).map(([field, direction]): SortKey => ({
      field,
      direction: direction === 'desc' ? 'desc' : 'asc',
    })),
  )
  return withTies(keys, key)
}

type Args = Readonly<Record<string, unknown>>

/** Maximum number of related items that `include` reads. It is the largest limit that all databases accept. */
const NO_LIMIT = 2 ** 31 - 2

/**
 * Runs a call to a repository. In a transaction, an error makes the whole transaction fail, on every database.
 * @throws TypeError for a write outside the transaction in which the calling code runs
 */
export async function guarded<R>(
  session: Session,
  kind: 'read' | 'write',
  work: () => Promise<R>,
): Promise<R> {
  const { state } = session
  if (state === null) {
    if (kind === 'write') rejectInTransaction()
    return work()
  }
  state.check()
  try {
    return await work()
  } catch (error) {
    state.fail(error)
    throw error
  }
}

/** @throws TypeError if an argument contains an undefined value */
function checked<R>(args: object, work: () => Promise<R>): Promise<R> {
  for (const [name, value] of Object.entries(args)) if (CHECKED.includes(name)) rejectUndefined(name, value)
  return work()
}

/** A repository for any model, with untyped rows. {@link repository} adds the model's types. */
export class RowRepository {
  readonly #session: Session
  readonly #access: RowAccess
  readonly #models: Models
  readonly #model: ModelSpec
  readonly #items: Items

  constructor(session: Session, access: RowAccess, models: Models, model: ModelSpec) {
    this.#session = session
    this.#access = access
    this.#models = models
    this.#model = model
    this.#items = access.items(session, models, model)
  }

  findUnique(args: Args): Promise<Row | undefined> {
    return this.#read(args, async () => {
      const lock = this.#lock(args) !== undefined
      const row = await this.#items.store.findByKey(this.#key(args['where']), lock)
      return row && (await this.#shape([row], args))[0]
    })
  }

  async findFirst(args: Args = {}): Promise<Row | undefined> {
    return (await this.findMany({ ...args, take: 1 }))[0]
  }

  findMany(args: Args = {}): Promise<Row[]> {
    return this.#read(args, async () => {
      const orderBy = toOrder(this.#model, args['orderBy'])
      const after = await this.#after(args['cursor'], orderBy)
      const rows = await this.#items.store.find({
        where: this.#where(args),
        orderBy,
        take: wholeNumber(args['take']),
        skip: wholeNumber(args['skip']),
        after,
        lock: this.#lock(args),
      })
      return this.#shape(rows, args)
    })
  }

  count(args: Args = {}): Promise<number> {
    return this.#read(args, async () => this.#items.store.count(this.#where(args)))
  }

  aggregate(args: Args): Promise<Args> {
    return this.#read(args, async () => {
      const requested = requestedIn(args)
      const where = this.#where(args)
      const results = await this.#items.store.aggregate(where, requested)
      const result: Record<string, unknown> = {}
      if (args['_count'] === true) result['_count'] = await this.#items.store.count(where)
      for (const [index, { name, field }] of requested.entries())
        result[name] = { ...Object(result[name]), [field]: valueOf(results[index]) }
      return result
    })
  }

  groupBy(args: Args): Promise<Row[]> {
    return this.#read(args, () => groupsOf(this.#items.store, this.#where(args), args))
  }

  create(args: { readonly data: Row }): Promise<Row> {
    return this.#write(args, async (items) => {
      const list = await this.#valid([args.data], false)
      const [row] = await this.#masked(await items.create(list))
      if (row === undefined) throw new TypeError('The database returned no row')
      return row
    })
  }

  createMany(args: { readonly data: readonly Row[] }): Promise<Row[]> {
    return this.#write(args, async (items) => {
      return this.#masked(await items.create(await this.#valid(args.data, true)))
    })
  }

  update(args: { readonly where: Row; readonly data: Row }): Promise<Row | undefined> {
    return this.#write(args, async (items) => {
      const key = this.#key(args.where)
      const [data = {}] = await this.#valid([args.data], false)
      const row = hasIncrements(this.#model, data)
        ? await this.#inTransaction(async (inner) => {
            const found = await inner.store.findByKey(key, true)
            return found && inner.update(key, incremented(this.#model, data, found))
          })
        : await items.update(key, data)
      return row && (await this.#masked([row]))[0]
    })
  }

  updateMany(args: { readonly where?: object; readonly data: Row }): Promise<{ count: number }> {
    return this.#write(args, async (items) => {
      const where = this.#where(args)
      const [data = {}] = await this.#valid([args.data], false)
      await items.checkSelected(where, 'update')
      if (!hasIncrements(this.#model, data)) return { count: await items.updateMany(where, data) }
      const { plain, hashes } = await items.withoutPasswords(data)
      return this.#inTransaction(async (inner) => {
        let count = 0
        for await (const row of inner.locked(where)) {
          await inner.update(keyOf(this.#model, row), incremented(this.#model, plain, row), hashes)
          count += 1
        }
        return { count }
      })
    })
  }

  upsert(args: { readonly where: Row; readonly create: Row; readonly update: Row }): Promise<Row> {
    const upsertOnce = (): Promise<Row> =>
      this.#session.transaction(async (session) => {
        const inner = this.#within(session)
        const updated = await inner.update({ where: args.where, data: args.update })
        return updated ?? inner.create({ data: args.create })
      })
    return this.#write(args, async () => {
      try {
        return await upsertOnce()
      } catch (error) {
        if (!(error instanceof UniqueViolation) || this.#session.transactional) throw error
        // Another transaction might have created the item in the meantime.
        return upsertOnce()
      }
    })
  }

  delete(args: { readonly where: Row }): Promise<boolean> {
    return this.#write(args, async (items) => items.delete(this.#key(args.where)))
  }

  deleteMany(args: Args = {}): Promise<{ count: number }> {
    return this.#write(args, async (items) => {
      const where = this.#where(args)
      await items.checkSelected(where, 'delete')
      return { count: await items.deleteMany(where) }
    })
  }

  async transaction<R>(work: (repository: RowRepository) => Promise<R>): Promise<R> {
    if (this.#session.state === null) rejectInTransaction()
    return this.#session.savepoint((session) => work(this.#within(session)))
  }

  #within(session: Session): RowRepository {
    return new RowRepository(session, this.#access, this.#models, this.#model)
  }

  #read<R>(args: object, work: () => Promise<R>): Promise<R> {
    return guarded(this.#session, 'read', () => checked(args, work))
  }

  #write<R>(args: object, work: (items: Items) => Promise<R>): Promise<R> {
    return guarded(this.#session, 'write', () => checked(args, () => work(this.#items)))
  }

  /** Returns written rows as the session's caller sees them: of a row that the caller cannot view, only the key. */
  async #masked(rows: Row[]): Promise<Row[]> {
    const shown = await this.#items.shown(rows, true)
    const { key } = this.#model
    return rows.map((row, index) => shown[index] ?? { [key]: row[key] ?? null })
  }

  /**
   * Returns values in the form in which a request's values are stored.
   * @throws BadRequest if they are invalid, or if rules do not allow viewing the items to which they refer
   */
  async #valid(list: readonly Row[], isList: boolean): Promise<Row[]> {
    const faults = new FaultList()
    const valid = list.map((data, index) =>
      Object.fromEntries(
        Object.entries(data).map(([name, value]) => {
          const read = readValue(this.#model, name, value)
          if (read.ok) return [name, read.value]
          faults.add(pointer(isList ? `/${index}` : '', name), read.message)
          return [name, null]
        }),
      ),
    )
    faults.throwIfAny('values')
    await this.#items.checkReadable(valid, isList)
    return valid
  }

  #inTransaction<R>(work: (items: Items) => Promise<R>): Promise<R> {
    return this.#session.transaction((session) =>
      work(this.#access.items(session, this.#models, this.#model)),
    )
  }

  #where(args: { readonly where?: unknown }): Condition {
    return toCondition(this.#models, this.#model, args.where === undefined ? undefined : Object(args.where))
  }

  /** @throws TypeError outside a transaction */
  #lock({ lock = false }: Args): LockMode | undefined {
    if (lock === false) return undefined
    if (!this.#session.transactional) throw new TypeError('A query with a lock requires a transaction')
    return lock === 'skip' ? 'skip' : 'wait'
  }

  #key(where: unknown): Key {
    const { name, key } = this.#model
    const value = isObject(where) ? where[key] : undefined
    if (isKey(value)) return value
    throw new TypeError(`where requires the key ${JSON.stringify(key)} of ${name}`)
  }

  /** @throws TypeError if the item no longer exists and its place in the order is unknown */
  async #after(cursor: unknown, orderBy: readonly SortKey[]): Promise<Json[] | undefined> {
    if (cursor === undefined) return undefined
    const { key, fields } = this.#model
    const field = fields[key]
    const read = field === undefined ? bad('') : checkValue(field, json(cursor))
    if (!read.ok || !isKey(read.value))
      throw new TypeError(`The cursor ${JSON.stringify(cursor)} is not a key of ${this.#model.name}.`)
    if (orderBy[0]?.field === key) return [read.value]
    const row = await this.#items.store.findByKey(read.value)
    if (row === undefined)
      throw new TypeError(
        `The ${this.#model.name} ${JSON.stringify(cursor)} of the cursor does not exist, so its place in this order is unknown.`,
      )
    return orderBy.map(({ field }) => row[field] ?? null)
  }

  async #shape(found: Row[], args: Args): Promise<Row[]> {
    const rows = await this.#asSeen(this.#model, found)
    const included = Object.keys(Object(args['include']))
    const selected = isObject(args['select']) ? Object.keys(args['select']) : undefined
    const shaped: Record<string, Json>[] = rows.map((row) =>
      selected === undefined
        ? { ...row }
        : Object.fromEntries(selected.map((name) => [name, row[name] ?? null])),
    )
    for (const name of included) {
      const related = await this.#related(name, rows)
      for (const [index, row] of shaped.entries()) row[name] = related[index] ?? null
    }
    return shaped
  }

  /** Returns the related items for each row, using one query. */
  async #related(name: string, rows: readonly Row[]): Promise<Json[]> {
    const model = this.#model
    const relation = model.relations[name]
    if (relation === undefined)
      throw new TypeError(`Unknown relation ${JSON.stringify(name)} in ${model.name}`)
    const target = modelNamed(this.#models, relation.model)
    if (relation.side === 'holder') {
      const keys = [...new Set(rows.map((row) => row[name] ?? null).filter((key) => key !== null))]
      const found = await this.#session.store(target.name, this.#access).find({
        where: { kind: 'compare', field: target.key, op: 'in', value: keys },
        orderBy: [{ field: target.key, direction: 'asc' }],
      })
      const byKey = new Map((await this.#asSeen(target, found)).map((row) => [row[target.key], row]))
      return rows.map((row) => byKey.get(row[name]) ?? null)
    }
    const keys = keysOf(model, rows)
    const linked = await this.#items.store.linkedRows({ relation: name, keys, limit: NO_LIMIT })
    const all: Json[] = []
    for (const key of keys) {
      const found = await this.#asSeen(target, linked.get(key)?.items ?? [])
      all.push(relation.many ? found : (found[0] ?? null))
    }
    return all
  }

  /** Returns the rows that the session's caller can view, without references to other rows. */
  async #asSeen(model: ModelSpec, rows: readonly Row[]): Promise<readonly Row[]> {
    const shown = await this.#access.items(this.#session, this.#models, model).shown(rows, true)
    return shown.filter((row) => row !== undefined)
  }
}

/** Returns a value of a field or a relation as a request's body would set it. */
function readValue(model: ModelSpec, name: string, value: Json): Checked {
  // Names can be those of members that every object has.
  const field = Object.hasOwn(model.fields, name) ? model.fields[name] : undefined
  const relation = Object.hasOwn(model.relations, name) ? model.relations[name] : undefined
  const isRequired = field?.required === true || relation?.required === true || name === model.key
  if (value === null && isRequired && !(field !== undefined && isGenerated(field.type)))
    return bad('must not be null')
  if (relation !== undefined) return checkRelation(relation, value)
  if (field === undefined || field.column === null || value === null) return good(value)
  if (isGenerated(field.type) || incrementOf(field, value) !== undefined) return good(value)
  const read = checkValue(field, field.normalize?.(value) ?? value)
  return read.ok && name === model.key && isUnreachable(read.value) ? bad(UNREACHABLE) : read
}

/** Returns the amount by which a change increments a field, or undefined if the change sets the field. */
function incrementOf(field: FieldSpec | undefined, change: Json | undefined): number | string | undefined {
  if (field === undefined || !isNumeric(field.type) || isGenerated(field.type)) return undefined
  if (!isObject(change)) return undefined
  const { increment } = change
  return typeof increment === 'number' || typeof increment === 'string' ? increment : undefined
}

function hasIncrements(model: ModelSpec, data: Row): boolean {
  return Object.entries(data).some(([name, change]) => incrementOf(model.fields[name], change) !== undefined)
}

/**
 * Returns the changes, with each increment replaced by the resulting sum.
 * @throws BadRequest if a sum is out of range
 */
function incremented(model: ModelSpec, data: Row, row: Row): Row {
  const changes: Record<string, Json> = { ...data }
  for (const [name, change] of Object.entries(data)) {
    const field = model.fields[name]
    const amount = incrementOf(field, change)
    if (field === undefined || amount === undefined) continue
    const value = row[name] ?? null
    const sum = value === null ? good(null) : addToValue(field, value, amount)
    if (!sum.ok)
      throw new BadRequest(`"${name}" ${sum.message}.`, {
        errors: [{ path: `/${name}`, message: sum.message }],
      })
    changes[name] = sum.value
  }
  return changes
}

function wholeNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

/** Reads and writes a model's items. */
export interface Repository<T extends ModelTypes> {
  /** Returns the item with this key, or undefined. */
  findUnique<Included extends RelationName<T> = never, Selected extends FieldName<T> = FieldName<T>>(
    args: UniqueArgs<T, Included, Selected>,
  ): Promise<Result<T, NoInfer<Included>, NoInfer<Selected>> | undefined>
  findFirst<Included extends RelationName<T> = never, Selected extends FieldName<T> = FieldName<T>>(
    args?: FindArgs<T, Included, Selected>,
  ): Promise<Result<T, NoInfer<Included>, NoInfer<Selected>> | undefined>
  findMany<Included extends RelationName<T> = never, Selected extends FieldName<T> = FieldName<T>>(
    args?: FindManyArgs<T, Included, Selected>,
  ): Promise<Result<T, NoInfer<Included>, NoInfer<Selected>>[]>
  count(args?: { readonly where?: T['Where'] }): Promise<number>
  aggregate<
    Low extends Computable<T> = never,
    High extends Computable<T> = never,
    Avg extends Summed<T> = never,
    Sum extends Summed<T> = never,
  >(
    args: Computations<Low, High, Avg, Sum> & { readonly where?: T['Where']; readonly _count?: true },
  ): Promise<
    Computed<T, NoInfer<Low>, NoInfer<High>, NoInfer<Avg>, NoInfer<Sum>> & { readonly _count?: number }
  >
  /**
   * Counts the items for each combination of field values, ordered by these values, and computes values from the items.
   * A date can be replaced with the first day of its day, week, month or year.
   */
  groupBy<
    F extends Computable<T> = never,
    D extends T['Dates'] = never,
    Low extends Ordered<T> = never,
    High extends Ordered<T> = never,
    Avg extends T['Incrementable'] = never,
    Sum extends T['Incrementable'] = never,
  >(
    args: Computations<Low, High, Avg, Sum> & {
      readonly by: readonly (F | DateGroup<D>)[]
      readonly where?: T['Where']
      readonly having?: Having<T>
    },
  ): Promise<
    (Pick<T['Row'], NoInfer<F | D>> &
      Computed<T, NoInfer<Low>, NoInfer<High>, NoInfer<Avg>, NoInfer<Sum>> & { readonly _count: number })[]
  >
  create(args: { readonly data: T['Create'] }): Promise<T['Row']>
  /** Creates all items, or none if one of them is rejected. */
  createMany(args: { readonly data: readonly T['Create'][] }): Promise<T['Row'][]>
  /** Changes the item with this key and returns it, or undefined if it does not exist. */
  update(args: { readonly where: T['Unique']; readonly data: Changes<T> }): Promise<T['Row'] | undefined>
  updateMany(args: {
    readonly where?: T['Where']
    readonly data: Changes<T>
  }): Promise<{ readonly count: number }>
  upsert(args: {
    readonly where: T['Unique']
    readonly create: T['Create']
    readonly update: Changes<T>
  }): Promise<T['Row']>
  /** Deletes the item with this key, and returns whether it existed. */
  delete(args: { readonly where: T['Unique'] }): Promise<boolean>
  deleteMany(args?: { readonly where?: T['Where'] }): Promise<{ readonly count: number }>
  /**
   * Runs `work` with this repository in one transaction, which is rolled back if `work` throws. In a transaction, this is
   * a nested transaction (a savepoint), if the database has them.
   */
  transaction<R>(work: (repository: Repository<T>) => Promise<R>): Promise<R>
}

/** @param access whose repository it is, which decides which rows it can read and write */
export function repository<T extends ModelTypes>(
  session: Session,
  access: RowAccess,
  models: Models,
  model: TypedModel<T>,
): Repository<T> {
  // Safe because the types in T are generated from the same schema as the model's fields.
  return new RowRepository(session, access, models, model) as unknown as Repository<T>
}
