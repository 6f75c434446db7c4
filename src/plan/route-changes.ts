import { CALLER_KEY, type Route, type Service } from '../ir/index.js'
import { groupedBy, writtenPath } from '../ir/lookup.js'
import { accessChanges } from './access-changes.js'
import { type ApiChange, changeAt } from './change.js'
import { type ContractOperation, operationsOf } from './contracts/operation.js'
import { contractChanges, isDeprecated, type OperationPair } from './contracts/operation-changes.js'
import { pairsOf } from './contracts/pairs.js'

/**
 * Returns added, removed and moved operations, and changes to contracts and access. Ignores the names of path parameters.
 * @param today `2026-01-31`: an operation can be removed from its sunset
 */
export function routeChanges(before: Service | null, after: Service, today: string): readonly ApiChange[] {
  const operations = operationsOf(after)
  if (before === null)
    return operations
      .filter(({ node }) => node !== null)
      .map(({ id }) => changeAt(id, 'endpoint-added', 'added'))
  const { kept, added, removed } = pairsOf(operationsOf(before), operations)
  const accessOf = accessChanges(before, after)
  return [
    ...removed.map((operation) => removal(operation, today)),
    ...added.map(({ id }) => changeAt(id, 'endpoint-added', 'added')),
    ...movedPrefixes(kept),
    ...kept.flatMap(formChanges),
    ...kept.flatMap(({ before: was, after: is }) =>
      was.node === null || is.node === null ? [] : accessOf(was.node, is.node),
    ),
    ...contractChanges(kept, { before, after }),
    ...webhookChanges(before, after),
  ]
}

function removal(operation: ContractOperation, today: string): ApiChange {
  const { id, sunset } = operation
  if (!isDeprecated(operation)) return changeAt(id, 'api-removed-without-deprecation', 'removed')
  if (sunset !== undefined && sunset > today)
    return changeAt(id, 'api-removed-before-sunset', `removed before its sunset ${sunset}`)
  return changeAt(
    id,
    'api-removed-with-deprecation',
    sunset === undefined ? 'removed (deprecated)' : `removed after its sunset ${sunset}`,
  )
}

/** Returns one change for all operations that moved from a prefix to the same other one. */
function movedPrefixes(pairs: readonly OperationPair[]): readonly ApiChange[] {
  const moved = pairs.filter(
    ({ before, after }) => before.prefix !== after.prefix && before.path.length === after.path.length,
  )
  const groups = groupedBy(moved, ({ before, after }) => `${before.prefix} ${after.prefix}`)
  return [...groups.values()].flatMap(([first, ...others]): readonly ApiChange[] => {
    if (first === undefined) return []
    const { before, after } = first
    if (others.length === 0)
      return [changeAt(after.id, 'api-prefix-changed', `moved from ${full(before)} to ${full(after)}`)]
    const [from, to] = [before.prefix, after.prefix].map((prefix) => (prefix === '' ? '/' : prefix))
    return [changeAt(from ?? '/', 'api-prefix-changed', `${others.length + 1} operations moved to ${to}`)]
  })
}

/** Returns the change of the form in which stored items are returned, or of the item that an operation without its key concerns. */
function formChanges({ before, after }: OperationPair): readonly ApiChange[] {
  const [was, is] = [before.node, after.node]
  if (was === null || is === null || !('action' in was) || !('action' in is)) return []
  if ((was.contract === undefined) === (is.contract === undefined)) {
    const [former, current] = [was, is].map(fixedItemOf)
    return former === undefined || current === undefined || former === current
      ? []
      : [changeAt(after.id, 'api-item-changed', `concerns ${current} instead of ${former}`)]
  }
  const change =
    is.contract === undefined
      ? "answers in svcgen's form instead of the one that the document declared"
      : "answers as the document declares; leave out the schema of its success response to keep svcgen's form"
  return [changeAt(after.id, 'api-form-changed', change)]
}

/** Returns the item that a route concerns although its path does not contain the key. */
function fixedItemOf({ contract }: Route): string | undefined {
  const [key] = Object.values(contract?.fixedKey ?? {})
  return key === CALLER_KEY ? 'the item of the caller' : key && `the item "${key}"`
}

function full(operation: ContractOperation): string {
  return operation.prefix + writtenPath(operation)
}

function webhookChanges(
  { webhooks: was = [] }: Service,
  { webhooks: is = [] }: Service,
): readonly ApiChange[] {
  return [
    ...was
      .filter((name) => !is.includes(name))
      .map((name) => changeAt(`webhook ${name}`, 'webhook-removed', 'removed')),
    ...is
      .filter((name) => !was.includes(name))
      .map((name) => changeAt(`webhook ${name}`, 'webhook-added', 'added')),
  ]
}
