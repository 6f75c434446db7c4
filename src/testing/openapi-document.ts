import { wholeDocument } from '../emit/made-document.js'
import type { JsonObject } from '../emit/openapi/json.js'
import type { Service } from '../ir/index.js'
import { textOf } from '../output/pieces.js'

/** The OpenAPI document of a service, read back. */
export function openapiDocument(service: Service): JsonObject {
  const { pieces } = wholeDocument(service)
  const document: JsonObject = JSON.parse(textOf(pieces))
  return document
}
