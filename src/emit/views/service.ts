import { acceptedCredentials, isLimited } from '../../access/caller.js'
import type { Service } from '../../ir/index.js'
import { literal, propertyKey } from '../literal.js'
import { aclOf, modelOf } from '../../ir/lookup.js'
import { modelNamesView, type ModelNamesView } from './all-models.js'
import { routeGroups } from './routes.js'

/** What `service.ts` prints. */
export interface ServiceView extends ModelNamesView {
  readonly imports: readonly { readonly names: string; readonly types: boolean; readonly from: string }[]
  readonly database: string
  readonly sql: boolean
  readonly auth: boolean
  /** Variable of the auth model's resource. */
  readonly users: string
  readonly functions: boolean
  readonly basePath: string
  readonly routes: readonly { readonly name: string }[]
  readonly collections: readonly {
    readonly key: string
    readonly plural: string
    readonly acl: string | false
    /** The credentials that are accepted, where the API has others, too. */
    readonly accepts: string | false
  }[]
}

/** The view of the file that puts the service together. */
export function serviceView(service: Service): ServiceView {
  const sql = service.engine === 'svc_sqla'
  const groups = routeGroups(service)
  return {
    ...modelNamesView(service),
    sql,
    auth: service.auth !== null,
    users: service.auth === null ? '' : modelOf(service, service.auth.model).names.plural,
    functions: service.handlers.length > 0,
    database: sql ? 'settings.database' : 'settings.mongodb.url',
    basePath: literal(service.basePath),
    routes: groups,
    collections: rootCollections(service),
    imports: sorted([
      ...(service.auth === null ? [] : authImports(service)),
      {
        names: service.auth === null ? 'models' : 'models as apiModels',
        types: false,
        from: './models/index.js',
      },
      ...service.models.map(({ names }) => ({
        names: `type ${names.type}Types, ${names.var}Model`,
        types: false,
        from: `./models/${names.file}.js`,
      })),
      { names: 'registry', types: false, from: './registry.js' },
      { names: 'repositories', types: false, from: './repositories/index.js' },
      ...groups.map(({ name, file }) => ({ names: name, types: false, from: `./routes/${file}.js` })),
      { names: 'bodyParser', types: false, from: './runtime/body/parser.js' },
      { names: 'Calls', types: true, from: './runtime/events/registry.js' },
      { names: 'createHost', types: false, from: './runtime/http/host.js' },
      { names: 'severalCollections', types: false, from: './runtime/http/page.js' },
      { names: 'refuseParameters, tunneling', types: false, from: './runtime/http/tunnel.js' },
      { names: 'Resource', types: false, from: './runtime/http/resource.js' },
      { names: 'createServer, itemsBeforeBodies', types: false, from: './runtime/server/server.js' },
      { names: 'SettingValues', types: true, from: './runtime/settings/reader.js' },
      { names: 'loadSettings', types: false, from: './settings.js' },
      ...(sql
        ? [
            { names: 'migrateUp', types: false, from: './runtime/sql/migrations.js' },
            { names: 'openDatabase', types: false, from: './runtime/sql/database.js' },
          ]
        : [
            { names: 'NO_TRANSACTIONS, openDatabase', types: false, from: './runtime/mongo/database.js' },
            { names: 'migrateUp', types: false, from: './runtime/mongo/migrations.js' },
          ]),
      { names: 'Database', types: true, from: './runtime/store.js' },
    ]),
  }
}

/** What `settings.ts` prints. */
export interface SettingsView {
  readonly name: string
  readonly canAuthenticate: boolean
  readonly engine: 'sql' | 'mongodb'
  readonly secrets: string
}

/** What the service tells the reader of settings about itself. */
export function settingsView({ name, engine, auth }: Service): SettingsView {
  const secrets = auth?.ticket ? [auth.ticket.secretSetting] : []
  return {
    name: literal(name),
    canAuthenticate: auth !== null && (auth.ticket ?? auth.apiKey) !== null,
    engine: engine === 'svc_sqla' ? 'sql' : 'mongodb',
    secrets: literal(secrets),
  }
}

/** The collections at the root that can be read. */
function rootCollections(service: Service): ServiceView['collections'] {
  return service.routes
    .filter((route) => route.action === 'index' && /^\/[^/{}]+$/.test(route.path))
    .map((route) => ({
      key: propertyKey(route.path.slice(1)),
      plural: modelOf(service, route.model).names.plural,
      acl: service.auth !== null && aclOf(service, route.acl).var,
      accepts: isLimited(service, route.accepts) && literal(acceptedCredentials(service, route.accepts)),
    }))
}

function authImports(service: Service): ServiceView['imports'] {
  const acls = rootCollections(service).flatMap(({ acl }) => (acl === false ? [] : [acl]))
  const used = [...new Set(acls)].sort().join(', ')
  return [
    ...(used === '' ? [] : [{ names: used, types: false, from: './acl.js' }]),
    { names: 'auth', types: false, from: './auth.js' },
    ...(used === '' ? [] : [{ names: 'may', types: false, from: './runtime/auth/access.js' }]),
    { names: 'authModels', types: false, from: './runtime/auth/accounts.js' },
    { names: 'guardedHost, startAuthentication', types: false, from: './runtime/auth/authentication.js' },
    { names: 'createSystemUser', types: false, from: './runtime/auth/registration.js' },
    { names: 'authRoutes', types: false, from: './runtime/auth/routes.js' },
    { names: 'withOwnAcls', types: false, from: './runtime/auth/acl.js' },
  ]
}

function sorted(imports: ServiceView['imports']): ServiceView['imports'] {
  return imports.toSorted((a, b) => (a.from < b.from ? -1 : 1))
}
