import type { Service } from '../../ir/index.js'
import { type JsonText, jsonText, objectText, type Printer } from '../json-text.js'
import { AUTH_TAG } from './auth-paths.js'
import { usedComponents } from './components.js'
import { type JsonObject, present } from './json.js'
import type { Parts } from '../parts.js'
import { pathItem, paths } from './paths.js'
import { canAuthenticate, securitySchemes } from './security.js'

type Entry = readonly [key: string, print: Printer]

/**
 * The OpenAPI 3.1 document of a service (SPEC 5): every route with its parameters, bodies and all statuses that it can answer. `servers` holds
 * the base path; paths are without it. The same service gives the same document.
 */
export function openapiText(service: Service, parts: Parts): JsonText {
  const atPaths = objectText(
    paths(service).map((given): Entry => {
      const part = parts.of(`path ${given.path}`, given, (whole, each) => ({
        [each.path]: pathItem(whole, each),
      }))
      return [given.path, (place) => parts.print(part, given.path, place)]
    }),
    { indent: '  ', key: 'paths', isLast: false },
  )
  const schemes: Entry[] = canAuthenticate(service)
    ? [['securitySchemes', (place) => jsonText(securitySchemes(service), place)]]
    : []
  return objectText([
    ...Object.entries(headOf(service)).map(([key, value]): Entry => [key, (place) => jsonText(value, place)]),
    ['paths', () => atPaths],
    [
      'components',
      (place) => objectText([...usedComponents(service, atPaths.references, parts), ...schemes], place),
    ],
  ])
}

function headOf(service: Service): JsonObject {
  return {
    openapi: '3.1.1',
    info: present({
      title: service.title,
      description: service.description ?? undefined,
      version: service.version ?? '1.0.0',
    }),
    servers: [{ url: service.basePath === '' ? '/' : service.basePath }],
    tags: tags(service),
  }
}

/** A tag for each model that has routes, and one for authentication. */
function tags(service: Service): JsonObject[] {
  const served = new Set(service.routes.map(({ model }) => model))
  const models = service.models
    .filter(({ id }) => served.has(id))
    .map(({ names, description }) => present({ name: names.type, description: description ?? undefined }))
  return [...models, ...(canAuthenticate(service) ? [{ name: AUTH_TAG }] : [])]
}
