import { type Condition, EVERYTHING } from '../condition.js'
import type { ModelSpec, Row } from '../model.js'

/** What the caller of a request may see (SPEC 12). */
export interface Sight {
  /** Names of the fields that the caller sees; null: all. */
  fields(model: ModelSpec): ReadonlySet<string> | null
  /** Whether the caller may view this item where it stands nested in another one. */
  mayView(model: ModelSpec, row: Row): Promise<boolean>
  /** Which items there are for the caller where others lead to them: all, but where items carry access rules of their own. */
  reach(model: ModelSpec): Condition
}

/** The sight of a service without authentication: everyone sees everything. */
export const SEES_ALL: Sight = {
  fields: () => null,
  mayView: () => Promise.resolve(true),
  reach: () => EVERYTHING,
}
