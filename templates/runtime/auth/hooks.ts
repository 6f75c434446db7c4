import { finished } from 'node:stream'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onSendHookHandler,
  preHandlerHookHandler,
} from 'fastify'
import { isObject } from '../json.js'
import type { Accounts } from './accounts.js'
import { callerByApiKey } from './api-keys.js'
import type { Caller, Credential } from './caller.js'
import type { UserFields } from './config.js'
import { withHashesAhead } from './passwords.js'
import type { Tickets } from './tickets.js'

/** What callers are known by. */
export interface CallerParts {
  readonly tickets: Tickets | null
  readonly apiKey: boolean
  readonly fields: UserFields
  readonly accounts: Accounts
  /** Of the users' collection. */
  readonly path: string
}

/** Finds out who makes a request before anything else is done with it (SPEC 6), and keeps those logged in who change their own password. */
export function addCallerHooks(app: FastifyInstance, parts: CallerParts): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { cookie, authorization } = request.headers
    if (cookie === undefined && authorization === undefined) return done()
    callerOf(request, reply, parts).then((caller) => {
      request.caller = caller
      if (caller !== null) keepPrivate(reply)
      done()
    }, done)
  })
  const hashAhead: preHandlerHookHandler = (request, reply, done) => {
    const plains = newPasswords(request, parts)
    if (plains.length === 0) return done()
    withHashesAhead(plains, () => {
      done()
      return new Promise<void>((answered) => void finished(reply.raw, () => answered()))
    }).catch(done)
  }
  const renew: onSendHookHandler = (request, reply, payload, done) => {
    if (!mayHaveNewPassword(request, reply, parts)) return done(null, payload)
    renewTicket(request, reply, parts).then(() => done(null, payload), done)
  }
  app.addHook('onRoute', (route) => {
    const methods = [route.method].flat()
    if (!methods.some((method) => CHANGES.has(method))) return
    // What is posted anywhere else is a password that is there already.
    if (!methods.includes('POST') || route.url.endsWith(parts.path))
      route.preHandler = [hashAhead, route.preHandler ?? []].flat()
    route.onSend = [renew, route.onSend ?? []].flat()
  })
}

/** The methods by which a user gets another password. */
const CHANGES: ReadonlySet<string> = new Set(['PATCH', 'PUT', 'POST'])

/** Answers to a caller who is logged in are for no cache but the caller's own, and not without asking (SPEC 10). */
export function keepPrivate(reply: FastifyReply): void {
  reply.header('cache-control', 'private, no-cache')
}

async function callerOf(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: CallerParts,
): Promise<Caller | null> {
  const { tickets, apiKey, fields, accounts } = parts
  const { accepts } = request.routeOptions.config
  const accepted = (credential: Credential): boolean => accepts?.includes(credential) ?? true
  const caller = accepted('ticket') ? await tickets?.caller(request, reply) : undefined
  if (caller !== undefined && caller !== null) return caller
  return apiKey && accepted('api_key') ? callerByApiKey(request, accounts, fields) : null
}

/** The passwords that are to be stored. Who changes one must be known; who may not create a user has been refused before. */
function newPasswords({ caller, method, body }: FastifyRequest, { fields }: CallerParts): string[] {
  if (caller === null && method !== 'POST') return []
  const items: unknown[] = method === 'POST' ? [body].flat() : [body]
  return items
    .map((item) => (isObject(item) ? item[fields.password] : undefined))
    .filter((plain) => typeof plain === 'string')
}

function mayHaveNewPassword(
  { caller, body }: FastifyRequest,
  reply: FastifyReply,
  { tickets, fields }: CallerParts,
): boolean {
  const isLoggedIn = tickets !== null && caller?.proof.by === 'ticket' && reply.statusCode < 300
  return isLoggedIn && isObject(body) && Object.hasOwn(body, fields.password)
}

/** A new password ends all tickets that were issued before; the caller who gave it goes on with a new one. */
async function renewTicket(
  request: FastifyRequest,
  reply: FastifyReply,
  { tickets, fields, accounts }: CallerParts,
): Promise<void> {
  const { caller } = request
  if (caller?.proof.by !== 'ticket') return
  const user = await accounts.find(caller.key)
  const isChanged = user !== undefined && user[fields.password] !== caller.user[fields.password]
  if (isChanged) await tickets?.issue(request, reply, user, caller.proof.session)
}
