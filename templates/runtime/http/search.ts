import type { SearchOptions } from '../events/action-event.js'
import type { Models, Row } from '../model.js'
import { type QueryLimits, QueryReader } from '../query/index.js'
import type { Session } from '../store.js'

/** Finds items by expressions, for handlers. */
export class Search {
  readonly #models: Models
  readonly #limits: QueryLimits
  readonly #readers = new Map<string, QueryReader>()

  constructor(models: Models, limits: QueryLimits) {
    this.#models = models
    this.#limits = limits
  }

  /**
   * Items of a model by an expression as `q` takes it: `name:foo AND progress:>0.5` (SPEC 13.2).
   * @throws BadRequest for a malformed expression; TypeError for an unknown model
   */
  find(
    session: Session,
    name: string,
    expression: string,
    { take, skip, orderBy = '' }: SearchOptions,
  ): Promise<Row[]> {
    const reader = this.#reader(name)
    return session
      .store(name)
      .find({ where: reader.search(expression), orderBy: reader.order(orderBy), take, skip })
  }

  #reader(name: string): QueryReader {
    const known = this.#readers.get(name)
    if (known !== undefined) return known
    const model = this.#models[name]
    if (model === undefined) throw new TypeError(`there is no model ${name}`)
    const reader = new QueryReader(model, this.#models, this.#limits)
    this.#readers.set(name, reader)
    return reader
  }
}
