import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ResponsePage } from '../events/types.js'
import type { Json } from '../json.js'
import type { Row } from '../model.js'
import { encodeCursor } from '../query/parameters.js'
import type { ListQuery } from '../query/reader.js'
import { type Aggregation, type AggregationResult, type ReadStore, type Selection, both } from '../store.js'
import { TimeZone } from '../values/time-zone.js'

/**
 * Returns the response body for a list: `{total, start, count, data}`, or just the total or the aggregations if the
 * query asks for them. Sets the `Link` header with the URL of the next page. `Prefer: count=none` omits the total.
 * Paging stops at `itemLimit`.
 */
export async function makePage<Document extends object>(
  store: ReadStore,
  request: FastifyRequest,
  reply: FastifyReply,
  query: ListQuery,
  { maxTotal, itemLimit }: { readonly maxTotal: number; readonly itemLimit: number | undefined },
  documentsOf: (rows: readonly Row[]) => Promise<Document[]>,
): Promise<ResponsePage<Document>> {
  const { where } = query
  if (query.aggregations.length > 0) return aggregated(store, query, itemLimit)
  const countLimit = maxTotal === 0 ? undefined : maxTotal + 1
  if (query.countOnly) return totalOf(await store.count(where, countLimit), maxTotal, itemLimit)
  const { orderBy, take, skip, after } = query
  const selection = { where, orderBy, take, skip, after }
  // The first row of the next page shows whether there is one.
  const andOneMore = { ...selection, take: take + 1 }
  const { rows: read, total } = wantsTotal(request)
    ? await store.findAndCount(andOneMore, countLimit)
    : { rows: await store.find(andOneMore), total: undefined }
  const found = itemLimit === undefined ? read : await withinLimit(store, selection, read, itemLimit)
  const rows = found.slice(0, take)
  const last = rows.at(-1)
  if (found.length > rows.length && last !== undefined)
    addNext(request, reply, encodeCursor(store.spec, orderBy, last))
  const data = await documentsOf(rows)
  return {
    ...(total === undefined ? {} : totalOf(total, maxTotal, itemLimit)),
    ...(after === undefined ? { start: skip } : {}),
    count: data.length,
    data,
  }
}

/** Returns the total for a response, limited by the `max_total` setting and by the limit for anonymous callers. */
export function totalOf(
  total: number,
  maxTotal: number,
  itemLimit = Infinity,
): Pick<ResponsePage<never>, 'total' | 'total_exceeded'> {
  const isExceeded = maxTotal > 0 && total > maxTotal
  return {
    total: Math.min(total, isExceeded ? maxTotal : Infinity, itemLimit),
    ...(isExceeded ? { total_exceeded: true } : {}),
  }
}

/**
 * Returns the rows that are among the first `itemLimit` rows of the selection. A client can send any cursor, so the
 * position of each row is checked.
 */
async function withinLimit(
  store: ReadStore,
  { where, orderBy, skip = 0, after }: Selection,
  rows: readonly Row[],
  itemLimit: number,
): Promise<readonly Row[]> {
  if (after === undefined) return rows.slice(0, Math.max(0, itemLimit - skip))
  const { key } = store.spec
  const first = new Set((await store.find({ where, orderBy, take: itemLimit })).map((row) => row[key]))
  return rows.filter((row) => first.has(row[key]))
}

async function aggregated(
  store: ReadStore,
  { where, aggregations }: ListQuery,
  itemLimit = Infinity,
): Promise<ResponsePage<never>> {
  const results = new Map<string, AggregationResult | undefined>()
  // Aggregations over the same items are computed together.
  for (const valued of new Set(aggregations.map((each) => each.where))) {
    const wanted = aggregations.filter((each) => each.where === valued)
    const of = wanted.map(({ aggregation }) => aggregation)
    const found = await store.aggregate(both(where, valued), of)
    wanted.forEach(({ name }, index) => results.set(name, found[index]))
  }
  const named = aggregations.map(({ name, aggregation }): [string, Json] => {
    const result = results.get(name)
    if (result === undefined || !('buckets' in result)) return [name, { ...result }]
    const write = keyWriter(aggregation)
    const buckets = result.buckets.slice(0, itemLimit)
    return [name, { buckets: buckets.map(({ key, ...counts }) => ({ key: write(key), ...counts })) }]
  })
  return { aggregations: Object.fromEntries(named) }
}

/** Returns how the keys of buckets are written: with the offset of the time zone if the query names one. */
function keyWriter(aggregation: Aggregation): (key: Json) => Json {
  if (aggregation.kind !== 'date_histogram' || aggregation.timezone === undefined) return (key) => key
  const zone = new TimeZone(aggregation.timezone)
  return aggregation.interval === 'hour'
    ? (key) => zone.moment(String(key))
    : (key) => zone.startOfDay(String(key))
}

function addNext(request: FastifyRequest, reply: FastifyReply, cursor: string): void {
  const [path = '', search = ''] = request.url.split('?', 2)
  const parameters = new URLSearchParams(search)
  for (const name of ['_after', '_start', '_page']) parameters.delete(name)
  parameters.set('_after', cursor)
  reply.header('Link', `<${path}?${parameters.toString()}>; rel="next"`)
}

/** Preferences are separated by commas (RFC 7240). */
function wantsTotal({ counts, headers: { prefer = '' } }: FastifyRequest): boolean {
  return counts ?? !/(?:^|,)\s*count=none\s*(?:,|$)/.test(String(prefer))
}
