import type { Model, Service } from '../../ir/index.js'
import { ANSWER_SCHEMAS } from './answer-schemas.js'
import { AUTH_TAG } from './auth-paths.js'
import { bodySchemas } from './body-schemas.js'
import { HEADERS } from './content.js'
import { documentSchemas } from './document-schemas.js'
import { HEADER_PARAMETERS } from './exchanges.js'
import { type JsonObject, present } from './json.js'
import { pathItems } from './paths.js'
import { problemResponses, problemSchema } from './problems.js'
import { modelParameters, SHARED_PARAMETERS } from './query-parameters.js'
import { canAuthenticate, securitySchemes } from './security.js'
import { usedComponents } from './used-components.js'

/**
 * The OpenAPI 3.1 document of a service (SPEC 5): every route with its parameters, bodies and all statuses that it can answer. `servers` holds
 * the base path; paths are without it. The same service gives the same document.
 */
export function openapiDocument(service: Service): JsonObject {
  const paths = pathItems(service)
  const schemes = canAuthenticate(service) ? { securitySchemes: securitySchemes(service) } : {}
  return {
    openapi: '3.1.1',
    info: present({
      title: service.title,
      description: service.description ?? undefined,
      version: service.version ?? '1.0.0',
    }),
    servers: [{ url: service.basePath === '' ? '/' : service.basePath }],
    tags: tags(service),
    paths,
    components: { ...usedComponents(allComponents(service), paths), ...schemes },
  }
}

function allComponents(service: Service): Readonly<Record<string, JsonObject>> {
  const each = (make: (service: Service, model: Model) => JsonObject): JsonObject =>
    Object.assign({}, ...service.models.map((model) => make(service, model)))
  return {
    schemas: {
      ...ANSWER_SCHEMAS,
      ...problemSchema(service),
      ...each(documentSchemas),
      ...each(bodySchemas),
    },
    responses: problemResponses(service),
    parameters: { ...SHARED_PARAMETERS, ...HEADER_PARAMETERS, ...each(modelParameters) },
    headers: HEADERS,
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
