import type { Service } from '../ir/index.js'

/**
 * The IR with the parts of a lock's in the place of those that are the same but for places, which a lock does not keep: what has not changed since the
 * last run is then the same object. The lock's own IR where all is the same.
 */
export function withFormerParts(service: Service, former: Service): Service {
  if (service === former) return former
  const merged: Service = {
    ...service,
    auth: isSame(service.auth, former.auth) ? former.auth : service.auth,
    models: withFormerNodes(service.models, former.models, idOf),
    relations: withFormerNodes(service.relations, former.relations, idOf),
    routes: withFormerNodes(service.routes, former.routes, idOf),
    acls: withFormerNodes(service.acls, former.acls, idOf),
    handlers: withFormerNodes(service.handlers, former.handlers, ({ name }) => name),
  }
  return isShallowlySame(Object.entries(merged), Object.entries(former)) ? former : merged
}

function idOf({ id }: { readonly id: string }): string {
  return id
}

function withFormerNodes<T extends object>(
  nodes: readonly T[],
  former: readonly T[],
  nameOf: (node: T) => string,
): readonly T[] {
  const byName = new Map(former.map((node) => [nameOf(node), node]))
  const merged = nodes.map((node) => {
    const known = byName.get(nameOf(node))
    return known !== undefined && isSame(node, known) ? known : node
  })
  return merged.length === former.length && merged.every((node, at) => node === former[at]) ? former : merged
}

type Entries = readonly (readonly [key: string, value: unknown])[]

/** The IR is plain JSON with its keys in a fixed order. */
function isShallowlySame(a: Entries, b: Entries): boolean {
  return a.length === b.length && a.every(([key, value], at) => key === b[at]?.[0] && value === b[at][1])
}

function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b)) return Array.isArray(a) && Array.isArray(b) && isSameList(a, b)
  const [entries, others] = [Object.entries(a), Object.entries(b)]
  return (
    entries.length === others.length &&
    entries.every(([key, value], at) => {
      const other = others[at]
      return (
        key === other?.[0] &&
        (isSame(value, other[1]) || (key === 'loc' && isPlace(value) && isPlace(other[1])))
      )
    })
  )
}

function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, at) => isSame(item, b[at]))
}

/** A field of the user's may be called `loc`, too. */
function isPlace(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const [file, line, column, ...others] = Object.entries(value)
  return (
    others.length === 0 &&
    file?.[0] === 'file' &&
    typeof file[1] === 'string' &&
    line?.[0] === 'line' &&
    typeof line[1] === 'number' &&
    column?.[0] === 'column' &&
    typeof column[1] === 'number'
  )
}
