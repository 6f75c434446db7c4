import { faultyNode, type Node, textOf } from '../../source/node.js'
import type { NamedSchema } from '../../api/api.js'
import { type DeclaredSchema, schemaSource } from '../schema-source.js'
import { reportStructuredSchema } from '../methods/bodies.js'
import type { Context } from '../context.js'
import { readDeclarations } from '../declarations.js'
import { isUnknown, scalarAt, reportWrongKind } from '../values.js'

/** Returns the root-level `schemas`, keyed by name (RAML 0.8, "Schemas"). */
export function readSchemas(node: Node | undefined, context: Context): ReadonlyMap<string, DeclaredSchema> {
  const { byName } = readDeclarations(node, 'schemas', context)
  return new Map(
    [...byName.values()].flatMap(({ name, nameAt, value }) => {
      reportStructuredSchema(value, context)
      if (value.kind !== 'scalar' || isUnknown(value, context))
        return [[name, { name, nameAt, text: faultyNode(value.at) }]]
      const text = scalarAt(value, name, context)
      if (text === null) reportWrongKind(value, `Schema "${name}" must be a string`, context)
      return text === null ? [] : [[name, { name, nameAt, text: { ...text, value: textOf(text) } }]]
    }),
  )
}

export function namedSchema({ name, nameAt, text }: DeclaredSchema): NamedSchema {
  return { name, nameAt, source: schemaSource(text) }
}
