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
