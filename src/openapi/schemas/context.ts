import type { Collector } from '../../diagnostics/collector.js'
import { type JsonSchema, withReferences } from '../../ir/index.js'
import type { Components } from '../../schema/components.js'
import type { Node } from '../../source/node.js'
import type { Kept } from '../document/kept.js'
import type { References } from '../document/references.js'
import type { SharedSchemas } from './shared.js'

/** The state shared by the readers of a document. */
export interface Context {
  readonly references: References
  readonly schemas: SharedSchemas
  readonly components: Components
  readonly kept: Kept
  readonly collector: Collector
}

/** Converts a schema to JSON Schema 2020-12 whose references point to the components of the API. */
export function convert(
  node: Node,
  { schemas, components }: Pick<Context, 'schemas' | 'components'>,
): JsonSchema {
  return components.convert(schemas.convert(node))
}

/** Converts a schema for `openapi.json`, in which the components have their own place. */
export function convertKept(node: Node, context: Pick<Context, 'schemas' | 'components'>): JsonSchema {
  return withReferences(convert(node, context), (reference) =>
    reference.replace(/^#\/\$defs\//, '#/components/schemas/'),
  )
}
