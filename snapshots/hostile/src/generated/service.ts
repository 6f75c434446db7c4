import type { FastifyInstance } from 'fastify'
import './functions.js'
import { models } from './models/index.js'
import { type IndexTypes, indexModel } from './models/index2.js'
import { type SessionModelTypes, sessionItemModel } from './models/session.js'
import { registry } from './registry.js'
import { repositories } from './repositories/index.js'
import { indicesRoutes } from './routes/indices.js'
import { sessionsRoutes } from './routes/sessions.js'
import { bodyParser } from './runtime/body/parser.js'
import type { Calls } from './runtime/events/registry.js'
import { createHost } from './runtime/http/host.js'
import { severalCollections } from './runtime/http/page.js'
import { Resource } from './runtime/http/resource.js'
import { refuseParameters, tunneling } from './runtime/http/tunnel.js'
import { createServer, itemsBeforeBodies } from './runtime/server/server.js'
import type { SettingValues } from './runtime/settings/reader.js'
import { openDatabase } from './runtime/sql/database.js'
import { migrateUp } from './runtime/sql/migrations.js'
import type { Database } from './runtime/store.js'
import { loadSettings } from './settings.js'

/** The database, your functions and the resource of each model, for the routes. */
export interface Service {
  readonly database: Database
  readonly registry: Calls
  readonly indices: Resource<IndexTypes>
  readonly sessionItems: Resource<SessionModelTypes>
}

/**
 * Opens the database and builds the service.
 * @param values settings that override service.ini and environment variables
 * @throws SettingsError; NotRegistered if a function that a schema or an ACL names is missing; Unavailable if the database cannot be reached
 */
export async function createService(values: SettingValues = {}): Promise<FastifyInstance> {
  const settings = loadSettings(values)
  const calls = registry.start(settings.handlerTimeout)
  const database = await openDatabase(settings.database, models)
  if (settings.migrate === 'auto') await migrateUp(database, { folder: 'migrations' })
  const app = await createServer(settings, {
    basePath: '/v-1',
    parseBody: bodyParser(settings.maxJsonDepth),
    ping: () => database.ping(),
  })
  app.addHook('onClose', () => database.close())

  const call = calls.call.bind(calls)
  const host = createHost({ models, settings, basePath: '/v-1', repositories, call })
  const service: Service = {
    database,
    registry: calls,
    indices: new Resource(host, indexModel),
    sessionItems: new Resource(host, sessionItemModel),
  }
  await app.register(
    async (scope) => {
      itemsBeforeBodies(scope)
      tunneling(scope, models)
      refuseParameters(scope, models)
      indicesRoutes(scope, service)
      sessionsRoutes(scope, service)
      severalCollections(scope, database, {
        indices: { resource: service.indices },
        sessions: { resource: service.sessionItems },
      })
    },
    { prefix: '/v-1' },
  )
  return app
}
