import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { STATUS_CODES } from 'node:http'
import { type Fault, HttpError } from '../errors.js'
import { inputReader } from '../http/actions.js'
import type { ParameterCompiler } from '../http/parameters.js'
import { type ResponseChecks, declaredFor } from '../http/responses.js'
import { type Json, type JsonObject, isObject } from '../json.js'
import { PROBLEM_TYPE, type Problem, pathOf, problem } from '../server/problem.js'
import type { Contract, ParameterRole } from './mapping.js'
import { type PageRequest, pageRequest } from './query.js'
import { type Facts, filled } from './responses.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the API's document declares of the operation. */
    readonly contract?: Contract
    /** The key of the model whose items the operation returns. */
    readonly key?: string
  }
}

export interface ContractParts {
  readonly compile: ParameterCompiler
  readonly checks: ResponseChecks
}

/**
 * Makes routes with a contract, registered after this call, read and answer requests as the API's document declares. The
 * routes themselves work with the service's own query language and documents.
 */
export function serveContracts(app: FastifyInstance, { compile, checks }: ContractParts): void {
  app.addHook('onRoute', (route) => {
    const { contract, key = '' } = route.config ?? {}
    if (contract === undefined) return
    const { roles } = contract
    const { maxLimit } = app.settings
    route.config = { ...route.config, kept: contract.unwritten }
    const pages = new WeakMap<FastifyRequest, PageRequest>()
    let read: ReturnType<typeof inputReader> | undefined
    route.preValidation = [
      (request, _reply, done) => {
        // Compiling the schemas of hundreds of operations would delay the start.
        read ??= inputReader(contract, compile)
        try {
          const { query, body } = read(request)
          const page = roles && pageRequest({ roles, key, maxLimit }, Object(query))
          if (page !== undefined) pages.set(request, page)
          request.query = page?.parameters ?? {}
          if (contract.bodies !== undefined) request.body = itemIn(body, contract)
          done()
        } catch (error) {
          // A missing item and a missing permission take precedence over errors in the body.
          const isDeferred =
            contract.bodies !== undefined && error instanceof HttpError && error.status === 400
          if (!isDeferred) throw error
          request.query = {}
          request.bodyFault = error
          done()
        }
      },
      ...[route.preValidation ?? []].flat(),
    ]
    route.onSend = [
      async (request, reply, payload) =>
        answered(contract, request, reply, payload, { page: pages.get(request), checks }),
      // Fastify's own hook for HEAD removes the body.
      ...[route.onSend ?? []].flat(),
    ]
  })
}

/** The members with a meaning in the service's own documents, which no other document declares. */
const OWN_MEMBERS: ReadonlySet<string> = new Set(['_acl', '_pk', '_self', '_type'])

/** Returns the item in a body, without the fields that the request does not declare. */
function itemIn(body: unknown, { wrapper, unwritten = [] }: Contract): unknown {
  const item = wrapper === undefined || !isObject(body) ? body : (body[wrapper] ?? {})
  if (!isObject(item)) return item
  return Object.fromEntries(
    Object.entries(item).filter(([name]) => !unwritten.includes(name) && !OWN_MEMBERS.has(name)),
  )
}

interface Answering {
  readonly page: PageRequest | undefined
  readonly checks: ResponseChecks
}

/** Returns the payload that the document declares in place of the service's own. */
async function answered(
  contract: Contract,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  { page, checks }: Answering,
): Promise<unknown> {
  const { statusCode } = reply
  if (statusCode >= 400) return failure(contract, reply, payload)
  if (statusCode >= 300 || typeof payload !== 'string') return payload
  const sent: unknown = JSON.parse(payload)
  if (!isObject(sent)) return payload
  reply.code(contract.status)
  const body = page === undefined ? sentItem(contract, sent) : sentPage(contract, request, reply, sent, page)
  try {
    checks.check(contract.responses, contract.status, body, reply)
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    reply.code(500).type(PROBLEM_TYPE)
    return JSON.stringify(problem(error, pathOf(request.url)))
  }
  if (body === undefined) {
    reply.removeHeader('content-type')
    return null
  }
  reply.type(contract.type ?? 'application/json')
  return JSON.stringify(body)
}

function sentItem({ body }: Contract, item: JsonObject): Json | undefined {
  return body && filled(body, {}, { item })
}

function sentPage(
  { body, responseHeaders = {}, roles = {} }: Contract,
  request: FastifyRequest,
  reply: FastifyReply,
  { data, total }: JsonObject,
  page: PageRequest,
): Json | undefined {
  const items = (Array.isArray(data) ? data : []).filter(isObject)
  const cursor = nextCursor(reply)
  reply.removeHeader('Link')
  const facts = pageFacts(request, roles, page, {
    total: typeof total === 'number' ? total : undefined,
    count: items.length,
    cursor,
  })
  for (const [name, fact] of Object.entries(responseHeaders)) {
    const value = fact === 'link' ? linkOf(facts) : facts[fact]
    if (value !== undefined && value !== null) reply.header(name, String(value))
  }
  return body && filled(body, facts, { items })
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
  readonly cursor: string | undefined
}

/** Returns what responses can say about a page. */
function pageFacts(
  request: FastifyRequest,
  roles: NonNullable<Contract['roles']>,
  { limit, offset, base }: PageRequest,
  { total, count, cursor }: Counted,
): Facts {
  const number = offset === undefined || limit === 0 ? 0 : Math.floor(offset / limit)
  const pages = total === undefined ? undefined : limit === 0 ? 0 : Math.ceil(total / limit)
  const isFirst = offset === 0
  const hasNext = cursor !== undefined
  const nameOf = (as: ParameterRole['as']): string | undefined =>
    Object.entries(roles).find(([, role]) => role.as === as)?.[0]
  const [pageName, offsetName, cursorName] = [nameOf('page'), nameOf('offset'), nameOf('cursor')]
  const url = (index: number): string | undefined => {
    if (pageName !== undefined) return urlWith(request, pageName, String(index + base))
    return offsetName && urlWith(request, offsetName, String(index * limit))
  }
  const next = cursorName === undefined ? url(number + 1) : urlWith(request, cursorName, cursor ?? '')
  return {
    total,
    count,
    page: number + base,
    limit,
    offset,
    pages,
    hasMore: hasNext,
    isFirst,
    isLast: !hasNext,
    cursor: cursor ?? null,
    nextPage: hasNext ? number + base + 1 : null,
    self: urlWith(request),
    first: url(0),
    last: pages === undefined ? undefined : url(Math.max(0, pages - 1)),
    next: hasNext ? next : null,
    previous: isFirst ? null : url(number - 1),
  }
}

/** Returns the URL of the request, in which a parameter has another value. */
function urlWith(request: FastifyRequest, name?: string, value = ''): string {
  const [path = '', search = ''] = request.url.split('?', 2)
  const parameters = new URLSearchParams(search)
  if (name !== undefined) parameters.set(name, value)
  const query = parameters.toString()
  const { publicUrl } = request.server.settings
  const origin = publicUrl ?? `${request.protocol}://${request.host}`
  return `${origin}${path}${query === '' ? '' : `?${query}`}`
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

/** Returns the declared body of an error, or the problem document if the document declares none. */
function failure({ errors }: Contract, reply: FastifyReply, payload: unknown): unknown {
  const type = String(reply.getHeader('content-type') ?? '')
  if (errors === undefined || typeof payload !== 'string' || !type.startsWith(PROBLEM_TYPE)) return payload
  const own: Problem = JSON.parse(payload)
  const status = errors.statuses?.[own.status] ?? own.status
  reply.code(status)
  const declared = declaredFor(errors.bodies, status)
  if (declared === undefined)
    return JSON.stringify({ ...own, status, title: STATUS_CODES[status] ?? own.title })
  reply.type(declared.type)
  return JSON.stringify(filled(declared.body, problemFacts(own, status)))
}

function problemFacts({ type, detail, instance, errors = [] }: Problem, status: number): Facts {
  const title = STATUS_CODES[status] ?? 'Error'
  return {
    message: detail,
    title,
    status,
    statusText: String(status),
    code: title.toLowerCase().replaceAll(/[^a-z]+/g, '_'),
    type,
    instance,
    errors: errors.map(faultFacts),
    messages: errors.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)),
  }
}

function faultFacts({ path, message, in: place }: Fault): JsonObject {
  return {
    path,
    field: path.replace(/^\//, '').replaceAll('/', '.'),
    message,
    code: 'invalid',
    in: place ?? 'body',
  }
}
