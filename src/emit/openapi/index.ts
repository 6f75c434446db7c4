import type { Service } from '../../ir/index.js'
import { AUTH_TAG } from './operations/auth-paths.js'
import { componentsFor } from './components.js'
import { type JsonObject, present } from './json.js'
import { pathItems } from './paths.js'
import { canAuthenticate, securitySchemes } from './security.js'

/**
 * Returns the OpenAPI 3.1 document of a service (SPEC 5): every route with its parameters, bodies and all possible statuses. `servers`
 * contains the base path; paths do not.
 */
export function openapiDocument(service: Service): JsonObject {
  const paths = pathItems(service)
  return {
    ...headOf(service),
    paths,
    components: present({
      ...componentsFor(service, paths),
      securitySchemes: canAuthenticate(service) ? securitySchemes(service) : undefined,
    }),
  }
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

/** Returns a tag for each model that has routes, and one for authentication. */
function tags(service: Service): JsonObject[] {
  const served = new Set(service.routes.map(({ model }) => model))
  const models = service.models
    .filter(({ id }) => served.has(id))
    .map(({ names, description }) => present({ name: names.type, description: description ?? undefined }))
  return [...models, ...(canAuthenticate(service) ? [{ name: AUTH_TAG }] : [])]
}
