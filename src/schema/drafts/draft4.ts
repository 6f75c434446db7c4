import type { Entry, MapNode, Node } from '../../source/node.js'
import { KEYWORDS } from '../keywords/keywords.js'
import { entryOf, scalarOf, nodeOf, toJson } from '../node.js'
import { isObject, type Json, type JsonSchema } from '../../ir/index.js'

/**
 * Converts a schema, but not its nested schemas, from draft 4 (draft-fge-json-schema-validation-00) to 2020-12, keeping
 * its meaning. Values of a wrong kind remain, to be reported later.
 */
export function modernize(schema: MapNode): MapNode {
  return { ...schema, entries: schema.entries.flatMap((entry) => modernEntry(entry, schema)) }
}

function modernEntry(entry: Entry, schema: MapNode): readonly Entry[] {
  const { key, value } = entry
  if (KEYWORDS.get(key)?.isLater === true) return []
  switch (key) {
    case 'minimum':
    case 'maximum':
      return isExclusive(schema, key) ? [{ ...entry, key: EXCLUSIVE[key] }] : [entry]
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return typeof scalarOf(value) === 'boolean' ? [] : [entry]
    case 'items':
      if (value.kind !== 'list') return [entry]
      return value.items.length === 0 ? [] : [{ ...entry, key: 'prefixItems' }]
    case 'additionalItems':
      return entryOf(schema, 'items')?.value.kind === 'list' ? [{ ...entry, key: 'items' }] : []
    case 'dependencies':
      return value.kind === 'map' ? dependencies(entry, value) : [entry]
    default:
      return [entry]
  }
}

const EXCLUSIVE = { minimum: 'exclusiveMinimum', maximum: 'exclusiveMaximum' } as const

function isExclusive(schema: MapNode, key: keyof typeof EXCLUSIVE): boolean {
  return scalarOf(entryOf(schema, EXCLUSIVE[key])?.value) === true
}

/** Splits `dependencies` into lists of names and schemas: `dependentRequired` and `dependentSchemas`. */
export function dependencies(entry: Entry, map: MapNode): readonly Entry[] {
  const isNames = ({ value }: Entry): boolean => value.kind === 'list'
  const part = (key: string, entries: readonly Entry[]): readonly Entry[] => {
    const value: Node = { ...map, entries }
    return entries.length === 0 ? [] : [{ ...entry, key, value }]
  }
  return [
    ...part('dependentRequired', map.entries.filter(isNames)),
    ...part(
      'dependentSchemas',
      map.entries.filter((each) => !isNames(each)),
    ),
  ]
}

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
