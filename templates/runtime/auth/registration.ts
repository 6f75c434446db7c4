import type { FastifyInstance } from 'fastify'
import { BodyReader, requiredNames } from '../body/reader.js'
import { BadRequest, type Fault, Forbidden, errorSummary } from '../errors.js'
import { type Json, isObject } from '../json.js'
import type { ModelSpec, Row } from '../model.js'
import type { AuthConfig } from './accounts.js'
import { withPrecomputedHashes } from './passwords.js'
import { type AuthRoutesParts, becomeCaller, callEach, runAfter, stayLoggedIn } from './routes.js'

/**
 * Adds `POST /auth/register`, which creates a user and logs them in. Attempts are limited, because conflicts reveal
 * which users exist.
 */
export function registerRoute(app: FastifyInstance, { auth, users, call }: AuthRoutesParts): void {
  const { database } = auth
  const { before, after } = auth.config.handlers.register
  const registrations = new RegistrationReader(users.model, auth.config, new BodyReader(users.model))
  app.post('/auth/register', async (request, reply) => {
    const given = registrations.read(request.body)
    const [data = given] = (await users.permitNew?.(database, request, [given])) ?? []
    const { username, email } = auth.config.fields
    const account = `registration of ${String(data[username] ?? data[email ?? username])}`
    const { user, document } = await auth.attempts.attempt(request.ip, account, () =>
      withPrecomputedHashes([String(data[auth.config.fields.password])], () =>
        database.transaction(async (session) => {
          await users.permitLinks(session, request, data)
          const event = users.event('register', session, request, { data })
          await callEach(call, before, event)
          const user = await users.create(session, await users.processed(event))
          await auth.accounts.extension.registered(session, user)
          becomeCaller(request, user, auth)
          const afterward = users.event('register', session, request, { data: event.data })
          const own = await users.document(session, request, user)
          return { user, document: await runAfter(call, after, afterward, own) }
        }),
      ),
    )
    const { accounts } = auth
    if ((await accounts.extension.loginFault(user, true)) === undefined) {
      const epoch = await accounts.epoch(accounts.keyOf(user))
      await stayLoggedIn(request, reply, { user, epoch }, auth)
    }
    return reply.code(201).send(document)
  })
}

/** Validates registration bodies. */
export class RegistrationReader {
  readonly #model: ModelSpec
  readonly #config: AuthConfig
  readonly #bodies: BodyReader
  readonly #allowed: ReadonlySet<string>
  /** Fields that a registration requires although the schema does not. */
  readonly #required: readonly string[]

  constructor(model: ModelSpec, config: AuthConfig, bodies: BodyReader) {
    const { username, email, password } = config.fields
    const own = [username, password, ...(email === null ? [] : [email])]
    const inSchema = requiredNames(model)
    this.#model = model
    this.#config = config
    this.#bodies = bodies
    // The service makes a key that clients cannot write or that has a default.
    const isMade =
      model.writeRules?.[username]?.readOnly === true || model.fields[username]?.default !== undefined
    const given = isMade ? own.filter((name) => name !== username) : own
    this.#allowed = new Set([...given, ...config.registerFields])
    this.#required = given.filter((name) => !inSchema.has(name))
  }

  /**
   * Returns the new user's data.
   * @throws BadRequest with all errors; Forbidden if the body sets groups
   */
  read(body: unknown): Row {
    if (!isObject(body)) throw new BadRequest('The body must be a JSON object.')
    const faults: Fault[] = []
    const data: Record<string, Json> = {}
    for (const [given, value] of Object.entries(body)) {
      const name = this.#fieldFor(given)
      if (name === this.#config.fields.groups)
        throw new Forbidden(`Only an admin can write "${name}".`, {
          errors: [{ path: `/${given}`, message: 'only an admin can write this field' }],
        })
      if (this.#allowed.has(name)) data[name] = value
      else faults.push({ path: `/${given}`, message: 'cannot be set during registration' })
    }
    for (const name of this.#required) {
      if ((data[name] ?? null) === null) faults.push({ path: `/${name}`, message: 'is required' })
    }
    return this.#checked(data, faults)
  }

  /** Maps `username`, `email` and `password` to the names of the corresponding fields in the model. */
  #fieldFor(given: string): string {
    const { username, email, password } = this.#config.fields
    const ownNames = new Map<string, string | null>(Object.entries({ username, email, password }))
    return Object.hasOwn(this.#model.fields, given) ? given : (ownNames.get(given) ?? given)
  }

  #checked(data: Row, faults: Fault[]): Row {
    try {
      const [row = {}] = this.#bodies.create(data)
      if (faults.length === 0) return row
    } catch (error) {
      if (!(error instanceof BadRequest)) throw error
      faults.push(...error.errors)
    }
    throw new BadRequest(`Invalid body: ${errorSummary(faults)}.`, { errors: faults })
  }
}
