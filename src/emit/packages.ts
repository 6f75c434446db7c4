import { FEATURES } from '../features.js'
import type { Service } from '../ir/index.js'
import { oauthSchemes } from '../ir/lookup.js'
import { sortedBy } from '../naming/order.js'
import { usesPatterns } from './runtime.js'
import { formTypes, MULTIPART, URLENCODED } from './views/actions.js'

/** Returns the packages in the `package.json` of a service, sorted by name. */
export function packagesOf(service: Service) {
  const sql = service.engine === 'svc_sqla'
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
      ...(service.auth === null ? {} : { '@fastify/cookie': '^11.0.2', '@node-rs/argon2': '^2.0.2' }),
      ...(oauthSchemes(service).length === 0 ? {} : { jose: '^6.2.0' }),
      ...(forms.has(URLENCODED) ? { '@fastify/formbody': '^9.0.1' } : {}),
      ...(forms.has(MULTIPART) ? { '@fastify/multipart': '^10.1.9' } : {}),
      ...(sql ? { pg: '^8.16.3' } : { mongodb: '^7.0.0' }),
      ...Object.assign({}, ...features.map(({ dependencies }) => dependencies)),
    }),
    devDependencies: sorted({
      '@types/node': '^20.19.0',
      concurrently: '^9.2.1',
      prettier: '3.10.1',
      typescript: '^7.0.2',
      ...(sql ? { '@types/better-sqlite3': '^7.6.13', '@types/pg': '^8.15.5' } : {}),
      ...Object.assign({}, ...features.map(({ devDependencies }) => devDependencies)),
    }),
  }
}

function sorted(ranges: Readonly<Record<string, string>>) {
  return sortedBy(Object.entries(ranges), ([name]) => name).map(([name, range]) => ({ name, range }))
}
