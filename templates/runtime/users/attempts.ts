import type {
  FastifyInstance,
  FastifyRequest,
  onErrorAsyncHookHandler,
  onSendAsyncHookHandler,
  preHandlerAsyncHookHandler,
} from 'fastify'
import { finished } from 'node:stream/promises'
import { HttpError, UniqueViolation } from '../errors.js'
import type { Counter } from '../server/counter.js'
import { networkOf } from '../server/limits.js'
import type { Settings } from '../settings/settings.js'
import { digest } from './users.js'
import type { AuthConfig } from '../access/config.js'

/**
 * The limit for an IP address is the limit for an account times this factor, because several people might share an
 * address.
 */
const ACCOUNTS_PER_ADDRESS = 5

/** The limit for an account from all addresses is the limit for an account and one address times this factor. */
const NETWORKS_PER_ACCOUNT = 10

/**
 * Limits failed attempts per IP address, per account and address, and per account. The last limit is higher, so that one
 * client cannot lock out a user who logs in from elsewhere. Each attempt is counted before its result is known, so that
 * concurrent attempts cannot exceed the limit. If an attempt succeeds, it is then subtracted from the counts.
 */
export class Attempts {
  readonly #counter: Counter
  readonly #limits: Pick<Settings['rateLimit'], 'loginMax' | 'loginWindow'>

  constructor(counter: Counter, limits: Pick<Settings['rateLimit'], 'loginMax' | 'loginWindow'>) {
    this.#counter = counter
    this.#limits = limits
  }

  /**
   * Runs an attempt, which counts as failed if it throws, unless the service itself fails.
   * @throws HttpError 429 with `Retry-After` if the limit is reached
   */
  async attempt<T>(address: string, account: string, work: () => Promise<T>): Promise<T> {
    await this.begin(address, account)
    try {
      const result = await work()
      await this.undo(address, account)
      return result
    } catch (error) {
      if (!(error instanceof HttpError) || error.status >= 500) await this.undo(address, account)
      throw error
    }
  }

  /**
   * Counts an attempt whose result is not known yet.
   * @throws HttpError 429 with `Retry-After` if the limit is reached, in which case the attempt is not counted
   */
  async begin(address: string, account: string): Promise<void> {
    const counted: string[] = []
    for (const [key, limit] of this.#limitsOf(address, account)) {
      counted.push(key)
      try {
        await this.#count(key, limit)
      } catch (error) {
        for (const each of counted) await this.#counter.undo(each)
        throw error
      }
    }
  }

  /** Stops counting an attempt that has not failed. */
  async undo(address: string, account: string): Promise<void> {
    for (const [key] of this.#limitsOf(address, account)) await this.#counter.undo(key)
  }

  /** Returns the keys under which an attempt is counted, and the maximum number of failed attempts for each. */
  #limitsOf(address: string, account: string): readonly (readonly [string, number])[] {
    const { loginMax: max } = this.#limits
    const network = networkOf(address)
    return [
      [`address:${network}`, max * ACCOUNTS_PER_ADDRESS],
      [`account:${digest(`${account} ${network}`)}`, max],
      [`account:${digest(account)}`, max * NETWORKS_PER_ACCOUNT],
    ]
  }

  async #count(key: string, max: number): Promise<void> {
    const { count, left } = await this.#counter.hit(key, this.#limits.loginWindow)
    const headers = { 'Retry-After': String(Math.max(1, left)) }
    if (count > max) throw new HttpError(429, 'Too many failed attempts. Try again later.', { headers })
  }
}

export const CHANGES: ReadonlySet<string> = new Set(['PATCH', 'PUT', 'POST'])

const LIMITED = /\/auth\/(?:register|login|token|reset_token|forgot_password)$/

/** How often a request waits for another one before it counts as exceeding the limit on conflicts. */
const MAX_TRIES = 100

/**
 * Limits how often conflicts tell a client that a user has a name, except at routes that limit attempts themselves. Each
 * request that can cause one is counted before its result is known, so that concurrent requests cannot exceed the limit.
 * If only requests in progress exceed it, further requests wait.
 */
export function limitConflicts(app: FastifyInstance, config: AuthConfig, attempts: Attempts): void {
  const loginNames = [config.fields.username, config.fields.email ?? config.fields.username]
  /** The accounts of the requests that do not count after their end. */
  const counted = new WeakMap<FastifyRequest, string>()
  /** The requests in progress. Their promises resolve when the responses are sent. */
  const running = new Set<{ readonly network: string; readonly sent: Promise<void> }>()

  const begin: preHandlerAsyncHookHandler = async (request, reply) => {
    // A conflict reveals that a user has a name with which a login identifies users.
    if (!hasName([request.body, request.query], loginNames)) return
    const [network, { caller }] = [networkOf(request.ip), request]
    const account = `conflicts of ${caller === null ? `anonymous callers in ${network}` : `user ${caller.key}`}`
    for (let tries = 1; ; tries++) {
      try {
        await attempts.begin(request.ip, account)
        break
      } catch (error) {
        const others = [...running].filter((other) => other.network === network)
        if (others.length === 0 || tries === MAX_TRIES) throw error
        await Promise.race(others.map(({ sent }) => sent))
      }
    }
    counted.set(request, account)
    const each = { network, sent: finished(reply.raw).catch(() => undefined) }
    running.add(each)
    void each.sent.then(() => running.delete(each))
  }
  const note: onErrorAsyncHookHandler = async (request, _reply, error) => {
    const fields = error instanceof UniqueViolation && error.model === config.model ? error.fields : null
    if (fields?.length === 0 || fields?.some((name) => loginNames.includes(name))) counted.delete(request)
  }
  const end: onSendAsyncHookHandler = async (request) => {
    const account = counted.get(request)
    if (account !== undefined && counted.delete(request)) await attempts.undo(request.ip, account)
  }

  app.addHook('onRoute', (route) => {
    const isLimited = config.registerFields !== undefined && LIMITED.test(route.url)
    if (isLimited || ![route.method].flat().some((method) => CHANGES.has(method))) return
    route.preHandler = [begin, route.preHandler ?? []].flat()
    route.onError = [note, route.onError ?? []].flat()
    route.onSend = [end, route.onSend ?? []].flat()
  })
}

/**
 * Returns whether an object at any depth has one of the names, as in `{ user: { email } }`. Looks at an object that
 * contains itself once, and not into streams and other objects of classes.
 */
function hasName(value: unknown, names: readonly string[]): boolean {
  const found = new Set<unknown>([value])
  for (const each of found) {
    // The prototype of a parsed query is an object without a class.
    const prototype: unknown = Object.getPrototypeOf(Object(each))
    if (!Array.isArray(each) && prototype !== null && Object.getPrototypeOf(prototype) !== null) continue
    if (names.some((name) => Object.hasOwn(Object(each), name))) return true
    for (const part of Object.values(Object(each))) if (typeof part === 'object') found.add(part)
  }
  return false
}
