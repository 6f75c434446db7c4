import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Fault, HttpError, IN_DETAIL, errorSummary } from '../errors.js'
import { isKnown, tagOf } from '../http/entity-tags.js'
import { NO_BODY_ACCEPTED, inputReader } from '../operations/inputs.js'
import type { ParameterCompiler } from '../operations/parameters.js'
import type { ResponseChecks } from '../operations/responses.js'
import { type Json, type JsonObject, isObject } from '../json.js'
import { PROBLEM_TYPE, type Problem } from '../server/problem.js'
import { stemOf } from '../spec/paths.js'
import { itemIn, keyIn, placeOf, sentPath } from './bodies.js'
import { failure } from './failures.js'
import type { Contract, Shape, Template } from './mapping.js'
import { originOf, sentPage } from './pages.js'
import type { ContractParts, ErrorBodies, ListedItems } from './parts.js'
import { type PageRequest, pageRequest } from './query.js'
import { type Wanted, filled, hasDocuments, shownOf } from './responses.js'
import { shapeIn, wantedBy } from './wanted.js'

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
