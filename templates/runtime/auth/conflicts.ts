import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onSendHookHandler,
  preHandlerHookHandler,
} from 'fastify'
import { finished } from 'node:stream'
import { UniqueViolation } from '../errors.js'
import { isObject } from '../json.js'
import { networkOf } from '../server/limits.js'
import { failureOf } from '../server/server.js'
import type { AuthConfig } from './accounts.js'
import type { Attempts } from './attempts.js'

/** The methods of requests that can change users. */
export const CHANGES: ReadonlySet<string> = new Set(['PATCH', 'PUT', 'POST'])

/**
 * Limits how often a client can learn from a conflict that a user has a name. The routes of the authentication have
 * limits of their own.
 */
export function limitConflicts(app: FastifyInstance, config: AuthConfig, attempts: Attempts): void {
  const { username, email } = config.fields
  const loginNames = email === null ? [username] : [username, email]
  const conflicts = new ConflictLimit(attempts)
  const begin: preHandlerHookHandler = (request, reply, done) => {
    if (!hasAnyOf(request, loginNames)) done()
    else conflicts.begin(request, reply).then(() => done(), done)
  }
  const end: onSendHookHandler = (request, _reply, payload, done) => {
    const failure = failureOf(request)
    const isConflict =
      failure instanceof UniqueViolation &&
      failure.model === config.model &&
      (failure.fields.length === 0 || failure.fields.some((name) => loginNames.includes(name)))
    conflicts.end(request, isConflict).then(() => done(null, payload), done)
  }
  app.addHook('onRoute', (route) => {
    if (route.url.includes('/auth/') || ![route.method].flat().some((method) => CHANGES.has(method))) return
    route.preHandler = [begin, route.preHandler ?? []].flat()
    route.onSend = [end, route.onSend ?? []].flat()
  })
}

/** Returns whether the body, or an item in it, has a field with one of these names. */
function hasAnyOf({ body }: FastifyRequest, names: readonly string[]): boolean {
  const items: unknown[] = [body].flat()
  return items.some((item) => isObject(item) && names.some((name) => Object.hasOwn(item, name)))
}

/** Returns the name under which conflicts caused by a caller are counted. */
function conflictsOf({ caller, ip }: FastifyRequest): string {
  return `conflicts of ${caller === null ? `anonymous callers in ${networkOf(ip)}` : `user ${caller.key}`}`
}

/** How often a request waits for another one before it counts as exceeding the limit on conflicts. */
const MAX_TRIES = 100

/**
 * Limits conflicts on login names. Each request that can cause one is counted before its result is known, so that
 * concurrent requests cannot exceed the limit. If only requests in progress exceed it, further requests wait.
 */
class ConflictLimit {
  readonly #attempts: Attempts
  /** The requests in progress, keyed by network. */
  readonly #running = new Map<string, Set<Promise<void>>>()
  readonly #counted = new WeakMap<FastifyRequest, string>()

  constructor(attempts: Attempts) {
    this.#attempts = attempts
  }

  /** @throws HttpError 429 if the limit is reached */
  async begin(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const account = conflictsOf(request)
    const network = networkOf(request.ip)
    for (let tries = 1; ; tries++) {
      const others = this.#running.get(network) ?? new Set()
      try {
        await this.#attempts.begin(request.ip, account)
        break
      } catch (error) {
        if (others.size === 0 || tries === MAX_TRIES) throw error
        await Promise.race(others)
      }
    }
    this.#counted.set(request, account)
    this.#watch(network, reply)
  }

  /** @param isConflict whether the request counts */
  async end(request: FastifyRequest, isConflict: boolean): Promise<void> {
    const account = this.#counted.get(request)
    this.#counted.delete(request)
    if (account !== undefined && !isConflict) await this.#attempts.undo(request.ip, account)
  }

  /** Remembers that a request is in progress until its response is sent. */
  #watch(network: string, reply: FastifyReply): void {
    const running = this.#running.get(network) ?? new Set()
    this.#running.set(network, running)
    const ended = new Promise<void>((resolve) => void finished(reply.raw, () => resolve()))
    running.add(ended)
    void ended.then(() => {
      running.delete(ended)
      if (running.size === 0) this.#running.delete(network)
    })
  }
}
