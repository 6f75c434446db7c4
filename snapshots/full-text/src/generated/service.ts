import type { FastifyInstance } from 'fastify'
import { type ArticleTypes, articleModel } from './models/article.js'
import { type AuthorTypes, authorModel } from './models/author.js'
import { type DraftTypes, draftModel } from './models/draft.js'
import { models } from './models/index.js'
import { type PageTypes, pageModel } from './models/page.js'
import { registry } from './registry.js'
import { repositories } from './repositories/index.js'
import { articlesRoutes } from './routes/articles.js'
import { authorsRoutes } from './routes/authors.js'
import { draftsRoutes } from './routes/drafts.js'
import { pagesRoutes } from './routes/pages.js'
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
  readonly articles: Resource<ArticleTypes>
  readonly authors: Resource<AuthorTypes>
  readonly drafts: Resource<DraftTypes>
  readonly pages: Resource<PageTypes>
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
    articles: new Resource(host, articleModel),
    authors: new Resource(host, authorModel),
    drafts: new Resource(host, draftModel),
    pages: new Resource(host, pageModel),
  }
  await app.register(
    async (scope) => {
      itemsBeforeBodies(scope)
      tunneling(scope, models)
      refuseParameters(scope, models)
      articlesRoutes(scope, service)
      authorsRoutes(scope, service)
      draftsRoutes(scope, service)
      pagesRoutes(scope, service)
      severalCollections(scope, database, {
        articles: { resource: service.articles },
        authors: { resource: service.authors },
        drafts: { resource: service.drafts },
        pages: { resource: service.pages },
      })
    },
    { prefix: '/v1' },
  )
  return app
}
