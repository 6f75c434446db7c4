import type { Service } from '../ir/index.js'
import type { MadePart } from '../output/file.js'
import { hashOfPieces, type Pieces } from '../output/pieces.js'
import { openapiDocument } from './openapi/index.js'
import { Parts } from './parts.js'
import { Sameness } from './traced.js'

/** `openapi.json` as it was put together. */
export interface MadeDocument {
  readonly pieces: Pieces
  /** SHA-256 of all pieces, in hex. */
  readonly hash: string
  /** It is as prettier prints it; else a formatter must go over it. */
  readonly isFinal: boolean
  readonly parts: readonly MadePart[]
}

/**
 * The OpenAPI document of a service.
 * @param parts knows those that may be taken from the former document
 * @param former empty where there is none
 */
export function madeDocument(service: Service, parts: Parts, former: Buffer): MadeDocument {
  const document = openapiDocument(service, parts, former).ended()
  return { ...document, hash: hashOfPieces(document.pieces) }
}

/** The OpenAPI document of a service, all of it made anew. */
export function wholeDocument(service: Service): MadeDocument {
  return madeDocument(service, new Parts(service, new Sameness(null, service), []), Buffer.of())
}
