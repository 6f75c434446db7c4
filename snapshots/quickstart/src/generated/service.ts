import type { FastifyInstance } from 'fastify'
import { openServiceDatabase } from './database.js'
import { type StoryTypes, storyModel } from './models/story.js'
import { type UserTypes, userModel } from './models/user.js'
import { type Functions, registry } from './registry.js'
import { type Repositories, repositories } from './repositories/index.js'
import { storiesRoutes } from './routes/stories.js'
import { usersRoutes } from './routes/users.js'
import { bodyParser } from './runtime/body/parser.js'
import type { Calls } from './runtime/events/registry.js'
import { ResourceHost } from './runtime/http/host.js'
import { Resource } from './runtime/http/resource.js'
import { rejectParameters } from './runtime/http/unknown-parameters.js'
import { OPEN } from './runtime/policy/policy.js'
import { createServer, itemsBeforeBodies } from './runtime/server/server.js'
import type { SettingValues } from './runtime/settings/reader.js'
import { type Database, rejectInTransaction } from './runtime/store.js'
import { loadSettings } from './settings.js'

/** The database, your functions and each model's resource, for the routes. */
export interface Service {
  readonly database: Database
  readonly registry: Calls<keyof Functions>
  readonly stories: Resource<StoryTypes>
  readonly users: Resource<UserTypes>
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
    parseBody: bodyParser(settings.maxJsonDepth),
    ping: async () => {
      gate.pass()
      await database.ping()
    },
  })
  app.addHook('onClose', () => database.close())

  const call = calls.call.bind(calls)
  const host = new ResourceHost(app, {
    database,
    models,
    settings,
    policy: () => OPEN,
    basePath: '/v1',
    repositories,
    call,
  })
  app.decorate('models', repositories(database))
  app.decorate('transaction', async (work) => {
    rejectInTransaction()
    return database.transaction((session) => work(repositories(session)))
  })
  const service: Service = {
    database,
    registry: calls,
    stories: new Resource(host, storyModel),
    users: new Resource(host, userModel),
  }
  await gate.whenMigrated(app)
  await app.register(
    async (scope) => {
      itemsBeforeBodies(scope)
      rejectParameters(scope, ['/stories', '/users', '/users/:username/stories'])
      storiesRoutes(scope, service)
      usersRoutes(scope, service)
    },
    { prefix: '/v1' },
  )
  return app
}
