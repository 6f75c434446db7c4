import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BadRequest, type Fault, FaultList, HttpError, IN_DETAIL, errorSummary, pointer } from '../errors.js'
import { isKnown, tagOf } from '../http/entity-tags.js'
import { NO_BODY_ACCEPTED, inputReader } from '../operations/inputs.js'
import type { ParameterCompiler } from '../operations/parameters.js'
import type { ResponseChecks } from '../operations/responses.js'
import { type Json, type JsonObject, isObject, memberOf } from '../json.js'
import { PROBLEM_TYPE, type Problem, pathOf } from '../server/problem.js'
import { stemOf } from '../spec/paths.js'
import { shownValue } from '../values/scalars.js'
import { failure } from './failures.js'
import type { Alternatives, Contract, ParameterRole, Shape, Template } from './mapping.js'
import type { ContractParts, ErrorBodies, ListedItems, Masked } from './parts.js'
import { type PageRequest, isAfter, pageRequest } from './query.js'
import {
  type Facts,
  type Wanted,
  expandableIn,
  filled,
  hasDocuments,
  othersOf,
  shownOf,
} from './responses.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the API's document declares of the operation. */
    readonly contract?: Contract
    /** The key of the model whose items the operation returns. */
    readonly key?: string
    /** The items that the operation lists after one of them. */
    readonly pages?: ListedItems
  }
}

/**
 * Makes routes with a contract, registered after this call, read and answer requests as the API's document declares. The
 * routes themselves work with the service's own query language and documents.
 */
export function serveContracts(
  app: FastifyInstance,
  { compile, checks, makeErrorBody, select, ...readers }: ContractParts,
): void {
  const { ownQueries, cursorAfter, masked, comparisonsIn } = readers
  const withOptions = (
    options: Pick<ParameterCompiler, 'keepsDigits' | 'hasNoDefaults'>,
  ): ParameterCompiler => Object.assign((schema: JsonObject) => compile(schema), compile, options)
  const exact = withOptions({ keepsDigits: true })
  const ofItems = withOptions({ hasNoDefaults: true })
  // What a GET shows of an item, by its path and that of the collection: entity tags must not depend on anything else.
  const shapes = new Map<string, Shape>()
  app.addHook('onRoute', (route) => {
    const { contract, key = '', pages: items } = route.config ?? {}
    if (contract === undefined) return
    const { roles = {}, isList } = contract
    const { maxLimit } = app.settings
    const own = contract.body && shapeIn(contract.body)
    const further = contract.queries && ownQueries?.(contract)
    const { url } = route
    // The entity tag of an item depends on what a GET shows.
    const tagged = (): Shape | undefined => (isList === true ? undefined : shapes.get(url))
    const isFlat = (): boolean => own !== undefined && ![own, tagged() ?? own].some(hasDocuments)
    if (own !== undefined && isList !== true && [route.method].flat().includes('GET')) {
      const stem = stemOf(url)
      const collection = stem.replace(/\/:[^/]+$/, '') + url.slice(stem.length)
      shapes.set(collection, shapes.get(collection) ?? own)
      shapes.set(url, own)
    }
    const shown = (document: object): string => {
      const shape = shapes.get(url) ?? own
      return JSON.stringify(shape === undefined ? document : shownOf(Object(document), shape))
    }
    route.config = { ...route.config, kept: contract.unwritten, shown }
    const pages = new WeakMap<FastifyRequest, PageRequest>()
    const wishes = new WeakMap<FastifyRequest, Wanted>()
    const unwrapped = new WeakSet<FastifyRequest>()
    let read: ReturnType<typeof inputReader> | undefined
    route.preValidation = [
      (request, _reply, done) => {
        if (lacksPrecondition(contract, request))
          throw new HttpError(428, 'The request needs the header "If-Match" with the ETag of the item.')
        if (contract.newKey !== undefined && request.headers['if-match'] !== undefined)
          throw new HttpError(412, 'A new item does not have the state that "If-Match" requires.')
        // Compiling the schemas of hundreds of operations would delay the start.
        read ??= inputReader(contract, ofItems, { parameters: exact, takes: further?.takes })
        try {
          const { query, body } = read(request)
          const { values: ownValues, parameters } = further?.read(Object(request.query)) ?? {}
          const values = { ...ownValues, ...Object(query) }
          const sort = parameters?.['_sort']
          const context = { roles, key, maxLimit, sort, order: contract.order, comparisonsIn }
          const page = isList && pageRequest(context, values)
          const wanted = wantedBy(contract, values)
          wishes.set(request, wanted)
          if (wanted.expand === undefined && isFlat()) request.nestingDepth = 0
          if (page !== undefined) {
            pages.set(request, page)
            request.takesAll = contract.isWhole === true && !page.isLimited
            request.counts = page.isCounted
          }
          request.query = { ...parameters, ...page?.parameters }
          if (contract.bodies !== undefined)
            request.body = itemIn(body === undefined ? {} : body, contract, {
              values,
              request,
              maxDepth: compile.maxJsonDepth,
              masked,
            })
          else if (request.method === 'POST') request.body = {}
          unwrapped.add(request)
          if (contract.keyInBody !== undefined)
            request.params = { ...Object(request.params), ...keyIn(request.body, contract.keyInBody) }
          done()
        } catch (error) {
          // A missing item and a missing permission take precedence over errors in the body.
          const isDeferred =
            contract.bodies !== undefined &&
            contract.keyInBody === undefined &&
            error instanceof HttpError &&
            error.status === 400
          if (!isDeferred) throw error
          request.query = {}
          request.bodyFault = error
          done()
        }
      },
      async (request) => {
        request.params = { ...Object(request.params), ...contract.fixedKey }
        const { filters = [] } = pages.get(request) ?? {}
        if (filters.length > 0 && select !== undefined)
          request.selected = await Promise.all(
            filters.map(async ([name, value]) => {
              const selected = await select(name, value, request)
              if (isObject(selected)) return selected
              throw new TypeError(`The function "${name}" must return a filter`)
            }),
          )
      },
      ...[route.preValidation ?? []].flat(),
    ]
    if (items !== undefined && cursorAfter !== undefined)
      // The keys of the items in the path are known by now.
      route.preHandler = [
        ...[route.preHandler ?? []].flat(),
        async (request) => {
          const { after } = pages.get(request) ?? {}
          if (after === undefined) return
          const query: Readonly<Record<string, string>> = Object(request.query)
          const sort = query['_sort'] ?? key
          request.query = { ...query, _after: await cursorAfter({ items, ...after, sort }, request) }
        },
      ]
    const empty = new WeakSet<FastifyRequest>()
    route.preSerialization = [
      async (request, reply, sent) => {
        if (reply.statusCode >= 300 || !isObject(sent)) return sent
        const answer = { page: pages.get(request), wanted: wishes.get(request) ?? {}, checks }
        const body = answered(contract, request, reply, sent, answer)
        if (body === undefined) empty.add(request)
        return body ?? null
      },
      ...[route.preSerialization ?? []].flat(),
    ]
    route.onSend = [
      async (request, reply, payload) =>
        finished(contract, request, reply, payload, {
          page: pages.get(request),
          isUnwrapped: unwrapped.has(request),
          wanted: wishes.get(request) ?? {},
          isEmpty: empty.has(request),
          makeErrorBody,
        }),
      // Fastify's own hook for HEAD removes the body.
      ...[route.onSend ?? []].flat(),
    ]
  })
}

/** Returns whether a request lacks the `If-Match` that the document requires with the status 428 (RFC 6585, section 3). */
function lacksPrecondition({ headers = {}, responses }: Contract, request: FastifyRequest): boolean {
  const isRequired = Object.entries(headers).some(
    ([name, { required }]) => required === true && name.toLowerCase() === 'if-match',
  )
  return isRequired && request.headers['if-match'] === undefined && Object.hasOwn(responses, '428')
}

/** The members with a meaning in the service's own documents, which no other document declares. */
const OWN_MEMBERS: ReadonlySet<string> = new Set(['_acl', '_pk', '_self', '_type'])

interface Sent {
  /** The values of the query parameters. */
  readonly values: Readonly<Record<string, Json>>
  readonly request: FastifyRequest
  /** The nesting depth that a body can have. */
  readonly maxDepth: number
  readonly masked?: Masked | undefined
}

/** Returns the item in a body, without the fields that the request does not declare or that a mask leaves out. */
function itemIn(body: unknown, contract: Contract, sentWith: Sent): unknown {
  const {
    wrapper,
    hasAttributes,
    unwritten = [],
    keys = {},
    renamed = {},
    alternatives = {},
    decimals = {},
    newKey = {},
  } = contract
  const sent = wrapper === undefined || !isObject(body) ? body : (body[wrapper] ?? {})
  if (!isObject(sent)) return sent
  const members = hasAttributes === true ? withAttributes(sent, contract) : sent
  const item = withParameters({ ...contract.defaults, ...members }, contract, sentWith)
  const faults = new FaultList()
  // Rules that have no effect would leave the item open.
  if (Object.hasOwn(item, '_acl'))
    faults.add(`${placeOf('/_acl', contract)}/_acl`, 'cannot be set by this operation')
  for (const [name, value] of Object.entries(newKey))
    if ((item[name] ?? value) !== value)
      faults.add(placeOf(pointer('', name), contract) + pointer('', name), `must be ${shownValue(value)}`)
  const isRenamed = (name: string): boolean => Object.hasOwn(renamed, name)
  const byKey = Object.values(renamed).filter((name) => !Object.hasOwn(keys, name))
  const others = new Set([...OWN_MEMBERS, ...unwritten, ...byKey])
  // A body need not declare the key that a parameter contains.
  for (const [name, role] of Object.entries(contract.roles ?? {}))
    if (role.as === 'key' && sentWith.values[name] !== undefined) others.delete(role.field)
  // The key of a related item takes precedence over the item beside it.
  const fields = Object.entries(item)
    .filter(([name]) => !others.has(name))
    .toSorted(([a], [b]) => Number(isRenamed(a)) - Number(isRenamed(b)))
    .map(([name, value]) => {
      const key = memberOf(keys, name)
      const path = pointer('', name)
      const place = placeOf(path, contract) + path
      const field = memberOf(renamed, name) ?? name
      if (key !== undefined) return [field, keyFor(value, key, place, faults)] as const
      const scale = memberOf(decimals, name)
      if (scale !== undefined && typeof value === 'number') return [field, decimalText(value, scale)] as const
      return [field, Object.hasOwn(alternatives, name) ? only(value, alternatives[name]) : value] as const
    })
  faults.throwIfAny('body')
  return { ...Object.fromEntries(fields), ...newKey }
}

/** Returns a number as text with as many digits after the point, unless it has more. */
function decimalText(value: number, scale: number): string {
  const text = String(value)
  const [, decimals = ''] = text.split('.')
  return decimals.length > scale || text.includes('e') ? text : value.toFixed(scale)
}

/** Returns an item with the key, or only the members, that parameters contain. */
function withParameters(
  item: JsonObject,
  { roles = {} }: Contract,
  { values, request, maxDepth, masked }: Sent,
): JsonObject {
  let changed = item
  for (const [name, role] of Object.entries(roles)) {
    const value = values[name]
    if (value === undefined) continue
    if (role.as === 'key') changed = { ...changed, [role.field]: value }
    if (role.as !== 'mask') continue
    if (masked === undefined) throw new TypeError('The service reads no masks')
    const { item: change, replaced } = masked(changed, String(value), name, role.members, maxDepth)
    changed = change
    request.emptied = Object.fromEntries(replaced.map((each) => [each, null]))
  }
  return changed
}

/** Returns an object in which the members of other alternatives are null, so that a PATCH removes them. */
function only(value: Json, alternatives: Alternatives | undefined): Json {
  if (!isObject(value) || alternatives === undefined) return value
  const { property, members } = alternatives
  const selected = String(value[property])
  const others = Object.hasOwn(members, selected) ? othersOf(members, selected) : []
  return { ...Object.fromEntries(others.map((name) => [name, null])), ...value }
}

/** Returns the key of a related item that is sent as a document, or the keys of several. */
function keyFor(value: Json, key: string, path: string, faults: FaultList): Json {
  if (Array.isArray(value)) return value.map((each, index) => keyFor(each, key, `${path}/${index}`, faults))
  if (!isObject(value)) return value
  const found = value[key] ?? null
  if (found === null) faults.add(`${path}/${key}`, 'is required')
  return found
}

/** Returns the fields of a resource object of JSON:API, and its relationships. Its type is not a field. */
function withAttributes(
  { id, attributes, relationships: sent }: JsonObject,
  { relationships = [] }: Contract,
): JsonObject {
  const related = relationships.flatMap((name) => {
    const data = isObject(sent) && isObject(sent[name]) ? sent[name]['data'] : undefined
    return data === undefined ? [] : [[name, data] as const]
  })
  return {
    ...(id === undefined ? {} : { id }),
    ...(isObject(attributes) ? attributes : {}),
    ...Object.fromEntries(related),
  }
}

/** Returns the path parameters of an operation whose body contains the key. @throws BadRequest if it does not */
function keyIn(body: unknown, name: string): object {
  const value = isObject(body) ? body[name] : undefined
  if (value === undefined || value === null)
    throw new BadRequest('The body is invalid.', { errors: [{ path: `/${name}`, message: 'is required' }] })
  return { [name]: value }
}

interface Answering {
  readonly page: PageRequest | undefined
  readonly wanted: Wanted
  readonly checks: ResponseChecks
}

/** Returns the body that the document declares in place of the service's own; undefined if it declares none. */
function answered(
  contract: Contract,
  request: FastifyRequest,
  reply: FastifyReply,
  sent: JsonObject,
  { page, wanted, checks }: Answering,
): Json | undefined {
  const { status, body: template } = responseOf(contract, reply.statusCode)
  reply.code(status).headers({ ...contract.constantHeaders, ...itemHeaders(contract, sent) })
  const body =
    page === undefined
      ? sentItem(template, request, sent, wanted)
      : sentPage(contract, request, reply, sent, { page, wanted })
  checks.check(contract.responses, status, body, reply)
  return body
}

interface Finishing extends Pick<Answering, 'page' | 'wanted'> {
  /** Whether errors of the body are those of the item in it. */
  readonly isUnwrapped: boolean
  /** Whether the document declares no body. */
  readonly isEmpty: boolean
  readonly makeErrorBody: ErrorBodies | undefined
}

/** Returns the payload of a response, and sets the headers that depend on it. */
async function finished(
  contract: Contract,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  { page, wanted, isUnwrapped, isEmpty, makeErrorBody }: Finishing,
): Promise<unknown> {
  const { statusCode } = reply
  const { headers = {}, responseHeaders = {} } = contract
  for (const [name, fact] of Object.entries(responseHeaders))
    if (fact === 'requestId') {
      const isDeclared = Object.keys(headers).some((each) => each.toLowerCase() === name.toLowerCase())
      reply.header(name, (isDeclared && request.headers[name.toLowerCase()]) || request.id)
    }
  if (statusCode >= 400) {
    const isProblem = String(reply.getHeader('content-type')).startsWith(PROBLEM_TYPE)
    const sent =
      isProblem && typeof payload === 'string' ? asDeclared(payload, contract, page, isUnwrapped) : payload
    return failure(contract.errors, request, reply, sent, makeErrorBody)
  }
  if (statusCode >= 300 || typeof payload !== 'string') return payload
  // Fastify's own hook for HEAD cannot read null.
  const nothing = request.method === 'HEAD' ? '' : null
  if (isEmpty) {
    reply.removeHeader('content-type')
    return nothing
  }
  const ofItem = reply.getHeader('ETag')
  const declaredTag = Object.keys(responseHeaders).find((name) => responseHeaders[name] === 'etag')
  const tag = declaredTag === undefined ? tagOfItem(ofItem, payload, wanted) : tagOf(payload)
  if (tag !== undefined) reply.header(declaredTag ?? 'ETag', tag)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (tag !== undefined && isRead && isKnown(tag, request.headers['if-none-match'])) {
    reply.code(304).removeHeader('content-type')
    return nothing
  }
  reply.type(contract.type ?? 'application/json')
  return payload
}

/**
 * Returns the tag of a response with an item: that of the item, followed by one of the response if it shows related items
 * that the request asks for.
 */
function tagOfItem(ofItem: unknown, text: string, { expand }: Wanted): string | undefined {
  if (typeof ofItem !== 'string') return undefined
  return expand === undefined || expand.size === 0 ? ofItem : `${ofItem.slice(0, -1)}.${tagOf(text).slice(1)}`
}

/** Returns a problem that names the declared parameters, members of the body and media types. */
function asDeclared(
  payload: string,
  contract: Contract,
  page: PageRequest | undefined,
  isUnwrapped: boolean,
): string {
  const sent: Problem = JSON.parse(payload)
  const types = Object.keys(contract.bodies ?? {}).filter((type) => /json$|urlencoded$/.test(type))
  if (sent.status === 415 && sent.detail.startsWith(CONTENT_TYPE))
    return JSON.stringify({
      ...sent,
      detail: types.length === 0 ? NO_BODY_ACCEPTED : `${CONTENT_TYPE} ${types.join(' or ')}.`,
    })
  const { errors } = sent
  if (errors === undefined) return payload
  const declared = errors.map((fault): Fault => {
    const { path, in: place } = fault
    const parameter = page?.sources.get(path)
    if (parameter !== undefined) return { ...fault, path: parameter, in: 'query' }
    const isOfItem = isUnwrapped && path.startsWith('/') && place === undefined
    return isOfItem ? { ...fault, path: `${placeOf(path, contract)}${sentPath(path, contract)}` } : fault
  })
  const summary = (faults: readonly Fault[]): string => errorSummary(faults.slice(0, IN_DETAIL))
  // A name that a client sends can contain what `replace` gives a meaning, such as "$&".
  const detail = sent.detail.replace(summary(errors), () => summary(declared))
  return JSON.stringify({ ...sent, detail, errors: declared })
}

const CONTENT_TYPE = 'The content type of the body must be'

/** Returns the JSON pointer of the object that contains a member of the item in a request. */
function placeOf(path: string, { wrapper, hasAttributes, relationships = [] }: Contract): string {
  const isRelated = relationships.some((name) => `${path}/`.startsWith(`${pointer('', name)}/`))
  const part = isRelated ? '/relationships' : hasAttributes === true && path !== '/id' ? '/attributes' : ''
  return `${wrapper === undefined ? '' : pointer('', wrapper)}${part}`
}

/** Returns the path of a member of the item as the request names it. */
function sentPath(path: string, { renamed = {} }: Contract): string {
  const [, field = '', ...rest] = path.split('/')
  const [name] = Object.entries(renamed).find(([, relation]) => pointer('', relation) === `/${field}`) ?? []
  return name === undefined ? path : [pointer('', name), ...rest].join('/')
}

/** Returns what the document declares of a response, which for a PUT depends on whether it has created the item. */
function responseOf(contract: Contract, statusCode: number): Pick<Contract, 'status' | 'body'> {
  const { created } = contract
  return statusCode === 201 && created !== undefined ? { status: 201, ...created } : contract
}

/** Maximum length of a header with a field. Clients and proxies reject responses with longer ones. */
const MAX_HEADER = 2000

/**
 * Returns the headers that contain fields of the item, without those that have no value or a longer one. Other text than ASCII
 * is encoded.
 */
function itemHeaders({ itemHeaders = {} }: Contract, item: JsonObject): Readonly<Record<string, string>> {
  const entries = Object.entries(itemHeaders).flatMap(([name, { field, isDate }]) => {
    const value = item[field] ?? null
    if (value === null) return []
    const plain = isDate === true ? new Date(String(value)).toUTCString() : String(value)
    const text = plain.replace(/[^ -~]/gu, encodeURIComponent)
    return text.length > MAX_HEADER ? [] : [[name, text] as const]
  })
  return Object.fromEntries(entries)
}

function sentItem(
  body: Template | undefined,
  request: FastifyRequest,
  item: JsonObject,
  wanted: Wanted,
): Json | undefined {
  // The answer to a DELETE has no key.
  const [parameter = '', text] = Object.entries(Object(request.params)).at(-1) ?? []
  const key = String(item['_pk'] ?? request.keys?.[parameter] ?? text)
  const facts = { key, keyNumber: Number(key), self: item['_self'] }
  return body && filled(body, facts, { ...wanted, item, origin: originOf(request) })
}

/** Returns what parameters such as `fields` and `expand` ask for. @throws BadRequest for unknown names */
function wantedBy({ roles = {}, body }: Contract, values: Readonly<Record<string, Json>>): Wanted {
  const faults = new FaultList()
  const shape = body && shapeIn(body)
  const included = Object.values(body !== undefined && 'object' in body ? body.object : {}).flatMap(
    (member) => ('included' in member ? Object.keys(member.included) : []),
  )
  const [list] =
    Object.entries(body !== undefined && 'object' in body ? body.object : {}).find(
      ([, member]) => shapeIn(member) !== undefined,
    ) ?? []
  const known = (as: 'fields' | 'expand'): readonly string[] =>
    as === 'fields' ? Object.keys(shape?.members ?? {}) : [...(shape ? expandableIn(shape) : []), ...included]
  const namesIn = (name: string, role: ParameterRole): readonly (readonly string[])[] => {
    if (role.as !== 'fields' && role.as !== 'expand') return []
    const texts = [values[name] ?? []].flat().flatMap((each) => String(each).split(',').filter(Boolean))
    if (texts.length === 0) return []
    const allowed = known(role.as)
    if (role.as === 'expand' && texts.includes('*')) return [allowed]
    // A list can have its name before those of the members, as in `data.customer`.
    const names = texts.map((text) =>
      role.as === 'expand' && list !== undefined && !allowed.includes(text)
        ? text.replace(`${list}.`, '')
        : text,
    )
    if (!names.every((each) => allowed.includes(each)))
      faults.add(
        name,
        allowed.length === 0 ? 'must be empty' : `must be some of ${allowed.join(', ')}`,
        'query',
      )
    if (role.as !== 'fields') return [names]
    const others = role.isExcept === true ? allowed.filter((each) => !names.includes(each)) : names
    return [[...others, ...(role.always ?? [])]]
  }
  const namesFor = (as: 'fields' | 'expand'): readonly (readonly string[])[] =>
    Object.entries(roles).flatMap(([name, role]) => (role.as === as ? namesIn(name, role) : []))
  const [[fields, ...others], expand] = [namesFor('fields'), namesFor('expand')]
  faults.throwIfAny('query')
  return {
    ...(fields && {
      fields: new Set(fields.filter((name) => others.every((each) => each.includes(name)))),
    }),
    ...(expand.length === 0 ? {} : { expand: new Set(expand.flat()) }),
  }
}

/** Returns the shape of the items in a body. */
function shapeIn(template: Template): Shape | undefined {
  if ('item' in template) return template.item
  if ('items' in template) return template.items
  if (!('object' in template)) return undefined
  return Object.values(template.object).flatMap((each) => shapeIn(each) ?? [])[0]
}

function sentPage(
  { body, responseHeaders = {}, roles = {} }: Contract,
  request: FastifyRequest,
  reply: FastifyReply,
  { data, total }: JsonObject,
  { page, wanted }: Pick<Answering, 'wanted'> & { readonly page: PageRequest },
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

function originOf({ server, protocol, host }: FastifyRequest): string {
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
