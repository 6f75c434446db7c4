import type { Collector } from '../../diagnostics/collector.js'
import { isObject, type Json, type JsonSchema } from '../../ir/index.js'
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
export function convertKept(node: Node, context: Pick<Context, 'schemas' | 'components'>): Json {
  return withComponents(convert(node, context))
}

function withComponents(json: Json): Json {
  if (Array.isArray(json)) return json.map(withComponents)
  if (!isObject(json)) return json
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => [
      key,
      key === '$ref' && typeof value === 'string'
        ? value.replace(/^#\/\$defs\//, '#/components/schemas/')
        : withComponents(value),
    ]),
  )
}
