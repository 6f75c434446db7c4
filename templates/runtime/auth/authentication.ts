import cookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import type { Models, ModelSpec } from '../model.js'
import { openRedis } from '../server/redis.js'
import { refuseForeignOrigins } from '../server/index.js'
import type { Settings } from '../settings/index.js'
import type { Database } from '../store.js'
import { Accounts } from './accounts.js'
import type { AuthConfig } from './config.js'
import { FieldRules } from './field-rules.js'
import { addCallerHooks } from './hooks.js'
import { Attempts, type Counter } from './limits.js'
import { MemoryCounter } from './memory-counter.js'
import { verifyPassword } from './passwords.js'
import { readSecret } from './secrets.js'
import { TicketSeal } from './ticket.js'
import { Tickets } from './tickets.js'

/** What authentication is made of. */
export interface AuthenticationParts {
  readonly config: AuthConfig
  readonly settings: Settings
  readonly database: Database
  readonly models: Models
  /** Calls one of the user's functions by name. */
  readonly call: (name: string, ...args: unknown[]) => Promise<unknown>
  /** Where a secret that is made is kept. */
  readonly dataFolder?: string
}

/** Who the callers are and what they may do with fields; the same for the life of the service. */
export interface Authentication {
  readonly config: AuthConfig
  readonly settings: Settings
  /** Whether the settings turn it on. */
  readonly isOn: boolean
  readonly fieldRules: FieldRules
  readonly attempts: Attempts
  /** Null where the API has no x-Ticket scheme, and where authentication is off. */
  readonly tickets: Tickets | null
  readonly accounts: Accounts
}

/**
 * Makes `request.caller` known to all routes that are added to the app from now on, and prepares what {@link guardedHost} and
 * {@link authRoutes} work with.
 * @throws StartError where a secret is too short
 */
export async function startAuthentication(
  app: FastifyInstance,
  parts: AuthenticationParts,
): Promise<Authentication> {
  const { config, settings, database, models, call } = parts
  const { ticket, apiKey, fields } = config
  const users = usersOf(models, config)
  const accounts = new Accounts(database, users, fields)
  const tickets = settings.auth ? await startTickets(app, parts, accounts) : null
  const accessControl = {
    ask: call,
    isGroup: groupTest(users, config),
    challenge: apiKey ? 'ApiKey' : 'Ticket',
    databaseAcls: settings.databaseAcls,
  }
  app.decorateRequest('caller', null)
  app.decorate('accessControl', settings.auth ? accessControl : null)
  if (settings.auth) {
    if (ticket !== null) app.addHook('onRequest', refuseForeignOrigins(ticket.cookieName, settings))
    addCallerHooks(app, { tickets, apiKey, fields, accounts, path: config.path })
    await verifyPassword(undefined, '')
  }
  return {
    config,
    settings,
    isOn: settings.auth,
    fieldRules: new FieldRules(models, config, settings.auth),
    attempts: new Attempts(await counterOf(app, settings), {
      max: settings.rateLimit.loginMax,
      window: settings.rateLimit.loginWindow,
    }),
    tickets,
    accounts,
  }
}

async function startTickets(
  app: FastifyInstance,
  { config, settings, dataFolder = 'data' }: AuthenticationParts,
  accounts: Accounts,
): Promise<Tickets | null> {
  const { ticket, fields } = config
  if (ticket === null) return null
  await app.register(cookie, { hook: false })
  const secret = await readSecret({
    setting: ticket.secretSetting,
    value: settings.secrets[ticket.secretSetting],
    folder: dataFolder,
    tell: (message) => app.log.warn(message),
  })
  return new Tickets({ config: ticket, fields, seal: new TicketSeal(secret, ticket.hashAlgorithm), accounts })
}

async function counterOf(app: FastifyInstance, { auth, redis }: Settings): Promise<Counter> {
  if (!auth || redis.url === undefined) return new MemoryCounter()
  const { RedisCounter } = await import('./redis-counter.js')
  return new RedisCounter(await openRedis(app, redis.url))
}

function groupTest(users: ModelSpec, { fields }: AuthConfig): (name: string) => boolean {
  const groups = fields.groups === null ? [] : (users.fields[fields.groups]?.choices ?? [])
  return (name) => groups.includes(name)
}

function usersOf(models: Models, { model }: AuthConfig): ModelSpec {
  const users = models[model]
  if (users === undefined) throw new TypeError(`there is no model ${model}`)
  return users
}
