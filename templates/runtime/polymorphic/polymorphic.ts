import type {
  FastifyInstance,
  FastifyRequest,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
} from 'fastify'
import { promisify } from 'node:util'
import { BadRequest, Forbidden, NotFound } from '../errors.js'
import { type ActionEvent, addedToQuery } from '../events/event.js'
import type { ResponsePage } from '../events/types.js'
import { callHandlers } from '../http/handlers.js'
import { type Caller, Faults, type Paging, type QueryParameters } from '../query/parameters.js'
import { type ListQuery, type QueryReader, isAggregation } from '../query/reader.js'
import type { Database, Session } from '../store.js'
import { totalOf } from '../http/page.js'
import type { DeclaredReader } from '../operations/declared-query.js'
import type { Resource } from '../http/resource.js'
import type { PolymorphicSettings } from './settings.js'

export interface Collection {
  readonly resource: Resource
  /** Rejects callers who are not allowed to view the collection. */
  readonly mayView?: onRequestHookHandler
  /** Names of the `before_index` and `after_index` handlers. */
  readonly handlers?: { readonly before: readonly string[]; readonly after: readonly string[] }
}

/**
 * Adds `GET /users,stories`, which lists the documents of several collections one after another, if
 * `enable_polymorphic_query` is on.
 * @param collections keyed by path segment
 * @param readers the readers of declared parameters, keyed by the path of a collection
 */
export function polymorphicQueries(
  app: FastifyInstance,
  { enablePolymorphicQuery }: PolymorphicSettings,
  database: Database,
  collections: Readonly<Record<string, Collection>>,
  readers: ReadonlyMap<string, DeclaredReader> = new Map(),
): void {
  if (!enablePolymorphicQuery) return
  const wanted = (request: FastifyRequest): readonly (readonly [string, Collection])[] => {
    const names = String(Object(request.params)['collections']).split(',')
    if (new Set(names).size < names.length) throw new BadRequest('A collection can be named only once.')
    return names.map((name) => {
      const collection = Object.hasOwn(collections, name) ? collections[name] : undefined
      if (collection === undefined) throw new NotFound(`There is no collection "${name}".`)
      return [name, collection]
    })
  }
  const onRequest: onRequestAsyncHookHandler = async (request, reply) => {
    for (const [, { mayView }] of wanted(request))
      if (mayView !== undefined) await promisify(mayView.bind(app))(request, reply)
  }
  app.get('/:collections(^.*,.*$)', { onRequest, config: { readsQuery: true } }, (request) => {
    const parameters: QueryParameters = Object(request.query)
    const requested = wanted(request).map(([name, collection]): Requested => {
      const declared = readers.get(`${app.prefix}/${name}`)
      return { ...collection, declared: declared && (() => declared(request)) }
    })
    const list = (session: Session): Promise<ResponsePage<object>> =>
      listAll(session, request, parameters, requested)
    const hasHandlers = requested.some(({ handlers }) => handlers !== undefined)
    return hasHandlers ? database.transaction(list) : list(database)
  })
}

/** A collection in a request. */
interface Requested extends Collection {
  /** Reads the parameters declared for the collection. */
  readonly declared: (() => QueryParameters) | undefined
}

/** A collection in a request, after its `before_index` handlers. */
interface Listing extends Collection {
  readonly event: ActionEvent | undefined
  readonly query: ListQuery
  readonly total: number
}

async function listAll(
  session: Session,
  request: FastifyRequest,
  parameters: QueryParameters,
  requested: readonly Requested[],
): Promise<ResponsePage<object>> {
  const [first] = requested
  if (first === undefined) throw new NotFound('The path does not name a collection.')
  const caller = first.resource.policy(request)
  request.query = parameters
  const queries = readForSeveral(
    requested.map(({ resource }) => resource.queries),
    parameters,
    caller,
    requested.map(({ declared }) => declared?.()),
  )
  // Handlers can change what a query selects in their collection, but not the page, which all collections share.
  const [page] = queries.toSorted((a, b) => a.take - b.take)
  if (page === undefined) throw new NotFound('The path does not name a collection.')
  const { maxTotal, publicMaxLimit } = first.resource.limits
  // Without max_total, counts all items. Otherwise, counts at least up to the end of the page, to determine which
  // collections have items on it.
  const countLimit = maxTotal === 0 ? undefined : Math.max(maxTotal, page.skip + page.take) + 1
  const listings: Listing[] = []
  for (const [index, collection] of requested.entries()) {
    const { resource, handlers, declared } = collection
    let query = queries[index] ?? page
    let event: ActionEvent | undefined
    if (handlers !== undefined) {
      addedToQuery.delete(request)
      request.query = parameters
      request.query = declared?.() ?? parameters
      event = resource.event('index', session, request)
      await callHandlers(resource, handlers.before, event)
      query = resource.listQuery(request, { event })
    }
    const total = await resource.items(session, request).store.count(query.where, countLimit)
    listings.push({ ...collection, event, query, total })
  }
  const totals = listings.map(({ total }) => total)
  const parts = partsOfPage(totals, page.countOnly ? { skip: 0, take: 0 } : page)
  const pages: ResponsePage<object>[] = []
  for (const [index, listing] of listings.entries()) {
    const part = page.countOnly ? null : (parts[index] ?? { skip: 0, take: 0 })
    pages.push(await readPart(session, request, listing, part))
  }
  const sum = pages.reduce((total, part) => total + (part.total ?? 0), 0)
  const total = totalOf(sum, maxTotal, caller.anonymousLimit ? publicMaxLimit : undefined)
  if (page.countOnly) return total
  const documents = pages.flatMap(({ data = [] }) => data)
  return { ...total, start: page.skip, count: documents.length, data: documents }
}

/**
 * Reads a collection's part of the page, and runs the `after_index` handlers, which can change it.
 * @param part null for only the total
 */
async function readPart(
  session: Session,
  request: FastifyRequest,
  { resource, handlers, event, query, total }: Listing,
  part: Paging | null,
): Promise<ResponsePage<object>> {
  const page: ResponsePage<object> = { total }
  if (part !== null) {
    const { where, orderBy, fields } = query
    const { store } = resource.items(session, request)
    const rows = part.take === 0 ? [] : await store.find({ where, orderBy, ...part })
    const data = await resource.documents(session, request, rows, fields)
    Object.assign(page, { start: part.skip, count: data.length, data })
  }
  if (event !== undefined) {
    event.complete(page)
    await callHandlers(resource, handlers?.after ?? [], event)
  }
  return page
}

/**
 * Parses one query for several collections. Each collection must have all fields named in the query.
 * @param defaults the parameters, including defaults, for each collection that declares its own; for other collections,
 * undefined
 * @throws BadRequest with the errors for all collections; Forbidden
 */
export function readForSeveral(
  readers: readonly QueryReader[],
  parameters: QueryParameters,
  caller: Caller,
  defaults: readonly (QueryParameters | undefined)[] = [],
): ListQuery[] {
  const queries: ListQuery[] = []
  const faults = new Faults()
  for (const name of Object.keys(parameters)) {
    if (name === '_after' || isAggregation(name)) faults.add(name, 'is not supported for several collections')
  }
  for (const [index, reader] of readers.entries()) {
    try {
      queries.push(reader.list(defaults[index] ?? parameters, caller))
    } catch (error) {
      addThrown(faults, error)
    }
  }
  faults.throwIfAny()
  return queries
}

/** Adds the errors in a query, and rethrows all other errors. */
function addThrown(faults: Faults, error: unknown): void {
  const isHidden = error instanceof Forbidden
  if (!isHidden && !(error instanceof BadRequest)) throw error
  const list = isHidden ? faults.hidden : faults
  for (const { path, message } of error.errors) list.add(path, message)
}

/** Returns the range of each collection that is on a page if the collections are listed one after another. */
export function partsOfPage(totals: readonly number[], page: Paging): Paging[] {
  let { skip, take } = page
  return totals.map((total) => {
    const part = { skip: Math.min(skip, total), take: Math.min(take, Math.max(0, total - skip)) }
    skip -= part.skip
    take -= part.take
    return part
  })
}
