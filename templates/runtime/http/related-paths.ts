import type { Json } from '../json.js'
import type { ModelSpec, Row } from '../model.js'
import { both } from '../store.js'
import type { Segment, Steps, UrlContext } from './documents.js'

/**
 * Reads the items to which a path leads: `:phone.contact` means the `contact` of the item that `phone` refers to. The
 * items are read with one query per step.
 * @returns a function that returns a value in the path of the n-th row
 */
export async function followPath(
  context: UrlContext,
  model: ModelSpec,
  rows: readonly Row[],
  segments: readonly Segment[],
): Promise<(steps: Steps, index: number) => Json> {
  const found = new Map<Segment, readonly Json[]>()
  for (const segment of segments)
    if (typeof segment !== 'string') found.set(segment, await follow(context, model, rows, segment))
  return (steps, index) => found.get(steps)?.[index] ?? null
}

async function follow(
  context: UrlContext,
  model: ModelSpec,
  rows: readonly Row[],
  steps: Steps,
): Promise<Json[]> {
  const [step = '', ...rest] = steps
  const values = rows.map((row) => row[step] ?? null)
  const target = context.models[model.relations[step]?.model ?? '']
  if (rest.length === 0 || target === undefined) return values
  const [name = ''] = rest
  const isHidden = name !== target.key && context.policy.visible(target)?.has(name) === false
  if (isHidden && rest.length === 1) return values.map(() => null)
  const keys = [...new Set(values.filter((value) => value !== null))]
  const found = await context.session.store(target.name, context.policy.rows).find({
    where: both({ kind: 'compare', field: target.key, op: 'in', value: keys }, context.policy.scope(target)),
    orderBy: [{ field: target.key, direction: 'asc' }],
  })
  const further = await follow(context, target, found, rest)
  const byKey = new Map(found.map((row, index) => [row[target.key], further[index] ?? null]))
  return values.map((value) => byKey.get(value ?? '') ?? null)
}
