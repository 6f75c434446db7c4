import type { FastifyInstance, FastifyRequest } from 'fastify'
import { paymentsActions } from './actions/payments.js'
import { schemas } from './actions/schemas.js'
import { v2Actions } from './actions/v2.js'
import { openServiceDatabase } from './database.js'
import { type StoredAccountTypes, accountModel } from './models/account.js'
import { type Functions, registry } from './registry.js'
import { type Repositories, repositories } from './repositories/index.js'
import { accountsRoutes } from './routes/accounts.js'
import { v3AccountsRoutes } from './routes/v3-accounts.js'
import { rememberLostDigits } from './runtime/body/digits.js'
import { bodyParser } from './runtime/body/parser.js'
import { serveContracts } from './runtime/contract/contract.js'
import { ContractResource } from './runtime/contract/resource.js'
import { declaredDocument } from './runtime/contract/responses.js'
import type { Calls } from './runtime/events/registry.js'
import { ResourceHost } from './runtime/http/host.js'
import { rejectParameters } from './runtime/http/unknown-parameters.js'
import { Actions } from './runtime/operations/actions.js'
import { anyBodies } from './runtime/operations/any-bodies.js'
import { declaredParameters } from './runtime/operations/declared-query.js'
import { DEPRECATION_DATES, deprecationHeaders } from './runtime/operations/deprecation.js'
import { parameterCompiler } from './runtime/operations/parameters.js'
import { ResponseChecks } from './runtime/operations/responses.js'
import { ALL_RIGHTS } from './runtime/policy/all-rights.js'
import type { Policy } from './runtime/policy/policy.js'
import { restrictedPolicy } from './runtime/policy/restricted-policy.js'
import { ALL_WRITERS, withWriteRules } from './runtime/policy/write-rules.js'
import { createServer, itemsBeforeBodies } from './runtime/server/server.js'
import type { SettingValues } from './runtime/settings/reader.js'
import { type Database, rejectInTransaction } from './runtime/store.js'
import { loadSettings } from './settings.js'

/** The database, your functions and each model's resource, for the routes. */
export interface Service {
  readonly database: Database
  readonly registry: Calls<keyof Functions>
  readonly customActions: Actions
  readonly accounts: ContractResource<StoredAccountTypes>
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The repositories, keyed by name, outside any transaction. Writes through them fire no events. */
    readonly models: Repositories
    /** Runs `work` in one transaction, which is rolled back if `work` throws. */
    transaction<T>(work: (models: Repositories) => Promise<T>): Promise<T>
  }
}

/**
 * Opens the database and builds the service.
 * @param values settings that override service.ini and environment variables
 * @throws SettingsError; NotRegistered if a function named in a schema or an ACL is missing; Unavailable if the
 * database cannot be reached
 */
export async function createService(values: SettingValues = {}): Promise<FastifyInstance> {
  const settings = loadSettings(values)
  // Your files import index.js, which imports this file, so they are loaded when they are needed.
  await import('./functions.js')
  const calls = registry.start(settings.handlerTimeout)
  const { database, gate, models } = await openServiceDatabase(settings)
  const app = await createServer(settings, {
    basePath: '/v1',
    parseBody: bodyParser(settings.maxJsonDepth, rememberLostDigits),
    ping: async () => {
      gate.pass()
      await database.ping()
    },
    docsPlugins: DEPRECATION_DATES,
  })
  app.addHook('onClose', () => database.close())
  deprecationHeaders(app)

  const call = calls.call.bind(calls)
  const policy = (request: FastifyRequest): Policy =>
    restrictedPolicy(request, withWriteRules(ALL_RIGHTS, request, ALL_WRITERS))
  const host = new ResourceHost(app, { database, models, settings, policy, basePath: '', repositories, call })
  app.decorate('models', repositories(database))
  app.decorate('transaction', async (work) => {
    rejectInTransaction()
    return database.transaction((session) => work(repositories(session)))
  })
  const { examples } = settings.examples ? await import('./actions/examples.js') : { examples: {} }
  const compile = parameterCompiler(settings, schemas)
  const service: Service = {
    database,
    registry: calls,
    customActions: new Actions({
      database,
      host,
      compile,
      checks: new ResponseChecks(settings.validateResponses, compile),
      shown: declaredDocument,
      examples,
    }),
    accounts: new ContractResource(host, accountModel),
  }
  await gate.whenMigrated(app)
  await app.register(
    async (scope) => {
      itemsBeforeBodies(scope)
      rejectParameters(scope, [])
      declaredParameters(scope, compile)
      serveContracts(scope, { compile, checks: new ResponseChecks(settings.validateResponses, compile) })
      accountsRoutes(scope, service)
    },
    { prefix: '/v1' },
  )
  await app.register(
    async (scope) => {
      anyBodies(scope, bodyParser(settings.maxJsonDepth, rememberLostDigits))
      service.customActions.applyOptions(scope, (name) => registry.optionsOf(name))
      paymentsActions(scope, service)
    },
    { prefix: '/v1' },
  )
  await app.register(
    async (scope) => {
      anyBodies(scope, bodyParser(settings.maxJsonDepth, rememberLostDigits))
      service.customActions.applyOptions(scope, (name) => registry.optionsOf(name))
      v2Actions(scope, service)
    },
    { prefix: '' },
  )
  await app.register(
    async (scope) => {
      itemsBeforeBodies(scope)
      rejectParameters(scope, [])
      declaredParameters(scope, compile)
      serveContracts(scope, { compile, checks: new ResponseChecks(settings.validateResponses, compile) })
      v3AccountsRoutes(scope, service)
    },
    { prefix: '/v3' },
  )
  return app
}
