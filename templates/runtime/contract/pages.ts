import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Json, type JsonObject, isObject } from '../json.js'
import { pathOf } from '../server/problem.js'
import type { Contract, ParameterRole } from './mapping.js'
import { type PageRequest, isAfter } from './query.js'
import { type Facts, type Wanted, filled } from './responses.js'

/** Returns the body of a page as the document declares it, and sets the headers that describe the page. */
export function sentPage(
  { body, responseHeaders = {}, roles = {} }: Contract,
  request: FastifyRequest,
  reply: FastifyReply,
  { data, total }: JsonObject,
  { page, wanted }: { readonly page: PageRequest; readonly wanted: Wanted },
): Json | undefined {
  const found = (Array.isArray(data) ? data : []).filter(isObject)
  const items = page.isReversed ? found.toReversed() : found
  const next = nextCursor(reply)
  const isKeyed = Object.values(roles).some(isAfter) && items.length > 0
  const keyAt = (index: number): string => String(items.at(index)?.['_pk'])
  // There is an item after a page that ends before one.
  const cursor = isKeyed && (page.isReversed || next !== undefined) ? keyAt(-1) : next
  const isBehind = page.isReversed ? next !== undefined : page.offset === undefined
  const previousCursor = isKeyed && isBehind ? keyAt(0) : undefined
  reply.removeHeader('Link')
  const facts = pageFacts(request, roles, page, {
    total: typeof total === 'number' && page.isCounted ? total : undefined,
    count: items.length,
    hasMore: next !== undefined,
    cursor,
    previousCursor,
    firstKey: items[0]?.['_pk'] ?? null,
    lastKey: items.at(-1)?.['_pk'] ?? null,
  })
  for (const [name, fact] of Object.entries(responseHeaders)) {
    const value = fact === 'link' ? linkOf(facts) : facts[fact]
    if (value !== undefined && value !== null) reply.header(name, String(value))
  }
  return body && filled(body, facts, { ...wanted, items, origin: originOf(request) })
}

/** Returns the cursor in the service's own `Link` header, if there is a next page. */
function nextCursor(reply: FastifyReply): string | undefined {
  const [, query = ''] = /^<[^>?]*\?([^>]*)>; rel="next"$/.exec(String(reply.getHeader('Link') ?? '')) ?? []
  return new URLSearchParams(query).get('_after') ?? undefined
}

interface Counted {
  /** Undefined if the client does not want it, or if a cursor selects the page. */
  readonly total: number | undefined
  readonly count: number
  /** Whether there are more items in the direction of the page. */
  readonly hasMore: boolean
  readonly cursor: string | undefined
  /** The cursor of the page before, if clients can ask for it. */
  readonly previousCursor: string | undefined
  readonly firstKey: Json
  readonly lastKey: Json
}

/** Returns what responses can say about a page. */
function pageFacts(
  request: FastifyRequest,
  roles: NonNullable<Contract['roles']>,
  { limit, offset, base, firstItem }: PageRequest,
  { total, count, hasMore, cursor, previousCursor, ...keys }: Counted,
): Facts {
  const numberAt = (start: number): number => (limit === 0 ? 0 : Math.floor(start / limit))
  const number = numberAt(offset ?? 0)
  const pages = total === undefined ? undefined : limit === 0 ? 0 : Math.ceil(total / limit)
  const hasNext = cursor !== undefined
  const named = Object.entries(roles).flatMap(([name, role]) =>
    role.as === 'paging'
      ? Object.entries(role.members).map(([member, as]) => [`${name}[${member}]`, as] as const)
      : [[name, role.as] as const],
  )
  const nameOf = (wanted: ParameterRole['as']): string | undefined =>
    named.find(([, as]) => as === wanted)?.[0]
  const [pageName, offsetName, cursorName, beforeName] = [
    nameOf('page'),
    nameOf('offset'),
    nameOf('cursor') ?? nameOf('after'),
    nameOf('before'),
  ]
  const isFirst = offset === 0 || (beforeName !== undefined && previousCursor === undefined)
  const url = (start: number): string | undefined => {
    if (pageName !== undefined) return urlWith(request, pageName, String(numberAt(start) + base))
    return offsetName && urlWith(request, offsetName, String(start + firstItem))
  }
  const next =
    cursorName === undefined
      ? url((offset ?? 0) + limit)
      : urlWith(request, cursorName, cursor ?? '', beforeName)
  const previous = offset === undefined ? undefined : url(Math.max(0, offset - limit))
  const links = {
    self: urlWith(request),
    first: url(0),
    previous: isFirst
      ? null
      : beforeName !== undefined && previousCursor !== undefined
        ? urlWith(request, beforeName, previousCursor, cursorName)
        : previous,
    next: hasNext ? next : null,
    last: pages === undefined ? undefined : url(Math.max(0, pages - 1) * limit),
  }
  return {
    total,
    count,
    page: number + base,
    limit,
    offset: offset === undefined ? undefined : offset + firstItem,
    pages,
    somePages: pages === undefined ? undefined : Math.max(1, pages),
    from: offset === undefined || count === 0 ? null : offset + 1,
    to: offset === undefined || count === 0 ? null : offset + count,
    hasMore,
    hasNext,
    hasPrevious: !isFirst,
    isFirst,
    isLast: !hasNext,
    isEmpty: count === 0,
    cursor: cursor ?? null,
    previousCursor: previousCursor ?? null,
    ...keys,
    nextPage: hasNext ? number + base + 1 : null,
    previousPage: isFirst ? null : number + base - 1,
    path: pathOf(request.url),
    ...links,
    links: Object.entries(links).flatMap(([relation, to]) =>
      typeof to === 'string' ? [{ relation, rel: relation === 'previous' ? 'prev' : relation, url: to }] : [],
    ),
  }
}

/** The characters that the query of a URL does not contain (RFC 3986, section 3.4). */
const OUTSIDE_QUERY = /[^\w.~!$&'()*+,;=:@/?%-]/g

/**
 * Returns the URL of the request, in which a parameter has another value and another one is left out. The others remain as
 * they are, because a comma between values differs from an encoded one, which is a part of a value.
 */
function urlWith(request: FastifyRequest, name?: string, value = '', without?: string): string {
  const [path = '', search = ''] = request.url.split('?', 2)
  const isKept = (part: string): boolean =>
    part !== '' && (without === undefined || !new URLSearchParams(part).has(without))
  const sent = search.replace(OUTSIDE_QUERY, encodeURIComponent).split('&').filter(isKept)
  const isOther = (part: string): boolean => name === undefined || !new URLSearchParams(part).has(name)
  const others = sent.filter(isOther)
  const index = sent.findIndex((part) => !isOther(part))
  const own = name === undefined ? [] : [new URLSearchParams({ [name]: value }).toString()]
  const query = others.toSpliced(index === -1 ? others.length : index, 0, ...own).join('&')
  return `${originOf(request)}${path}${query === '' ? '' : `?${query}`}`
}

export function originOf({ server, protocol, host }: FastifyRequest): string {
  return server.settings.publicUrl ?? `${protocol}://${host}`
}

/** Returns a `Link` header (RFC 8288). */
function linkOf(facts: Facts): string | undefined {
  const links = Object.entries({
    first: facts['first'],
    prev: facts['previous'],
    next: facts['next'],
    last: facts['last'],
  })
    .filter(([, url]) => typeof url === 'string')
    .map(([rel, url]) => `<${String(url)}>; rel="${rel}"`)
  return links.length === 0 ? undefined : links.join(', ')
}
