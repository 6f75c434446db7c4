import { type Json, isObject, memberOf, rejectUndefined } from '../json.js'
import { type FieldSpec, type Key, type ModelSpec, type Models, type Row, modelNamed } from '../model.js'
import { isGenerated, isNumeric } from '../spec/field-types.js'
import {
  type Condition,
  type LockMode,
  type Session,
  type SortKey,
  rejectInTransaction,
  valueOf,
} from '../store.js'
import { checkRelation } from '../body/reader.js'
import { FaultList, UniqueViolation, invalid, pointer } from '../errors.js'
import { type Checked, UNREACHABLE, bad, good, isUnreachable } from '../values/scalars.js'
import { addToValue, checkOperand, checkValue } from '../values/values.js'
import { toCondition, toOrder } from './conditions.js'
import { type Args, groupsOf, requestedIn } from './groups.js'
import type { Items, RowAccess } from './items.js'
import { isKey, keysOf } from './parts.js'
import type { ModelTypes, Repository, TypedModel } from './types.js'

/** The arguments of repositories that must not contain undefined values. */
const CHECKED = ['where', 'data', 'cursor', 'create', 'update', 'having']

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

/**
 * Runs work in a transaction or, in a transaction, in a nested one.
 * @throws TypeError outside the transaction in which the calling code runs, or if the database has no nested ones
 */
export async function nestedTransaction<R>(
  session: Session,
  work: (session: Session) => Promise<R>,
): Promise<R> {
  if (session.state === null) rejectInTransaction()
  return session.savepoint(work)
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
      const row = await this.#row(this.#key(args['where']), this.#lock(args) !== undefined)
      return row && (await this.#shaped([row], args))[0]
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
      return (await this.#shaped(rows, args)).filter((row) => row !== undefined)
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
      if (key === undefined) return undefined
      const row = hasIncrements(this.#model, data)
        ? await items.transaction(async (inner) => {
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
      const count = hasIncrements(this.#model, data)
        ? await items.updateEach(where, data, (plain, row) => incremented(this.#model, plain, row))
        : await items.updateMany(where, data)
      return { count }
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
        if (!(error instanceof UniqueViolation) || this.#session.state !== null) throw error
        // Another transaction might have created the item in the meantime.
        return upsertOnce()
      }
    })
  }

  delete(args: { readonly where: Row }): Promise<boolean> {
    return this.#write(args, async (items) => {
      const key = this.#key(args.where)
      return key !== undefined && items.delete(key)
    })
  }

  deleteMany(args: Args = {}): Promise<{ count: number }> {
    return this.#write(args, async (items) => {
      const where = this.#where(args)
      await items.checkSelected(where, 'delete')
      return { count: await items.deleteMany(where) }
    })
  }

  transaction<R>(work: (repository: RowRepository) => Promise<R>): Promise<R> {
    return nestedTransaction(this.#session, (session) => work(this.#within(session)))
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

  #where(args: { readonly where?: unknown }): Condition {
    return toCondition(this.#models, this.#model, args.where === undefined ? undefined : Object(args.where))
  }

  /** @throws TypeError outside a transaction */
  #lock({ lock = false }: Args): LockMode | undefined {
    if (lock === false) return undefined
    if (this.#session.state === null) throw new TypeError('A query with a lock requires a transaction')
    return lock === 'skip' ? 'skip' : 'wait'
  }

  /** Returns the key in `where`, or undefined if no item can have it. */
  #key(where: unknown): Key | undefined {
    const { name, key, fields } = this.#model
    const value = isObject(where) ? where[key] : undefined
    const field = fields[key]
    if (field === undefined || !isKey(value))
      throw new TypeError(`where requires the key ${JSON.stringify(key)} of ${name}`)
    const read = checkOperand(field, value)
    return read.ok && isKey(read.value) ? read.value : undefined
  }

  async #row(key: Key | undefined, lock = false): Promise<Row | undefined> {
    return key === undefined ? undefined : this.#items.store.findByKey(key, lock)
  }

  /** @throws TypeError if the item no longer exists and its place in the order is unknown */
  async #after(cursor: unknown, orderBy: readonly SortKey[]): Promise<Json[] | undefined> {
    if (cursor === undefined) return undefined
    const { name, key: field } = this.#model
    const key = this.#key({ [field]: cursor })
    if (key !== undefined && orderBy[0]?.field === field) return [key]
    const row = await this.#row(key)
    if (row === undefined)
      throw new TypeError(
        `The ${name} ${JSON.stringify(cursor)} of the cursor does not exist, so its place in this order is unknown.`,
      )
    return orderBy.map(({ field }) => row[field] ?? null)
  }

  /**
   * Returns the rows that the session's caller can view, without references to other rows, as `include` and `select` say, and
   * undefined for the other rows.
   */
  async #shaped(found: readonly Row[], args: Args): Promise<(Row | undefined)[]> {
    const shown = await this.#items.shown(found, true)
    const rows = shown.filter((row) => row !== undefined)
    const selected = isObject(args['select']) ? Object.keys(args['select']) : undefined
    const shaped: Record<string, Json>[] = rows.map((row) =>
      selected === undefined
        ? { ...row }
        : Object.fromEntries(selected.map((name) => [name, row[name] ?? null])),
    )
    for (const [name, of] of Object.entries(Object(args['include']))) {
      const related = await this.#related(name, rows, Object(of))
      for (const [index, row] of shaped.entries()) row[name] = related[index] ?? null
    }
    const left = shaped.values()
    return shown.map((row) => row && left.next().value)
  }

  /** Returns the related items for each row, using one query. */
  async #related(name: string, rows: readonly Row[], args: Args): Promise<Json[]> {
    const model = this.#model
    const relation = model.relations[name]
    if (relation === undefined)
      throw new TypeError(`Unknown relation ${JSON.stringify(name)} in ${model.name}`)
    const target = modelNamed(this.#models, relation.model)
    const others = new RowRepository(this.#session, this.#access, this.#models, target)
    if (relation.side === 'holder') {
      const keys = [...new Set(rows.map((row) => row[name] ?? null).filter((key) => key !== null))]
      const found = await others.#items.store.find({
        where: { kind: 'compare', field: target.key, op: 'in', value: keys },
        orderBy: [{ field: target.key, direction: 'asc' }],
      })
      const shaped = await others.#shaped(found, args)
      const byKey = new Map(found.map((row, index) => [row[target.key], shaped[index]]))
      return rows.map((row) => byKey.get(row[name]) ?? null)
    }
    const keys = keysOf(model, rows)
    const linked = await this.#items.store.linkedRows({ relation: name, keys, limit: NO_LIMIT })
    const lists = keys.map((key) => linked.get(key)?.items ?? [])
    const shaped = await others.#shaped(lists.flat(), args)
    let end = 0
    return lists.map(({ length }) => {
      const list = shaped.slice(end, (end += length)).filter((row) => row !== undefined)
      return relation.many ? list : (list[0] ?? null)
    })
  }
}

/** Returns a value of a field or a relation as a request's body would set it. */
function readValue(model: ModelSpec, name: string, value: Json): Checked {
  const field = memberOf(model.fields, name)
  const relation = memberOf(model.relations, name)
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
    if (!sum.ok) throw invalid([name], sum.message)
    changes[name] = sum.value
  }
  return changes
}

function wholeNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
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
