import { FaultList } from '../errors.js'
import { type Json, isObject, memberOf } from '../json.js'
import { quotedPhrase } from '../query/filters.js'
import { isOperator } from '../spec/query-language.js'
import type { ParameterRole } from './mapping.js'
import type { ComparisonsIn } from './parts.js'

/** A page of a list, as the declared parameters select it. */
export interface PageRequest {
  /** The parameters of the query language. */
  readonly parameters: Readonly<Record<string, string | string[]>>
  /** The declared parameters, or members of them, that became these, by name. */
  readonly sources: ReadonlyMap<string, string>
  /** The maximum number of items. */
  readonly limit: number
  /** Whether the request limits the number of items. */
  readonly isLimited: boolean
  /** The number of items before the page; undefined if a cursor determines them. */
  readonly offset: number | undefined
  /** The number of the first page. */
  readonly base: number
  /** The number of the first item in the declared offset. */
  readonly firstItem: number
  /** Whether the client wants the total. */
  readonly isCounted: boolean
  /** The declared parameter that contains the key of the item before the page, or after it, and its value. */
  readonly after: { readonly parameter: string; readonly key: Json } | undefined
  /** Whether the items are found in the reverse order, because they come before an item. */
  readonly isReversed: boolean
  /** The functions of yours that select items, with the values of their parameters. */
  readonly filters: readonly (readonly [name: string, value: Json])[]
}

type Values = Readonly<Record<string, Json>>

type Named = readonly (readonly [name: string, role: ParameterRole, value: Json])[]

/** What a list depends on besides the request. */
export interface PageContext {
  readonly roles: Readonly<Record<string, ParameterRole>>
  /** The primary key, by which lists are sorted unless the request says otherwise. */
  readonly key: string
  /** The maximum number of items that the service returns, whatever the request asks for. */
  readonly maxLimit: number
  /** The order in svcgen's own parameter. */
  readonly sort?: string | string[] | undefined
  /** The declared order of the list, which a parameter for the direction can reverse. */
  readonly order?: string | undefined
  readonly comparisonsIn?: ComparisonsIn | undefined
}

/**
 * Translates the values of declared parameters into the parameters of the query language. Nothing that the document does
 * not declare becomes a part of the query.
 * @throws BadRequest that lists the names and values without a meaning
 */
export function pageRequest(
  { roles, key, maxLimit, sort, order, comparisonsIn }: PageContext,
  values: Values,
): PageRequest {
  const faults = new FaultList()
  const given: Named = Object.entries(roles).flatMap(([name, role]): Named => {
    const value = values[name]
    if (value === undefined || value === null) return []
    if (role.as === 'paging') return pagingIn(name, role, value, faults)
    return role.as === 'sorting' ? sortingIn(name, role, value, faults) : [[name, role, value]]
  })
  const page = given.find(([, role]) => role.as === 'page')
  const { most = maxLimit, initial, hasPages, first, firstItem } = declaredPages(roles)
  const limits = given.find(([, { as }]) => as === 'limit')
  if (limits !== undefined && !/^\d{1,15}$/.test(String(limits[2])))
    faults.add(limits[0], 'must be a non-negative integer', 'query')
  const wanted =
    (limits && Number(limits[2])) ?? initial ?? (hasPages || page !== undefined ? DEFAULT_LIMIT : undefined)
  const limit = Math.min(wanted ?? most, most, maxLimit)
  const base = page?.[1].as === 'page' ? page[1].base : first
  const number = page === undefined ? base : Number(page[2])
  if (page !== undefined && (number < base || !Number.isInteger(number)))
    faults.add(page[0], `must be an integer >= ${base}`, 'query')
  const start = given.find(([, { as }]) => as === 'offset')
  if (start !== undefined && Number(start[2]) < firstItem)
    faults.add(start[0], `must be an integer >= ${firstItem}`, 'query')
  const skipped = start === undefined ? 0 : Number(start[2]) - firstItem
  const offset = Math.min((number - base) * limit + skipped, LAST)
  const cursor = given.find(([, role]) => role.as === 'cursor')
  const [last, next] = given.filter(([, { as }]) => as === 'after' || as === 'before')
  if (last !== undefined && next !== undefined)
    faults.add(next[0], `cannot be combined with ${last[0]}`, 'query')
  const isReversed = last?.[1].as === 'before'
  const hasStart = cursor === undefined && last === undefined
  const parameters: Record<string, string | string[]> = { _limit: String(limit) }
  if (hasStart) parameters['_start'] = String(offset)
  const filters = given.flatMap(([, role, value]) =>
    role.as === 'own' ? [[role.filter, value] as const] : [],
  )
  const direction = given.find(([, { as }]) => as === 'direction')
  const isDescending = direction !== undefined && /^desc/i.test(String(direction[2]))
  const sources = new Map<string, string>(last === undefined ? [] : [['_after', last[0]]])
  for (const [name, role, value] of given) {
    const before = new Set(Object.keys(parameters))
    switch (role.as) {
      case 'cursor':
        parameters['_after'] = String(value)
        break
      case 'sort':
        parameters['_sort'] = sortKeys(name, role.fields, value, isDescending, faults)
        break
      case 'search':
        parameters['q'] = quotedPhrase(String(value))
        if (role.fields !== undefined) parameters['_search_fields'] = role.fields.map((field) => `?${field}`)
        break
      case 'filter':
        addFilter(parameters, role.field, value)
        break
      case 'filters':
        if (role.value !== undefined && !isObject(value)) addFilter(parameters, role.value, value)
        else addFilters({ parameters, sources }, name, role.fields, value, faults)
        break
      case 'comparisons':
        addComparisons(parameters, name, role.fields, comparisonsIn?.(String(value)), faults)
        break
      case 'limit':
        sources.set('_limit', name)
        break
      case 'offset':
        sources.set('_start', name)
        break
      case 'after':
      case 'before':
      case 'page':
      case 'direction':
      case 'expand':
      case 'fields':
      case 'sparse':
      case 'count':
      case 'ignored':
      case 'key':
      case 'mask':
      case 'paging':
      case 'sorting':
      case 'own':
    }
    for (const each of Object.keys(parameters))
      if (!before.has(each) && !sources.has(each)) sources.set(each, name)
  }
  // Items cannot be found in an order by relevance.
  const usual = order ?? key
  const ascending = direction === undefined ? usual : usual.replace(/^-/, '')
  if (sort !== undefined) parameters['_sort'] ??= sort
  if (order !== undefined || isDescending || Object.values(roles).some(isAfter))
    parameters['_sort'] ??= isDescending ? `-${ascending}` : ascending
  if (isReversed) parameters['_sort'] = reversed(String(parameters['_sort']))
  faults.throwIfAny('query')
  const counts = Object.values(roles).every(({ as }) => as !== 'count')
  const isCounted = counts || given.some(([, { as }, value]) => as === 'count' && value === true)
  return {
    isCounted,
    isLimited: wanted !== undefined,
    parameters,
    sources,
    limit,
    offset: hasStart ? offset : undefined,
    base,
    firstItem,
    after: last && { parameter: last[0], key: last[2] },
    isReversed,
    filters,
  }
}

/** Returns the opposite order of keys such as `-created,name`. */
function reversed(sort: string): string {
  return sort
    .split(',')
    .map((key) => (key.startsWith('-') ? key.slice(1) : `-${key}`))
    .join(',')
}

/** Returns whether a parameter contains the key of the item before a page, or after it. */
export function isAfter(role: ParameterRole): boolean {
  return (
    role.as === 'after' ||
    role.as === 'before' ||
    (role.as === 'paging' && Object.values(role.members).some((as) => as === 'after' || as === 'before'))
  )
}

/** The size of a page if the document declares page numbers but no limit. */
const DEFAULT_LIMIT = 20

/** The service's own parameters of a page, which the document does not declare. */
const OWN_PARAMETERS: ReadonlySet<string> = new Set(['_limit', '_page'])

/**
 * Returns the largest number of items that a client can ask for, whether pages have numbers, and the numbers of the first page
 * and of the first item.
 */
function declaredPages(roles: PageContext['roles']): {
  readonly most?: number
  readonly initial: number | undefined
  readonly hasPages: boolean
  readonly first: number
  readonly firstItem: number
} {
  let first: number | undefined
  let firstItem: number | undefined
  let most: number | undefined
  let initial: number | undefined
  let hasPages = false
  for (const [name, role] of Object.entries(roles)) {
    if (OWN_PARAMETERS.has(name)) continue
    if (role.as === 'limit' || role.as === 'paging') most ??= role.most
    if (role.as === 'paging') initial ??= role.initial
    if (role.as === 'page' || role.as === 'paging') first ??= role.base
    if (role.as === 'offset') firstItem ??= role.base
    hasPages ||= role.as === 'page' || (role.as === 'paging' && Object.values(role.members).includes('page'))
  }
  return {
    hasPages,
    initial,
    first: first ?? 1,
    firstItem: firstItem ?? 0,
    ...(most === undefined ? {} : { most }),
  }
}

/** The parameters of a page that contain texts. */
const CURSORS: ReadonlySet<string> = new Set(['cursor', 'after', 'before'])

/** An offset beyond all items. */
const LAST = 999_999_999_999_999

/** Returns the parameters of a page in an object, as if they had been sent alone. */
function pagingIn(
  name: string,
  { members, base }: ParameterRole & { readonly as: 'paging' },
  value: Json,
  faults: FaultList,
): Named {
  const sent: readonly (readonly [string, Json])[] = Object.entries(Object(value))
  return sent.flatMap(([member, each]): Named => {
    const as = memberOf(members, member)
    const place = `${name}[${member}]`
    if (as === undefined) faults.add(place, 'unknown parameter', 'query')
    else if (!CURSORS.has(as) && !/^\d{1,15}$/.test(String(each)))
      faults.add(place, 'must be an integer', 'query')
    else return [[place, as === 'page' ? { as, base } : { as }, each]]
    return []
  })
}

const DIRECTION = /^(?:asc|desc)(?:ending)?$/i

/** Returns the field and the direction in an object, as if they had been sent alone. */
function sortingIn(
  name: string,
  { by, fields, direction }: ParameterRole & { readonly as: 'sorting' },
  value: Json,
  faults: FaultList,
): Named {
  const sent: readonly (readonly [string, Json])[] = Object.entries(Object(value))
  if (by === undefined) {
    for (const [member, each] of sent)
      if (!Object.hasOwn(fields, member)) faults.add(`${name}[${member}]`, 'unknown parameter', 'query')
      else if (!DIRECTION.test(String(each))) faults.add(`${name}[${member}]`, 'must be asc or desc', 'query')
    const keys = sent.map(([member, each]) => (/^desc/i.test(String(each)) ? `-${member}` : member))
    return keys.length === 0 || faults.errors.length > 0 ? [] : [[name, { as: 'sort', fields }, keys]]
  }
  return sent.flatMap(([member, each]): Named => {
    const place = `${name}[${member}]`
    if (member === by) return [[place, { as: 'sort', fields }, each]]
    if (member === direction) return [[place, { as: 'direction' }, each]]
    faults.add(place, 'unknown parameter', 'query')
    return []
  })
}

/**
 * Adds a filter, and returns its name. Each value means its text, not an expression or a pattern. Filters with the same name
 * must all hold.
 */
function addFilter(parameters: Record<string, string | string[]>, field: string, value: Json): string {
  const texts = [value].flat().map(String)
  const at = field.lastIndexOf('__')
  const hasOperator = at > 0 && isOperator(field.slice(at + 2))
  const name = hasOperator ? field : `${field}__in`
  const before = [parameters[name] ?? []].flat()
  const isFirst = parameters[name] === undefined
  if (hasOperator) parameters[name] = isFirst && texts.length === 1 ? texts.join('') : [...before, ...texts]
  else {
    const found = isFirst ? texts : before.filter((text) => texts.includes(text))
    // `in` compares values as they are. A single value would be a list separated by commas.
    parameters[name] = found.length === 1 ? [...found, ...found] : found
  }
  return name
}

/** Adds the conditions of an OData filter. */
function addComparisons(
  parameters: Record<string, string | string[]>,
  name: string,
  fields: Readonly<Record<string, string>>,
  found: ReturnType<ComparisonsIn>,
  faults: FaultList,
): void {
  if (found === undefined)
    faults.add(name, 'must be comparisons such as "a eq 1" or "contains(a,\'b\')", joined by "and"', 'query')
  for (const each of found ?? []) {
    const field = memberOf(fields, each.name)
    if (field === undefined)
      faults.add(name, `must compare some of ${Object.keys(fields).join(', ')}`, 'query')
    else addFilter(parameters, field + each.operator, each.value)
  }
}

function addFilters(
  {
    parameters,
    sources,
  }: { readonly parameters: Record<string, string | string[]>; readonly sources: Map<string, string> },
  name: string,
  fields: Readonly<Record<string, string>>,
  value: Json,
  faults: FaultList,
): void {
  const members: readonly (readonly [string, Json])[] = Object.entries(Object(value))
  for (const [member, each] of members) {
    const field = memberOf(fields, member)
    const place = `${name}[${member}]`
    if (field === undefined || isObject(each)) faults.add(place, 'unknown parameter', 'query')
    else sources.set(addFilter(parameters, field, each), place)
  }
}

/** Returns `_sort` for values such as `name`, `-name` or `+name`. */
function sortKeys(
  name: string,
  fields: Readonly<Record<string, string>>,
  value: Json,
  isDescending: boolean,
  faults: FaultList,
): string {
  const isKnown = (text: string): boolean =>
    Object.hasOwn(fields, text) || Object.hasOwn(fields, fieldIn(text))
  const keys = [value].flat().flatMap((each) => {
    const text = String(each)
    return isKnown(text) ? [text] : text.split(',')
  })
  return keys
    .flatMap((text) => {
      const isWhole = Object.hasOwn(fields, text)
      const known = isWhole ? text : fieldIn(text)
      const isDown = isDescending || (!isWhole && (text.startsWith('-') || /[ :.,]desc$/i.test(text)))
      const field = memberOf(fields, known)
      if (field === undefined) {
        faults.add(name, `must be one of ${Object.keys(fields).join(', ')}`, 'query')
        return []
      }
      return (isDown ? `-${field}` : field).replace(/^--/, '')
    })
    .join(',')
}

/** Returns the name in a value such as `-name`, `name desc` or `name,desc`. */
function fieldIn(text: string): string {
  return text.replace(/^[+-]/, '').replace(/[ :.,](?:asc|desc)$/i, '')
}
