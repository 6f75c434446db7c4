import { openapiDocument as documentOf } from '../emit/openapi/index.js'
import type { JsonObject } from '../emit/json.js'
import type { Service } from '../ir/index.js'

/** Returns the parsed OpenAPI document for a service. */
export function openapiDocument(service: Service): JsonObject {
  const document: JsonObject = JSON.parse(JSON.stringify(documentOf(service)))
  return document
}
