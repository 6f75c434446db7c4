import type { Entry, MapNode, Node } from '../../source/node.js'
import { KEYWORDS } from '../keywords/keywords.js'
import { entryOf, scalarOf } from '../node.js'

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

/** Splits `dependencies` into lists of names and schemas. */
function dependencies(entry: Entry, map: MapNode): readonly Entry[] {
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
