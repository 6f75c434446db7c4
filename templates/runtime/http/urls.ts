import type { Json } from '../json.js'
import type { ModelSpec, Models, Row } from '../model.js'
import type { Session } from '../store.js'

interface UrlContext {
  readonly session: Session
  readonly models: Models
  readonly baseUrl: string
}

/**
 * The `_self` of each row: the model's path with the values of the rows' own fields; null for one that hangs below nothing. A step `:phone.contact` is the `contact` of the item that
 * `phone` names; such items are read, one query for each step.
 */
export async function documentUrls(
  context: UrlContext,
  model: ModelSpec,
  rows: readonly Row[],
): Promise<(string | null)[]> {
  if (model.path === null) return rows.map(() => null)
  let urls: (string | null)[] = rows.map(() => context.baseUrl)
  for (const segment of model.path.slice(1).split('/')) {
    const values = segment.startsWith(':')
      ? await follow(context, model, rows, segment.slice(1).split('.'))
      : undefined
    urls = urls.map((url, index) => {
      const value = values === undefined ? segment : (values[index] ?? null)
      return url === null || value === null ? null : `${url}/${encodeURIComponent(String(value))}`
    })
  }
  return urls
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
  const found = await context.session.store(target.name).find({
    where: {
      kind: 'compare',
      field: target.key,
      op: 'in',
      value: [...new Set(values.filter((value) => value !== null))],
    },
    orderBy: [{ field: target.key, direction: 'asc' }],
  })
  const further = await follow(context, target, found, rest)
  const byKey = new Map(found.map((row, index) => [row[target.key], further[index] ?? null]))
  return values.map((value) => byKey.get(value ?? '') ?? null)
}
