import type { FastifyReply, FastifyRequest } from 'fastify'
import { both, type Condition } from '../condition.js'
import type { ResponseBody } from '../events/types.js'
import type { Json } from '../json.js'
import type { ModelSpec, Row } from '../model.js'
import { encodeCursor, type ListQuery } from '../query/index.js'
import type { Selection, Store } from '../store.js'
import type { Document, Projection } from './documents.js'

/** What a page is made of. */
export interface PageSource {
  readonly model: ModelSpec
  readonly store: Store
  readonly query: ListQuery
  /** The items below the parent; everything at the root. */
  readonly within: Condition
  /** Beyond which an anonymous caller is told of nothing; undefined without such a bound. */
  readonly reach: number | undefined
  documents(rows: readonly Row[], projection: Projection): Document[] | Promise<Document[]>
}

/**
 * The body of an index (SPEC 6, 7): `{total, start, count, data}`; only the total or the aggregations where these are asked for. The next page is
 * in the `Link` header. `Prefer: count=none` leaves the total out.
 */
export async function makePage(
  request: FastifyRequest,
  reply: FastifyReply,
  source: PageSource,
): Promise<ResponseBody> {
  const { model, store, query, reach } = source
  const where = both(source.within, query.where)
  if (query.aggregations.length > 0) return aggregated(source, where)
  const clamped = (total: number): number => Math.min(total, reach ?? Infinity)
  if (query.countOnly) return { total: clamped(await store.count(where)) }
  const { orderBy, take, skip, after } = query
  const selection = { where, orderBy, take, skip, after }
  const { rows: read, total } = await readPage(store, selection, !declinesCount(request))
  const found = reach === undefined ? read : await reached(store, selection, read, reach)
  const rows = found.slice(0, take)
  const last = rows.at(-1)
  if (found.length > rows.length && last !== undefined)
    addNext(request, reply, encodeCursor(model, orderBy, last))
  const data = await source.documents(rows, query.fields)
  return {
    ...(total === undefined ? {} : { total: clamped(total) }),
    ...(after === undefined ? { start: skip } : {}),
    count: data.length,
    data,
  }
}

type PageSelection = Selection & { readonly take: number; readonly skip: number }

/** The rows of a page and, where there is one, the first of the next; and the total where it is wanted. */
async function readPage(
  store: Store,
  selection: PageSelection,
  counts: boolean,
): Promise<{ readonly rows: readonly Row[]; readonly total?: number }> {
  const { where, take } = selection
  if (take === 0) return { rows: [], ...(counts ? { total: await store.count(where) } : {}) }
  const andOneMore = { ...selection, take: take + 1 }
  return counts ? store.findAndCount(andOneMore) : { rows: await store.find(andOneMore) }
}

/** The rows that stand among the first so many of the selection. How far a cursor has come is not for the caller to tell. */
async function reached(
  store: Store,
  { where, orderBy, skip, after }: PageSelection,
  rows: readonly Row[],
  reach: number,
): Promise<readonly Row[]> {
  if (after === undefined) return rows.slice(0, Math.max(0, reach - skip))
  const { key } = store.spec
  const first = new Set((await store.find({ where, orderBy, take: reach })).map((row) => row[key]))
  return rows.filter((row) => first.has(row[key]))
}

async function aggregated(
  { store, query, reach = Infinity }: PageSource,
  where: Condition,
): Promise<ResponseBody> {
  const results = await store.aggregate(
    where,
    query.aggregations.map(({ aggregation }) =>
      aggregation.kind === 'terms'
        ? { ...aggregation, size: Math.min(aggregation.size, reach) }
        : aggregation,
    ),
  )
  const named = query.aggregations.map(({ name }, index): [string, Json] => {
    const result = results[index]
    return [
      name,
      result !== undefined && 'buckets' in result
        ? { buckets: result.buckets.slice(0, reach) }
        : { ...result },
    ]
  })
  return { aggregations: Object.fromEntries(named) }
}

function addNext(request: FastifyRequest, reply: FastifyReply, cursor: string): void {
  const [path = '', search = ''] = request.url.split('?', 2)
  const parameters = new URLSearchParams(search)
  for (const name of ['_after', '_start', '_page']) parameters.delete(name)
  parameters.set('_after', cursor)
  reply.header('Link', `<${path}?${parameters.toString()}>; rel="next"`)
}

/** RFC 7240: preferences are separated by commas. */
function declinesCount(request: FastifyRequest): boolean {
  const { prefer } = request.headers
  return (
    prefer !== undefined &&
    String(prefer)
      .split(',')
      .some((preference) => preference.trim() === 'count=none')
  )
}
