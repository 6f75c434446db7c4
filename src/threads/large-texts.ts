import { type MadeDocument, wholeDocument } from '../emit/made-document.js'
import type { Service } from '../ir/index.js'
import { nodesOf } from '../output/lists.js'
import { nodeText } from '../output/node-texts.js'

/** The texts of a service that take long to make where it is large. */
export interface LargeTexts {
  readonly openapi: MadeDocument
  /** The texts of its nodes for the lock, in the order of `nodesOf`. */
  readonly nodes: readonly string[]
}

/** Makes the large texts of a service, all of them anew. */
export function largeTexts(service: Service): LargeTexts {
  return { openapi: wholeDocument(service), nodes: nodesOf(service).map(nodeText) }
}
