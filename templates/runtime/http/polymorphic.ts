import type {
  FastifyInstance,
  FastifyRequest,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
} from 'fastify'
import { promisify } from 'node:util'
import { BadRequest, NotFound } from '../errors.js'
import { type ActionEvent, addToQuery } from '../events/event.js'
import type { ResponsePage } from '../events/types.js'
import type { QueryParameters } from '../query/parameters.js'
import { type ListQuery, type Part, partsOfPage, readForSeveral } from '../query/reader.js'
import type { Database, Session } from '../store.js'
import { totalOf } from './page.js'
import type { Resource } from './resource.js'

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

/**
 * Adds `GET /users,stories`, which lists the documents of several collections one after another, if
 * `enable_polymorphic_query` is on.
 * @param collections keyed by path segment
 */
export function polymorphicQueries(
  app: FastifyInstance,
  databaseFor: (request: FastifyRequest) => Database,
  collections: Readonly<Record<string, Collection>>,
): void {
  if (!app.settings.enablePolymorphicQuery) return
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
  app.get('/:collections(^.*,.*$)', { onRequest }, (request) => {
    const parameters: QueryParameters = Object(request.query)
    const found = wanted(request)
    // A retried transaction starts with new listings.
    const list = (session: Session): Promise<ResponsePage<object>> =>
      listAll(
        found.map(([name, collection]) => {
          const declared = declaredReaders.get(app)?.get(`${app.prefix}/${name}`)
          return new Listing(session, request, parameters, collection, declared)
        }),
      )
    const database = databaseFor(request)
    const hasHandlers = found.some(([, { handlers }]) => handlers !== undefined)
    return hasHandlers ? database.transaction(list) : list(database)
  })
}

async function listAll(listings: readonly Listing[]): Promise<ResponsePage<object>> {
  const [first] = listings
  if (first === undefined) throw new NotFound('The path does not name a collection.')
  const { request, parameters, resource } = first
  const caller = resource.caller(request)
  request.query = parameters
  const queries = readForSeveral(
    listings.map((listing) => listing.resource.queries),
    parameters,
    caller,
    listings.map(({ declared }) => declared?.(request)),
  )
  // Handlers can change what a query selects in their collection, but not the page, which all collections share.
  const [page] = queries.toSorted((a, b) => a.take - b.take)
  if (page === undefined) throw new NotFound('The path does not name a collection.')
  const { maxTotal, publicMaxLimit } = resource.limits
  // Without max_total, counts all items. Otherwise, counts at least up to the end of the page, to determine which
  // collections have items on it.
  const countLimit = maxTotal === 0 ? undefined : Math.max(maxTotal, page.skip + page.take) + 1
  const totals: number[] = []
  for (const [index, listing] of listings.entries())
    totals.push(await listing.count(queries[index] ?? page, countLimit))
  const parts = partsOfPage(totals, page.countOnly ? { skip: 0, take: 0 } : page)
  const pages: ResponsePage<object>[] = []
  for (const [index, listing] of listings.entries())
    pages.push(await listing.read(page.countOnly ? null : (parts[index] ?? { skip: 0, take: 0 })))
  const sum = pages.reduce((total, part) => total + (part.total ?? 0), 0)
  const total = totalOf(sum, maxTotal, caller.anonymousLimit ? publicMaxLimit : undefined)
  if (page.countOnly) return total
  const documents = pages.flatMap(({ data = [] }) => data)
  return { ...total, start: page.skip, count: documents.length, data: documents }
}

/** One of several collections that a request lists. */
class Listing {
  readonly request: FastifyRequest
  /** The parameters of the request. */
  readonly parameters: QueryParameters
  readonly resource: Resource
  readonly declared: DeclaredReader | undefined
  readonly #session: Session
  readonly #handlers: Collection['handlers']
  #event: ActionEvent | undefined
  #query: ListQuery | undefined
  #total = 0

  constructor(
    session: Session,
    request: FastifyRequest,
    parameters: QueryParameters,
    { resource, handlers }: Collection,
    declared: DeclaredReader | undefined,
  ) {
    this.request = request
    this.parameters = parameters
    this.resource = resource
    this.declared = declared
    this.#session = session
    this.#handlers = handlers
  }

  /** Runs the `before_index` handlers, and counts the items that the resulting query selects. */
  async count(given: ListQuery, limit: number | undefined): Promise<number> {
    const { request, parameters, resource } = this
    this.#query = given
    if (this.#handlers !== undefined) {
      addToQuery(request, {})
      request.query = parameters
      request.query = this.declared?.(request) ?? parameters
      this.#event = resource.event('index', this.#session, request)
      await resource.callHandlers(this.#handlers.before, this.#event)
      this.#query = resource.changedQuery(request, this.#event)
    }
    this.#total = await this.#session.store(resource.model.name).count(this.#query.where, limit)
    return this.#total
  }

  /**
   * Reads this collection's part of the page, and runs the `after_index` handlers, which can change it.
   * @param part null for only the total
   */
  async read(part: Part | null): Promise<ResponsePage<object>> {
    const { request, resource } = this
    const page: ResponsePage<object> = { total: this.#total }
    if (part !== null && this.#query !== undefined) {
      const { where, orderBy, fields } = this.#query
      const store = this.#session.store(resource.model.name)
      const rows = part.take === 0 ? [] : await store.find({ where, orderBy, ...part })
      const data = await resource.documents(this.#session, request, rows, fields)
      Object.assign(page, { start: part.skip, count: data.length, data })
    }
    if (this.#event !== undefined) {
      this.#event.complete(page)
      await resource.callHandlers(this.#handlers?.after ?? [], this.#event)
    }
    return page
  }
}
