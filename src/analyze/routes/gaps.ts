import type { Model } from '../../ir/index.js'
import { looseKey } from '../../naming/loose-match.js'
import { hasPlainModel, type Reason, type Unstored } from '../models/not-stored.js'
import { type PathNode, spanOfNode } from '../resources/path-tree.js'
import { type Gap, isRouteTarget, type RouteTarget } from './route-targets.js'
import type { FailedLink } from '../models/models-by-name.js'
import { listed } from '../../naming/phrases.js'
import type { RouteSource } from './source.js'

export function unstoredAt({ path, resources }: PathNode, reason: Reason): readonly Unstored[] {
  if (reason.kind !== 'unsupported') return []
  const [first] = resources.filter(({ methods }) => methods.length > 0)
  return first === undefined
    ? []
    : [{ path: path || '/', at: first.pathAt, why: reason.why, cause: reason.at ?? null }]
}

/** Returns whether a segment names an invalid relationship of its parent item, which has been reported. */
export function isReported(
  { segment }: PathNode,
  above: RouteTarget | Gap,
  failed: readonly FailedLink[],
): boolean {
  if (segment?.kind !== 'static' || !isRouteTarget(above)) return false
  const isCalled = (name: string | null) => name !== null && looseKey(name) === looseKey(segment.text)
  return failed.some(
    ({ from, field, to, backref }) =>
      (from === above.model && isCalled(field)) || ((to === above.model || to === null) && isCalled(backref)),
  )
}

/** Returns why a node that names a model or back-reference has no routes, or null for other nodes. */
export function gapReason(
  node: PathNode,
  gap: Gap,
  models: ReadonlyMap<string, Model>,
  failed: readonly FailedLink[],
  { api, collector }: RouteSource,
): Reason | null {
  if (gap.kind !== 'back-reference' && gap.kind !== 'unrelated' && gap.kind !== 'ambiguous') return null
  // In an OpenAPI document, operations that svcgen does not recognize are those of the user.
  if (api.components !== null) return { kind: 'bare' }
  if (gap.kind === 'back-reference')
    return { kind: 'unsupported', why: 'a back-reference is part of its item, not a sub-resource' }
  const { owner, model } = gap
  if (failed.some(({ from, to }) => from === owner || to === owner)) return { kind: 'reported' }
  if (hasPlainModel(models.get(owner), models.get(model))) {
    return { kind: 'unsupported', why: `there is no relationship between ${owner} and ${model}` }
  }
  const at = spanOfNode(node)
  if (gap.kind === 'unrelated') {
    const message = `Nested collection "${node.path}" requires a relationship between ${owner} and ${model}`
    collector.report('SVC4018', {
      message,
      at,
      help: `Add a relationship to ${model} in the schema of ${owner}`,
    })
  } else {
    const message = `Ambiguous path "${node.path}"; it matches the relationships ${listed(gap.ends)} of ${owner}`
    const help = `Name the segment after the relationship, as in "/${gap.ends[0] ?? ''}"`
    collector.report('SVC4019', { message, at, help })
  }
  return { kind: 'reported' }
}
