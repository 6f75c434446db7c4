import { openapiText } from '../emit/openapi/index.js'
import type { OrderedObject, Service } from '../ir/index.js'
import type { JsonObject } from '../ir/json.js'

/** Returns the parsed OpenAPI document for a service. `document` is the one that is the input, if there is one. */
export function openapiDocument(service: Service, document: OrderedObject | null = null): JsonObject {
  const parsed: JsonObject = JSON.parse(openapiText(service, document))
  return parsed
}
