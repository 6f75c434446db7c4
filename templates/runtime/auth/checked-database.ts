import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database, Session, Store } from '../store.js'

/** The authenticated request that the current code handles, if it can change data. */
const requests = new AsyncLocalStorage<FastifyRequest>()

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Makes {@link checkedDatabase} check the callers of requests that can change data. */
export function trackCallers(app: FastifyInstance): void {
  // This hook is not onRequest, because a context set that early would be lost when the body is received.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.caller === null || SAFE.has(request.method)) done()
    else requests.run(request, done)
  })
}

/**
 * Returns a database that calls `check` at the start of each transaction in which an authenticated request writes. A
 * body can arrive long after the caller was identified, and a session that has ended in the meantime must not write.
 */
export function checkedDatabase(
  inner: Database,
  check: (session: Session, request: FastifyRequest) => Promise<void>,
): Database {
  const transaction: Database['transaction'] = (work) => {
    const request = requests.getStore()
    if (request === undefined) return inner.transaction(work)
    return inner.transaction(async (session) => {
      await check(session, request)
      return work(session)
    })
  }
  return {
    enforcesReferences: inner.enforcesReferences,
    transactional: false,
    state: null,
    store: (model) => {
      const store = inner.store(model)
      return requests.getStore() === undefined ? store : checkedStore(store, model, transaction)
    },
    transaction,
    savepoint: transaction,
    afterCommit: (work) => inner.afterCommit(work),
    continueKeys: (model) => inner.continueKeys(model),
    ping: () => inner.ping(),
    snapshot: (work) => inner.snapshot(work),
    prepare: (models) => inner.prepare(models),
    close: () => inner.close(),
  }
}

/** Returns a store that performs each write in a transaction. */
function checkedStore(store: Store, model: string, transaction: Database['transaction']): Store {
  return {
    spec: store.spec,
    findByKey: (key, lock) => store.findByKey(key, lock),
    findWithRelated: (key, fields) => store.findWithRelated(key, fields),
    find: (selection) => store.find(selection),
    count: (where, limit) => store.count(where, limit),
    findAndCount: (selection, limit) => store.findAndCount(selection, limit),
    links: (relation, keys, limit, where) => store.links(relation, keys, limit, where),
    linkedRows: (relation, keys, limit, where) => store.linkedRows(relation, keys, limit, where),
    aggregate: (where, aggregations) => store.aggregate(where, aggregations),
    groupBy: (where, fields) => store.groupBy(where, fields),
    insert: (rows) => transaction((session) => session.store(model).insert(rows)),
    updateByKey: (key, changes) => transaction((session) => session.store(model).updateByKey(key, changes)),
    updateMany: (where, changes) => transaction((session) => session.store(model).updateMany(where, changes)),
    deleteByKey: (key) => transaction((session) => session.store(model).deleteByKey(key)),
    deleteMany: (where) => transaction((session) => session.store(model).deleteMany(where)),
  }
}
