import type { Condition, SortKey } from '../condition.js'
import { isObject, type Json } from '../json.js'
import type { Key, ModelSpec, Models, Row } from '../model.js'
import type { Aggregation, AggregationResult, Session } from '../store.js'
import { Items } from './items.js'
import { toCondition } from './where.js'

type Args = Readonly<Record<string, unknown>>

const COMPUTATIONS = [
  ['_min', 'min'],
  ['_max', 'max'],
  ['_avg', 'avg'],
  ['_sum', 'sum'],
] as const

/** The repository of any model, its rows untyped: {@link repository} gives it the model's types. */
export class RowRepository {
  readonly #session: Session
  readonly #models: Models
  readonly #items: Items

  constructor(session: Session, models: Models, model: ModelSpec) {
    this.#session = session
    this.#models = models
    this.#items = new Items(session, models, model)
  }

  async findUnique(args: Args): Promise<Row | undefined> {
    const row = await this.#items.findByKey(this.#key(args['where']))
    return row && (await this.#shape([row], args))[0]
  }

  async findFirst(args: Args = {}): Promise<Row | undefined> {
    return (await this.findMany({ ...args, take: 1 }))[0]
  }

  async findMany(args: Args = {}): Promise<Row[]> {
    const orderBy = this.#orderBy(args['orderBy'])
    const after = await this.#after(args['cursor'], orderBy)
    const rows = await this.#items.find({
      where: this.#where(args),
      orderBy,
      take: wholeNumber(args['take']),
      skip: wholeNumber(args['skip']),
      after,
    })
    return this.#shape(rows, args)
  }

  count(args: Args = {}): Promise<number> {
    return this.#items.count(this.#where(args))
  }

  async aggregate(args: Args): Promise<Args> {
    const wanted = COMPUTATIONS.flatMap(([name, kind]) =>
      Object.keys(Object(args[name])).map((field) => ({
        name,
        aggregation: { kind, field } satisfies Aggregation,
      })),
    )
    const where = this.#where(args)
    const results = await this.#items.store.aggregate(
      where,
      wanted.map(({ aggregation }) => aggregation),
    )
    const answer: Record<string, unknown> = {}
    if (args['_count'] === true) answer['_count'] = await this.#items.count(where)
    for (const [index, { name, aggregation }] of wanted.entries()) {
      answer[name] = { ...Object(answer[name]), [aggregation.field]: valueOf(results[index]) }
    }
    return answer
  }

  async groupBy(args: Args): Promise<Row[]> {
    const by = Array.isArray(args['by']) ? args['by'].map(String) : []
    const groups = await this.#items.store.groupBy(this.#where(args), by)
    return groups.map(({ values, count }) => ({ ...values, _count: count }))
  }

  async create(args: { readonly data: Row }): Promise<Row> {
    const [row] = await this.#items.create([args.data])
    if (row === undefined) throw new TypeError('the database gave back no row')
    return row
  }

  createMany(args: { readonly data: readonly Row[] }): Promise<Row[]> {
    return this.#items.create(args.data)
  }

  update(args: { readonly where: Row; readonly data: Row }): Promise<Row | undefined> {
    return this.#items.update(this.#key(args.where), args.data)
  }

  async updateMany(args: { readonly where?: object; readonly data: Row }): Promise<{ count: number }> {
    return { count: await this.#items.updateMany(this.#where(args), args.data) }
  }

  upsert(args: { readonly where: Row; readonly create: Row; readonly update: Row }): Promise<Row> {
    return this.transaction(
      async (repository) =>
        (await repository.update({ where: args.where, data: args.update })) ??
        repository.create({ data: args.create }),
    )
  }

  delete(args: { readonly where: Row }): Promise<boolean> {
    return this.#items.delete(this.#key(args.where))
  }

  async deleteMany(args: Args = {}): Promise<{ count: number }> {
    return { count: await this.#items.deleteMany(this.#where(args)) }
  }

  transaction<R>(work: (repository: RowRepository) => Promise<R>): Promise<R> {
    return this.#session.transaction((session) =>
      work(new RowRepository(session, this.#models, this.#items.model)),
    )
  }

  #where(args: { readonly where?: unknown }): Condition {
    return toCondition(
      this.#models,
      this.#items.model,
      args.where === undefined ? undefined : Object(args.where),
    )
  }

  #key(where: unknown): Key {
    const key = isObject(where) ? where[this.#items.model.key] : undefined
    if (typeof key === 'string' || typeof key === 'number') return key
    throw new TypeError(`where must hold the key of ${this.#items.model.name}, ${this.#items.model.key}`)
  }

  #orderBy(orderBy: unknown): SortKey[] {
    const keys = (Array.isArray(orderBy) ? orderBy : [orderBy ?? {}]).flatMap((order) =>
      Object.entries(Object(order)).map(([field, direction]): SortKey => ({
        field,
        direction: direction === 'desc' ? 'desc' : 'asc',
      })),
    )
    const { key } = this.#items.model
    if (keys.some(({ field }) => field === key)) return keys
    return [...keys, { field: key, direction: keys.at(-1)?.direction ?? 'asc' }]
  }

  async #after(cursor: unknown, orderBy: readonly SortKey[]): Promise<Json[] | undefined> {
    if (typeof cursor !== 'string' && typeof cursor !== 'number') return undefined
    const row = await this.#items.findByKey(cursor)
    return row && orderBy.map(({ field }) => row[field] ?? null)
  }

  async #shape(rows: Row[], args: Args): Promise<Row[]> {
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

  /** What `include` puts in the place of a relation, for each row, by one query. */
  async #related(name: string, rows: readonly Row[]): Promise<Json[]> {
    const { model } = this.#items
    const relation = model.relations[name]
    const target = relation && this.#models[relation.model]
    if (relation === undefined || target === undefined)
      throw new TypeError(`${model.name} has no relation ${name}`)
    if (relation.side === 'holder') {
      const keys = [...new Set(rows.map((row) => row[name] ?? null).filter((key) => key !== null))]
      const found = await this.#session.store(target.name).find({
        where: { kind: 'compare', field: target.key, op: 'in', value: keys },
        orderBy: [{ field: target.key, direction: 'asc' }],
      })
      const byKey = new Map(found.map((row) => [row[target.key], row]))
      return rows.map((row) => byKey.get(row[name]) ?? null)
    }
    const keys = rows
      .map((row) => row[model.key])
      .filter((key) => typeof key === 'string' || typeof key === 'number')
    const linked = await this.#items.store.linkedRows(name, keys, Infinity)
    return keys.map((key) => {
      const found = linked.get(key)?.rows ?? []
      return relation.many ? found : (found[0] ?? null)
    })
  }
}

function wholeNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

function valueOf(result: AggregationResult | undefined): Json {
  return result !== undefined && 'value' in result ? result.value : null
}
