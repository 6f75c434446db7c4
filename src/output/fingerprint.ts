import type { Service } from '../ir/index.js'
import { hashOf } from './hash.js'
import { type List, LISTS } from './lists.js'
import { nodeText } from './node-texts.js'
import { jsonWithoutPlaces } from './without-places.js'

/** Fingerprints of the nodes of an IR, in their order. */
export type Fingerprints = Readonly<Record<List, readonly string[]>>

const known = new WeakMap<object, string>()

/**
 * Tells one value of the IR from another, by the SHA-256 of its JSON; places are no part of it, as views do not print them. That of a list is made of
 * those of its nodes, each of which is looked at once.
 */
export function fingerprint(value: unknown): string {
  if (Array.isArray(value)) return short(value.map(fingerprint).join())
  if (typeof value !== 'object' || value === null) return String(value)
  const found = known.get(value) ?? short(jsonWithoutPlaces(value))
  known.set(value, found)
  return found
}

function short(text: string): string {
  return hashOf(text).slice(0, 32)
}

/** Those of all nodes, which {@link fingerprint} knows then. They are of the texts that the lock holds, too. */
export function fingerprintsOf(service: Service): Fingerprints {
  const { models, relations, routes, acls, handlers } = service
  const of = (nodes: readonly object[]): readonly string[] => nodes.map(ofNode)
  return {
    models: of(models),
    relations: of(relations),
    routes: of(routes),
    acls: of(acls),
    handlers: of(handlers),
  }
}

function ofNode(node: object): string {
  const found = known.get(node) ?? short(nodeText(node))
  known.set(node, found)
  return found
}

/** Spares making them of nodes that are known to be the same; the lists have those nodes in the same order. */
export function recallFingerprints(service: Service, fingerprints: Fingerprints): void {
  for (const list of LISTS)
    for (const [at, node] of service[list].entries()) {
      const found = fingerprints[list][at]
      if (found !== undefined) known.set(node, found)
    }
}
