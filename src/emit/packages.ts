import { DIALECT_NAMES, type DialectName } from '../../templates/runtime/spec/dialects.js'
import { issuedCredentials } from '../access/caller.js'
import { FEATURES } from '../features.js'
import type { Service } from '../ir/index.js'
import { functionActions, oauthSchemes } from '../ir/lookup.js'
import { declaresQueries } from './parameters/declared-query.js'
import { hasSlowPatterns } from '../validation/slow-patterns.js'
import { sortedBy } from '../naming/order.js'
import { formTypes, MULTIPART, URLENCODED } from './views/actions.js'
import { bodySchema } from './views/model/model-spec.js'

interface Packages {
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

/** The drivers of the SQL dialects. On Node.js 20, `sqlite-for-node-20` installs better-sqlite3. */
const DRIVERS: Readonly<Record<DialectName, Packages>> = {
  sqlite: { dependencies: {}, devDependencies: { '@types/better-sqlite3': '^7.6.13' } },
  postgres: { dependencies: { pg: '^8.16.3' }, devDependencies: { '@types/pg': '^8.15.5' } },
}

/** Returns the packages in the `package.json` of a service, sorted by name. */
export function packagesOf(service: Service) {
  const drivers: readonly Packages[] =
    service.engine === 'svc_sqla'
      ? DIALECT_NAMES.map((name) => DRIVERS[name])
      : [{ dependencies: { mongodb: '^7.0.0' }, devDependencies: {} }]
  const forms = formTypes(service)
  const features = service.features.map((name) => FEATURES[name])
  return {
    dependencies: sorted({
      '@fastify/cors': '^11.1.0',
      '@fastify/rate-limit': '^10.3.0',
      ajv: '^8.18.0',
      'ajv-formats': '^3.0.1',
      fastify: '^5.12.8',
      'find-my-way': '^9.7.0',
      'lossless-json': '^4.3.0',
      'swagger-ui-dist': '^5.30.0',
      ...(usesPatterns(service) ? { re2js: '^2.10.0' } : {}),
      ...(issuedCredentials(service.auth).length === 0 ? {} : { '@fastify/cookie': '^11.0.2' }),
      ...(service.auth === null ? {} : { '@node-rs/argon2': '^2.0.2' }),
      ...(oauthSchemes(service).length === 0 ? {} : { jose: '^6.2.0' }),
      ...(forms.has(URLENCODED) ? { '@fastify/formbody': '^9.0.1' } : {}),
      ...(forms.has(MULTIPART) ? { '@fastify/multipart': '^10.1.9' } : {}),
      ...Object.assign({}, ...[...drivers, ...features].map(({ dependencies }) => dependencies)),
    }),
    devDependencies: sorted({
      '@types/node': '^20.19.0',
      concurrently: '^9.2.1',
      prettier: '3.10.1',
      typescript: '^7.0.2',
      ...Object.assign({}, ...[...drivers, ...features].map(({ devDependencies }) => devDependencies)),
    }),
  }
}

/** Returns whether a service can compile patterns of JSON schemas or parameters that could be slow. */
function usesPatterns(service: Service): boolean {
  return (
    functionActions(service).length > 0 ||
    declaresQueries(service) ||
    service.models.some((model) => hasSlowPatterns(bodySchema(service, model) ?? {}))
  )
}

function sorted(ranges: Readonly<Record<string, string>>) {
  return sortedBy(Object.entries(ranges), ([name]) => name).map(([name, range]) => ({ name, range }))
}
