import type { Condition } from '../condition.js'
import type { ModelSpec } from '../model.js'

/** The ceilings of queries (SPEC 7, 16). */
export interface QueryLimits {
  /** Largest page. */
  readonly maxLimit: number
  /** How far an anonymous caller can page. */
  readonly publicMaxLimit: number
  /** Characters of one filter. */
  readonly filterLength: number
  readonly filters: number
  readonly sortKeys: number
  /** Terms of an expression. */
  readonly terms: number
}

/** What a query may do, by who asks. */
export interface Caller {
  /** Names of the fields that the caller sees; null: all. */
  visible(model: ModelSpec): ReadonlySet<string> | null
  /** Whether paging ends at `publicMaxLimit`: an anonymous caller of a service with authentication. */
  readonly anonymousLimit: boolean
  /** Whether the caller may view some item of the model, as far as is known without one. */
  mayView(model: ModelSpec): boolean
  /** Only where items carry access rules of their own. */
  readonly reach?: Reach
}

/** Which items there are for the caller. */
export interface Reach {
  /** Those that the request may list, change or delete, by what it asks for. */
  acted(model: ModelSpec): Condition
  /** Those that the caller may view, wherever they stand. */
  viewed(model: ModelSpec): Condition
}

/** Someone who sees everything: the service's own code. */
export const TRUSTED: Caller = { visible: () => null, anonymousLimit: false, mayView: () => true }
