import type { FastifyInstance } from 'fastify'
import { bodyReader, requiredNames } from '../body/reader.js'
import { BadRequest, type Fault, Forbidden, errorSummary } from '../errors.js'
import { callHandlers, processed, runAfter } from '../http/handlers.js'
import { type Json, isObject } from '../json.js'
import type { ModelSpec, Row } from '../model.js'
import { ALL_ROWS } from '../repository/items.js'
import type { AuthConfig } from '../access/config.js'
import type { AuthRoutesParts } from './authentication.js'
import { becomeCaller, stayLoggedIn } from './tickets.js'
import { withPrecomputedHashes } from '../users/passwords.js'

/**
 * Adds `POST /auth/register`, which creates a user and logs them in. Attempts are limited, because conflicts reveal
 * which users exist.
 */
export function registerRoute(app: FastifyInstance, { auth, users }: AuthRoutesParts): void {
  const { accounts, attempts, config, database } = auth
  const { before, after } = config.handlers.register
  const read = registrationReader(users.model, config)
  app.post('/auth/register', async (request, reply) => {
    const given = read(request.body)
    const { username, email } = config.fields
    config.rejectReserved?.(given)
    const name = String(given[username] ?? given[email ?? username])
    const account = `registration of ${accounts.loginName(name)}`
    const { user, document } = await attempts.attempt(request.ip, account, () =>
      withPrecomputedHashes([String(given[config.fields.password])], () =>
        database.transaction(async (session) => {
          const items = users.itemsFor(session, ALL_ROWS)
          const data = await users.read({ session, action: 'register' }, request, () => given, items)
          const event = users.event('register', session, request, { data })
          await callHandlers(users, before, event)
          const changed = await processed(users, event)
          config.rejectReserved?.(changed)
          await accounts.extension.registering(request, changed)
          const [user = {}] = await items.create([changed])
          await accounts.extension.registered(session, user)
          becomeCaller(request, user, auth)
          const afterward = users.event('register', session, request, { data: event.data })
          const own = await users.document(session, request, user)
          return { user, document: await runAfter(users, after, afterward, own) }
        }),
      ),
    )
    if ((await accounts.extension.loginFault(request, user, accounts.database)) === undefined) {
      const epoch = await accounts.epoch(accounts.keyOf(user))
      await stayLoggedIn(request, reply, { user, epoch }, auth)
    }
    return reply.code(201).send(document)
  })
}

/**
 * Returns the function that returns the new user's data in the body of a registration.
 * @throws BadRequest with all errors; Forbidden if the body sets groups
 */
export function registrationReader(model: ModelSpec, config: AuthConfig): (body: unknown) => Row {
  const { username, email, password, groups } = config.fields
  const bodies = bodyReader(model)
  // The service makes a key that clients cannot write or that has a default.
  const isMade =
    model.writeRules?.[username]?.readOnly === true || model.fields[username]?.default !== undefined
  const own = [...(isMade ? [] : [username]), password, ...(email === null ? [] : [email])]
  const allowed = new Set([...own, ...(config.registerFields ?? [])])
  /** Fields that a registration requires although the schema does not. */
  const required = own.filter((name) => !requiredNames(model).has(name))
  const aliases = new Map<string, string | null>(Object.entries({ username, email, password }))
  return (body) => {
    if (!isObject(body)) throw new BadRequest('The body must be a JSON object.')
    const faults: Fault[] = []
    const data: Record<string, Json> = {}
    for (const [given, value] of Object.entries(body)) {
      const name = Object.hasOwn(model.fields, given) ? given : (aliases.get(given) ?? given)
      if (name === groups)
        throw new Forbidden(`Only an admin can write "${name}".`, {
          errors: [{ path: `/${given}`, message: 'only an admin can write this field' }],
        })
      if (allowed.has(name)) data[name] = value
      else faults.push({ path: `/${given}`, message: 'cannot be set during registration' })
    }
    for (const name of required)
      if ((data[name] ?? null) === null) faults.push({ path: `/${name}`, message: 'is required' })
    try {
      const [row = {}] = bodies.create(data)
      if (faults.length === 0) return row
    } catch (error) {
      if (!(error instanceof BadRequest)) throw error
      faults.push(...error.errors)
    }
    throw new BadRequest(`Invalid body: ${errorSummary(faults)}.`, { errors: faults })
  }
}
