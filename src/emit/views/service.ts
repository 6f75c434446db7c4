import { acceptedCredentials, canAuthenticate, isLimited } from '../../access/caller.js'
import { FEATURE_NAMES, FEATURES, sourceOf } from '../../features.js'
import { type FeatureCode, featureCode, useFeatures } from '../feature-code.js'
import {
  type Action,
  type Auth,
  needsWriteOnlyHost,
  type RouteHandlers,
  type Service,
} from '../../ir/index.js'
import { literal, propertyKey } from '../literal.js'
import { actionGroups, routeGroups } from '../groups.js'
import { Imports } from '../imports.js'
import {
  aclOf,
  externalSchemes,
  functionActions,
  hasApiKeys,
  hasPrincipalFunctions,
  hasWriteRules,
  hasWriters,
  modelOf,
  oauthSchemes,
  restrictsWrites,
  hasFullText,
} from '../../ir/lookup.js'
import { movedPaths } from '../../ir/own-paths.js'
import { relationOf } from '../shared.js'
import { examplesView, formTypes, MULTIPART, URLENCODED } from './actions.js'
import { declaresQueries } from '../parameters/declared-query.js'
import { knowsCallers } from './row-rules.js'

/** The view for `service.ts`. */
export interface ServiceView {
  readonly models: readonly { readonly plural: string; readonly types: string; readonly spec: string }[]
  readonly imports: Imports
  readonly at: FeatureCode
  readonly sql: boolean
  readonly auth: boolean
  /** Whether functions handle changed rows. */
  readonly changes: boolean
  /** Whether items can have their own rules. */
  readonly ownAcls: boolean
  /** Whether any field has `_writable_by`. */
  readonly writers: boolean
  /** Whether rules name functions. */
  readonly principals: boolean
  /** Whether the service issues API keys, and whether callers can have other credentials than tickets. */
  readonly apiKeys: boolean
  /** Whether settings contain further fields of the first user. */
  readonly systemFields: boolean
  readonly authenticators: boolean
  /** The name of the auth model and the code of its field for groups, if rules restrict rows, or null. */
  readonly rules: { readonly users: string; readonly groups: string } | null
  /** Whether any scheme is external, and whether identity providers can issue its tokens. */
  readonly schemes: boolean
  readonly tokens: boolean
  /** The variable that contains the database as it was opened. */
  readonly source: string
  /** Whether the code uses a separate variable for it. */
  readonly usesSource: boolean
  /** Whether code runs once no migrations are pending. */
  readonly whenMigrated: boolean
  /** The class of the models' resources. */
  readonly resource: string
  /** The variable that holds the auth model's resource. */
  readonly users: string
  /** The quoted name of the first model, used in an example. */
  readonly first: string
  /** The functions that register the custom actions. */
  readonly actions: readonly string[]
  /** Whether the service calls user-defined functions. */
  readonly functions: boolean
  /** Whether any custom action calls a function. */
  readonly customActions: boolean
  readonly examples: boolean
  /** Whether any route declares query parameters. */
  readonly declaredParameters: boolean
  /** Whether the service compiles schemas of parameters and bodies. */
  readonly compiles: boolean
  readonly components: boolean
  /** Whether the API is an OpenAPI document. */
  readonly openapi: boolean
  readonly writeOnly: boolean
  readonly formbody: boolean
  readonly multipart: boolean
  readonly basePath: string
  /** The paths of the service's own endpoints that have moved, or null if none has. */
  readonly paths: string | null
  /** The functions that register the routes. */
  readonly routes: readonly string[]
  readonly collections: readonly {
    readonly key: string
    readonly plural: string
    readonly acl: string | false
    /** The accepted credentials, or false if all of the API's credentials are accepted. */
    readonly accepts: string | false
    /** The names of the handlers, or false if there are none. */
    readonly handlers: { readonly before: string; readonly after: string } | false
  }[]
}

/** Returns the view for the file that assembles the service. */
export function serviceView(service: Service): ServiceView {
  const sql = service.engine === 'svc_sqla'
  const groups = routeGroups(service)
  const calling = functionActions(service)
  const actionFiles = actionGroups(service)
  const forms = formTypes(service)
  const at = featureCode(service)
  const imports = new Imports('service.ts', service)
  useFeatures(imports, service, ['start', 'plugin', 'counter', 'app', 'identified', 'authRoutes', 'routes'])
  const resource = imports.use(resourceClass(service))
  return {
    models: service.models.map(({ names: { plural, type, var: name } }) => ({
      plural,
      types: imports.useOwn(`${type}Types`),
      spec: imports.useOwn(`${name}Model`),
    })),
    at,
    resource,
    source: sourceOf(service),
    usesSource:
      sourceOf(service) === 'source' &&
      (!sql || [...at.app, ...at.identified].some(({ code }) => code.includes('source'))),
    whenMigrated: service.auth !== null || at.migrated.length > 0,
    sql,
    auth: service.auth !== null,
    changes: service.changes !== undefined,
    ownAcls: service.auth?.databaseAcls === true,
    writers: hasWriters(service),
    principals: hasPrincipalFunctions(service),
    apiKeys: hasApiKeys(service),
    systemFields: service.auth !== null && systemFieldsOf(service, service.auth).length > 0,
    authenticators: hasApiKeys(service) || externalSchemes(service).length > 0,
    rules:
      service.auth === null || !knowsCallers(service)
        ? null
        : { users: literal(service.auth.model), groups: literal(service.auth.fields.groups) },
    schemes: externalSchemes(service).length > 0,
    tokens: oauthSchemes(service).length > 0,
    users: service.auth === null ? '' : modelOf(service, service.auth.model).names.plural,
    first: literal(service.models[0]?.id ?? ''),
    actions: actionFiles.map(({ name }) => imports.useOwn(name)),
    functions: hasFunctions(service),
    customActions: calling.length > 0,
    examples: examplesView(service).examples.length > 0,
    declaredParameters: declaresQueries(service),
    compiles: calling.length > 0 || declaresQueries(service),
    openapi: service.schemas !== undefined,
    writeOnly: needsWriteOnlyHost(service),
    components: Object.keys(service.schemas ?? {}).length > 0,
    formbody: forms.has(URLENCODED),
    multipart: forms.has(MULTIPART),
    basePath: literal(service.basePath),
    paths: movedServerPaths(service),
    routes: groups.map(({ name }) => imports.useOwn(name)),
    collections: rootCollections(service, imports),
    imports,
  }
}

function resourceClass(service: Service): string {
  if (hasWriteRules(service)) return 'WriteRuleResource'
  return restrictsWrites(service) ? 'GuardedResource' : 'Resource'
}

/** Returns the paths of the server's own endpoints that have moved. The metrics are a plugin with its own path. */
function movedServerPaths(service: Service): string | null {
  const { metrics: _metrics, ...paths } = movedPaths(service)
  return Object.keys(paths).length === 0 ? null : literal(paths)
}

/** Returns whether a service calls user-defined functions: handlers and the like, custom actions or schemes. */
export function hasFunctions(service: Service): boolean {
  return (
    service.handlers.length + functionActions(service).length + externalSchemes(service).length > 0 ||
    featureCode(service).functions.length > 0
  )
}

/** The view for `database.ts`. */
export interface DatabaseView {
  readonly imports: Imports
  readonly at: FeatureCode
  /** The variable that contains the database as it was opened. */
  readonly source: string
  readonly sql: boolean
  /** The models whose tables the database has. */
  readonly tables: string
  /** Further arguments for opening the database. */
  readonly options: string
  /** The TypeScript type of the database, and the folder of the runtime for its engine. */
  readonly type: string
  readonly folder: string
  /** The setting that contains the database's address. */
  readonly database: string
  readonly functions: boolean
  /** The handlers of changed rows, or null if there are none. */
  readonly changes: string | null
  /** Whether the database has wrappers. */
  readonly isWrapped: boolean
}

/** Returns the view for the file that opens the database. */
export function databaseView(service: Service): DatabaseView {
  const { engine, auth } = service
  const sql = engine === 'svc_sqla'
  const at = featureCode(service)
  const imports = new Imports('database.ts', service)
  useFeatures(imports, service, [sql ? 'sql' : 'mongodb', 'models', 'opened', 'wrap'])
  const models = imports.use('models')
  const tables = [
    `...${models}`,
    ...(auth === null ? [] : [`...${imports.use('authModels')}`]),
    ...at.models.map(({ code }) => code),
  ]
  const conversions =
    sql && service.convertsValues === true ? [`conversions: ${imports.use('registerConversions')}`] : []
  const indexes = sql && hasFullText(service) ? [imports.use('fullText')] : []
  const options = sql
    ? [...at.sql.map(({ code }) => code), ...conversions, ...indexes].join(', ')
    : (at.mongodb[0]?.code ?? '')
  return {
    at,
    source: sourceOf(service),
    tables: tables.length === 1 ? models : `{ ${tables.join(', ')} }`,
    options: sql && options !== '' ? `{ ${options} }` : options,
    sql,
    type: sql ? 'SqlDatabase' : 'MongoDatabase',
    folder: sql ? 'runtime/sql/' : 'runtime/mongo/',
    functions: hasFunctions(service),
    changes: service.changes === undefined ? null : literal(service.changes),
    isWrapped: sourceOf(service) === 'source',
    database: sql ? 'settings.database' : 'settings.mongodb.url',
    imports,
  }
}

/** The view for `data.ts`. */
export interface DataView {
  readonly at: FeatureCode
  /** The variable that contains the database as it was opened. */
  readonly source: string
  /** Whether the code uses a separate variable for it. */
  readonly usesSource: boolean
  readonly sql: boolean
  /** Whether the service calls user-defined functions. */
  readonly functions: boolean
  readonly handlers: string
  /** Whether functions handle changed rows. */
  readonly changes: boolean
  readonly basePath: string
}

/**
 * Returns the view for the file that exports and imports items. With `--handlers`, an import calls the handlers for new
 * and replaced items.
 */
export function dataView(service: Service): DataView {
  const { engine, models, routes, basePath } = service
  const at = featureCode(service)
  const of = (model: string, action: Action): RouteHandlers =>
    routes.find((route) => route.model === model && route.action === action)?.handlers ?? {
      before: [],
      after: [],
    }
  const handlers = models
    .map(({ id }) => [id, { create: of(id, 'create'), replace: of(id, 'replace') }] as const)
    .filter(([, { create, replace }]) =>
      [create, replace].some(({ before, after }) => before.length + after.length > 0),
    )
  return {
    at,
    source: sourceOf(service),
    usesSource: sourceOf(service) === 'source' && engine !== 'svc_sqla',
    sql: engine === 'svc_sqla',
    functions: hasFunctions(service),
    changes: service.changes !== undefined,
    handlers: literal(Object.fromEntries(handlers)),
    basePath: literal(basePath),
  }
}

/** The view for `settings.ts`. */
export interface SettingsView {
  readonly imports: Imports
  /** The settings of features. */
  readonly own: FeatureCode['settings']
  /** The possible values of `database.url`, or null if features do not change them. */
  readonly databaseUrl: string | null
  /** The features that other settings require, keyed by setting. */
  readonly leftOut: string
  readonly name: string
  readonly canAuthenticate: boolean
  readonly engine: 'sql' | 'mongodb'
  readonly secrets: string
  readonly databaseAcls: boolean
  /** The required fields of users that settings provide for the first admin, or null if there are none. */
  readonly systemFields: string | null
}

/** Returns the service properties that determine its settings. */
export function settingsView(service: Service): SettingsView {
  const { name, engine, auth, features } = service
  const at = featureCode(service)
  const secrets = auth?.ticket ? [auth.ticket.secretSetting] : []
  const oauth = oauthSchemes(service)
  const schemes = literal(Object.fromEntries(oauth.map(({ name: scheme, setting }) => [scheme, setting])))
  const imports = new Imports('settings.ts', service)
  useFeatures(imports, service, ['settings', 'databaseUrl'])
  const own = [
    ...(oauth.length === 0
      ? []
      : [
          {
            code: `${imports.use('readSchemeSettings')}(reader, ${schemes})`,
            type: imports.use('SchemeSettings'),
            adds: null,
            comment: null,
          },
        ]),
    ...at.settings,
  ]
  const systemFields = auth === null ? [] : systemFieldsOf(service, auth)
  const leftOut = FEATURE_NAMES.filter((feature) => !features.includes(feature)).flatMap((feature) =>
    FEATURES[feature].settings.map((setting) => [setting, feature] as const),
  )
  return {
    imports,
    own,
    databaseUrl: at.databaseUrl[0]?.code ?? null,
    leftOut: literal(Object.fromEntries(leftOut)),
    name: literal(name),
    canAuthenticate: canAuthenticate(service),
    engine: engine === 'svc_sqla' ? 'sql' : 'mongodb',
    secrets: literal(secrets),
    databaseAcls: auth?.databaseAcls === true,
    systemFields: systemFields.length === 0 ? null : literal(systemFields),
  }
}

/** Returns the required fields and relations of users that have no default and are not the name, email or password. */
export function systemFieldsOf(service: Service, { model: users, fields }: Auth): readonly string[] {
  const model = modelOf(service, users)
  const others = new Set<string | null>([
    fields.username,
    fields.email,
    fields.password,
    fields.groups,
    model.key,
  ])
  const required = model.fields.filter(
    ({ stored, type, constraints, default: made }) =>
      stored && type !== 'foreign_key' && constraints.required && made === null,
  )
  const relations = model.relations.filter(
    (end) => end.side === 'holder' && relationOf(service, end).required,
  )
  return [...required, ...relations].map(({ name }) => name).filter((name) => !others.has(name))
}

/**
 * Returns the readable collections at the root. Collections that require scopes are left out, because a request for
 * several collections does not check scopes.
 */
function rootCollections(service: Service, imports: Imports): ServiceView['collections'] {
  return service.routes
    .filter(
      (route) => route.action === 'index' && /^\/[^/{}]+$/.test(route.path) && route.scopes === undefined,
    )
    .map((route) => ({
      key: propertyKey(route.path.slice(1)),
      plural: modelOf(service, route.model).names.plural,
      acl: service.auth !== null && imports.useOwn(aclOf(service, route.acl).var),
      accepts: isLimited(service, route.accepts) && literal(acceptedCredentials(service, route.accepts)),
      handlers: handlersView(route.handlers),
    }))
}

function handlersView({ before, after }: RouteHandlers): ServiceView['collections'][number]['handlers'] {
  if (before.length === 0 && after.length === 0) return false
  return { before: literal(before), after: literal(after) }
}
