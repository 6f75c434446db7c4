import type { Api, NamedSchema } from '../../api/api.js'
import { Collector } from '../../diagnostics/collector.js'
import { looseKey } from '../../naming/loose-match.js'
import { propertySchemas } from '../../schema/access-keys.js'
import { appliedParts, schemasIn, storedName } from '../../schema/inferred/related.js'
import { entryOf, scalarOf, stringOf, valueOf } from '../../schema/node.js'
import type { Node } from '../../source/node.js'

/**
 * Returns the components of an OpenAPI document that are models, by name. Those that only contribute to others by
 * `allOf` are none, unless a relationship names them, and neither are those with database settings that one with
 * `x-stored: true` contains, such as the body that creates its items.
 */
export function storedComponents({ schemas, components }: Api): ReadonlyMap<string, NamedSchema> {
  if (components === null) return new Map()
  const roots = [...schemas.values()].flatMap((named): readonly Candidate[] => {
    const root = named.source.isJson ? rootOf(named) : null
    return root === null ? [] : [{ named, root, flag: flagIn(root) }]
  })
  const stored = roots.filter(
    ({ named, flag }) => flag === true || (flag !== false && named.source.namesSettings),
  )
  const flagged = stored.filter(({ flag }) => flag === true)
  const related = documentsIn(stored.map(({ root }) => root))
  const isPart = ({ name, source }: NamedSchema, flag: boolean | undefined): boolean =>
    !related.has(looseKey(name)) &&
    ((source.isMixin() && (flag !== true || isPartOf(name, stored))) ||
      (flag === undefined && isPartOf(name, flagged)))
  const names = new Set(stored.flatMap(({ named, flag }) => (isPart(named, flag) ? [] : [named.name])))
  const shared = new Set(stored.flatMap(({ root, flag }) => (flag === true ? partsOf(root) : [])))
  const isDerived = (root: Node): boolean =>
    isItemOf(root, names) || partsOf(root).some((part) => shared.has(part))
  const models = stored.filter(
    ({ named: { name }, root, flag }) =>
      names.has(name) && (flag === true || hasOwnSettings(root) || !isDerived(root)),
  )
  return new Map(models.map(({ named }) => [named.name, named]))
}

interface Candidate {
  readonly named: NamedSchema
  readonly root: Node
  readonly flag: boolean | undefined
}

/** Returns whether a component is part of another one that is stored by itself, or its attributes, as in JSON:API. */
function isPartOf(name: string, stored: readonly Candidate[]): boolean {
  const names = new Set([name])
  return stored.some(({ root, flag }) => {
    const attributes = propertySchemas(root, root).get('attributes') ?? []
    const isAttributes = attributes.some((part) => storedName(part, root, names) !== null)
    return (flag === true || hasOwnSettings(root)) && (isAttributes || isItemOf(root, names))
  })
}

/** Returns the value of `_stored`, if any. An invalid value, which is reported later, is read as true. */
function flagIn(root: Node): boolean | undefined {
  const value = valueOf(root, '_stored')
  return value && scalarOf(value) !== false
}

/** Returns the root of a component, or null if it is only another name of one. */
function rootOf({ name, source }: NamedSchema): Node | null {
  const root = source.parse(new Collector())
  const declared = root && valueOf(valueOf(root, '$defs') ?? root, name)
  return declared && entryOf(declared, '$ref') !== undefined ? null : root
}

/** Returns whether a schema itself has database settings, not only the components to which it refers. */
function hasOwnSettings(root: Node): boolean {
  return [root, ...schemasIn(root, 'allOf')].some((part) => {
    const properties = valueOf(part, 'properties')
    const all = properties?.kind === 'map' ? properties.entries : []
    return all.some(({ value }) => entryOf(value, '_db_settings') !== undefined)
  })
}

/** Returns whether a schema has a stored component in `allOf`: it describes its items with further properties. */
function isItemOf(root: Node, stored: ReadonlySet<string>): boolean {
  return schemasIn(root, 'allOf').some((part) => storedName(part, root, stored) !== null)
}

/**
 * Returns the components that a schema contains by `allOf`. Another schema that contains one of them, such as a body that
 * creates items, describes the same items.
 */
function partsOf(root: Node): readonly Node[] {
  return schemasIn(root, 'allOf').flatMap((part) => appliedParts(part, root))
}

/** Returns the models to which the relationships of schemas lead, for comparisons. */
function documentsIn(roots: readonly Node[]): ReadonlySet<string> {
  const properties = roots.flatMap((root) => [...propertySchemas(root, root).values()].flat())
  const named = properties.flatMap((property) => [
    valueOf(valueOf(property, '_db_settings') ?? property, 'document'),
    valueOf(property, 'x-relation'),
  ])
  return new Set(named.flatMap((node) => stringOf(node) ?? []).map(looseKey))
}
