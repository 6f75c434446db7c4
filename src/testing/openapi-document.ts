import { openapiDocument as documentOf } from '../emit/openapi/index.js'
import type { JsonObject } from '../emit/openapi/json.js'
import { Parts } from '../emit/parts.js'
import { Sameness } from '../emit/traced.js'
import type { Service } from '../ir/index.js'
import { textOf } from '../output/pieces.js'

/** The OpenAPI document of a service, read back. */
export function openapiDocument(service: Service): JsonObject {
  const parts = new Parts(service, new Sameness(null, service), [])
  const { pieces } = documentOf(service, parts, Buffer.of()).ended()
  const document: JsonObject = JSON.parse(textOf(pieces))
  return document
}
