import type { SchemaSource } from '../api/api.js'
import { parseJson } from '../source/json/parse-json.js'
import { faultyNode, type Node, type ScalarNode, textOf } from '../source/node.js'
import { type Context, type DeclaredSchema, report } from './context.js'
import { readDeclarations } from './declarations.js'
import { isUnknown, reportWrongKind, scalarAt } from './values.js'

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

/** Returns a schema that is written as text: inline, in an included file, or in the root's `schemas`. */
export function schemaSource(text: ScalarNode): SchemaSource {
  const content = textOf(text)
  return {
    id: `${text.at.file.path} ${text.at.start}`,
    at: text.at,
    isFaulty: text.faulty === true,
    isJson: content.trim() !== '' && !content.trimStart().startsWith('<'),
    namesSettings: text.source.includes('"_db_settings"'),
    isMixin: () => false,
    parse: (collector) => parseJson(text, collector),
  }
}

export function reportStructuredSchema(node: Node, context: Context): void {
  if (node.kind === 'scalar') return
  report(context, 'SVC2035', {
    message: `A schema must be a string, not a ${node.kind}`,
    at: node.at,
    help: 'Write "|" after the colon and the indented schema below it, or include a file',
  })
}
