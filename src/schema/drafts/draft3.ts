import type { Entry, MapNode, Node } from '../../source/node.js'

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
      return [{ ...entry, key: 'not', value: typeSchema(entry, asList(value).items) }]
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
  return [
    {
      ...entry,
      key: 'anyOf',
      value: { kind: 'list', items: types.map(asSchema(entry)), at: entry.value.at },
    },
  ]
}

function upgradeDependencies(value: Node): Node {
  if (value.kind !== 'map') return value
  const entries = value.entries.map((entry) => ({
    ...entry,
    value: entry.value.kind === 'scalar' ? asList(entry.value) : entry.value,
  }))
  return { ...value, entries }
}

function typeSchema(entry: Entry, types: readonly Node[]): MapNode {
  const anyOf: Entry = {
    key: 'anyOf',
    keyAt: entry.keyAt,
    value: { kind: 'list', items: types.map(asSchema(entry)), at: entry.value.at },
  }
  return { kind: 'map', entries: [anyOf], at: entry.value.at }
}

function asSchema({ keyAt }: Entry): (type: Node) => Node {
  return (type) =>
    type.kind === 'map' ? type : { kind: 'map', entries: [{ key: 'type', keyAt, value: type }], at: type.at }
}

function asList(value: Node): {
  readonly kind: 'list'
  readonly items: readonly Node[]
  readonly at: Node['at']
} {
  return value.kind === 'list' ? value : { kind: 'list', items: [value], at: value.at }
}
