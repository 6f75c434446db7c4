import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notesActions } from './actions/notes.js'
import { auth } from './auth.js'
import { openServiceDatabase } from './database.js'
import type { Caller, EventModels } from './events.js'
import { type MembershipTypes, membershipModel } from './models/membership.js'
import { type NoteTypes, noteModel } from './models/note.js'
import { type OrganizationTypes, organizationModel } from './models/organization.js'
import { type ProfileTypes, profileModel } from './models/profile.js'
import { type ProjectTypes, projectModel } from './models/project.js'
import { type UserTypes, userModel } from './models/user.js'
import { type Functions, registry } from './registry.js'
import { type Repositories, repositories } from './repositories/index.js'
import { membershipsRoutes } from './routes/memberships.js'
import { notesRoutes } from './routes/notes.js'
import { organizationsRoutes } from './routes/organizations.js'
import { profilesRoutes } from './routes/profiles.js'
import { projectsRoutes } from './routes/projects.js'
import { usersRoutes } from './routes/users.js'
import { rowRules } from './row-rules.js'
import { authorize } from './runtime/auth/access.js'
import type { Permission } from './runtime/auth/acl.js'
import { actionSessions } from './runtime/auth/action-sessions.js'
import { startAuthentication } from './runtime/auth/authentication.js'
import { guardedHost } from './runtime/auth/guarded-host.js'
import { authRoutes } from './runtime/auth/routes.js'
import { createSystemUser } from './runtime/auth/system-user.js'
import { bodyParser } from './runtime/body/parser.js'
import type { Calls } from './runtime/events/registry.js'
import { Actions } from './runtime/http/actions.js'
import { anyBodies } from './runtime/http/any-bodies.js'
import { createHost } from './runtime/http/host.js'
import { parameterCompiler } from './runtime/http/parameters.js'
import { rejectParameters } from './runtime/http/unknown-parameters.js'
import { WriteRuleResource } from './runtime/http/write-rules.js'
import { RowRules, unrestricted } from './runtime/rules/row-rules.js'
import { createServer, itemsBeforeBodies } from './runtime/server/server.js'
import type { SettingValues } from './runtime/settings/reader.js'
import { type Database, type Session, rejectInTransaction } from './runtime/store.js'
import { loadSettings } from './settings.js'

/** The database, your functions and each model's resource, for the routes. */
export interface Service {
  /** Returns the database, which reads only the rows that the caller of a request can view and checks the rows to write. */
  readonly databaseFor: (request: FastifyRequest) => Database
  readonly registry: Calls<keyof Functions>
  readonly customActions: Actions
  readonly memberships: WriteRuleResource<MembershipTypes>
  readonly notes: WriteRuleResource<NoteTypes>
  readonly organizations: WriteRuleResource<OrganizationTypes>
  readonly profiles: WriteRuleResource<ProfileTypes>
  readonly projects: WriteRuleResource<ProjectTypes>
  readonly users: WriteRuleResource<UserTypes>
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The repositories, keyed by name, outside any transaction. Writes through them fire no events. */
    readonly models: Repositories
    /** Runs `work` in one transaction, which is rolled back if `work` throws. */
    transaction<T>(work: (models: Repositories) => Promise<T>): Promise<T>
    /**
     * Checks that a request's caller has a permission on a model's collection or one of its items: `await
     * app.authorize(request, 'update', 'Membership', item)`.
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
  // Rules do not restrict your functions.
  const repositoriesOf = (session: Session): Repositories => repositories(unrestricted(session))
  const authentication = await startAuthentication(app, { config: auth, settings, database, models })
  const rules = new RowRules({
    rules: settings.auth ? rowRules : {},
    models,
    users: 'User',
    groups: 'groups',
    repositories: repositoriesOf,
    call,
  })
  const host = rules.host(
    guardedHost(
      createHost(app, { database, models, settings, basePath: '/v1', repositories: repositoriesOf, call }),
      authentication,
    ),
  )
  app.decorate('models', repositories(authentication.database))
  app.decorate('transaction', async (work) => {
    rejectInTransaction()
    return authentication.database.transaction((session) => work(repositories(session)))
  })
  const { examples } = settings.examples ? await import('./actions/examples.js') : { examples: {} }
  const compile = parameterCompiler(settings)
  const databaseFor = (request: FastifyRequest): Database =>
    rules.databaseFor(authentication.database, request)
  const service: Service = {
    databaseFor,
    registry: calls,
    customActions: new Actions({
      databaseFor,
      host,
      sessions: actionSessions(authentication),
      compile,
      examples,
    }),
    memberships: new WriteRuleResource(host, membershipModel),
    notes: new WriteRuleResource(host, noteModel),
    organizations: new WriteRuleResource(host, organizationModel),
    profiles: new WriteRuleResource(host, profileModel),
    projects: new WriteRuleResource(host, projectModel),
    users: new WriteRuleResource(host, userModel),
  }
  await gate.whenMigrated(app, async () => {
    await createSystemUser(database, service.users, authentication)
  })
  await app.register(
    async (scope) => {
      authRoutes(scope, { auth: authentication, users: service.users, database })
      itemsBeforeBodies(scope)
      rejectParameters(scope, models)
      membershipsRoutes(scope, service)
      notesRoutes(scope, service)
      organizationsRoutes(scope, service)
      profilesRoutes(scope, service)
      projectsRoutes(scope, service)
      usersRoutes(scope, service)
    },
    { prefix: '/v1' },
  )
  await app.register(
    async (scope) => {
      anyBodies(scope, bodyParser(settings.maxJsonDepth))
      service.customActions.limitBodies(scope, (name) => registry.bodyLimitOf(name))
      notesActions(scope, service)
    },
    { prefix: '/v1' },
  )
  return app
}
