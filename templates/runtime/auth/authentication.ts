import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Resource } from '../http/resource.js'
import { type Models, type Row, modelNamed } from '../model.js'
import { MemoryCounter } from '../server/counter.js'
import type { Settings } from '../settings/settings.js'
import type { Database } from '../store.js'
import type { AccessControl } from '../access/access.js'
import { Accounts, type AccountsExtension, type FindWithRelated } from '../users/users.js'
import { Attempts, limitConflicts } from '../users/attempts.js'
import { type Authenticator, unauthorized } from '../access/caller.js'
import { checkedDatabase, trackCallers } from '../sessions/checked-database.js'
import type { AuthConfig } from '../access/config.js'
import { FieldRules } from '../access/field-rules.js'
import { hashNewPasswords, verifyPassword } from '../users/passwords.js'
import { withUserChecks } from '../users/user-checks.js'

/** Adds an authenticator to others, which are asked first. */
export type AddAuthenticator = (
  others: readonly Authenticator[],
  auth: Authentication,
  app: FastifyInstance,
) => readonly Authenticator[] | Promise<readonly Authenticator[]>

export interface AuthenticationParts {
  readonly config: AuthConfig
  readonly settings: Settings
  readonly database: Database
  readonly models: Models
  readonly authenticators?: readonly AddAuthenticator[]
  readonly extension?: AccountsExtension
  /** Reads the state of a session at once. */
  readonly findWithRelated: FindWithRelated
  /** Calls the functions named in rules. */
  readonly decide?: AccessControl['decide']
  /** Evaluates the rules of items. */
  readonly ownVerdict?: AccessControl['ownVerdict']
}

/** A user whose password has been verified, with the epoch of the user's sessions at that time. */
export interface Verified {
  readonly user: Row
  readonly epoch: string
}

export interface Authentication {
  readonly config: AuthConfig
  readonly settings: Settings
  /** Whether authentication is enabled in the settings. */
  readonly isOn: boolean
  /** The models, with the checks of user names and email addresses. */
  readonly models: Models
  readonly fieldRules: FieldRules
  readonly attempts: Attempts
  /** Makes a user the caller of a request, and of those that follow. Undefined if there are no tickets. */
  startSession?: (request: FastifyRequest, reply: FastifyReply, verified: Verified) => Promise<void>
  readonly accounts: Accounts
  /** The database for requests. Its transactions check that the caller's session has not ended in the meantime. */
  readonly database: Database
}

export interface AuthRoutesParts {
  readonly auth: Authentication
  readonly users: Resource
  readonly database: Database
}

/**
 * Sets `request.caller` on all routes registered after this call, and returns what {@link callerRights} and
 * {@link authRoutes} need.
 * @throws StartError if a secret is too short
 */
export async function startAuthentication(
  app: FastifyInstance,
  parts: AuthenticationParts,
): Promise<Authentication> {
  const { config, settings, database, models, decide, ownVerdict, findWithRelated, extension } = parts
  const users = modelNamed(models, config.model)
  const accounts = new Accounts(database, users, config.fields, findWithRelated, extension)
  if (!app.hasDecorator('counter')) app.decorate('counter', new MemoryCounter())
  const auth: Authentication = {
    config,
    settings,
    isOn: settings.auth,
    models: settings.auth ? withUserChecks(models, config) : models,
    fieldRules: new FieldRules(models, config, settings.auth),
    attempts: new Attempts(app.counter, settings.rateLimit),
    accounts,
    database: checkedDatabase(database, config),
  }
  app.decorateRequest('caller', null)
  hashNewPasswords(app, config, modelNamed(withUserChecks(models, config), config.model), auth.fieldRules)
  let authenticators: readonly Authenticator[] = []
  for (const add of parts.authenticators ?? []) authenticators = await add(authenticators, auth, app)
  if (!auth.isOn) {
    app.decorate('accessControl', null)
    return auth
  }
  const groups = config.fields.groups === null ? undefined : users.fields[config.fields.groups]
  app.decorate('accessControl', {
    isGroup: (name) => groups?.choices?.includes(name) === true,
    challenges: (accepts) =>
      authenticators.reduce<readonly string[]>((others, each) => each.challenges(others, accepts), []),
    decide,
    ownVerdict,
    database,
  })
  identifyCallers(app, authenticators)
  limitConflicts(app, config, auth.attempts)
  trackCallers(app)
  await verifyPassword(undefined, '')
  return auth
}

/** Adds a hook that identifies the caller at the start of a request. */
function identifyCallers(app: FastifyInstance, authenticators: readonly Authenticator[]): void {
  app.addHook('onRequest', async (request, reply) => {
    for (const authenticator of authenticators) {
      const caller = authenticator.applies(request) ? await authenticator.caller(request, reply) : null
      if (caller === null) continue
      request.caller = caller
      request.log = request.log.child({ caller: caller.key })
      return keepPrivate(reply)
    }
  })
}

/** Prevents shared caches from storing the response, because it depends on the caller. */
export function keepPrivate(reply: FastifyReply): void {
  reply.header('cache-control', 'private, no-cache')
}

/** Adds the route for the current user. */
export function selfRoute(app: FastifyInstance, { auth, users, database }: AuthRoutesParts): void {
  app.get(`${auth.config.path}/self`, { config: { ...auth.config.ownRoutes } }, async (request) => {
    if (request.caller === null) throw unauthorized(request)
    return users.document(database, request, request.caller.user)
  })
}
