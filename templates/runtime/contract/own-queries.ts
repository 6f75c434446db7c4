import { FaultList } from '../errors.js'
import type { Contract } from './mapping.js'

/** Parameters whose values are fields. */
const OF_FIELDS: ReadonlySet<string> = new Set(['_sort', '_exists_', '_missing_'])

type Parameters = Readonly<Record<string, string | string[]>>

/** svcgen's own query parameters, which an operation takes besides those that the document declares (`x-queries`). */
export interface OwnQueries {
  takes(name: string): boolean
  /**
   * Returns the values of parameters with a role, and the parameters that the query language reads itself.
   * @throws BadRequest that lists parameters with fields that the response does not show
   */
  read(query: Parameters): { readonly values: Parameters; readonly parameters: Parameters }
}

/** They can use only fields that the response shows, because matches and the order reveal the others. */
export function ownQueries({
  query: declared = {},
  queries = [],
  unqueried = [],
  roles = {},
}: Contract): OwnQueries {
  const isShown = (field: string): boolean => queries.includes(field)
  const hasRole = (name: string): boolean => Object.hasOwn(roles, name)
  const isOf = (name: string, field: string): boolean => `${name}__`.startsWith(`${field}__`)
  const filters = (name: string): boolean =>
    queries.some((field) => isOf(name, field)) &&
    !unqueried.some((field) => isOf(name, field) || name.startsWith(`${field}.`))
  const takes = (name: string): boolean =>
    !Object.hasOwn(declared, name) && (hasRole(name) || OF_FIELDS.has(name) || filters(name))
  return {
    takes,
    read(query) {
      const faults = new FaultList()
      const own = Object.entries(query).filter(([name]) => takes(name))
      for (const [name, value] of own)
        if (OF_FIELDS.has(name) && !fieldsIn(value).every(isShown))
          faults.add(name, `must be some of ${queries.join(', ')}`, 'query')
      faults.throwIfAny('query')
      return {
        values: Object.fromEntries(own.filter(([name]) => hasRole(name))),
        parameters: Object.fromEntries(own.filter(([name]) => !hasRole(name))),
      }
    },
  }
}

function fieldsIn(value: string | string[]): readonly string[] {
  return [value].flat().flatMap((text) => text.split(',').map((field) => field.replace(/^[+-]/, '')))
}
