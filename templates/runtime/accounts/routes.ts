import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AuthRoutesParts } from '../auth/authentication.js'
import { becomeCaller } from '../auth/tickets.js'
import { verifyPassword, withPrecomputedHashes } from '../users/passwords.js'
import { type Caller, unauthorized } from '../access/caller.js'
import { callHandlers, runAfter } from '../http/handlers.js'
import type { Resource } from '../http/resource.js'
import { ALL_ROWS } from '../repository/items.js'
import type { Session } from '../store.js'
import { limitsOf } from './limits.js'
import { limitMails } from './mail-limits.js'
import { type BodyReader, bodyReader } from '../body/reader.js'
import { BadRequest, type Fault, NotFound, errorSummary } from '../errors.js'
import { isObject } from '../json.js'
import type { Row } from '../model.js'
import { networkOf } from '../server/limits.js'
import { bodyOf } from '../server/server.js'
import { type AccountParts, datetime, readTokenBody } from './extension.js'

/** The dependencies of {@link accountRoutes}. */
export interface AccountRoutesParts extends AuthRoutesParts {
  readonly accounts: AccountParts
}

/** Adds the routes for passwords, the verification of email addresses, sessions and named tokens. */
export function accountRoutes(app: FastifyInstance, parts: AccountRoutesParts): void {
  const { ticket, apiKey } = parts.auth.config
  passwordRoutes(app, parts)
  if (ticket !== undefined) sessionRoutes(app, parts)
  if (apiKey === true) namedTokenRoutes(app, parts)
}

function passwordRoutes(app: FastifyInstance, parts: AccountRoutesParts): void {
  const { auth, users, database, accounts } = parts
  const passwords = new PasswordReader(parts)
  const config = { ...auth.config.ownRoutes }

  app.post('/auth/change_password', { config }, async (request, reply) => {
    const { password, new_password: next } = readStrings(request, ['password', 'new_password'])
    const user = await withPassword(request, parts, password)
    const data = passwords.read(next, user, '/new_password')
    await withPrecomputedHashes([next], () =>
      auth.database.transaction(async (session) => {
        const changed = await changedUser(users, session, user, data)
        await accounts.passwordChanged(session, user, changed)
      }),
    )
    await auth.tickets?.renew(request, reply, next)
    return { message: 'Password changed' }
  })

  app.post('/auth/forgot_password', async (request, reply) => {
    const { email } = readStrings(request, ['email'])
    await limitMails(request, auth.settings, email)
    await accounts.requestMail(database, 'reset', email)
    return reply.code(202).send({ message: 'If the address belongs to a user, a mail is on its way' })
  })

  app.post('/auth/reset_password', async (request) => {
    const { token, password } = readStrings(request, ['token', 'password'])
    await auth.attempts.attempt(request.ip, tokensFrom(request), () =>
      withPrecomputedHashes([password], () =>
        database.transaction(async (session) => {
          const user = await accounts.redeem(session, 'reset', token)
          const data = passwords.read(password, user, '/password')
          const { before, after } = auth.config.handlers.login
          await callHandlers(users, before, users.event('login', session, request))
          const changed = await changedUser(users, session, user, data)
          // Whoever receives mails at the address has just proven it.
          await accounts.verify(session, changed)
          becomeCaller(request, changed, auth)
          const event = users.event('login', session, request)
          await runAfter(users, after, event, await users.document(session, request, changed))
        }),
      ),
    )
    return { message: 'Password changed' }
  })

  app.post('/auth/verify_email', async (request) => {
    const { token } = readStrings(request, ['token'])
    await auth.attempts.attempt(request.ip, tokensFrom(request), () =>
      database.transaction(async (session) =>
        accounts.verify(session, await accounts.redeem(session, 'verify', token)),
      ),
    )
    return { message: 'Email address verified' }
  })
}

/** @throws NotFound if the user has been deleted in the meantime */
async function changedUser(users: Resource, session: Session, user: Row, data: Row): Promise<Row> {
  const changed = await users.itemsFor(session, ALL_ROWS).update(users.key(user), data)
  if (changed === undefined) throw users.missing()
  return changed
}

/** Validates new passwords with the schema of the auth model. */
class PasswordReader {
  readonly #field: string
  readonly #bodies: BodyReader

  constructor({ auth, users }: AccountRoutesParts) {
    this.#field = auth.config.fields.password
    this.#bodies = bodyReader(users.model)
  }

  /** Returns the change of the user. @throws BadRequest with the errors at `path` */
  read(password: string, user: Row, path: string): Row {
    try {
      return this.#bodies.changes('update', { [this.#field]: password }, { existing: user })
    } catch (error) {
      if (!(error instanceof BadRequest)) throw error
      throw invalid(error.errors.map(({ message }) => ({ path, message })))
    }
  }
}

function sessionRoutes(app: FastifyInstance, { auth, accounts }: AccountRoutesParts): void {
  const open = (request: FastifyRequest): Promise<readonly Row[]> => {
    const { key, user } = callerOf(request)
    return accounts.sessions(user, async (id, stamp, renewed) => {
      if (auth.tickets === undefined || auth.tickets.isExpired(renewed / 1000)) return false
      return (await auth.tickets.proof(key, id, stamp).userIn(auth.database)) !== undefined
    })
  }

  const config = { ...auth.config.ownRoutes }
  app.get('/auth/sessions', { config }, async (request) => {
    const { proof } = callerOf(request)
    const current = proof.by === 'ticket' ? proof.session : undefined
    const data = (await open(request)).map(({ id, agent, address, created, used }) => ({
      id,
      user_agent: agent,
      address,
      created_at: datetime(created),
      last_used_at: datetime(used),
      current: id === current,
    }))
    return { count: data.length, data }
  })

  app.delete<{ Params: { id: string } }>('/auth/sessions/:id', { config }, async (request, reply) => {
    const { proof } = callerOf(request)
    const { id } = request.params
    if ((await open(request)).every((session) => session['id'] !== id) || auth.tickets === undefined)
      throw new NotFound('You have no session with this ID.')
    // The transaction checks that the caller's session has not ended while the body was received.
    await auth.database.transaction((session) => accounts.forgetSession(session, id))
    await auth.tickets.end(id)
    if (proof.by === 'ticket' && proof.session === id) auth.tickets.clear(request, reply)
    return { message: 'Session ended' }
  })
}

function namedTokenRoutes(app: FastifyInstance, parts: AccountRoutesParts): void {
  const { auth, accounts } = parts
  /** Returns the stored user, whose password hash is needed to know which tokens are valid. */
  const userOf = async (request: FastifyRequest): Promise<Row> => {
    const user = await auth.accounts.find(callerOf(request).key)
    if (user === undefined) throw unauthorized(request)
    return user
  }

  const config = { ...auth.config.ownRoutes }
  app.post('/auth/tokens', { config }, async (request, reply) => {
    const { proof } = callerOf(request)
    const body = bodyOf(request)
    if (!isObject(body)) throw new BadRequest('The body must be a JSON object.')
    const { password, ...others } = body
    const given = readTokenBody(others)
    const user = await (typeof password === 'string'
      ? withPassword(request, parts, password)
      : userOf(request))
    const limits = limitsOf(typeof password === 'string' ? { by: 'password' } : proof)
    // The transaction checks that the caller's session has not ended while the body was received.
    const made = await auth.database.transaction((session) =>
      accounts.makeToken(session, user, given, limits),
    )
    return reply.code(201).send(made)
  })
  app.get('/auth/tokens', { config }, async (request) => {
    const data = await accounts.tokens(await userOf(request))
    return { count: data.length, data }
  })
  app.get<{ Params: { id: string } }>('/auth/tokens/:id', { config }, async (request) =>
    accounts.token(await userOf(request), request.params.id),
  )
  app.delete<{ Params: { id: string } }>('/auth/tokens/:id', { config }, async (request) => {
    const user = await userOf(request)
    await auth.database.transaction((session) => accounts.removeToken(session, user, request.params.id))
    return { message: 'Token deleted' }
  })
}

/** Returns the stored user of the caller, who also knows the password. @throws BadRequest; HttpError 429 */
function withPassword(request: FastifyRequest, { auth }: AccountRoutesParts, password: string): Promise<Row> {
  const { key } = callerOf(request)
  return auth.attempts.attempt(request.ip, `user ${key}`, async () => {
    const stored = await auth.accounts.find(key)
    const isRight = await verifyPassword(stored?.[auth.config.fields.password], password)
    if (stored === undefined || !isRight) throw invalid([{ path: '/password', message: 'is wrong' }])
    return stored
  })
}

function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw unauthorized(request)
  return request.caller
}

/**
 * Returns the name under which tokens of mails that are wrong are counted. They are counted per network only: nobody can
 * guess a token, and a limit over all networks would let anyone keep all users from using theirs.
 */
function tokensFrom({ ip }: FastifyRequest): string {
  return `tokens of mails from ${networkOf(ip)}`
}

/** Returns the members of the body, all of which must be strings. @throws BadRequest with all errors */
function readStrings<Name extends string>(
  request: FastifyRequest,
  names: readonly Name[],
): Readonly<Record<Name, string>> {
  const body = bodyOf(request)
  if (!isObject(body)) throw new BadRequest('The body must be a JSON object.')
  const missing = names.filter((name) => typeof body[name] !== 'string')
  const unknown = Object.keys(body).filter((name) => names.every((known) => known !== name))
  const errors = [
    ...missing.map((name) => ({ path: `/${name}`, message: 'must be a string' })),
    ...unknown.map((name) => ({ path: `/${name}`, message: 'is unknown' })),
  ]
  if (errors.length > 0) throw invalid(errors)
  return Object(Object.fromEntries(names.map((name) => [name, body[name]])))
}

function invalid(errors: readonly Fault[]): BadRequest {
  return new BadRequest(`Invalid body: ${errorSummary(errors)}.`, { errors })
}
