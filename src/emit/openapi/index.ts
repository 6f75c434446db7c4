import type { Json, Model, Service } from '../../ir/index.js'
import { ANSWER_SCHEMAS } from './answer-schemas.js'
import { AUTH_TAG } from './auth-paths.js'
import { bodySchemas } from './body-schemas.js'
import { HEADERS } from './content.js'
import { documentSchemas } from './document-schemas.js'
import { HEADER_PARAMETERS } from './exchanges.js'
import { type JsonObject, present } from './json.js'
import { pathItems } from './paths.js'
import { problemResponses, problemSchema } from './problems.js'
import { modelParameters, QUERY_SCHEMAS, SHARED_PARAMETERS } from './query-parameters.js'
import { canAuthenticate, securitySchemes } from './security.js'
import { type Components, usedComponents } from './used-components.js'

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

function allComponents(service: Service): Components {
  const each = (make: (model: Model) => JsonObject): [string, Json][] =>
    service.models.flatMap((model) => Object.entries(make(model)))
  return new Map(
    Object.entries({
      schemas: new Map([
        ...Object.entries({ ...ANSWER_SCHEMAS, ...QUERY_SCHEMAS, ...problemSchema(service) }),
        ...each((model) => documentSchemas(service, model)),
        ...each((model) => bodySchemas(service, model)),
      ]),
      responses: new Map(Object.entries(problemResponses(service))),
      parameters: new Map([
        ...Object.entries({ ...SHARED_PARAMETERS, ...HEADER_PARAMETERS }),
        ...each((model) => modelParameters(service, model).components),
      ]),
      headers: new Map(Object.entries(HEADERS)),
    }),
  )
}

/** A tag for each model that has routes, and one for authentication. */
function tags(service: Service): JsonObject[] {
  const served = new Set(service.routes.map(({ model }) => model))
  const models = service.models
    .filter(({ id }) => served.has(id))
    .map(({ names, description }) => present({ name: names.type, description: description ?? undefined }))
  return [...models, ...(canAuthenticate(service) ? [{ name: AUTH_TAG }] : [])]
}
