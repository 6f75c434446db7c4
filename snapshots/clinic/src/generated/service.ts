import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { appointmentsActions } from './actions/appointments.js'
import { attachmentsActions } from './actions/attachments.js'
import { patientsActions } from './actions/patients.js'
import { reportsActions } from './actions/reports.js'
import { schemas } from './actions/schemas.js'
import { auth } from './auth.js'
import { openServiceDatabase } from './database.js'
import type { Caller, EventModels } from './events.js'
import { type AppointmentTypes, appointmentModel } from './models/appointment.js'
import { type AttachmentTypes, attachmentModel } from './models/attachment.js'
import { type AuditEntryTypes, auditEntryModel } from './models/audit-entry.js'
import { type DoctorTypes, doctorModel } from './models/doctor.js'
import { type HourTypes, hourModel } from './models/hour.js'
import { type OrganizationTypes, organizationModel } from './models/organization.js'
import { type PatientTypes, patientModel } from './models/patient.js'
import { type SentMailTypes, sentMailModel } from './models/sent-mail.js'
import { type ServiceTypes, serviceModel } from './models/service.js'
import { type UserTypes, userModel } from './models/user.js'
import { type Functions, registry } from './registry.js'
import { type Repositories, repositories } from './repositories/index.js'
import { appointmentsRoutes } from './routes/appointments.js'
import { auditEntriesRoutes } from './routes/audit-entries.js'
import { doctorsRoutes } from './routes/doctors.js'
import { hoursRoutes } from './routes/hours.js'
import { organizationsRoutes } from './routes/organizations.js'
import { patientsRoutes } from './routes/patients.js'
import { servicesRoutes } from './routes/services.js'
import { usersRoutes } from './routes/users.js'
import { rowRules } from './row-rules.js'
import { openAccounts } from './runtime/accounts/jobs.js'
import { accountRoutes } from './runtime/accounts/routes.js'
import { authorize } from './runtime/auth/access.js'
import type { Permission } from './runtime/auth/acl.js'
import { actionSessions } from './runtime/auth/action-sessions.js'
import { apiKeys, tokenRoutes } from './runtime/auth/api-keys.js'
import { startAuthentication } from './runtime/auth/authentication.js'
import { guardedHost } from './runtime/auth/guarded-host.js'
import { authRoutes } from './runtime/auth/routes.js'
import { createSystemUser } from './runtime/auth/system-user.js'
import { withWriters } from './runtime/auth/writers.js'
import { bodyParser } from './runtime/body/parser.js'
import { trackUsers } from './runtime/changes/changes.js'
import type { Calls } from './runtime/events/registry.js'
import { Actions, multipartForms } from './runtime/http/actions.js'
import { anyBodies } from './runtime/http/any-bodies.js'
import { createHost } from './runtime/http/host.js'
import { parameterCompiler } from './runtime/http/parameters.js'
import { ResponseChecks } from './runtime/http/responses.js'
import { rejectParameters } from './runtime/http/unknown-parameters.js'
import { WriteRuleResource } from './runtime/http/write-rules.js'
import { openJobs } from './runtime/jobs/sql.js'
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
  readonly appointments: WriteRuleResource<AppointmentTypes>
  readonly attachments: WriteRuleResource<AttachmentTypes>
  readonly auditEntries: WriteRuleResource<AuditEntryTypes>
  readonly doctors: WriteRuleResource<DoctorTypes>
  readonly hours: WriteRuleResource<HourTypes>
  readonly organizations: WriteRuleResource<OrganizationTypes>
  readonly patients: WriteRuleResource<PatientTypes>
  readonly sentMails: WriteRuleResource<SentMailTypes>
  readonly services: WriteRuleResource<ServiceTypes>
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
     * app.authorize(request, 'update', 'Appointment', item)`.
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
  const { database, gate, models, source } = await openServiceDatabase(settings)
  const app = await createServer(settings, {
    basePath: '/v1',
    parseBody: bodyParser(settings.maxJsonDepth),
    ping: async () => {
      gate.pass()
      await database.ping()
    },
  })
  app.addHook('onClose', () => database.close())
  const accounts = openAccounts(
    { database: source, models, config: auth, settings, jobs: registry.jobs },
    registry.mailer,
  )
  const jobs = openJobs(app, registry.jobs, settings, source)
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
  const authentication = await startAuthentication(app, {
    config: auth,
    settings,
    database,
    models,
    extension: accounts,
    authenticators: [apiKeys],
  })
  const rules = new RowRules({
    rules: settings.auth ? rowRules : {},
    models,
    users: 'User',
    groups: 'groups',
    repositories: repositoriesOf,
    call,
  })
  const host = rules.host(
    withWriters(
      guardedHost(
        createHost(app, { database, models, settings, basePath: '/v1', repositories: repositoriesOf, call }),
        authentication,
      ),
      authentication,
    ),
  )
  app.decorate('models', repositories(authentication.database))
  app.decorate('transaction', async (work) => {
    rejectInTransaction()
    return authentication.database.transaction((session) => work(repositories(session)))
  })
  trackUsers(app, (request) => request.user)
  const { examples } = settings.examples ? await import('./actions/examples.js') : { examples: {} }
  const compile = parameterCompiler(settings, schemas)
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
      checks: new ResponseChecks(settings.validateResponses, compile),
      examples,
    }),
    appointments: new WriteRuleResource(host, appointmentModel),
    attachments: new WriteRuleResource(host, attachmentModel),
    auditEntries: new WriteRuleResource(host, auditEntryModel),
    doctors: new WriteRuleResource(host, doctorModel),
    hours: new WriteRuleResource(host, hourModel),
    organizations: new WriteRuleResource(host, organizationModel),
    patients: new WriteRuleResource(host, patientModel),
    sentMails: new WriteRuleResource(host, sentMailModel),
    services: new WriteRuleResource(host, serviceModel),
    users: new WriteRuleResource(host, userModel),
  }
  await gate.whenMigrated(app, async () => {
    await createSystemUser(database, service.users, authentication)
    jobs.start()
  })
  await app.register(
    async (scope) => {
      authRoutes(scope, { auth: authentication, users: service.users, database })
      tokenRoutes(scope, { auth: authentication, users: service.users, database })
      accountRoutes(scope, { auth: authentication, users: service.users, database, accounts })
      itemsBeforeBodies(scope)
      rejectParameters(scope, models)
      appointmentsRoutes(scope, service)
      auditEntriesRoutes(scope, service)
      doctorsRoutes(scope, service)
      hoursRoutes(scope, service)
      organizationsRoutes(scope, service)
      patientsRoutes(scope, service)
      servicesRoutes(scope, service)
      usersRoutes(scope, service)
    },
    { prefix: '/v1' },
  )
  await app.register(
    async (scope) => {
      await scope.register(multipart)
      multipartForms(scope, (request) => {
        const size = request.routeOptions.bodyLimit ?? settings.bodyLimit
        return request.parts({ limits: { fieldSize: size, fileSize: size } })
      })
      anyBodies(scope, bodyParser(settings.maxJsonDepth))
      service.customActions.limitBodies(scope, (name) => registry.bodyLimitOf(name))
      appointmentsActions(scope, service)
      attachmentsActions(scope, service)
      patientsActions(scope, service)
      reportsActions(scope, service)
    },
    { prefix: '/v1' },
  )
  return app
}
