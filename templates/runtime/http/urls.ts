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
  for (const segment of segmentsOf(model.path)) {
    if (typeof segment === 'string') {
      urls = urls.map((url) => url && url + segment)
      continue
    }
    const [step = ''] = segment
    const values = segment.length === 1 ? null : await follow(context, model, rows, segment)
    urls = urls.map((url, index) => {
      const value = (values === null ? rows[index]?.[step] : values[index]) ?? null
      return url === null || value === null ? null : `${url}/${encodeURIComponent(String(value))}`
    })
  }
  return urls
}

/** A part of a path with its slash, or the steps to the value that stands there. */
type Segment = string | readonly string[]

const known = new Map<string, readonly Segment[]>()

/** The segments of a model's path, of which there are as many as models. */
function segmentsOf(path: string): readonly Segment[] {
  const segments =
    known.get(path) ??
    path
      .slice(1)
      .split('/')
      .map((segment) =>
        segment.startsWith(':') ? segment.slice(1).split('.') : `/${encodeURIComponent(segment)}`,
      )
  known.set(path, segments)
  return segments
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
