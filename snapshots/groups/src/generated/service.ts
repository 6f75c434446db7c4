import type { FastifyInstance } from 'fastify'
import { openServiceDatabase } from './database.js'
import { type BookingTypes, bookingModel } from './models/booking.js'
import { type MembershipTypes, membershipModel } from './models/membership.js'
import { type PersonTypes, personModel } from './models/person.js'
import { type ProjectTypes, projectModel } from './models/project.js'
import { type Functions, registry } from './registry.js'
import { type Repositories, repositories } from './repositories/index.js'
import { bookingsRoutes } from './routes/bookings.js'
import { membershipsRoutes } from './routes/memberships.js'
import { peopleRoutes } from './routes/people.js'
import { projectsRoutes } from './routes/projects.js'
import { bodyParser } from './runtime/body/parser.js'
import type { Calls } from './runtime/events/registry.js'
import { createHost } from './runtime/http/host.js'
import { Resource } from './runtime/http/resource.js'
import { rejectParameters } from './runtime/http/unknown-parameters.js'
import { createServer, itemsBeforeBodies } from './runtime/server/server.js'
import type { SettingValues } from './runtime/settings/reader.js'
import { type Database, rejectInTransaction } from './runtime/store.js'
import { loadSettings } from './settings.js'

/** The database, your functions and each model's resource, for the routes. */
export interface Service {
  readonly database: Database
  readonly registry: Calls<keyof Functions>
  readonly bookings: Resource<BookingTypes>
  readonly memberships: Resource<MembershipTypes>
  readonly people: Resource<PersonTypes>
  readonly projects: Resource<ProjectTypes>
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
  const calls = registry.start(settings.handlerTimeout)
  const { database, gate, models } = await openServiceDatabase(settings)
  const app = await createServer(settings, {
    basePath: '',
    parseBody: bodyParser(settings.maxJsonDepth),
    ping: async () => {
      gate.pass()
      await database.ping()
    },
  })
  app.addHook('onClose', () => database.close())

  const call = calls.call.bind(calls)
  const host = createHost(app, { database, models, settings, basePath: '', repositories, call })
  app.decorate('models', repositories(database))
  app.decorate('transaction', async (work) => {
    rejectInTransaction()
    return database.transaction((session) => work(repositories(session)))
  })
  const service: Service = {
    database,
    registry: calls,
    bookings: new Resource(host, bookingModel),
    memberships: new Resource(host, membershipModel),
    people: new Resource(host, personModel),
    projects: new Resource(host, projectModel),
  }
  await gate.whenMigrated(app)
  await app.register(
    async (scope) => {
      itemsBeforeBodies(scope)
      rejectParameters(scope, models)
      bookingsRoutes(scope, service)
      membershipsRoutes(scope, service)
      peopleRoutes(scope, service)
      projectsRoutes(scope, service)
    },
    { prefix: '' },
  )
  return app
}
