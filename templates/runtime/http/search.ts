import type { SearchOptions } from '../events/action-event.js'
import type { Models, Row } from '../model.js'
import { type QueryLimits, QueryReader } from '../query/index.js'
import type { Session } from '../store.js'

/** Where a search looks. */
export interface SearchContext {
  readonly session: Session
  readonly models: Models
  readonly limits: QueryLimits
}

/**
 * Items of a model by an expression as `q` takes it: `name:foo AND progress:>0.5` (SPEC 13.2).
 * @throws BadRequest for a malformed expression; TypeError for an unknown model
 */
export function search(
  { session, models, limits }: SearchContext,
  name: string,
  expression: string,
  options: SearchOptions,
): Promise<Row[]> {
  const model = models[name]
  if (model === undefined) throw new TypeError(`there is no model ${name}`)
  const reader = new QueryReader(model, models, limits)
  return session.store(name).find({
    where: reader.search(expression),
    orderBy: reader.order(options.orderBy ?? ''),
    take: options.take,
    skip: options.skip,
  })
}
