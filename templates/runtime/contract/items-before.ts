import type { FastifyRequest } from 'fastify'
import { BadRequest } from '../errors.js'
import type { ResourceHost } from '../http/host.js'
import { modelNamed } from '../model.js'
import { encodeCursor } from '../query/parameters.js'
import { QueryReader } from '../query/reader.js'
import { type Condition, EVERYTHING, NOTHING, type Session, both, equal } from '../store.js'
import { parseValue } from '../values/values.js'
import type { CursorAfter, ListedItems } from './parts.js'

/**
 * Returns the function that makes the cursors of lists whose clients send the key of the last item.
 * @throws BadRequest if the list contains no such item that the caller can see, unless it is ordered by the key
 */
export function cursorsAfter(
  { options: { models, settings, policy } }: ResourceHost,
  database: Session,
): CursorAfter {
  const selected = (items: ListedItems, request: FastifyRequest): Condition => {
    const spec = modelNamed(models, items.model)
    const params: Readonly<Record<string, string>> = Object(request.params)
    const of = Object.entries(items.scope ?? {}).map(([field, parameter]) => {
      const value = parseValue(spec.fields[field] ?? { type: 'string' }, params[parameter] ?? '')
      return value.ok ? equal(field, value.value) : NOTHING
    })
    return of.reduce(both, items.above === undefined ? EVERYTHING : below(items.above, request))
  }
  const below = (
    { relation, items, parameter }: NonNullable<ListedItems['above']>,
    request: FastifyRequest,
  ): Condition => {
    if (parameter === undefined) return { kind: 'related', relation, of: selected(items, request) }
    const spec = modelNamed(models, items.model)
    const text = String(Object(request.params)[parameter])
    const key = request.keys?.[parameter] ?? policy(request).keyIn(spec, text)
    return key === undefined ? NOTHING : { kind: 'related', relation, of: equal(spec.key, key) }
  }
  return async ({ items, parameter, key, sort }, request) => {
    const spec = modelNamed(models, items.model)
    const caller = policy(request)
    const { orderBy } = new QueryReader(spec, models, settings).list({ _sort: sort }, caller)
    const known = caller.keyIn(spec, String(key))
    const own = known === undefined ? NOTHING : both(equal(spec.key, known), selected(items, request))
    const where = caller.restrict(own, spec)
    const [found] = await database.store(items.model, caller.rows).find({ where, orderBy, take: 1 })
    const row = found ?? (known === undefined || orderBy.length > 1 ? undefined : { [spec.key]: known })
    if (row !== undefined) return encodeCursor(spec, orderBy, row)
    const message = 'must be the key of an item'
    throw new BadRequest(`Invalid query: ${parameter}: ${message}.`, {
      errors: [{ path: parameter, message, in: 'query' }],
    })
  }
}
