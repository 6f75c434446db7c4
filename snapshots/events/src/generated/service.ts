import type { FastifyInstance } from 'fastify'
import './functions.js'
import { openAcl } from './acl.js'
import { auth } from './auth.js'
import { models as apiModels } from './models/index.js'
import { type ProfileTypes, profileModel } from './models/profile.js'
import { type StoryTypes, storyModel } from './models/story.js'
import { type UserTypes, userModel } from './models/user.js'
import { registry } from './registry.js'
import { repositories } from './repositories/index.js'
import { storiesRoutes } from './routes/stories.js'
import { usersRoutes } from './routes/users.js'
import { may } from './runtime/auth/access.js'
import { authModels } from './runtime/auth/accounts.js'
import { withOwnAcls } from './runtime/auth/acl.js'
import { guardedHost, startAuthentication } from './runtime/auth/authentication.js'
import { createSystemUser } from './runtime/auth/registration.js'
import { authRoutes } from './runtime/auth/routes.js'
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
  readonly profiles: Resource<ProfileTypes>
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
  const models = settings.databaseAcls ? withOwnAcls(apiModels, auth.ownAcls) : apiModels
  const database = await openDatabase(settings.database, { ...models, ...authModels })
  if (settings.migrate === 'auto') await migrateUp(database, { folder: 'migrations' })
  const app = await createServer(settings, {
    basePath: '/v1',
    parseBody: bodyParser(settings.maxJsonDepth),
    ping: () => database.ping(),
  })
  app.addHook('onClose', () => database.close())

  const call = calls.call.bind(calls)
  const authentication = await startAuthentication(app, { config: auth, settings, database, models, call })
  const host = guardedHost(
    createHost({ models, settings, basePath: '/v1', repositories, call }),
    authentication,
  )
  const service: Service = {
    database,
    registry: calls,
    profiles: new Resource(host, profileModel),
    stories: new Resource(host, storyModel),
    users: new Resource(host, userModel),
  }
  await createSystemUser(database, service.users, authentication)
  await app.register(
    async (scope) => {
      authRoutes(scope, { auth: authentication, users: service.users, database, call })
      itemsBeforeBodies(scope)
      tunneling(scope, models)
      refuseParameters(scope, models)
      storiesRoutes(scope, service)
      usersRoutes(scope, service)
      severalCollections(scope, database, {
        stories: { resource: service.stories, mayView: may('view', openAcl.collection) },
        users: { resource: service.users, mayView: may('view', openAcl.collection) },
      })
    },
    { prefix: '/v1' },
  )
  return app
}
