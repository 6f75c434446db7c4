import type { Json } from '../json.js'
import type { ModelSpec, Row } from '../model.js'
import { both } from '../store.js'
import type { UrlContext } from './documents.js'

/**
 * Reads the items to which a path leads: `phone.contact` means the `contact` of the item that `phone` refers to. The
 * items are read with one query per step.
 * @returns a function that returns a value in the path of the n-th row
 */
export async function followPath(
  context: UrlContext,
  model: ModelSpec,
  rows: readonly Row[],
  path: readonly string[],
): Promise<(name: string, index: number) => Json> {
  const found = new Map<string, readonly Json[]>()
  for (const [index, name] of path.entries())
    if (index % 2 === 1) found.set(name, await follow(context, model, rows, name.split('.')))
  return (name, index) => found.get(name)?.[index] ?? null
}

async function follow(
  context: UrlContext,
  model: ModelSpec,
  rows: readonly Row[],
  steps: readonly string[],
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
