import type { Json } from '../json.js'
import type { ParameterRole } from './mapping.js'

/** A page of a list, as the declared parameters select it. */
export interface PageRequest {
  /** The parameters of the query language. */
  readonly parameters: Readonly<Record<string, string | string[]>>
  readonly limit: number | undefined
  readonly offset: number
  /** The number of the first page; undefined if pages have no numbers. */
  readonly base: number | undefined
}

type Roles = Readonly<Record<string, ParameterRole>>

/**
 * Translates the values of declared parameters into the parameters of the query language.
 * @param key the primary key, by which lists are sorted unless the request says otherwise
 */
export function pageRequest(roles: Roles, values: Readonly<Record<string, Json>>, key: string): PageRequest {
  const parameters: Record<string, string | string[]> = {}
  const given = <As extends ParameterRole['as']>(
    as: As,
  ): { readonly role: Extract<ParameterRole, { readonly as: As }>; readonly value: Json } | undefined => {
    for (const [name, role] of Object.entries(roles)) {
      const value = values[name]
      if (isRole(role, as) && value !== undefined) return { role, value }
    }
    return undefined
  }
  const limit = numberOf(given('limit')?.value)
  const page = given('page')
  const pageBase = page?.role.base
  const offset =
    numberOf(given('offset')?.value) ??
    (page === undefined ? 0 : (Number(page.value) - page.role.base) * (limit ?? DEFAULT_LIMIT))
  parameters['_limit'] = String(limit ?? (pageBase === undefined ? ALL : DEFAULT_LIMIT))
  const cursor = given('cursor')
  if (cursor === undefined) parameters['_start'] = String(Math.max(0, offset))
  else parameters['_after'] = String(cursor.value)
  const after = given('after')
  if (after !== undefined) parameters[`${key}__gt`] = String(after.value)
  const sort = given('sort')
  if (sort !== undefined)
    parameters['_sort'] = sortKeys(sort.value, sort.role.fields, given('direction')?.value).join(',')
  const search = given('search')
  if (search !== undefined) parameters['q'] = phrase(String(search.value))
  const fields = given('fields')
  if (fields !== undefined) parameters['_fields'] = [fields.value].flat().map(String).join(',')
  for (const [name, role] of Object.entries(roles)) {
    const value = values[name]
    if (value === undefined) continue
    if (role.as === 'filter') addFilter(parameters, role.field, value)
    if (role.as === 'filters')
      for (const [member, each] of Object.entries(Object(value)))
        addFilter(parameters, role.fields[member] ?? member, each)
  }
  return { parameters, limit, offset, base: pageBase }
}

/** The size of a page if the document declares page numbers but no limit. */
const DEFAULT_LIMIT = 20

/** More than the `max_limit` setting allows, which is the limit of lists without a declared one. */
const ALL = 999_999_999

function isRole<As extends ParameterRole['as']>(
  role: ParameterRole,
  as: As,
): role is Extract<ParameterRole, { readonly as: As }> {
  return role.as === as
}

function numberOf(value: Json | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined
}

/** A declared parameter contains one value or a list of them, and each means its text, not an expression or a pattern. */
function addFilter(parameters: Record<string, string | string[]>, field: string, value: unknown): void {
  const texts = [value].flat().map(String)
  const [text = ''] = texts
  if (field.includes('__')) parameters[field] = texts.length === 1 ? text : texts
  // `in` compares values as they are. A single value would be a list separated by commas.
  else parameters[`${field}__in`] = texts.length === 1 ? [text, text] : texts
}

/** Returns the keys of `_sort` for values such as `name`, `-name` or `+name`. */
function sortKeys(
  value: Json,
  fields: Readonly<Record<string, string>>,
  direction: Json | undefined,
): string[] {
  const isDescending = typeof direction === 'string' && /^desc/i.test(direction)
  return [value]
    .flat()
    .flatMap((text) => String(text).split(','))
    .map((text) => {
      const known = Object.hasOwn(fields, text) ? fields[text] : undefined
      const bare = text.replace(/^[+-]/, '')
      const field = known ?? fields[bare] ?? bare
      return (known === undefined && text.startsWith('-')) || isDescending ? `-${field}` : field
    })
}

function phrase(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`
}
