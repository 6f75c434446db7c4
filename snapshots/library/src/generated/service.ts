import type { FastifyInstance } from 'fastify'
import { openServiceDatabase } from './database.js'
import { type AuthorTypes, authorModel } from './models/author.js'
import { type BookTypes, bookModel } from './models/book.js'
import { type CategoryTypes, categoryModel } from './models/category.js'
import { type CoverTypes, coverModel } from './models/cover.js'
import { type ReviewTypes, reviewModel } from './models/review.js'
import { type SampleTypes, sampleModel } from './models/sample.js'
import { type Functions, registry } from './registry.js'
import { type Repositories, repositories } from './repositories/index.js'
import { authorsRoutes } from './routes/authors.js'
import { booksRoutes } from './routes/books.js'
import { categoriesRoutes } from './routes/categories.js'
import { coversRoutes } from './routes/covers.js'
import { reviewsRoutes } from './routes/reviews.js'
import { samplesRoutes } from './routes/samples.js'
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
  readonly authors: Resource<AuthorTypes>
  readonly books: Resource<BookTypes>
  readonly categories: Resource<CategoryTypes>
  readonly covers: Resource<CoverTypes>
  readonly reviews: Resource<ReviewTypes>
  readonly samples: Resource<SampleTypes>
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
    basePath: '/v1',
    parseBody: bodyParser(settings.maxJsonDepth),
    ping: async () => {
      gate.pass()
      await database.ping()
    },
  })
  app.addHook('onClose', () => database.close())

  const call = calls.call.bind(calls)
  const host = createHost(app, { database, models, settings, basePath: '/v1', repositories, call })
  app.decorate('models', repositories(database))
  app.decorate('transaction', async (work) => {
    rejectInTransaction()
    return database.transaction((session) => work(repositories(session)))
  })
  const service: Service = {
    database,
    registry: calls,
    authors: new Resource(host, authorModel),
    books: new Resource(host, bookModel),
    categories: new Resource(host, categoryModel),
    covers: new Resource(host, coverModel),
    reviews: new Resource(host, reviewModel),
    samples: new Resource(host, sampleModel),
  }
  await gate.whenMigrated(app)
  await app.register(
    async (scope) => {
      itemsBeforeBodies(scope)
      rejectParameters(scope, models)
      authorsRoutes(scope, service)
      booksRoutes(scope, service)
      categoriesRoutes(scope, service)
      coversRoutes(scope, service)
      reviewsRoutes(scope, service)
      samplesRoutes(scope, service)
    },
    { prefix: '/v1' },
  )
  return app
}
