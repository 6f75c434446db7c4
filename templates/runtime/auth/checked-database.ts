import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database, Session, Store } from '../store.js'
import type { Caller } from './caller.js'

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

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

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

/** How to check the caller of a request. */
export interface CallerCheck {
  /** Name of the auth model. */
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
      const checked = new CheckedSession(session, callers, tracked)
      const result = await work(checked)
      session.afterCommit(() => {
        if (checked.writesUsers) tracked.hasChangedUsers = true
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
    continueKeys: (model) => inner.continueKeys(model),
    ping: () => inner.ping(),
    snapshot: (work) => inner.snapshot(work),
    prepare: (models) => inner.prepare(models),
    close: () => inner.close(),
  }
}

/** A transaction of a request, which checks the caller again before it writes users. */
class CheckedSession implements Session {
  readonly #inner: Session
  readonly #callers: CallerCheck
  readonly #tracked: TrackedRequest
  /** The check with the caller's item locked; undefined before the first write. */
  #checked: Promise<void> | undefined
  readonly #nested: CheckedSession[] = []

  constructor(inner: Session, callers: CallerCheck, tracked: TrackedRequest) {
    this.#inner = inner
    this.#callers = callers
    this.#tracked = tracked
  }

  /** Whether the transaction has written users, or tried to. */
  get writesUsers(): boolean {
    return this.#checked !== undefined || this.#nested.some((session) => session.writesUsers)
  }

  get enforcesReferences(): boolean {
    return this.#inner.enforcesReferences
  }

  get transactional(): boolean {
    return this.#inner.transactional
  }

  get state(): Session['state'] {
    return this.#inner.state
  }

  get native(): object {
    return this.#inner.native
  }

  store(model: string): Store {
    const store = this.#inner.store(model)
    if (model !== this.#callers.users) return store
    return checkedStore(store, async (write) => {
      await (this.#checked ??= this.#lockAndCheck())
      return write(store)
    })
  }

  transaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return work(this)
  }

  // A nested transaction that is rolled back releases its locks, so each one checks the caller itself.
  savepoint<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#inner.savepoint((session) => {
      const nested = new CheckedSession(session, this.#callers, this.#tracked)
      this.#nested.push(nested)
      return work(nested)
    })
  }

  afterCommit(work: () => void): void {
    this.#inner.afterCommit(work)
  }

  continueKeys(model: string): Promise<void> {
    return this.#inner.continueKeys(model)
  }

  async #lockAndCheck(): Promise<void> {
    const { request, caller } = this.#tracked
    await this.#inner.store(this.#callers.users).findByKey(caller.key, true)
    await this.#callers.check(this.#inner, request, caller)
  }
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
