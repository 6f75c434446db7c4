import { promisify } from 'node:util'
import type {
  FastifyInstance,
  FastifyRequest,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
} from 'fastify'
import { BadRequest, NotFound } from '../errors.js'
import type { ResponseBody } from '../events/types.js'
import { partsOfPage, readForSeveral } from '../query/index.js'
import type { Database } from '../store.js'
import type { Resource } from './resource.js'

/** A collection at the root. */
export interface Collection {
  readonly resource: Resource
  /** Refuses who may not view it. */
  readonly mayView?: onRequestHookHandler
}

/** Root collections, by their segment in the path. */
export type Collections = Readonly<Record<string, Collection>>

/**
 * `GET /users,stories`: the documents of several collections, one collection after the other (SPEC 7). Only where `enable_polymorphic_query` is on.
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
    if (collection === undefined) throw new NotFound(`there is no collection ${name}`)
    return collection
  })
}

async function makePageOfSeveral(
  database: Database,
  request: FastifyRequest,
  resources: readonly Resource[],
): Promise<ResponseBody> {
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
