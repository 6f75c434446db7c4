import { texts } from 'virtual:runtime'
import type { Service } from '../ir/index.js'
import { externalSchemes, functionActions, oauthSchemes, restrictsWrites } from '../ir/lookup.js'
import type { OutputFile } from './files.js'
import { declaresQueries } from './parameters/declared-query.js'
import { knowsCallers } from './views/row-rules.js'

/** Returns the files in `templates/runtime` that a service uses. */
export function runtimeFiles(service: Service): readonly OutputFile[] {
  const folders = new Set(runtimeFolders(service))
  const unused = unusedFiles(service)
  return Object.entries(texts)
    .filter(([path]) => !path.includes('/') || folders.has(path.slice(0, path.indexOf('/'))))
    .filter(([path]) => !unused.has(path))
    .map(([path, text]) => ({ path: `src/generated/runtime/${path}`, source: 'runtime', text: () => text }))
}

/**
 * Returns the files that the service does not need because its API does not use them: for custom actions, declared query
 * parameters, routes of lists and dicts, write permissions or tokens of identity providers. Also returns those for the
 * other engine.
 */
function unusedFiles(service: Service): ReadonlySet<string> {
  const hasActions = functionActions(service).length > 0
  const hasQueries = declaresQueries(service)
  return new Set([
    ...(hasActions ? [] : ['auth/action-sessions.ts', 'http/actions.ts']),
    ...(hasActions || hasQueries ? [] : ['http/parameters.ts']),
    ...(service.routes.some(({ kind }) => kind === 'attribute') ? [] : ['http/attributes.ts']),
    ...(restrictsWrites(service) ? [] : ['http/guarded-resource.ts', 'http/write-rules.ts']),
    ...(oauthSchemes(service).length > 0 ? [] : ['schemes/settings.ts', 'schemes/tokens.ts']),
    ...(service.engine === 'svc_sqla'
      ? ['jobs/mongo.ts', 'tracing/mongo.ts']
      : ['jobs/sql.ts', 'tracing/sql.ts']),
  ])
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
