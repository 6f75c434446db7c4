import type { FastifyInstance } from 'fastify'
import { openServiceDatabase } from './database.js'
import { type BadgeTypes, badgeModel } from './models/badge.js'
import { type BlockingTypes, blockingModel } from './models/blocking.js'
import { type BoundTypes, boundModel } from './models/bound.js'
import { type HoldingTypes, holdingModel } from './models/holding.js'
import { type HubTypes, hubModel } from './models/hub.js'
import { type LooseTypes, looseModel } from './models/loose.js'
import { type NodeTypes, nodeModel } from './models/node.js'
import { type OwnedTypes, ownedModel } from './models/owned.js'
import { type PullingTypes, pullingModel } from './models/pulling.js'
import { type Functions, registry } from './registry.js'
import { type Repositories, repositories } from './repositories/index.js'
import { badgesRoutes } from './routes/badges.js'
import { blockingsRoutes } from './routes/blockings.js'
import { boundsRoutes } from './routes/bounds.js'
import { holdingsRoutes } from './routes/holdings.js'
import { hubsRoutes } from './routes/hubs.js'
import { loosesRoutes } from './routes/looses.js'
import { nodesRoutes } from './routes/nodes.js'
import { ownedsRoutes } from './routes/owneds.js'
import { pullingsRoutes } from './routes/pullings.js'
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
  readonly badges: Resource<BadgeTypes>
  readonly blockings: Resource<BlockingTypes>
  readonly bounds: Resource<BoundTypes>
  readonly holdings: Resource<HoldingTypes>
  readonly hubs: Resource<HubTypes>
  readonly looses: Resource<LooseTypes>
  readonly nodes: Resource<NodeTypes>
  readonly owneds: Resource<OwnedTypes>
  readonly pullings: Resource<PullingTypes>
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
    badges: new Resource(host, badgeModel),
    blockings: new Resource(host, blockingModel),
    bounds: new Resource(host, boundModel),
    holdings: new Resource(host, holdingModel),
    hubs: new Resource(host, hubModel),
    looses: new Resource(host, looseModel),
    nodes: new Resource(host, nodeModel),
    owneds: new Resource(host, ownedModel),
    pullings: new Resource(host, pullingModel),
  }
  await gate.whenMigrated(app)
  await app.register(
    async (scope) => {
      itemsBeforeBodies(scope)
      rejectParameters(scope, models)
      badgesRoutes(scope, service)
      blockingsRoutes(scope, service)
      boundsRoutes(scope, service)
      holdingsRoutes(scope, service)
      hubsRoutes(scope, service)
      loosesRoutes(scope, service)
      nodesRoutes(scope, service)
      ownedsRoutes(scope, service)
      pullingsRoutes(scope, service)
    },
    { prefix: '/v1' },
  )
  return app
}
