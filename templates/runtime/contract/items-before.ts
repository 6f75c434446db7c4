import type { FastifyRequest } from 'fastify'
import { BadRequest } from '../errors.js'
import type { ResourceHost } from '../http/host.js'
import type { Json } from '../json.js'
import { modelNamed } from '../model.js'
import { encodeCursor } from '../query/parameters.js'
import { QueryReader } from '../query/reader.js'
import { NOTHING, type Session, equal } from '../store.js'

/** The item before a page, and the order of the list. */
export interface ItemBefore {
  readonly model: string
  /** The parameter that contains the key. */
  readonly parameter: string
  readonly key: Json
  readonly sort: string
}

/** Returns the cursor of the page after an item. */
export type CursorAfter = (item: ItemBefore, request: FastifyRequest) => Promise<string>

/**
 * Returns the function that makes the cursors of lists whose clients send the key of the last item.
 * @throws BadRequest if the caller can see no such item, unless the list is ordered by the key
 */
export function cursorsAfter(
  { options: { models, settings, policy } }: ResourceHost,
  database: Session,
): CursorAfter {
  return async ({ model, parameter, key, sort }, request) => {
    const spec = modelNamed(models, model)
    const caller = policy(request)
    const { orderBy } = new QueryReader(spec, models, settings).list({ _sort: sort }, caller)
    const known = caller.keyIn(spec, String(key))
    const where = caller.restrict(known === undefined ? NOTHING : equal(spec.key, known), spec)
    const [found] = await database.store(model, caller.rows).find({ where, orderBy, take: 1 })
    const row = found ?? (known === undefined || orderBy.length > 1 ? undefined : { [spec.key]: known })
    if (row !== undefined) return encodeCursor(spec, orderBy, row)
    const message = 'must be the key of an item'
    throw new BadRequest(`Invalid query: ${parameter}: ${message}.`, {
      errors: [{ path: parameter, message, in: 'query' }],
    })
  }
}
