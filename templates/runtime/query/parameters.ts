import { BadRequest, type Fault, Forbidden, MAX_LISTED, MAX_SUGGESTIONS } from '../errors.js'
import type { ModelSpec, Models } from '../model.js'
import { type Condition, EVERYTHING, both } from '../store.js'
import { didYouMean } from '../values/text.js'
import type { Target, Targets } from './targets.js'

/** A query string, parsed: a parameter that is repeated has a list. */
export type QueryParameters = Readonly<Record<string, string | readonly string[] | undefined>>

const NONE: readonly string[] = []

/** All values of a parameter. */
export function valuesOf(parameters: QueryParameters, name: string): readonly string[] {
  const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined
  if (value === undefined) return NONE
  return typeof value === 'string' ? [value] : value
}

/** Parameters that are no filters (SPEC 7). */
export const RESERVED = [
  '_limit',
  '_start',
  '_page',
  '_after',
  '_sort',
  '_fields',
  '_count',
  '_search_fields',
  '_missing_',
  '_exists_',
  'q',
] as const
export type Reserved = (typeof RESERVED)[number]

/** Those of them that select items; the others say what to show of these, and mean nothing to update_many and delete_many. */
export const SELECTING: ReadonlySet<string> = new Set<Reserved>([
  'q',
  '_search_fields',
  '_missing_',
  '_exists_',
])

/** How many faults the one line of an answer tells; `errors` has them all. */
const TOLD = 3

/** Gathers what is wrong with a query, so that one answer tells all of it (SPEC 7). */
export class Faults {
  readonly #bad: Fault[] = []
  readonly #hidden: Fault[] = []
  #unlisted = 0

  /** @param parameter name of the parameter at fault; empty for the query as a whole */
  add(parameter: string, message: string): void {
    if (this.#bad.length < MAX_LISTED) this.#bad.push({ path: parameter, message })
    else this.#unlisted += 1
  }

  /** {@link add} for a name that does not exist; suggests one of the names that do. */
  addUnknown(parameter: string, message: string, given: string, names: Iterable<string>): void {
    this.add(parameter, message + (this.#bad.length < MAX_SUGGESTIONS ? didYouMean(given, names) : ''))
  }

  /** A field that is there, but not for this caller. */
  hide(parameter: string, name: string): void {
    if (this.#hidden.length < MAX_LISTED)
      this.#hidden.push({ path: parameter, message: `"${name}" is not yours to see` })
  }

  /** Takes over what {@link refuse} threw elsewhere; throws anything else again. */
  absorb(error: unknown): void {
    if (error instanceof BadRequest) this.#bad.push(...error.errors)
    else if (error instanceof Forbidden) this.#hidden.push(...error.errors)
    else throw error
  }

  /** @throws Forbidden for fields that the caller may not see, whatever else is wrong; BadRequest with all faults */
  refuse(): void {
    if (this.#hidden.length > 0) {
      const errors = once(this.#hidden)
      throw new Forbidden(told(errors), { errors })
    }
    if (this.#bad.length > 0) {
      const errors = once(this.#bad)
      throw new BadRequest(told(errors), { errors, errorCount: errors.length + this.#unlisted })
    }
  }
}

/** The same fault is told once. */
function once(faults: readonly Fault[]): Fault[] {
  return [...new Map(faults.map((fault) => [`${fault.path}: ${fault.message}`, fault])).values()]
}

function told(faults: readonly Fault[]): string {
  const lines = faults
    .slice(0, TOLD)
    .map(({ path, message }) => (path === '' ? message : `${path.slice(0, 100)}: ${message}`))
  return lines.join('; ') + (faults.length > TOLD ? `; and ${faults.length - TOLD} more` : '')
}

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

/** The condition for a caller: over relations, too, it finds nothing that the caller may not view (SPEC 11). */
export function withinReach(where: Condition, model: ModelSpec, models: Models, reach: Reach): Condition {
  switch (where.kind) {
    case 'and':
    case 'or':
      return { ...where, of: where.of.map((part) => withinReach(part, model, models, reach)) }
    case 'not':
      return { ...where, of: withinReach(where.of, model, models, reach) }
    case 'related': {
      const other = models[model.relations[where.relation]?.model ?? '']
      if (other === undefined) throw new TypeError(`${model.name} has no relation ${where.relation}`)
      const viewed = reach.viewed(other)
      if (where.of === null) return { ...where, of: viewed }
      return { ...where, of: both(viewed, withinReach(where.of, other, models, reach)) }
    }
    case 'compare':
    case 'item':
    case 'text':
      return where
  }
}

/** All of the conditions at once. */
export function allOf(conditions: readonly Condition[]): Condition {
  const [only] = conditions
  if (only === undefined) return EVERYTHING
  return conditions.length === 1 ? only : { kind: 'and', of: conditions }
}

/** At least one of the conditions; of none, nothing. */
export function anyOf(conditions: readonly Condition[]): Condition {
  const [only] = conditions
  return conditions.length === 1 && only !== undefined ? only : { kind: 'or', of: conditions }
}

/** One query being read. */
export interface QueryReading {
  readonly model: ModelSpec
  readonly targets: Targets
  readonly limits: QueryLimits
  readonly caller: Caller
  readonly faults: Faults
}

/**
 * What the name in a parameter stands for. Undefined, with the fault noted, for what the model does not have, what is not stored, and what the
 * caller may not see.
 */
export function resolve(reading: QueryReading, parameter: string, name: string): Target | undefined {
  const { model, targets, faults } = reading
  const backref = Object.hasOwn(model.foreignKeys, name) ? model.foreignKeys[name] : undefined
  if (backref !== undefined) {
    faults.add(parameter, `"${name}" is a foreign key: use "${backref}" instead`)
    return undefined
  }
  const target = targets.get(name)
  if (target === undefined) {
    const message = `${model.name} has no field "${name.slice(0, 100)}"`
    faults.addUnknown(parameter, message, name, visibleNames(reading))
    return undefined
  }
  if (!sees(reading, target)) {
    faults.hide(parameter, name)
    return undefined
  }
  if (target.kind === 'virtual') {
    faults.add(parameter, `"${name}" is not stored, so there is nothing to ask for`)
    return undefined
  }
  return target
}

/** Whether the caller may see all that the name leads over; where that is other items, whether there are any for the caller. */
export function sees({ caller }: QueryReading, { sees: fields, via, model }: Target): boolean {
  return (
    (via === null || caller.mayView(model)) &&
    fields.every((seen) => caller.visible(seen.model)?.has(seen.field) ?? true)
  )
}

function* visibleNames(reading: QueryReading): Generator<string> {
  for (const target of reading.targets.values())
    if (target.kind !== 'virtual' && sees(reading, target)) yield target.name
}
