import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
} from 'fastify'
import { promisify } from 'node:util'
import { BadRequest, NotFound } from '../errors.js'
import type { SearchOptions } from '../events/event.js'
import type { ResponsePage } from '../events/types.js'
import type { Json } from '../json.js'
import type { ModelSpec, Models, Row } from '../model.js'
import { encodeCursor } from '../query/paging.js'
import type { QueryLimits } from '../query/parameters.js'
import { type ListQuery, QueryReader, partsOfPage, readForSeveral } from '../query/reader.js'
import { type Condition, type Database, type Selection, type Session, type Store, both } from '../store.js'
import type { Projection } from './documents.js'
import type { Resource } from './resource.js'

/** The input of a page. */
export interface PageSource<Document> {
  readonly model: ModelSpec
  readonly store: Store
  readonly query: ListQuery
  /** Selects the items of the parent; all items at the root. */
  readonly within: Condition
  /** Maximum number of items that an anonymous caller may reach; undefined for no limit. */
  readonly reach: number | undefined
  documents(rows: readonly Row[], projection: Projection): Promise<Document[]>
}

/**
 * Returns the body of a list: `{total, start, count, data}`, or only the total or the aggregations if the query asks for these. The `Link` header
 * has the next page. `Prefer: count=none` omits the total.
 */
export async function makePage<Document>(
  request: FastifyRequest,
  reply: FastifyReply,
  source: PageSource<Document>,
): Promise<ResponsePage<Document>> {
  const { model, store, query, reach } = source
  const where = both(source.within, query.where)
  if (query.aggregations.length > 0) return aggregated(source, where)
  const clamped = (total: number): number => Math.min(total, reach ?? Infinity)
  if (query.countOnly) return { total: clamped(await store.count(where)) }
  const { orderBy, take, skip, after } = query
  const selection = { where, orderBy, take, skip, after }
  const { rows: read, total } = await readPage(store, selection, !declinesCount(request))
  const found = reach === undefined ? read : await reached(store, selection, read, reach)
  const rows = found.slice(0, take)
  const last = rows.at(-1)
  if (found.length > rows.length && last !== undefined)
    addNext(request, reply, encodeCursor(model, orderBy, last))
  const data = await source.documents(rows, query.fields)
  return {
    ...(total === undefined ? {} : { total: clamped(total) }),
    ...(after === undefined ? { start: skip } : {}),
    count: data.length,
    data,
  }
}

type PageSelection = Selection & { readonly take: number; readonly skip: number }

/** Reads the rows of a page and, if there is one, the first row of the next page; and the total if it is wanted. */
async function readPage(
  store: Store,
  selection: PageSelection,
  counts: boolean,
): Promise<{ readonly rows: readonly Row[]; readonly total?: number }> {
  const { where, take } = selection
  if (take === 0) return { rows: [], ...(counts ? { total: await store.count(where) } : {}) }
  const andOneMore = { ...selection, take: take + 1 }
  return counts ? store.findAndCount(andOneMore) : { rows: await store.find(andOneMore) }
}

/** Returns the rows that are among the first `reach` of the selection. The caller chooses the cursor, so that its position must be checked. */
async function reached(
  store: Store,
  { where, orderBy, skip, after }: PageSelection,
  rows: readonly Row[],
  reach: number,
): Promise<readonly Row[]> {
  if (after === undefined) return rows.slice(0, Math.max(0, reach - skip))
  const { key } = store.spec
  const first = new Set((await store.find({ where, orderBy, take: reach })).map((row) => row[key]))
  return rows.filter((row) => first.has(row[key]))
}

async function aggregated(
  { store, query, reach = Infinity }: PageSource<unknown>,
  where: Condition,
): Promise<ResponsePage<never>> {
  const results = await store.aggregate(
    where,
    query.aggregations.map(({ aggregation }) =>
      aggregation.kind === 'terms'
        ? { ...aggregation, size: Math.min(aggregation.size, reach) }
        : aggregation,
    ),
  )
  const named = query.aggregations.map(({ name }, index): [string, Json] => {
    const result = results[index]
    return [
      name,
      result !== undefined && 'buckets' in result
        ? { buckets: result.buckets.slice(0, reach) }
        : { ...result },
    ]
  })
  return { aggregations: Object.fromEntries(named) }
}

function addNext(request: FastifyRequest, reply: FastifyReply, cursor: string): void {
  const [path = '', search = ''] = request.url.split('?', 2)
  const parameters = new URLSearchParams(search)
  for (const name of ['_after', '_start', '_page']) parameters.delete(name)
  parameters.set('_after', cursor)
  reply.header('Link', `<${path}?${parameters.toString()}>; rel="next"`)
}

/** Preferences are separated by commas (RFC 7240). */
function declinesCount(request: FastifyRequest): boolean {
  const { prefer } = request.headers
  return (
    prefer !== undefined &&
    String(prefer)
      .split(',')
      .some((preference) => preference.trim() === 'count=none')
  )
}

/** Finds items by expressions, for handlers. */
export class Search {
  readonly #models: Models
  readonly #limits: QueryLimits
  readonly #readers = new Map<string, QueryReader>()

  constructor(models: Models, limits: QueryLimits) {
    this.#models = models
    this.#limits = limits
  }

  /**
   * Finds items of a model by an expression as in the parameter `q`: `name:foo AND progress:>0.5`.
   * @throws BadRequest for a malformed expression; TypeError for an unknown model
   */
  find(
    session: Session,
    name: string,
    expression: string,
    { take, skip, orderBy = '' }: SearchOptions,
  ): Promise<Row[]> {
    const reader = this.#reader(name)
    return session
      .store(name)
      .find({ where: reader.search(expression), orderBy: reader.order(orderBy), take, skip })
  }

  #reader(name: string): QueryReader {
    const known = this.#readers.get(name)
    if (known !== undefined) return known
    const model = this.#models[name]
    if (model === undefined) throw new TypeError(`there is no model ${name}`)
    const reader = new QueryReader(model, this.#models, this.#limits)
    this.#readers.set(name, reader)
    return reader
  }
}

/** A collection at the root. */
export interface Collection {
  readonly resource: Resource
  /** Refuses callers who may not view it. */
  readonly mayView?: onRequestHookHandler
}

/** Root collections by their path segment. */
export type Collections = Readonly<Record<string, Collection>>

/**
 * Adds `GET /users,stories`, which lists the documents of several collections one after the other, if `enable_polymorphic_query` is on.
 */
export function severalCollections(app: FastifyInstance, database: Database, collections: Collections): void {
  if (!app.settings.enablePolymorphicQuery) return
  const onRequest: onRequestAsyncHookHandler = async (request, reply) => {
    for (const { mayView } of named(collections, request)) {
      if (mayView !== undefined) await promisify(mayView.bind(app))(request, reply)
    }
  }
  app.get('/:collections(^.*,.*$)', { onRequest }, (request) =>
    makePageOfSeveral(
      database,
      request,
      named(collections, request).map(({ resource }) => resource),
    ),
  )
}

function named(collections: Collections, request: FastifyRequest): Collection[] {
  const names = String(Object(request.params)['collections']).split(',')
  if (new Set(names).size < names.length) throw new BadRequest('each collection can be named once')
  return names.map((name) => {
    const collection = Object.hasOwn(collections, name) ? collections[name] : undefined
    if (collection === undefined) throw new NotFound(`There is no collection "${name}".`)
    return collection
  })
}

async function makePageOfSeveral(
  database: Database,
  request: FastifyRequest,
  resources: readonly Resource[],
): Promise<ResponsePage<object>> {
  const [first] = resources
  if (first === undefined) throw new NotFound('no collection is named')
  const caller = first.caller(request)
  const queries = readForSeveral(
    resources.map(({ queries }) => queries),
    Object(request.query),
    caller,
  )
  const selections = resources.flatMap((resource, index) => {
    const query = queries[index]
    return query === undefined ? [] : [{ resource, query, store: database.store(resource.model.name) }]
  })
  const totals = await Promise.all(selections.map(({ store, query }) => store.count(query.where)))
  const total = Math.min(
    totals.reduce((sum, count) => sum + count, 0),
    caller.anonymousLimit ? first.limits.publicMaxLimit : Infinity,
  )
  const page = queries[0]
  if (page === undefined || page.countOnly) return { total }
  const parts = partsOfPage(totals, page)
  const data = await Promise.all(
    selections.map(async ({ resource, query, store }, index) => {
      const { skip, take } = parts[index] ?? { skip: 0, take: 0 }
      const rows =
        take === 0 ? [] : await store.find({ where: query.where, orderBy: query.orderBy, skip, take })
      return resource.documents(database, request, rows, query.fields)
    }),
  )
  const documents = data.flat()
  return { total, start: page.skip, count: documents.length, data: documents }
}
