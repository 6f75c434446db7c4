import type { Json } from '../../ir/index.js'
import { compareText } from '../../naming/order.js'
import { isObject, type JsonObject } from './json.js'

const REFERENCE = /^#\/components\/([^/]+)\/([^/]+)/

/** The components that are referred to from these paths, or from one another; sorted by kind and name. */
export function usedComponents(
  components: Readonly<Record<string, JsonObject>>,
  paths: JsonObject,
): JsonObject {
  const used = new Map<string, Map<string, Json>>()
  const visit = (value: Json): void => {
    if (Array.isArray(value)) return void value.forEach(visit)
    if (!isObject(value)) return
    for (const [key, entry] of Object.entries(value)) {
      if (key === '$ref' && typeof entry === 'string') follow(entry)
      else visit(entry)
    }
  }
  const followed = new Set<string>()
  const follow = (text: string): void => {
    if (followed.has(text)) return
    followed.add(text)
    const [, kind = '', name = ''] = REFERENCE.exec(text) ?? []
    const component = components[kind]?.[name]
    const ofKind = used.get(kind) ?? new Map<string, Json>()
    if (component === undefined) return
    used.set(kind, ofKind.set(name, component))
    visit(component)
  }
  visit(paths)
  return Object.fromEntries(
    sorted([...used]).map(([kind, named]) => [kind, Object.fromEntries(sorted([...named]))]),
  )
}

function sorted<T>(entries: [string, T][]): [string, T][] {
  return entries.toSorted(([a], [b]) => compareText(a, b))
}
