import type { Json } from '../../ir/index.js'
import { sortedBy } from '../../naming/order.js'
import type { JsonObject } from './json.js'

/** Components by kind, then by name. */
export type Components = ReadonlyMap<string, ReadonlyMap<string, Json>>

const REFERENCE = /^#\/components\/([^/]+)\/([^/]+)/

/** The components that are referred to from these paths, or from one another; sorted by kind and name. */
export function usedComponents(components: Components, paths: JsonObject): JsonObject {
  const used = new Map<string, Map<string, Json>>()
  const visit = (value: Json): void => {
    if (typeof value !== 'object' || value === null) return
    if ('$ref' in value && typeof value.$ref === 'string') follow(value.$ref)
    for (const entry of Object.values(value)) visit(entry)
  }
  const followed = new Set<string>()
  const follow = (text: string): void => {
    if (followed.has(text)) return
    followed.add(text)
    const [, kind = '', name = ''] = REFERENCE.exec(text) ?? []
    const component = components.get(kind)?.get(name)
    if (component === undefined) return
    const ofKind = used.get(kind) ?? new Map<string, Json>()
    used.set(kind, ofKind.set(name, component))
    visit(component)
  }
  visit(paths)
  const sorted = sortedBy(used, ([kind]) => kind)
  return Object.fromEntries(
    sorted.map(([kind, named]) => [kind, Object.fromEntries(sortedBy(named, ([name]) => name))]),
  )
}
