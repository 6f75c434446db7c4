import { FaultList } from '../errors.js'
import type { Contract } from './mapping.js'
import type { OwnQueries } from './parts.js'

/** Parameters whose values are fields. */
const OF_FIELDS: ReadonlySet<string> = new Set(['_sort', '_exists_', '_missing_'])

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
