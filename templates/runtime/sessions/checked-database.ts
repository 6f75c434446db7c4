import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Forbidden } from '../errors.js'
import { ALL_ROWS } from '../repository/items.js'
import type { Database, ReadStore, Session, Store } from '../store.js'
import { type Caller, callerOf, unauthorized } from '../access/caller.js'
import type { AuthConfig } from '../access/config.js'
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

/**
 * Checks that the caller's session has not ended, and that the caller is in the same groups, since the request began.
 * @throws Unauthorized; Forbidden
 */
async function checkCaller(
  session: Session,
  { request, caller: { key, proof, groups } }: TrackedRequest,
  { fields }: AuthConfig,
): Promise<void> {
  if (proof.by === 'password') return
  const user = await proof.userIn(session)
  if (user === undefined) throw unauthorized(request, 'The session has ended.')
  const now = callerOf(user, key, fields, proof)
  if (now.groups.size !== groups.size || [...now.groups].some((name) => !groups.has(name)))
    throw new Forbidden('Your groups have changed. Send the request again.')
}

/** The members of databases and sessions through which no items are written. */
type Facts = 'enforcesReferences' | 'state' | 'native'
type Unchecked = Facts | 'afterCommit' | 'ping' | 'snapshot' | 'close'

/**
 * Returns a database that checks the caller at the start of each transaction in which an authenticated request writes. A
 * body can arrive long after the caller was identified, and a session that has ended in the meantime must not write.
 * Before a transaction writes users, it locks the caller's item and checks again, so that of several concurrent
 * password changes, only the first one succeeds.
 */
export function checkedDatabase(inner: Database, config: AuthConfig): Database {
  const transaction: Database['transaction'] = async (work) => {
    const tracked = trackedRequest()
    if (tracked === undefined) return inner.transaction(work)
    return inner.transaction(async (session) => {
      await checkCaller(session, tracked, config)
      let writesUsers = false
      const checked = checkedSession(session, config, tracked, () => (writesUsers = true))
      const result = await work(checked)
      session.afterCommit(() => {
        if (writesUsers) tracked.hasChangedUsers = true
      })
      return result
    })
  }
  const database: Database = withMethods<Database, Exclude<keyof Database, Unchecked>>(inner, {
    store(model, access) {
      const all = inner.store(model, ALL_ROWS)
      const checked = checkedStore(all, (write) =>
        trackedRequest() === undefined
          ? write(all)
          : transaction((session) => write(session.store(model, ALL_ROWS))),
      )
      return access.restricted(checked, database)
    },
    transaction,
    savepoint: transaction,
  })
  return database
}

/**
 * Returns the session of a transaction, which checks the caller again before it writes users.
 * @param onUsers called when the transaction writes users, or tries to
 */
function checkedSession(
  inner: Session,
  config: AuthConfig,
  tracked: TrackedRequest,
  onUsers: () => void,
): Session {
  /** The check with the caller's item locked; undefined before the first write. */
  let checked: Promise<void> | undefined
  const lockAndCheck = async (): Promise<void> => {
    onUsers()
    await inner.store(config.model, ALL_ROWS).findByKey(tracked.caller.key, true)
    await checkCaller(inner, tracked, config)
  }
  const session: Session = withMethods<Session, Exclude<keyof Session, Unchecked>>(inner, {
    store(model, access) {
      if (model !== config.model) return inner.store(model, access)
      const all = inner.store(model, ALL_ROWS)
      const store = checkedStore(all, async (write) => {
        await (checked ??= lockAndCheck())
        return write(all)
      })
      return access.restricted(store, session)
    },
    transaction: (work) => work(session),
    // A nested transaction that is rolled back releases its locks, so each one checks the caller itself.
    savepoint: (work) =>
      inner.savepoint((savepoint) => work(checkedSession(savepoint, config, tracked, onUsers))),
  })
  return session
}

/**
 * Returns a store that reads directly.
 * @param write performs each write
 */
function checkedStore(store: Store, write: <T>(work: (store: Store) => Promise<T>) => Promise<T>): Store {
  return withMethods<Store, Exclude<keyof Store, keyof ReadStore>>(store, {
    insert: (rows) => write((store) => store.insert(rows)),
    updateByKey: (key, changes) => write((store) => store.updateByKey(key, changes)),
    updateMany: (where, changes) => write((store) => store.updateMany(where, changes)),
    deleteByKey: (key) => write((store) => store.deleteByKey(key)),
    deleteMany: (where) => write((store) => store.deleteMany(where)),
  })
}

/** Returns an object that has its own `methods`, and whose other members are those of `inner`. */
function withMethods<T extends object, Name extends keyof T>(inner: T, methods: Pick<T, Name>): T {
  return new Proxy(inner, {
    get: (_inner, name) => {
      const member: unknown = Reflect.get(Object.hasOwn(methods, name) ? methods : inner, name)
      return typeof member === 'function' ? member.bind(inner) : member
    },
  })
}
