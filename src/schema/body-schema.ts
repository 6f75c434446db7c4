import type { Collector } from '../diagnostics/collector.js'
import type { JsonSchema } from '../ir/index.js'
import type { Node } from '../source/node.js'
import { draftOf } from './drafts/draft.js'
import { Cleaner } from './clean.js'
import { sortedObject } from './node.js'

/** Converts a JSON schema to 2020-12. Reports and leaves out parts that cannot be enforced. */
export function readBodySchema(document: Node, collector: Collector): JsonSchema {
  const draft = document.kind === 'map' ? draftOf(document, collector) : 4
  const cleaner = new Cleaner({ root: document, draft, collector })
  const schema = cleaner.clean(document)
  return cleaner.definitions.size === 0
    ? schema
    : sortedObject([...Object.entries(schema), ['$defs', sortedObject(cleaner.definitions)]])
}
