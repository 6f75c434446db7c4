import { isObject, type Json, type JsonSchema } from '../ir/index.js'
import type { Node } from '../source/node.js'
import { modernize } from './drafts/draft4.js'
import { KEYWORDS } from './keywords/keywords.js'
import { nodeOf, toJson } from './node.js'

const NOWHERE = { file: { path: '', name: '', text: '' }, start: 0, end: 0 }

/** Converts a valid schema of draft 4 to 2020-12, with the schemas in it. */
export function modernSchema(schema: JsonSchema): JsonSchema {
  const json: Json = toJson(modern(nodeOf(schema, NOWHERE)))
  return isObject(json) ? json : schema
}

function modern(node: Node): Node {
  if (node.kind !== 'map') return node
  const entries = modernize(node).entries.map((entry) => ({
    ...entry,
    value: modernValue(entry.key, entry.value),
  }))
  return { ...node, entries }
}

function modernValue(key: string, value: Node): Node {
  const { schemas = 'none' } = KEYWORDS.get(key) ?? {}
  if (schemas === 'none' || value.kind === 'scalar') return value
  if (value.kind === 'list') return { ...value, items: value.items.map(modern) }
  if (schemas === 'one') return modern(value)
  return { ...value, entries: value.entries.map((entry) => ({ ...entry, value: modern(entry.value) })) }
}
