import type { FastifyInstance, FastifyRequest } from 'fastify'
import { auth } from './auth.js'
import { openServiceDatabase } from './database.js'
import type { Caller, EventModels } from './events.js'
import { type PaperTypes, paperModel } from './models/paper.js'
import { type PersonTypes, personModel } from './models/person.js'
import { type SealTypes, sealModel } from './models/seal.js'
import { type TeamTypes, teamModel } from './models/team.js'
import { type Functions, registry } from './registry.js'
import { type Repositories, repositories } from './repositories/index.js'
import { papersRoutes } from './routes/papers.js'
import { peopleRoutes } from './routes/people.js'
import { sealsRoutes } from './routes/seals.js'
import { teamsRoutes } from './routes/teams.js'
import { authorize } from './runtime/access/access.js'
import type { Permission } from './runtime/access/acl.js'
import { apiKeys, tokenRoutes } from './runtime/auth/api-keys.js'
import { selfRoute, startAuthentication } from './runtime/auth/authentication.js'
import { callerRights } from './runtime/auth/caller-rights.js'
import { authRoutes } from './runtime/auth/routes.js'
import { createSystemUser } from './runtime/auth/system-user.js'
import { bodyParser } from './runtime/body/parser.js'
import type { Calls } from './runtime/events/registry.js'
import { ResourceHost } from './runtime/http/host.js'
import { Resource } from './runtime/http/resource.js'
import { rejectParameters } from './runtime/http/unknown-parameters.js'
import type { Policy } from './runtime/policy/policy.js'
import { restrictedPolicy } from './runtime/policy/restricted-policy.js'
import { ALL_WRITERS, withWriteRules } from './runtime/policy/write-rules.js'
import { createServer, itemsBeforeBodies } from './runtime/server/server.js'
import type { SettingValues } from './runtime/settings/reader.js'
import { findWithRelated } from './runtime/sql/related.js'
import { type Database, rejectInTransaction } from './runtime/store.js'
import { systemFields } from './runtime/users/system-fields.js'
import { loadSettings } from './settings.js'

/** The database, your functions and each model's resource, for the routes. */
export interface Service {
  readonly database: Database
  readonly registry: Calls<keyof Functions>
  readonly papers: Resource<PaperTypes>
  readonly people: Resource<PersonTypes>
  readonly seals: Resource<SealTypes>
  readonly teams: Resource<TeamTypes>
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The repositories, keyed by name, outside any transaction. Writes through them fire no events. */
    readonly models: Repositories
    /** Runs `work` in one transaction, which is rolled back if `work` throws. */
    transaction<T>(work: (models: Repositories) => Promise<T>): Promise<T>
    /**
     * Checks that a request's caller has a permission on a model's collection or one of its items: `await
     * app.authorize(request, 'update', 'Paper', item)`.
     * @throws Unauthorized (anonymous caller) or Forbidden (any other caller) if the permission is not granted
     */
    authorize<Name extends keyof EventModels>(
      request: FastifyRequest,
      permission: Permission,
      model: Name,
      item?: EventModels[Name]['Row'],
    ): Promise<void>
  }
  interface FastifyRequest {
    /** The user who sent the request, without the password; undefined for an anonymous caller. */
    readonly user: Caller | undefined
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
    basePath: '/clubs/api',
    parseBody: bodyParser(settings.maxJsonDepth),
    ping: async () => {
      gate.pass()
      await database.ping()
    },
  })
  app.addHook('onClose', () => database.close())
  app.decorate('authorize', (request, permission, model, item) =>
    authorize(request, permission, auth.acls[model], item),
  )
  app.decorateRequest('user', {
    getter() {
      // Safe because callers are items of the auth model, whose fields are the ones in its schema.
      return this.caller?.user as Caller | undefined
    },
  })

  const call = calls.call.bind(calls)
  const authentication = await startAuthentication(app, {
    config: auth,
    settings,
    database,
    models,
    findWithRelated,
    authenticators: [apiKeys],
  })
  /** Returns what the caller of a request is allowed to read and write. */
  const policy = (request: FastifyRequest): Policy => {
    const rights = callerRights(request, authentication)
    return restrictedPolicy(request, withWriteRules(rights, request, ALL_WRITERS))
  }
  const host = new ResourceHost(app, {
    database,
    models: authentication.models,
    settings,
    policy,
    basePath: '/clubs/api',
    repositories,
    call,
  })
  app.decorate('models', repositories(authentication.database))
  app.decorate('transaction', async (work) => {
    rejectInTransaction()
    return authentication.database.transaction((session) => work(repositories(session)))
  })
  const service: Service = {
    database: authentication.database,
    registry: calls,
    papers: new Resource(host, paperModel),
    people: new Resource(host, personModel),
    seals: new Resource(host, sealModel),
    teams: new Resource(host, teamModel),
  }
  await gate.whenMigrated(app, async () => {
    await createSystemUser(database, service.people, authentication, (known) =>
      systemFields(service.people.model, known, settings.system.fields),
    )
  })
  await app.register(
    async (scope) => {
      if (authentication.isOn) {
        const parts = { auth: authentication, users: service.people, database }
        authRoutes(scope, parts)
        selfRoute(scope, parts)
        tokenRoutes(scope, parts)
      }
      itemsBeforeBodies(scope)
      rejectParameters(scope, [
        '/papers',
        '/people',
        '/people/:login_name/papers',
        '/seals',
        '/teams',
        '/teams/:code/papers',
      ])
      papersRoutes(scope, service)
      peopleRoutes(scope, service)
      sealsRoutes(scope, service)
      teamsRoutes(scope, service)
    },
    { prefix: '/clubs/api' },
  )
  return app
}
