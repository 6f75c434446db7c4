import { texts } from 'virtual:runtime'
import { needsWriteOnlyHost, type Service } from '../ir/index.js'
import {
  hasDicts,
  hasFullText,
  deletesRelated,
  externalSchemes,
  functionActions,
  hasApiKeys,
  hasPrincipalFunctions,
  hasWriteRules,
  hasWriters,
  oauthSchemes,
  restrictsWrites,
} from '../ir/lookup.js'
import type { OutputFile } from './files.js'
import { declaresQueries } from './parameters/declared-query.js'
import { hasSlowPatterns } from './slow-patterns.js'
import { documentPath, leadsOn } from './shared.js'
import { bodySchema } from './views/model/model-spec.js'
import { knowsCallers } from './views/row-rules.js'
import { systemFieldsOf } from './views/service.js'

/** Returns the files in `templates/runtime` that a service uses. */
export function runtimeFiles(service: Service): readonly OutputFile[] {
  const folders = new Set(runtimeFolders(service))
  const unused = unusedFiles(service)
  const used = Object.entries(texts)
    .filter(([path]) => !path.includes('/') || folders.has(path.slice(0, path.indexOf('/'))))
    .filter(([path]) => !unused.has(path))
  const hasInternalModels = used.some(([, text]) => text.includes("/internal-model.js'"))
  return used
    .filter(([path]) => path !== 'internal-model.ts' || hasInternalModels)
    .map(([path, text]) => ({ path: `src/generated/runtime/${path}`, source: 'runtime', text: () => text }))
}

/**
 * Returns the files that the service does not need because its API does not use them: for custom actions, declared
 * query parameters, routes of lists and dicts, write permissions or tokens of identity providers. Also returns those
 * for the other engine.
 */
function unusedFiles(service: Service): ReadonlySet<string> {
  const hasActions = functionActions(service).length > 0
  const hasQueries = declaresQueries(service)
  const hasWorkers = service.features.some((name) => name === 'jobs' || name === 'search')
  const { auth, engine, models, routes } = service
  const sql = engine === 'svc_sqla'
  const callsPrincipals = hasPrincipalFunctions(service)
  const ownAcls = auth?.databaseAcls === true
  const uses: readonly (readonly [isUsed: boolean, ...paths: readonly string[]])[] = [
    [sql, 'data/sql.ts', 'jobs/sql.ts', 'metrics/sql.ts', 'search/sql.ts', 'tracing/sql.ts'],
    [!sql, 'jobs/mongo.ts', 'metrics/mongo.ts', 'search/mongo.ts', 'tracing/mongo.ts'],
    [!sql || service.convertsValues === true, 'sql/sqlite/conversions.ts', 'values/conversions.ts'],
    [hasFullText(service), 'sql/full-text.ts'],
    [hasWorkers, 'loop.ts', 'mongo/clock.ts', 'sql/clock.ts'],
    [hasActions, 'auth/action-sessions.ts', 'http/actions.ts', 'http/any-bodies.ts'],
    [hasActions || externalSchemes(service).length > 0, 'events/operation-registry.ts', 'http/cookies.ts'],
    [service.handlers.some(({ kind }) => kind === 'default'), 'events/default-functions.ts'],
    [hasActions || hasQueries, 'body/compiler.ts', 'http/parameters.ts', 'http/styles.ts'],
    [hasActions && service.schemas !== undefined, 'http/responses.ts'],
    [usesPatterns(service), 'body/patterns.ts', 'values/schema-pattern.ts'],
    [models.some(hasDicts), 'body/dicts.ts'],
    [routes.some(({ kind }) => kind === 'attribute'), 'http/attributes.ts'],
    [ownAcls, 'auth/own-acls.ts'],
    [models.some(({ nested }) => nested.names.length > 0), 'http/nested-documents.ts'],
    [models.some((model) => leadsOn(documentPath(service, model))), 'http/related-paths.ts'],
    [hasSingles(service), 'http/singular.ts'],
    [needsWriteOnlyHost(service), 'http/write-only.ts'],
    [restrictsWrites(service), 'http/guarded-resource.ts', 'http/link-rights.ts'],
    [hasWriteRules(service), 'http/write-rules.ts'],
    [hasWriters(service), 'auth/writers.ts'],
    [hasApiKeys(service), 'auth/api-keys.ts'],
    [auth !== null && systemFieldsOf(service, auth).length > 0, 'auth/system-fields.ts'],
    [callsPrincipals, 'auth/principals.ts'],
    [callsPrincipals || ownAcls, 'auth/rule-text.ts'],
    [models.some((model) => deletesRelated(service, model)), 'repository/deletion.ts'],
    [oauthSchemes(service).length > 0, 'schemes/settings.ts', 'schemes/tokens.ts'],
  ]
  return new Set(uses.flatMap(([isUsed, ...paths]) => (isUsed ? [] : paths)))
}

function runtimeFolders(service: Service): readonly string[] {
  const { engine, auth, features } = service
  return [
    'body',
    'events',
    'http',
    'query',
    'repository',
    'server',
    'settings',
    'values',
    engine === 'svc_sqla' ? 'sql' : 'mongo',
    ...(auth === null ? [] : ['auth']),
    ...(knowsCallers(service) ? ['rules'] : []),
    ...(service.changes === undefined ? [] : ['changes']),
    ...(externalSchemes(service).length === 0 ? [] : ['schemes']),
    ...features,
  ]
}

/** Returns whether a service can compile patterns of JSON schemas or parameters that could be slow. */
export function usesPatterns(service: Service): boolean {
  return (
    functionActions(service).length > 0 ||
    declaresQueries(service) ||
    service.models.some((model) => hasSlowPatterns(bodySchema(service, model) ?? {}))
  )
}

/** Returns whether routes contain items that their parents alone identify. */
function hasSingles({ routes }: Service): boolean {
  return routes.some(
    ({ kind, param, parents }) =>
      kind === 'singular' ||
      (kind === 'attribute' && param === null) ||
      parents.some((step) => step.param === null),
  )
}
