import type { Service } from '../../ir/index.js'
import { JsonDocument } from '../json-document.js'
import { fixedPart, type Part, type Parts } from '../parts.js'
import { AUTH_TAG } from './auth-paths.js'
import { componentsFor } from './components.js'
import { type JsonObject, present } from './json.js'
import { pathParts } from './paths.js'
import { canAuthenticate, securitySchemes } from './security.js'

/**
 * The OpenAPI 3.1 document of a service (SPEC 5): every route with its parameters, bodies and all statuses that it can answer. `servers` holds
 * the base path; paths are without it. The same service gives the same document.
 * @param former the document as an earlier run left it; empty where there is none
 */
export function openapiDocument(service: Service, parts: Parts, former: Buffer): JsonDocument {
  const paths = pathParts(service, parts)
  const document = new JsonDocument(former)
  document.open(null)
  document.add(fixedPart(Object.entries(headOf(service)), '  '))
  addAll(document, 'paths', paths)
  document.open('components')
  for (const [kind, components] of componentsFor(service, parts, paths)) addAll(document, kind, components)
  if (canAuthenticate(service))
    document.add(fixedPart([['securitySchemes', securitySchemes(service)]], '    '))
  document.close()
  document.close()
  return document
}

function addAll(document: JsonDocument, key: string, parts: readonly Part[]): void {
  document.open(key)
  for (const part of parts) document.add(part)
  document.close()
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
