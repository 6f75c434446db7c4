import { hasRepeatedSchemas } from '../../validation/validation-schema.js'
import { authRoutes, credentialRoutes } from '../../access/auth-routes.js'
import { acceptedCredentials, canAuthenticate, isLimited, issuedCredentials } from '../../access/caller.js'
import { FEATURE_NAMES, FEATURES, featureSettings, settingsOf, sourceOf } from '../../features.js'
import { hasPoint } from '../templates.js'
import type { Action, RouteHandlers, Service } from '../../ir/index.js'
import { compareText } from '../../naming/order.js'
import { commentLine, literal, propertyKey } from '../literal.js'
import { concretePaths } from '../concrete-paths.js'
import type { Imports } from '../imports.js'
import { hasLifecycles } from '../lifecycle.js'
import {
  aclOf,
  externalSchemes,
  functionActions,
  hasApiKeys,
  hasExactNumbers,
  hasPrincipalFunctions,
  hasWriteRules,
  hasWriters,
  modelOf,
  oauthSchemes,
  hasFullText,
  hasManyToMany,
} from '../../ir/lookup.js'
import { movedPaths } from '../../ir/own-paths.js'
import { examplesOf, formTypes, MULTIPART, URLENCODED } from './actions.js'
import { declaresQueries } from '../parameters/declared-query.js'
import { hasFunctions } from './functions.js'
import { lookupsOf, NO_HANDLERS } from './routes.js'
import { isRequiredEnd } from '../../ir/members.js'
import { documentBase, fastifyPath } from '../paths.js'
import { continuesAfter, contractTypes, documentOf, hasRole } from '../../ir/contracts.js'
import { knowsCallers } from '../../access/row-rules.js'
import { actionGroups, type RouteGroup, routeGroups } from '../../naming/emitted/groups.js'

/** Returns what the views for the service, its database and its commands have in common. */
function commonView(service: Service) {
  const source = sourceOf(service)
  return {
    source,
    isWrapped: source === 'source',
    engine: service.engine === 'svc_sqla' ? 'sql' : 'mongo',
    functions: hasFunctions(service),
    documentBase: literal(documentBase(service)),
  }
}

/** Returns the view for `service.ts`, which assembles the service. */
export function serviceView(service: Service, imports: Imports): object {
  const { auth } = service
  const common = commonView(service)
  const calling = functionActions(service)
  const forms = formTypes(service)
  const jsonTypes = [...contractTypes(service)].filter(
    (type) => type.endsWith('+json') && type !== 'application/merge-patch+json',
  )
  const concrete = concretePaths(service)
  const contracts = service.routes.some(({ contract }) => contract !== undefined)
  const { metrics, ...paths } = movedPaths(service)
  const lookups = [...service.routes, ...service.actions.flatMap(({ item }) => item ?? [])].some(
    (each) => lookupsOf(each) !== undefined,
  )
  const resource = imports.use(contracts || lookups ? 'ContractResource' : 'Resource')
  const tickets = issuedCredentials(auth).includes('ticket')
  // The code of external schemes also checks credentials that a request must have together.
  const checksSchemes =
    externalSchemes(service).length > 0 ||
    [...service.routes, ...service.actions].some(({ requires }) => requires !== undefined)
  return {
    models: service.models.map(({ names: { plural, type, var: name } }) => ({
      plural,
      types: imports.useOwn(`${type}Types`),
      spec: imports.useOwn(`${name}Model`),
    })),
    ...common,
    resource,
    usesSource:
      common.isWrapped &&
      (service.engine === 'svc_mongodb' ||
        service.features.some((name) => FEATURES[name].usesSource === true)),
    whenMigrated: auth !== null || hasPoint(service, 'migrated'),
    ownAcls: auth?.databaseAcls === true,
    writeRules: hasWriteRules(service),
    // Whether what is allowed depends on the request.
    asksPolicy: auth !== null || hasWriteRules(service),
    relatedFolder: `runtime/${common.engine}/`,
    writers: hasWriters(service),
    principals: hasPrincipalFunctions(service),
    apiKeys: hasApiKeys(service),
    tickets,
    authRoutes: authRoutes(service).length > 0,
    issuesCredentials: credentialRoutes(service).length > 0,
    showsSelf: authRoutes(service).some(({ action }) => action === 'self'),
    systemFields: systemFieldsOf(service).length > 0,
    authenticators: tickets || hasApiKeys(service) || checksSchemes,
    rules:
      auth === null || !knowsCallers(service)
        ? null
        : { users: literal(auth.model), groups: literal(auth.fields.groups) },
    checksSchemes,
    schemes: externalSchemes(service).length > 0,
    // Whether identity providers can issue tokens.
    tokens: oauthSchemes(service).length > 0,
    users: auth === null ? '' : modelOf(service, auth.model).names.plural,
    // Used in an example.
    first: commentLine(service.models[0]?.id ?? ''),
    actions: actionGroups(service)
      .filter(({ prefix }) => prefix === null)
      .map(({ name }) => imports.useOwn(name)),
    customActions: calling.length > 0,
    examples: examplesOf(service).length > 0,
    declaredParameters: declaresQueries(service),
    repeats: hasRepeatedSchemas(service),
    contracts,
    exactNumbers: service.models.some(hasExactNumbers) || service.actions.length > 0,
    declaredDocuments: service.models.some((model) => documentOf(service, model) !== undefined),
    contractForms: contractTypes(service).has(URLENCODED),
    contractTypes: jsonTypes.length > 0 && literal(jsonTypes),
    declaredErrors: service.actions.some(({ errors }) => errors !== undefined),
    concretePaths: concrete === null ? null : literal(concrete),
    quotedKeys: [...service.routes, ...service.actions].some(({ path }) => path.includes("('{")),
    lookups,
    ownQueries: service.routes.some(({ contract }) => contract?.queries !== undefined),
    cursorsAfter: service.routes.some(({ contract }) => continuesAfter(contract)),
    masks: hasRole(service, 'mask'),
    comparisons: hasRole(service, 'comparisons'),
    errorBodies: service.handlers.some(({ kind }) => kind === 'error body'),
    listFilters: service.handlers.some(({ kind }) => kind === 'list filter'),
    lifecycles: hasLifecycles(service),
    compiles: calling.length > 0 || declaresQueries(service) || contracts,
    components: Object.keys(service.schemas ?? {}).length > 0,
    formbody: forms.has(URLENCODED),
    multipart: forms.has(MULTIPART),
    basePath: literal(service.basePath),
    // The server's own endpoints that have moved. The metrics are a plugin with its own path.
    paths: Object.keys(paths).length === 0 ? null : literal(paths),
    metricsPath: metrics === undefined ? null : literal(metrics),
    routes: routeGroups(service)
      .filter(({ prefix }) => prefix === null)
      .map(({ name }) => imports.useOwn(name)),
    collectionPaths: collectionPaths(service, null),
    otherPrefixes: otherPrefixes(service, imports),
    collections: service.features.includes('polymorphic') ? rootCollections(service, imports) : [],
  }
}

/** Returns the routes and custom actions below other prefixes than that of the service, by prefix. */
function otherPrefixes(service: Service, imports: Imports): readonly object[] {
  const [routes, actions] = [routeGroups(service), actionGroups(service)]
  const prefixes = new Set([...routes, ...actions].flatMap(({ prefix }) => prefix ?? []))
  return [...prefixes].toSorted(compareText).map((prefix) => {
    const below = (groups: readonly RouteGroup[]): readonly string[] =>
      groups.filter((group) => group.prefix === prefix).map(({ name }) => imports.useOwn(name))
    return {
      prefix: literal(prefix),
      routes: below(routes),
      actions: below(actions),
      collectionPaths: collectionPaths(service, prefix),
    }
  })
}

/** Returns the paths of collections below a prefix, whose requests select items with parameters, as a literal. */
function collectionPaths({ routes }: Service, below: string | null): string {
  const paths = routes.flatMap(({ kind, path, contract, prefix = null }) =>
    kind === 'collection' && contract === undefined && prefix === below ? [fastifyPath(path)] : [],
  )
  return literal([...new Set(paths)])
}

/** Returns the view for `database.ts`, which opens the database. */
export function databaseView(service: Service): object {
  const sql = service.engine === 'svc_sqla'
  const converts = service.convertsValues === true
  const fullText = hasFullText(service)
  return {
    ...commonView(service),
    hasInternalModels: service.auth !== null || hasPoint(service, 'models'),
    hasOptions: sql ? converts || fullText || hasPoint(service, 'sql') : hasPoint(service, 'mongodb'),
    converts,
    fullText,
    prepare: sql ? 'createTables' : 'createIndexes',
    type: sql ? 'SqlDatabase' : 'MongoDatabase',
    database: sql ? 'settings.database' : 'settings.mongodb',
    migratesRows: sql && service.migratesRows === true,
    changes: service.changes === undefined ? null : literal(service.changes),
    links: linksLiteral(service),
    layered: service.changes !== undefined || hasManyToMany(service),
  }
}

/** Returns the many-to-many relations by model and name; null if there are none. */
function linksLiteral(service: Service): string | null {
  const { models, relations } = service
  if (!hasManyToMany(service)) return null
  const found = models.flatMap(({ id }) => {
    const own = relations.flatMap(({ from, field, through }) =>
      from === id && through !== undefined ? [[field, through] as const] : [],
    )
    return own.length === 0 ? [] : [[id, Object.fromEntries(own)] as const]
  })
  return literal(Object.fromEntries(found))
}

/**
 * Returns the view for `data.ts`, which exports and imports items. With `--handlers`, an import calls the handlers for
 * new and replaced items.
 */
export function dataView(service: Service): object {
  const { models, routes } = service
  const handlersOf = (model: string, action: Action): RouteHandlers =>
    routes.find((route) => route.model === model && route.action === action)?.handlers ?? NO_HANDLERS
  const handlers = models
    .map(({ id }) => [id, { create: handlersOf(id, 'create'), replace: handlersOf(id, 'replace') }] as const)
    .filter(([, { create, replace }]) =>
      [create, replace].some(({ before, after }) => before.length + after.length > 0),
    )
  return {
    ...commonView(service),
    handlers: literal(Object.fromEntries(handlers)),
  }
}

/** Returns the view for `settings.ts`. */
export function settingsView(service: Service): object {
  const { name, engine, auth, features } = service
  const systemFields = systemFieldsOf(service)
  const leftOut = FEATURE_NAMES.filter((feature) => !features.includes(feature)).flatMap((feature) =>
    featureSettings(feature).map((setting) => [setting, feature] as const),
  )
  const schemes = oauthSchemes(service)
  const ownSettings = features.flatMap((feature) => settingsOf(feature) ?? [])
  return {
    own: schemes.length + ownSettings.length > 0,
    // The settings of identity providers, by scheme.
    schemes:
      schemes.length > 0 &&
      literal(Object.fromEntries(schemes.map(({ name: scheme, setting }) => [scheme, setting]))),
    featureSettings: ownSettings,
    // The features that other settings require.
    leftOut: literal(Object.fromEntries(leftOut)),
    name: literal(name),
    canAuthenticate: canAuthenticate(service),
    engine: engine === 'svc_sqla' ? 'sql' : 'mongodb',
    secrets: literal(auth?.ticket ? [auth.ticket.secretSetting] : []),
    databaseAcls: auth?.databaseAcls === true,
    systemFields: systemFields.length === 0 ? null : literal(systemFields),
  }
}

/** Returns the required fields and relations of users that have no default and are not the name, email or password. */
function systemFieldsOf(service: Service): readonly string[] {
  const { auth } = service
  if (auth === null) return []
  const model = modelOf(service, auth.model)
  const { username, email, password, groups } = auth.fields
  const others = new Set<string | null>([username, email, password, groups, model.key])
  const required = model.fields.filter(
    ({ stored, type, constraints, default: initial }) =>
      stored && type !== 'foreign_key' && constraints.required && initial === null,
  )
  const relations = model.relations.filter((end) => isRequiredEnd(service, end))
  return [...required, ...relations].map(({ name }) => name).filter((name) => !others.has(name))
}

/**
 * Returns the readable collections at the root. Collections that require scopes or several credentials are left out,
 * because a request for several collections does not check them, and so are those with a contract, because its documents
 * would have fields that the contract does not show.
 */
function rootCollections(service: Service, imports: Imports): readonly object[] {
  return service.routes
    .filter(
      ({ action, path, prefix, scopes, requires, contract }) =>
        action === 'index' &&
        prefix === undefined &&
        /^\/[^/{}]+$/.test(path) &&
        scopes === undefined &&
        requires === undefined &&
        contract === undefined,
    )
    .map(({ path, model, acl, accepts, handlers: { before, after } }) => ({
      key: propertyKey(path.slice(1)),
      plural: modelOf(service, model).names.plural,
      acl: service.auth !== null && imports.useOwn(aclOf(service, acl).var),
      accepts: isLimited(service, accepts) && literal(acceptedCredentials(service, accepts)),
      handlers: before.length + after.length > 0 && { before: literal(before), after: literal(after) },
    }))
}
