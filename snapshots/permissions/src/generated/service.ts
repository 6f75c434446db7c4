import type { FastifyInstance } from 'fastify'
import './functions.js'
import { adminAcl, authenticatedAcl, everyoneAcl, noteAcl, openAcl, userAcl, vaultAcl } from './acl.js'
import { auth } from './auth.js'
import { type FolderTypes, folderModel } from './models/folder.js'
import { models as apiModels } from './models/index.js'
import { type LabelTypes, labelModel } from './models/label.js'
import { type LedgerTypes, ledgerModel } from './models/ledger.js'
import { type NoteTypes, noteModel } from './models/note.js'
import { type NoticeTypes, noticeModel } from './models/notice.js'
import { type PageTypes, pageModel } from './models/page.js'
import { type ProgramTypes, programModel } from './models/program.js'
import { type UserTypes, userModel } from './models/user.js'
import { type VaultTypes, vaultModel } from './models/vault.js'
import { registry } from './registry.js'
import { repositories } from './repositories/index.js'
import { foldersRoutes } from './routes/folders.js'
import { labelsRoutes } from './routes/labels.js'
import { ledgersRoutes } from './routes/ledgers.js'
import { notesRoutes } from './routes/notes.js'
import { noticesRoutes } from './routes/notices.js'
import { pagesRoutes } from './routes/pages.js'
import { programsRoutes } from './routes/programs.js'
import { usersRoutes } from './routes/users.js'
import { vaultsRoutes } from './routes/vaults.js'
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
  readonly folders: Resource<FolderTypes>
  readonly labels: Resource<LabelTypes>
  readonly ledgers: Resource<LedgerTypes>
  readonly notes: Resource<NoteTypes>
  readonly notices: Resource<NoticeTypes>
  readonly pages: Resource<PageTypes>
  readonly programs: Resource<ProgramTypes>
  readonly users: Resource<UserTypes>
  readonly vaults: Resource<VaultTypes>
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
    basePath: '',
    parseBody: bodyParser(settings.maxJsonDepth),
    ping: () => database.ping(),
  })
  app.addHook('onClose', () => database.close())

  const call = calls.call.bind(calls)
  const authentication = await startAuthentication(app, { config: auth, settings, database, models, call })
  const host = guardedHost(createHost({ models, settings, basePath: '', repositories, call }), authentication)
  const service: Service = {
    database,
    registry: calls,
    folders: new Resource(host, folderModel),
    labels: new Resource(host, labelModel),
    ledgers: new Resource(host, ledgerModel),
    notes: new Resource(host, noteModel),
    notices: new Resource(host, noticeModel),
    pages: new Resource(host, pageModel),
    programs: new Resource(host, programModel),
    users: new Resource(host, userModel),
    vaults: new Resource(host, vaultModel),
  }
  await createSystemUser(database, service.users, authentication)
  await app.register(
    async (scope) => {
      authRoutes(scope, { auth: authentication, users: service.users, database, call })
      itemsBeforeBodies(scope)
      tunneling(scope, models)
      refuseParameters(scope, models)
      foldersRoutes(scope, service)
      labelsRoutes(scope, service)
      ledgersRoutes(scope, service)
      notesRoutes(scope, service)
      noticesRoutes(scope, service)
      pagesRoutes(scope, service)
      programsRoutes(scope, service)
      usersRoutes(scope, service)
      vaultsRoutes(scope, service)
      severalCollections(scope, database, {
        folders: { resource: service.folders, mayView: may('view', openAcl.collection, ['ticket']) },
        labels: { resource: service.labels, mayView: may('view', openAcl.collection, ['ticket']) },
        ledgers: { resource: service.ledgers, mayView: may('view', adminAcl.collection, ['ticket']) },
        notes: { resource: service.notes, mayView: may('view', noteAcl.collection, ['ticket']) },
        notices: { resource: service.notices, mayView: may('view', everyoneAcl.collection, []) },
        pages: { resource: service.pages, mayView: may('view', openAcl.collection, ['ticket']) },
        programs: {
          resource: service.programs,
          mayView: may('view', authenticatedAcl.collection, ['api_key']),
        },
        users: { resource: service.users, mayView: may('view', userAcl.collection, ['ticket']) },
        vaults: { resource: service.vaults, mayView: may('view', vaultAcl.collection, ['ticket']) },
      })
    },
    { prefix: '' },
  )
  return app
}
