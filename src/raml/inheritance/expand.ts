import { valueOf } from '../../schema/node.js'
import { type Entry, type MapNode, type Node, emptyMap } from '../../source/node.js'
import type { Span } from '../../source/span.js'
import { usedAtOf, type Context } from '../context.js'
import { isVerb } from '../verbs.js'
import { hasNoValue } from '../values.js'
import { instantiate, type ExpansionBudget } from './instantiate.js'
import { mergeMaps } from './merge.js'
import { readTraitUses, readTypeUse, type Reference } from './references.js'

/** Keys that describe the resource type or trait itself and are not inherited. */
const UNINHERITED_KEYS: readonly string[] = ['usage', 'displayName', 'type']

/**
 * Applies a resource's type, the types that it inherits from, and all traits (RAML 0.8, "Resource Types and Traits").
 * The types are applied first, starting with the nearest one. Then, for each method, its own traits are applied,
 * followed by the resource's traits, in source order. Existing values take precedence.
 * @param path the resource's absolute path
 * @returns the resource with everything that it inherits
 */
export function expand(resource: MapNode, path: string, budget: ExpansionBudget, context: Context): MapNode {
  const reserved = reservedOf(path, resource.at)
  const typed = applyTypes(resource, reserved, budget, context)
  const traits = readTraitUses(valueOf(typed, 'is'), context)
  const entries = typed.entries.map((entry) => {
    if (!isVerb(entry.key)) return entry
    return { ...entry, value: applyTraits(entry, traits, { reserved, budget }, context) }
  })
  return { ...typed, entries: entries.filter(({ key }) => key !== 'is' && key !== 'type') }
}

type Reserved = ReadonlyMap<string, Node>

function applyTypes(
  resource: MapNode,
  reserved: Reserved,
  budget: ExpansionBudget,
  context: Context,
): MapNode {
  const first = readTypeUse(valueOf(resource, 'type'), context)
  if (first === null) return resource
  const usedAt = first.at
  const seen = new Set<string>()
  let merged = resource
  let use: Reference | null = first
  while (use !== null && !seen.has(use.declaration.name)) {
    seen.add(use.declaration.name)
    const type = instanceOf(use, reserved, { usedAt, budget }, context)
    merged = mergeMaps(merged, withoutOwn(type), context.mediaType)
    use = readTypeUse(valueOf(type, 'type'), context)
  }
  return merged
}

function applyTraits(
  method: Entry,
  ofResource: readonly Reference[],
  { reserved, budget }: { readonly reserved: Reserved; readonly budget: ExpansionBudget },
  context: Context,
): Node {
  const { key, keyAt, value } = method
  if (value.kind !== 'map' && !hasNoValue(value)) return value
  const target: MapNode = value.kind === 'map' ? value : emptyMap(value.at)
  const uses = [...readTraitUses(valueOf(target, 'is'), context), ...ofResource]
  if (uses.length === 0) return target
  const known = new Map([...reserved, ['methodName', textNode(key, keyAt)]])
  const merged = uses.reduce((result, use) => {
    const usedAt = usedAtOf(use.at) ?? use.at
    const trait = instanceOf(use, known, { usedAt, budget }, context)
    return mergeMaps(result, withoutOwn(trait), context.mediaType)
  }, target)
  return { ...merged, entries: merged.entries.filter((entry) => entry.key !== 'is') }
}

function instanceOf(
  { declaration, parameters }: Reference,
  reserved: Reserved,
  { usedAt, budget }: { readonly usedAt: Span; readonly budget: ExpansionBudget },
  context: Context,
): MapNode {
  const filled = new Map([...parameters, ...reserved])
  const node = instantiate(declaration.value, { parameters: filled, usedAt, budget }, context)
  return node.kind === 'map' ? node : emptyMap(node.at)
}

function withoutOwn(map: MapNode): MapNode {
  return { ...map, entries: map.entries.filter(({ key }) => !UNINHERITED_KEYS.includes(key)) }
}

/** `resourcePathName` is the last segment that is not a parameter. `{mediaTypeExtension}` is left out. */
function reservedOf(path: string, at: Span): Reserved {
  const resourcePath = path.replaceAll('{mediaTypeExtension}', '')
  const name = resourcePath.split('/').findLast((segment) => segment !== '' && !segment.includes('{'))
  return new Map([
    ['resourcePath', textNode(resourcePath, at)],
    ['resourcePathName', textNode(name ?? '', at)],
  ])
}

function textNode(text: string, at: Span): Node {
  return { kind: 'scalar', value: text, source: text, plain: true, at }
}
