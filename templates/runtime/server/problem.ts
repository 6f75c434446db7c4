import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import {
  type Fault,
  HttpError,
  MAX_LISTED,
  NotFound,
  ConstraintViolation,
  ReferenceViolation,
  BadRequest,
} from '../errors.js'
import { Unavailable } from '../store.js'

/**
 * The body of an error response (RFC 9457). `detail` consists of full sentences. The messages in `errors` are fragments
 * without capitalization or a period, and follow the name of the field or parameter: `title: must be a string`.
 */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly instance: string
  /** The errors in individual fields or parameters. */
  readonly errors?: readonly Fault[]
}

/** Maximum length of the path of an error, which contains names from the body and can be as long as the body. */
const MAX_PATH_LENGTH = 1_000

export const PROBLEM_TYPE = 'application/problem+json'

/**
 * Returns the HTTP error for any thrown value, and the cause to log if the response must not reveal it. HTTP errors are returned unchanged, errors from the database and Fastify
 * get the appropriate status, and all other values become a 500 without details.
 */
export function toHttpError(thrown: unknown, request: FastifyRequest): { error: HttpError; cause?: unknown } {
  if (thrown instanceof ConstraintViolation) return { error: thrown, cause: thrown.cause }
  if (thrown instanceof ReferenceViolation && thrown.reason === 'missing')
    return { error: new BadRequest('A key in the body refers to an item that does not exist.') }
  if (thrown instanceof HttpError) return { error: thrown }
  if (thrown instanceof Unavailable) {
    const headers = { 'Retry-After': '5' }
    return { error: new HttpError(503, thrown.detail, { headers }), cause: thrown }
  }
  const error = fastifyError(thrown)
  if (error !== undefined) return { error }
  const detail = `Internal server error. See the log for request ID ${request.id}.`
  return { error: new HttpError(500, detail), cause: thrown }
}

/** Sends an error as `application/problem+json`, with the error's headers. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, error: HttpError): FastifyReply {
  return reply
    .code(error.status)
    .headers({ ...error.headers })
    .type(PROBLEM_TYPE)
    .serializer(JSON.stringify)
    .send(problem(error, pathOf(request.url)))
}

export function problem({ type, status, message, errors, errorCount }: HttpError, instance: string): Problem {
  const listed = errors
    .slice(0, MAX_LISTED)
    .map((fault) => ({ ...fault, path: fault.path.slice(0, MAX_PATH_LENGTH) }))
  const count =
    errorCount > MAX_LISTED ? ` There are ${errorCount} errors; the first ${MAX_LISTED} are listed.` : ''
  return {
    type,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: message + count,
    instance,
    ...(listed.length === 0 ? {} : { errors: listed }),
  }
}

export function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}

/** Returns a URL for the log, without the values in its query, which might be secret. */
export function loggedUrl(url: string): string {
  const path = pathOf(url)
  return path + url.slice(path.length).replaceAll(/=[^&]*/g, '')
}

const FASTIFY_MESSAGES: Readonly<Record<string, string>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is too large.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The content type of the body must be application/json.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The length of the body does not match Content-Length.',
  FST_ERR_BAD_URL: 'The path is not a valid URL path. Check its percent-encoding.',
}

/**
 * Returns the HTTP error for an error thrown by Fastify or a plugin, or undefined if its status and message are not meant
 * for clients. Errors of `http-errors` say so with `expose`.
 */
function fastifyError(thrown: unknown): HttpError | undefined {
  if (!(thrown instanceof Error) || !('statusCode' in thrown) || 'handler' in thrown) return undefined
  const { statusCode, message } = thrown
  const code = 'code' in thrown ? String(thrown.code) : ''
  const isPublic = code.startsWith('FST_') || ('expose' in thrown && thrown.expose === true)
  const isSent = isPublic && /^(4\d\d|50[234])$/.test(String(statusCode))
  if (!isSent || typeof statusCode !== 'number') return undefined
  return new HttpError(statusCode, FASTIFY_MESSAGES[code] ?? message)
}

/**
 * Headers for all responses. They tell browsers to revalidate cached responses and to use HTTPS, and not to guess the
 * content type, load or frame anything, or send the URL as a referrer.
 */
export const SECURITY_HEADERS = {
  'cache-control': 'no-cache',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const

/**
 * Adds {@link SECURITY_HEADERS} to all responses. Routes can override them. During the shutdown, tells clients and load
 * balancers to use a new connection for their next request, also in responses to earlier requests.
 */
export function commonHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(SECURITY_HEADERS)
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (app.shutdown.hasBegun) reply.header('connection', 'close')
    done()
  })
}

export interface KnownPaths {
  /** The path prefix for all API routes, such as `/v1`, or an empty string. */
  readonly basePath: string
  /** Returns the sorted methods of a URL's path, or an empty list for an unknown path. */
  methods(url: string): string[]
}

/**
 * Returns the error for a request that matches no route: 404 for an unknown path, otherwise 405 with the path's methods
 * in `Allow` (RFC 9110, 15.5.6).
 */
export function routeError(known: KnownPaths, method: string, url: string): HttpError {
  const methods = known.methods(url)
  const path = pathOf(url)
  if (methods.length === 0) {
    const isBelow = `${path}/`.startsWith(`${known.basePath}/`)
    return new NotFound(
      `There is no resource at ${path}.${isBelow ? '' : ` The API is at ${known.basePath}.`}`,
    )
  }
  const allow = methods.join(', ')
  return new HttpError(405, `${path} does not support ${method}. Supported methods: ${allow}.`, {
    headers: { Allow: allow },
  })
}

const CONNECTION_ERRORS: Readonly<Record<string, HttpError>> = {
  ERR_HTTP_REQUEST_TIMEOUT: new HttpError(408, 'The service did not receive the complete request in time.'),
  HPE_HEADER_OVERFLOW: new HttpError(431, 'The request headers are too large.'),
}

/**
 * Responds to requests that Node cannot parse, which never reach Fastify. A method unknown to Node gets the same 404 or
 * 405 as any other unsupported method.
 */
export function rejectUnparsable(
  known: KnownPaths,
  error: Error & { readonly code: string; readonly rawPacket?: unknown },
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [method, url] = error.code === 'HPE_INVALID_METHOD' ? requestLine(error.rawPacket) : []
  const httpError =
    method === undefined || url === undefined
      ? (CONNECTION_ERRORS[error.code] ?? new HttpError(400, 'The request is not valid HTTP.'))
      : routeError(known, method, url)
  socket.end(rawResponse(httpError, pathOf(url ?? '/')), () => socket.destroy())
}

/** Rejects CONNECT requests, which never reach a route. */
export function rejectConnect(known: KnownPaths, url: string, socket: Duplex): void {
  socket.end(rawResponse(routeError(known, 'CONNECT', url), pathOf(url)), () => socket.destroy())
}

/** Returns the method and URL in a request line such as `PURGEALL /stories HTTP/1.1`. */
function requestLine(packet: unknown): (string | undefined)[] {
  if (!Buffer.isBuffer(packet)) return []
  const [, method, url] =
    /^([\w!#$%&'*+.^`|~-]{1,64}) (\/\S*) HTTP\/1\.[01]\r\n/.exec(packet.toString('latin1')) ?? []
  return [method, url]
}

function rawResponse(error: HttpError, path: string): string {
  const body = JSON.stringify(problem(error, path))
  const headers = {
    ...SECURITY_HEADERS,
    ...error.headers,
    'Content-Type': PROBLEM_TYPE,
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? 'Error'}`, ...lines, '', body].join(
    '\r\n',
  )
}
