import type { ContractOperation } from './operation.js'
import type { OperationPair } from './operation-changes.js'

/** The operations of two services. */
export interface Pairing {
  readonly kept: readonly OperationPair[]
  readonly added: readonly ContractOperation[]
  readonly removed: readonly ContractOperation[]
}

/**
 * Returns which operations are the same: those at the same full path, or else at the same path below another prefix. The
 * names of path parameters are ignored.
 */
export function pairsOf(before: readonly ContractOperation[], after: readonly ContractOperation[]): Pairing {
  const kept: OperationPair[] = []
  let [removed, added] = [before, after]
  for (const keyOf of [fullKey, bareKey]) {
    const old = new Map(removed.map((operation) => [keyOf(operation), operation]))
    const found = new Set<ContractOperation>()
    added = added.filter((operation) => {
      const was = old.get(keyOf(operation))
      if (was === undefined || found.has(was)) return true
      found.add(was)
      kept.push({ before: was, after: operation })
      return false
    })
    removed = removed.filter((operation) => !found.has(operation))
  }
  return { kept, added, removed }
}

function fullKey({ method, prefix, path }: ContractOperation): string {
  return `${method} ${shapeOf(prefix + path)}`
}

function bareKey({ method, path }: ContractOperation): string {
  return `${method} ${shapeOf(path)}`
}

function shapeOf(path: string): string {
  return path.replace(/\{[^}]*\}/g, '{}')
}
