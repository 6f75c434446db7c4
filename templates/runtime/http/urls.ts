import type { Json } from '../json.js'
import type { ModelSpec, Models, Row } from '../model.js'
import type { Session } from '../store.js'

interface UrlContext {
  readonly session: Session
  readonly models: Models
  readonly baseUrl: string
}

/** The `_self` of each row; null for one that hangs below nothing. */
export type Urls = (string | null)[]

/**
 * The `_self` of rows: the model's path with the values of the rows' own fields, at once. A step `:phone.contact` is the `contact` of the item that
 * `phone` names; such items are read, one query for each step.
 */
export function documentUrls(
  context: UrlContext,
  model: ModelSpec,
  rows: readonly Row[],
): Urls | Promise<Urls> {
  if (model.path === null) return rows.map(() => null)
  const segments = segmentsOf(model.path)
  if (segments.some(leadsOn)) return followedUrls(context, model, rows, segments)
  return rows.map((row) => joined(context.baseUrl, segments, ([step = '']) => row[step] ?? null))
}

async function followedUrls(
  context: UrlContext,
  model: ModelSpec,
  rows: readonly Row[],
  segments: readonly Segment[],
): Promise<Urls> {
  const found = new Map<Segment, readonly Json[]>()
  for (const segment of segments)
    if (typeof segment !== 'string') found.set(segment, await follow(context, model, rows, segment))
  return rows.map((_, index) =>
    joined(context.baseUrl, segments, (steps) => found.get(steps)?.[index] ?? null),
  )
}

function joined(base: string, segments: readonly Segment[], valueOf: (steps: Steps) => Json): string | null {
  let url = base
  for (const segment of segments) {
    if (typeof segment === 'string') {
      url += segment
      continue
    }
    const value = valueOf(segment)
    if (value === null) return null
    url += `/${encodeURIComponent(String(value))}`
  }
  return url
}

/** Steps to the value that stands in a path: a field, or relations on the way to one. */
type Steps = readonly string[]

/** A part of a path with its slash, or a value's steps. */
type Segment = string | Steps

function leadsOn(segment: Segment): boolean {
  return typeof segment !== 'string' && segment.length > 1
}

const known = new Map<string, readonly Segment[]>()

/** The segments of a model's path, of which there are as many as models. */
function segmentsOf(path: string): readonly Segment[] {
  const segments = known.get(path)
  if (segments !== undefined) return segments
  const read = path
    .slice(1)
    .split('/')
    .map((segment) =>
      segment.startsWith(':') ? segment.slice(1).split('.') : `/${encodeURIComponent(segment)}`,
    )
  known.set(path, read)
  return read
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
