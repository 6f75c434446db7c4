import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database, Session, Store } from '../store.js'
import type { Caller } from './caller.js'
import { SAFE } from './origins.js'

/** An authenticated request that can change data. */
interface TrackedRequest {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** The caller who was identified at the start of the request. Registration changes `request.caller`. */
  readonly caller: Caller
  /** Whether the request has changed users, which can end the caller's own session. */
  hasChangedUsers: boolean
}

/** The request that the current code handles. */
const requests = new AsyncLocalStorage<TrackedRequest>()

/** Makes {@link checkedDatabase} check the callers of requests that can change data, until the response is sent. */
export function trackCallers(app: FastifyInstance): void {
  // This hook is not onRequest, because a context set that early would be lost when the body is received.
  app.addHook('preValidation', (request, reply, done) => {
    const { caller } = request
    if (caller === null || SAFE.has(request.method)) done()
    else requests.run({ request, reply, caller, hasChangedUsers: false }, done)
  })
}

/** Returns the current request if its caller must be checked. */
function trackedRequest(): TrackedRequest | undefined {
  const tracked = requests.getStore()
  return tracked === undefined || tracked.hasChangedUsers || tracked.reply.sent ? undefined : tracked
}

export interface CallerCheck {
  readonly users: string
  /** @throws Unauthorized or Forbidden if the caller's session has ended or the caller's groups have changed */
  check(session: Session, request: FastifyRequest, caller: Caller): Promise<void>
}

/**
 * Returns a database that checks the caller at the start of each transaction in which an authenticated request writes. A
 * body can arrive long after the caller was identified, and a session that has ended in the meantime must not write.
 * Before a transaction writes users, it locks the caller's item and checks again, so that of several concurrent
 * password changes, only the first one succeeds.
 */
export function checkedDatabase(inner: Database, callers: CallerCheck): Database {
  const transaction: Database['transaction'] = async (work) => {
    const tracked = trackedRequest()
    if (tracked === undefined) return inner.transaction(work)
    return inner.transaction(async (session) => {
      await callers.check(session, tracked.request, tracked.caller)
      const checked = checkedSession(session, callers, tracked)
      const result = await work(checked)
      session.afterCommit(() => {
        if (checked.writesUsers()) tracked.hasChangedUsers = true
      })
      return result
    })
  }
  return {
    enforcesReferences: inner.enforcesReferences,
    transactional: false,
    state: null,
    native: inner.native,
    store: (model) =>
      checkedStore(inner.store(model), (write) =>
        trackedRequest() === undefined
          ? write(inner.store(model))
          : transaction((session) => write(session.store(model))),
      ),
    transaction,
    savepoint: transaction,
    afterCommit: (work) => inner.afterCommit(work),
    ping: () => inner.ping(),
    snapshot: (work) => inner.snapshot(work),
    close: () => inner.close(),
  }
}

/** A transaction of a request, which checks the caller again before it writes users. */
interface CheckedSession extends Session {
  /** Returns whether the transaction has written users, or tried to. */
  writesUsers(): boolean
}

function checkedSession(inner: Session, callers: CallerCheck, tracked: TrackedRequest): CheckedSession {
  /** The check with the caller's item locked; undefined before the first write. */
  let checked: Promise<void> | undefined
  const nested: CheckedSession[] = []
  const lockAndCheck = async (): Promise<void> => {
    const { request, caller } = tracked
    await inner.store(callers.users).findByKey(caller.key, true)
    await callers.check(inner, request, caller)
  }
  const session: CheckedSession = {
    enforcesReferences: inner.enforcesReferences,
    transactional: inner.transactional,
    state: inner.state,
    native: inner.native,
    store: (model) => {
      const store = inner.store(model)
      if (model !== callers.users) return store
      return checkedStore(store, async (write) => {
        await (checked ??= lockAndCheck())
        return write(store)
      })
    },
    transaction: (work) => work(session),
    // A nested transaction that is rolled back releases its locks, so each one checks the caller itself.
    savepoint: (work) =>
      inner.savepoint((savepoint) => {
        const each = checkedSession(savepoint, callers, tracked)
        nested.push(each)
        return work(each)
      }),
    afterCommit: (work) => inner.afterCommit(work),
    writesUsers: () => checked !== undefined || nested.some((each) => each.writesUsers()),
  }
  return session
}

/**
 * Returns a store that reads directly.
 * @param write performs each write
 */
function checkedStore(store: Store, write: <T>(work: (store: Store) => Promise<T>) => Promise<T>): Store {
  return {
    spec: store.spec,
    findByKey: (key, lock) => store.findByKey(key, lock),
    findWithRelated: (key, fields) => store.findWithRelated(key, fields),
    find: (selection) => store.find(selection),
    count: (where, limit) => store.count(where, limit),
    wouldSelect: (where, row) => store.wouldSelect(where, row),
    findAndCount: (selection, limit) => store.findAndCount(selection, limit),
    links: (relation, keys, limit, where) => store.links(relation, keys, limit, where),
    linkedRows: (relation, keys, limit, where) => store.linkedRows(relation, keys, limit, where),
    aggregate: (where, aggregations) => store.aggregate(where, aggregations),
    groupBy: (where, keys, computations) => store.groupBy(where, keys, computations),
    insert: (rows) => write((store) => store.insert(rows)),
    updateByKey: (key, changes) => write((store) => store.updateByKey(key, changes)),
    updateMany: (where, changes) => write((store) => store.updateMany(where, changes)),
    deleteByKey: (key) => write((store) => store.deleteByKey(key)),
    deleteMany: (where) => write((store) => store.deleteMany(where)),
  }
}
