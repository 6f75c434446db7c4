import type { Entry, ListNode, MapNode, Node } from '../../source/node.js'

/** Converts a schema, without nested ones, from draft 3 to 4. The parent handles a property's `required: true`. */
export function upgrade(schema: MapNode): MapNode {
  return { ...schema, entries: schema.entries.flatMap(upgradeEntry) }
}

function upgradeEntry(entry: Entry): readonly Entry[] {
  const { key, value } = entry
  switch (key) {
    case 'divisibleBy':
      return [{ ...entry, key: 'multipleOf' }]
    case 'extends':
      return [{ ...entry, key: 'allOf', value: asList(value) }]
    case 'disallow':
      return [{ ...entry, key: 'not', value: { kind: 'map', entries: [anyOfTypes(entry)], at: value.at } }]
    case 'dependencies':
      return [{ ...entry, value: upgradeDependencies(value) }]
    case 'type':
      return upgradeType(entry)
    default:
      return [entry]
  }
}

/** Removes the `any` type, and converts types that are schemas to `anyOf`. */
function upgradeType(entry: Entry): readonly Entry[] {
  const types = asList(entry.value).items
  if (types.some((type) => type.kind === 'scalar' && type.value === 'any')) return []
  if (types.every((type) => type.kind === 'scalar')) return [entry]
  return [anyOfTypes(entry)]
}

/** Converts a list of types, which can be schemas, to `anyOf`. */
function anyOfTypes({ keyAt, value }: Entry): Entry {
  const items = asList(value).items.map((type): Node =>
    type.kind === 'map' ? type : { kind: 'map', entries: [{ key: 'type', keyAt, value: type }], at: type.at },
  )
  return { key: 'anyOf', keyAt, value: { kind: 'list', items, at: value.at } }
}

function upgradeDependencies(value: Node): Node {
  if (value.kind !== 'map') return value
  const entries = value.entries.map((entry) => ({
    ...entry,
    value: entry.value.kind === 'scalar' ? asList(entry.value) : entry.value,
  }))
  return { ...value, entries }
}

function asList(value: Node): ListNode {
  return value.kind === 'list' ? value : { kind: 'list', items: [value], at: value.at }
}
