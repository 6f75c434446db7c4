import type { FastifyInstance } from 'fastify'
import { paperAcl, peopleAcl, teamAcl } from './acl.js'
import { auth } from './auth.js'
import { models as apiModels } from './models/index.js'
import { type PaperTypes, paperModel } from './models/paper.js'
import { type PersonTypes, personModel } from './models/person.js'
import { type SealTypes, sealModel } from './models/seal.js'
import { type TeamTypes, teamModel } from './models/team.js'
import { registry } from './registry.js'
import { repositories } from './repositories/index.js'
import { papersRoutes } from './routes/papers.js'
import { peopleRoutes } from './routes/people.js'
import { sealsRoutes } from './routes/seals.js'
import { teamsRoutes } from './routes/teams.js'
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
  readonly papers: Resource<PaperTypes>
  readonly people: Resource<PersonTypes>
  readonly seals: Resource<SealTypes>
  readonly teams: Resource<TeamTypes>
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
    basePath: '/clubs/api',
    parseBody: bodyParser(settings.maxJsonDepth),
    ping: () => database.ping(),
  })
  app.addHook('onClose', () => database.close())

  const call = calls.call.bind(calls)
  const authentication = await startAuthentication(app, { config: auth, settings, database, models, call })
  const host = guardedHost(
    createHost({ models, settings, basePath: '/clubs/api', repositories, call }),
    authentication,
  )
  const service: Service = {
    database,
    registry: calls,
    papers: new Resource(host, paperModel),
    people: new Resource(host, personModel),
    seals: new Resource(host, sealModel),
    teams: new Resource(host, teamModel),
  }
  await createSystemUser(database, service.people, authentication)
  await app.register(
    async (scope) => {
      authRoutes(scope, { auth: authentication, users: service.people, database, call })
      itemsBeforeBodies(scope)
      tunneling(scope, models)
      refuseParameters(scope, models)
      papersRoutes(scope, service)
      peopleRoutes(scope, service)
      sealsRoutes(scope, service)
      teamsRoutes(scope, service)
      severalCollections(scope, database, {
        papers: { resource: service.papers, mayView: may('view', paperAcl.collection) },
        people: { resource: service.people, mayView: may('view', peopleAcl.collection) },
        seals: { resource: service.seals, mayView: may('view', paperAcl.collection) },
        teams: { resource: service.teams, mayView: may('view', teamAcl.collection) },
      })
    },
    { prefix: '/clubs/api' },
  )
  return app
}
