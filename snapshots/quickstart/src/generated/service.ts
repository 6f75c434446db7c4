import type { FastifyInstance } from 'fastify'
import './functions.js'
import { models } from './models/index.js'
import { type StoryTypes, storyModel } from './models/story.js'
import { type UserTypes, userModel } from './models/user.js'
import { registry } from './registry.js'
import { repositories } from './repositories/index.js'
import { storiesRoutes } from './routes/stories.js'
import { usersRoutes } from './routes/users.js'
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
  readonly stories: Resource<StoryTypes>
  readonly users: Resource<UserTypes>
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
    basePath: '/v1',
    parseBody: bodyParser(settings.maxJsonDepth),
    ping: () => database.ping(),
  })
  app.addHook('onClose', () => database.close())

  const call = calls.call.bind(calls)
  const host = createHost({ models, settings, basePath: '/v1', repositories, call })
  const service: Service = {
    database,
    registry: calls,
    stories: new Resource(host, storyModel),
    users: new Resource(host, userModel),
  }
  await app.register(
    async (scope) => {
      itemsBeforeBodies(scope)
      tunneling(scope, models)
      refuseParameters(scope, models)
      storiesRoutes(scope, service)
      usersRoutes(scope, service)
      severalCollections(scope, database, {
        stories: { resource: service.stories },
        users: { resource: service.users },
      })
    },
    { prefix: '/v1' },
  )
  return app
}
