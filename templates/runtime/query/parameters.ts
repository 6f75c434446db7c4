import {
  BadRequest,
  type Fault,
  Forbidden,
  IN_DETAIL,
  MAX_LISTED,
  MAX_SUGGESTIONS,
  errorSummary,
} from '../errors.js'
import type { ModelSpec, Models } from '../model.js'
import { type Condition, EVERYTHING, both } from '../store.js'
import { didYouMean } from '../values/text.js'
import type { Target, Targets } from './targets.js'

/** A parsed query string. A repeated parameter is a list. */
export type QueryParameters = Readonly<Record<string, string | readonly string[] | undefined>>

const NONE: readonly string[] = []

/** Returns all values of a parameter. */
export function valuesOf(parameters: QueryParameters, name: string): readonly string[] {
  const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined
  if (value === undefined) return NONE
  return typeof value === 'string' ? [value] : value
}

/** Parameters that are not filters. */
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

/** The reserved parameters that select items. The others control the response and are invalid for update_many and delete_many. */
export const SELECTING: ReadonlySet<string> = new Set<Reserved>([
  'q',
  '_search_fields',
  '_missing_',
  '_exists_',
])

const NO_PERMISSION = 'you do not have permission to read '

/** Collects the errors of a query, so that one response reports all of them. */
export class Faults {
  readonly #bad: Fault[] = []
  readonly #hidden: Fault[] = []
  #unlisted = 0

  /** @param parameter name of the invalid parameter; empty for the query as a whole */
  add(parameter: string, message: string): void {
    if (this.#bad.length < MAX_LISTED) this.#bad.push({ path: parameter, message })
    else this.#unlisted += 1
  }

  /** Like {@link add}, for an unknown name. Suggests a similar one of the known names. */
  addUnknown(parameter: string, message: string, given: string, names: Iterable<string>): void {
    this.add(parameter, message + (this.#bad.length < MAX_SUGGESTIONS ? didYouMean(given, names) : ''))
  }

  /** Adds an error about a field that the caller cannot see. */
  hide(parameter: string, name: string): void {
    if (this.#hidden.length < MAX_LISTED)
      this.#hidden.push({ path: parameter, message: `${NO_PERMISSION}"${name}"` })
  }

  /** Adds the errors that another {@link refuse} has thrown; rethrows other errors. */
  absorb(error: unknown): void {
    if (error instanceof BadRequest) this.#bad.push(...error.errors)
    else if (error instanceof Forbidden) this.#hidden.push(...error.errors)
    else throw error
  }

  /** @throws Forbidden for fields that the caller cannot see, else BadRequest with all errors */
  refuse(): void {
    if (this.#hidden.length > 0) {
      const errors = distinct(this.#hidden)
      throw new Forbidden(permissionDetail(errors), { errors })
    }
    if (this.#bad.length > 0) {
      const errors = distinct(this.#bad)
      throw new BadRequest(`Invalid query: ${errorSummary(errors)}.`, {
        errors,
        errorCount: errors.length + this.#unlisted,
      })
    }
  }
}

function distinct(faults: readonly Fault[]): Fault[] {
  return [...new Map(faults.map((fault) => [`${fault.path}: ${fault.message}`, fault])).values()]
}

/** Returns `You do not have permission to read "budget", "fee".` */
function permissionDetail(errors: readonly Fault[]): string {
  const names = new Set(errors.map(({ message }) => message.slice(NO_PERMISSION.length)))
  return `Y${NO_PERMISSION.slice(1)}${[...names].slice(0, IN_DETAIL).join(', ')}.`
}

/** The limits of queries. */
export interface QueryLimits {
  /** Maximum number of items per page. */
  readonly maxLimit: number
  /** How many items of a collection an anonymous caller can read. */
  readonly publicMaxLimit: number
  /** Maximum length of a filter, in characters. */
  readonly filterLength: number
  readonly filters: number
  readonly sortKeys: number
  /** Maximum number of terms in an expression. */
  readonly terms: number
}

/** What a caller's queries can access. */
export interface Caller {
  /** Returns the names of the fields that the caller can see; null for all. */
  visible(model: ModelSpec): ReadonlySet<string> | null
  /** Whether paging ends at `publicMaxLimit`: for anonymous callers if authentication is on. */
  readonly anonymousLimit: boolean
  /** Whether the caller may view items of the model, as far as the rules decide without an item. */
  mayView(model: ModelSpec): boolean
  /** Set if items have their own access rules. */
  readonly items?: ItemAccess
}

/** The items that a caller can access, by their own access rules. */
export interface ItemAccess {
  /** The items that the request may list, change or delete. */
  selectable(model: ModelSpec): Condition
  /** The items that the caller may view. */
  viewable(model: ModelSpec): Condition
}

/** A caller with access to everything: the service's own code. */
export const TRUSTED: Caller = { visible: () => null, anonymousLimit: false, mayView: () => true }

/** Restricts the related items in a condition to those that the caller may view. */
export function onViewable(where: Condition, model: ModelSpec, models: Models, items: ItemAccess): Condition {
  switch (where.kind) {
    case 'and':
    case 'or':
      return { ...where, of: where.of.map((part) => onViewable(part, model, models, items)) }
    case 'not':
      return { ...where, of: onViewable(where.of, model, models, items) }
    case 'related': {
      const other = models[model.relations[where.relation]?.model ?? '']
      if (other === undefined) throw new TypeError(`${model.name} has no relation ${where.relation}`)
      const viewable = items.viewable(other)
      if (where.of === null) return { ...where, of: viewable }
      return { ...where, of: both(viewable, onViewable(where.of, other, models, items)) }
    }
    case 'compare':
    case 'item':
    case 'text':
      return where
  }
}

/** Combines conditions with AND. */
export function allOf(conditions: readonly Condition[]): Condition {
  const [only] = conditions
  if (only === undefined) return EVERYTHING
  return conditions.length === 1 ? only : { kind: 'and', of: conditions }
}

/** Combines conditions with OR; without conditions, the result selects nothing. */
export function anyOf(conditions: readonly Condition[]): Condition {
  const [only] = conditions
  return conditions.length === 1 && only !== undefined ? only : { kind: 'or', of: conditions }
}

/** The state of reading one query. */
export interface QueryReading {
  readonly model: ModelSpec
  readonly targets: Targets
  readonly limits: QueryLimits
  readonly caller: Caller
  readonly faults: Faults
}

/**
 * Returns what a name in a parameter refers to. Adds an error and returns undefined for unknown names, fields that are not stored, and fields that
 * the caller cannot see.
 */
export function resolve(reading: QueryReading, parameter: string, name: string): Target | undefined {
  const { model, targets, faults } = reading
  const backref = Object.hasOwn(model.foreignKeys, name) ? model.foreignKeys[name] : undefined
  if (backref !== undefined) {
    faults.add(parameter, `"${name}" is a foreign key; use "${backref}" instead`)
    return undefined
  }
  const target = targets.get(name)
  if (target === undefined) {
    const message = `unknown field "${name.slice(0, 100)}" in ${model.name}`
    faults.addUnknown(parameter, message, name, visibleNames(reading))
    return undefined
  }
  if (!sees(reading, target)) {
    faults.hide(parameter, name)
    return undefined
  }
  if (target.kind === 'virtual') {
    faults.add(parameter, `"${name}" is not stored and cannot be queried`)
    return undefined
  }
  return target
}

/** Whether the caller can see all fields on the way to a target and view items of the target's model. */
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
