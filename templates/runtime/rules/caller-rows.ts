import type { ModelSpec, Models, Row } from '../model.js'
import type { RowAccess } from '../repository/items.js'
import type { Condition, Session, Store } from '../store.js'
import { CallerStore } from './caller-store.js'
import type { RuleConditions } from './conditions.js'
import { RuledItems } from './items.js'
import type { RowPermission } from './rules.js'
import { shownRows } from './shown-rows.js'

/** The rows that rules allow a caller to read and write. */
export class CallerRows implements RowAccess {
  readonly #conditions: RuleConditions

  constructor(conditions: RuleConditions) {
    this.#conditions = conditions
  }

  get user(): Row | undefined {
    return this.#conditions.user
  }

  restricted(all: Store, session: Session): Store {
    return new CallerStore(all, session, this.#conditions)
  }

  items(session: Session, models: Models, model: ModelSpec): RuledItems {
    return new RuledItems(session, this, models, model)
  }

  shown(session: Session, model: ModelSpec, rows: readonly Row[]): Promise<readonly (Row | undefined)[]> {
    return shownRows(session, this.#conditions, model, rows)
  }

  condition(session: Session, model: string, permission: RowPermission): Promise<Condition> {
    return this.#conditions.of(session, model, permission)
  }
}
