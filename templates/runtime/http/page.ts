import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
} from 'fastify'
import { promisify } from 'node:util'
import { BadRequest, NotFound } from '../errors.js'
import { addToQuery } from '../events/event.js'
import type { ResponsePage } from '../events/types.js'
import type { Json } from '../json.js'
import type { ModelSpec, Row } from '../model.js'
import { type QueryParameters, encodeCursor } from '../query/parameters.js'
import { type ListQuery, partsOfPage, readForSeveral } from '../query/reader.js'
import { type Condition, type Database, type Selection, type Session, type Store, both } from '../store.js'
import type { Projection } from './documents.js'
import type { Resource } from './resource.js'

/** What a page is built from. */
export interface PageSource<Document> {
  readonly model: ModelSpec
  readonly store: Store
  readonly query: ListQuery
  /** Selects the parent's items; at the root, all items. */
  readonly within: Condition
  /** Maximum number of items that an anonymous caller can read; undefined for no limit. */
  readonly itemLimit: number | undefined
  /** Maximum value of `total`; 0 for no limit. */
  readonly maxTotal: number
  documents(rows: readonly Row[], projection: Projection): Promise<Document[]>
}

/**
 * Returns the response body for a list: `{total, start, count, data}`, or just the total or the aggregations if the
 * query asks for them. Sets the `Link` header with the URL of the next page. `Prefer: count=none` omits the total.
 */
export async function makePage<Document>(
  request: FastifyRequest,
  reply: FastifyReply,
  source: PageSource<Document>,
): Promise<ResponsePage<Document>> {
  const { model, store, query, itemLimit, maxTotal } = source
  const where = both(source.within, query.where)
  if (query.aggregations.length > 0) return aggregated(source, where)
  const countLimit = maxTotal === 0 ? undefined : maxTotal + 1
  if (query.countOnly) return totalOf(await store.count(where, countLimit), maxTotal, itemLimit)
  const { orderBy, take, skip, after } = query
  const selection = { where, orderBy, take, skip, after }
  const { rows: read, total } = await readPage(store, selection, {
    counts: !declinesCount(request),
    countLimit,
  })
  const found = itemLimit === undefined ? read : await withinLimit(store, selection, read, itemLimit)
  const rows = found.slice(0, take)
  const last = rows.at(-1)
  if (found.length > rows.length && last !== undefined)
    addNext(request, reply, encodeCursor(model, orderBy, last))
  const data = await source.documents(rows, query.fields)
  return {
    ...(total === undefined ? {} : totalOf(total, maxTotal, itemLimit)),
    ...(after === undefined ? { start: skip } : {}),
    count: data.length,
    data,
  }
}

/** Returns the total for a response, limited by the `max_total` setting and by the limit for anonymous callers. */
function totalOf(
  total: number,
  maxTotal: number,
  itemLimit = Infinity,
): Pick<ResponsePage<never>, 'total' | 'total_exceeded'> {
  const isExceeded = maxTotal > 0 && total > maxTotal
  return {
    total: Math.min(total, isExceeded ? maxTotal : Infinity, itemLimit),
    ...(isExceeded ? { total_exceeded: true } : {}),
  }
}

type PageSelection = Selection & { readonly take: number; readonly skip: number }

/** Reads the rows of a page, the first row of the next page if there is one, and the total if requested. */
async function readPage(
  store: Store,
  selection: PageSelection,
  { counts, countLimit }: { readonly counts: boolean; readonly countLimit: number | undefined },
): Promise<{ readonly rows: readonly Row[]; readonly total?: number }> {
  const { where, take } = selection
  if (take === 0) return { rows: [], ...(counts ? { total: await store.count(where, countLimit) } : {}) }
  const andOneMore = { ...selection, take: take + 1 }
  return counts ? store.findAndCount(andOneMore, countLimit) : { rows: await store.find(andOneMore) }
}

/**
 * Returns the rows that are among the first `itemLimit` rows of the selection. A client can send any cursor, so the
 * position of each row is checked.
 */
async function withinLimit(
  store: Store,
  { where, orderBy, skip, after }: PageSelection,
  rows: readonly Row[],
  itemLimit: number,
): Promise<readonly Row[]> {
  if (after === undefined) return rows.slice(0, Math.max(0, itemLimit - skip))
  const { key } = store.spec
  const first = new Set((await store.find({ where, orderBy, take: itemLimit })).map((row) => row[key]))
  return rows.filter((row) => first.has(row[key]))
}

async function aggregated(
  { store, query, itemLimit = Infinity }: PageSource<unknown>,
  where: Condition,
): Promise<ResponsePage<never>> {
  const results = await store.aggregate(
    where,
    query.aggregations.map(({ aggregation }) =>
      aggregation.kind === 'terms'
        ? { ...aggregation, size: Math.min(aggregation.size, itemLimit) }
        : aggregation,
    ),
  )
  const named = query.aggregations.map(({ name }, index): [string, Json] => {
    const result = results[index]
    return [
      name,
      result !== undefined && 'buckets' in result
        ? { buckets: result.buckets.slice(0, itemLimit) }
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

/**
 * Validates the declared parameters in a request's query, adds their values to the query that handlers receive, and
 * returns the query-language parameters with defaults.
 * @throws BadRequest
 */
export type DeclaredReader = (request: FastifyRequest) => QueryParameters

const declaredReaders = new WeakMap<FastifyInstance, ReadonlyMap<string, DeclaredReader>>()

/** Stores the reader for the parameters declared for a path's GET method. Requests for several collections need it. */
export function keepDeclaredReader(app: FastifyInstance, path: string, read: DeclaredReader): void {
  declaredReaders.set(app, new Map(declaredReaders.get(app)).set(path, read))
}

/** A collection at the root. */
export interface Collection {
  readonly resource: Resource
  /** Rejects callers who are not allowed to view the collection. */
  readonly mayView?: onRequestHookHandler
  /** Names of the `before_index` and `after_index` handlers. */
  readonly handlers?: { readonly before: readonly string[]; readonly after: readonly string[] }
}

/** Root collections, keyed by path segment. */
export type Collections = Readonly<Record<string, Collection>>

/**
 * Adds `GET /users,stories`, which lists the documents of several collections one after another, if
 * `enable_polymorphic_query` is on.
 */
export function polymorphicQueries(
  app: FastifyInstance,
  databaseFor: (request: FastifyRequest) => Database,
  collections: Collections,
): void {
  if (!app.settings.enablePolymorphicQuery) return
  const onRequest: onRequestAsyncHookHandler = async (request, reply) => {
    for (const { mayView } of named(collections, request)) {
      if (mayView !== undefined) await promisify(mayView.bind(app))(request, reply)
    }
  }
  app.get('/:collections(^.*,.*$)', { onRequest }, (request) => {
    const wanted = named(collections, request).map((collection): Declared => ({
      ...collection,
      declared: declaredReaders.get(app)?.get(`${app.prefix}/${collection.name}`),
    }))
    const parameters: QueryParameters = Object(request.query)
    const database = databaseFor(request)
    return wanted.some(({ handlers }) => handlers !== undefined)
      ? database.transaction((session) => makePageOfSeveral(session, request, wanted, parameters))
      : makePageOfSeveral(database, request, wanted, parameters)
  })
}

/** A collection and its path segment. */
interface Named extends Collection {
  readonly name: string
}

interface Declared extends Named {
  /** Reads the parameters declared for the collection in the RAML file. */
  readonly declared: DeclaredReader | undefined
}

function named(collections: Collections, request: FastifyRequest): Named[] {
  const names = String(Object(request.params)['collections']).split(',')
  if (new Set(names).size < names.length) throw new BadRequest('A collection can be named only once.')
  return names.map((name) => {
    const collection = Object.hasOwn(collections, name) ? collections[name] : undefined
    if (collection === undefined) throw new NotFound(`There is no collection "${name}".`)
    return { ...collection, name }
  })
}

/** One of several collections listed by a request. */
interface Listed {
  readonly resource: Resource
  readonly query: ListQuery
  /** Number of selected items, up to the number at which counting stops. */
  readonly total: number
  /** Runs the `after_index` handlers, which can change this collection's page. */
  readonly finish: (page: ResponsePage<object>) => Promise<void>
}

async function makePageOfSeveral(
  session: Session,
  request: FastifyRequest,
  collections: readonly Declared[],
  parameters: QueryParameters,
): Promise<ResponsePage<object>> {
  const [first] = collections
  if (first === undefined) throw new NotFound('The path does not name a collection.')
  const caller = first.resource.caller(request)
  // A retried transaction starts with the parameters of the request.
  request.query = parameters
  const queries = readForSeveral(
    collections.map(({ resource }) => resource.queries),
    parameters,
    caller,
    collections.map(({ declared }) => declared?.(request)),
  )
  // Handlers can change what a query selects in their collection, but not the page, which all collections share.
  const [page] = queries.toSorted((a, b) => a.take - b.take)
  if (page === undefined) throw new NotFound('The path does not name a collection.')
  const { maxTotal, publicMaxLimit } = first.resource.limits
  // Without max_total, counts all items. Otherwise, counts at least up to the end of the page, to determine which
  // collections have items on it.
  const countLimit = maxTotal === 0 ? undefined : Math.max(maxTotal, page.skip + page.take) + 1
  const listed: Listed[] = []
  for (const [index, collection] of collections.entries())
    listed.push(
      await prepare(session, request, { collection, parameters, query: queries[index] ?? page, countLimit }),
    )
  const parts = partsOfPage(
    listed.map(({ total }) => total),
    page.countOnly ? { skip: 0, take: 0 } : page,
  )
  const pages: ResponsePage<object>[] = []
  for (const [index, { resource, query, total, finish }] of listed.entries()) {
    const { skip, take } = parts[index] ?? { skip: 0, take: 0 }
    const selection = { where: query.where, orderBy: query.orderBy, skip, take }
    const rows = take === 0 ? [] : await session.store(resource.model.name).find(selection)
    const data = await resource.documents(session, request, rows, query.fields)
    const part = page.countOnly ? { total } : { total, start: skip, count: data.length, data }
    await finish(part)
    pages.push(part)
  }
  const total = totalOf(
    pages.reduce((sum, part) => sum + (part.total ?? 0), 0),
    maxTotal,
    caller.anonymousLimit ? publicMaxLimit : undefined,
  )
  if (page.countOnly) return total
  const documents = pages.flatMap(({ data = [] }) => data)
  return { ...total, start: page.skip, count: documents.length, data: documents }
}

/** What {@link prepare} needs. */
interface Preparation {
  readonly collection: Declared
  /** The parameters of the request. */
  readonly parameters: QueryParameters
  readonly query: ListQuery
  readonly countLimit: number | undefined
}

/** Runs a collection's `before_index` handlers, and counts the items selected by the resulting query. */
async function prepare(
  session: Session,
  request: FastifyRequest,
  { collection, parameters, query: given, countLimit }: Preparation,
): Promise<Listed> {
  const { resource, handlers, declared } = collection
  const count = ({ where }: ListQuery): Promise<number> =>
    session.store(resource.model.name).count(where, countLimit)
  if (handlers === undefined)
    return { resource, query: given, total: await count(given), finish: () => Promise.resolve() }
  addToQuery(request, {})
  request.query = parameters
  request.query = declared?.(request) ?? parameters
  const event = resource.event('index', session, request)
  await resource.callHandlers(handlers.before, event)
  const query = resource.changedQuery(request, event)
  const finish = async (page: ResponsePage<object>): Promise<void> => {
    event.complete(page)
    await resource.callHandlers(handlers.after, event)
  }
  return { resource, query, total: await count(query), finish }
}
