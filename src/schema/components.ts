import type { Collector } from '../diagnostics/collector.js'
import type { JsonSchema } from '../ir/index.js'
import type { MapNode, Node } from '../source/node.js'
import { nodeOf } from './node.js'
import { Cleaner } from './clean.js'

/**
 * The shared schemas of a document, which its other schemas refer to by name. Unlike the schemas of models, which stand
 * alone, converted schemas keep these references: `{ "$ref": "#/$defs/Pet" }`.
 */
export class Components {
  readonly #cleaner: Cleaner
  readonly #schemas: MapNode

  /** @param schemas the shared schemas by name, in which references have the form `#/$defs/Name` */
  constructor(schemas: MapNode, collector: Collector) {
    this.#schemas = schemas
    const { at } = schemas
    const root: MapNode = { kind: 'map', entries: [{ key: '$defs', keyAt: at, value: schemas }], at }
    this.#cleaner = new Cleaner({ root, draft: '2020-12', collector, keepsNames: true })
  }

  /** Converts a schema of the document to JSON Schema 2020-12. Reports invalid keywords and leaves them out. */
  convert(schema: Node): JsonSchema {
    return this.#cleaner.clean(schema)
  }

  named(name: string): JsonSchema {
    const key = name.replaceAll('~', '~0').replaceAll('/', '~1')
    return this.convert(nodeOf({ $ref: `#/$defs/${key}` }, this.#schemas.at))
  }

  /** The shared schemas to which the schemas converted so far refer, directly or indirectly, by name. */
  get used(): ReadonlyMap<string, JsonSchema> {
    return this.#cleaner.definitions
  }
}
