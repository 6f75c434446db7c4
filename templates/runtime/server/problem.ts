import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { pointer } from '../body/schema.js'
import { BadRequest, Conflict, type Fault, HttpError, MAX_LISTED, NotFound } from '../errors.js'
import { ReferenceViolation, Unavailable, UniqueViolation } from '../store.js'
import type { KnownPaths } from './server.js'

/** Seconds after which a caller may try again while the database cannot be reached. */
const RETRY_AFTER = '5'

/** The body of an answer that is an error (RFC 9457). */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  /** The request's path. */
  readonly instance: string
  /** Where there are several faults, or one with a place. */
  readonly errors?: readonly Fault[]
}

/** Characters of the path of an error. */
const LONGEST_PATH = 1_000

export const PROBLEM_TYPE = 'application/problem+json'

/** The error of an answer; its `cause` is what the log should tell, where it must not be told to the caller. */
type Told = { readonly error: HttpError; readonly cause?: unknown }

/** What the caller is told of an error (SPEC 6): a status of its own, that of a refusal by the database, or 500 without detail. */
export function toldOf(thrown: unknown, request: FastifyRequest): Told {
  if (thrown instanceof HttpError) return { error: thrown }
  if (thrown instanceof UniqueViolation) return { error: taken(thrown) }
  if (thrown instanceof ReferenceViolation) {
    return {
      error:
        thrown.reason === 'referenced'
          ? new Conflict('other items refer to this one, so it cannot be deleted')
          : new BadRequest('a key in the body names no item'),
    }
  }
  if (thrown instanceof Unavailable) {
    const headers = { 'Retry-After': RETRY_AFTER }
    return {
      error: new HttpError(503, 'the database cannot be reached; try again soon', { headers }),
      cause: thrown,
    }
  }
  return { error: ofFramework(thrown) ?? fault(request), cause: ofFramework(thrown) ? undefined : thrown }
}

/** Answers an error as `application/problem+json`, with the headers that it asks for. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, error: HttpError): FastifyReply {
  return reply
    .code(error.status)
    .headers({ ...error.headers })
    .type(PROBLEM_TYPE)
    .serializer(JSON.stringify)
    .send(problem(error, pathOf(request.url)))
}

/** The body for an error on a path. */
export function problem({ status, message, errors, errorCount }: HttpError, instance: string): Problem {
  const count = errorCount > MAX_LISTED ? ` (${errorCount} errors; the first ${MAX_LISTED} are listed)` : ''
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: message + count,
    instance,
    ...(errors.length === 0 ? {} : { errors: errors.slice(0, MAX_LISTED).map(shortened) }),
  }
}

/** A path contains names from the body, which may be as long as the body itself. */
function shortened({ path, message }: Fault): Fault {
  return { path: path.slice(0, LONGEST_PATH), message }
}

/** A URL without its query. */
export function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}

/** A URL for the log: without the values of its query, which may be secrets. */
export function loggedUrl(url: string): string {
  const path = pathOf(url)
  if (path === url) return url
  const names = url
    .slice(path.length + 1)
    .split('&')
    .map((parameter) => parameter.split('=', 1)[0])
  return `${path}?${names.join('&')}`
}

function taken({ model, fields, message, index }: UniqueViolation): Conflict {
  const place = index === undefined ? '' : `/${index}`
  return new Conflict(message, {
    errors: fields.map((field) => ({
      path: pointer(place, field),
      message: `another ${model} has this ${field}`,
    })),
  })
}

function fault(request: FastifyRequest): HttpError {
  return new HttpError(500, `the service failed; its log tells why under the request id ${request.id}`)
}

const WORDS: Readonly<Record<string, string>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'the body is larger than the service takes',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'the body must be application/json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'the body is not as long as Content-Length says',
  FST_ERR_BAD_URL: 'the path is not encoded as a URL must be',
}

/** An error of Fastify's own about the request; undefined for all others, whose status is not to be trusted. */
function ofFramework(thrown: unknown): HttpError | undefined {
  if (!(thrown instanceof Error) || !('code' in thrown) || !('statusCode' in thrown)) return undefined
  const { code, statusCode, message } = thrown
  if (typeof code !== 'string' || !code.startsWith('FST_')) return undefined
  if (typeof statusCode !== 'number' || statusCode < 400 || statusCode > 499) return undefined
  return new HttpError(statusCode, WORDS[code] ?? message)
}

/**
 * What a JSON API tells browsers in every answer: not to guess types, to ask again before an answer is used twice, to do nothing with what is no
 * page. They are the same for all answers, so that they cost next to nothing.
 */
export const SECURITY_HEADERS = {
  'cache-control': 'no-cache',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const

/** Adds the headers to every answer; a route may set others instead. */
export function securityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(SECURITY_HEADERS)
    done()
  })
}

/** Why a request has no route: its path is unknown (404), or has other methods (405 with these in `Allow`, RFC 9110, 15.5.6). */
export function refusal(known: KnownPaths, method: string, url: string): HttpError {
  const methods = known.methods(url)
  const path = pathOf(url)
  if (methods.length === 0) {
    const isBelow = `${path}/`.startsWith(`${known.basePath}/`)
    return new NotFound(`there is nothing at ${path}${isBelow ? '' : `: the API is at ${known.basePath}`}`)
  }
  const allow = methods.join(', ')
  return new HttpError(405, `${path} does not take ${method}, but ${allow}`, {
    headers: { Allow: allow },
  })
}

/** What Node tells of a request that it could not read. */
interface ConnectionError extends Error {
  readonly code: string
  readonly rawPacket?: unknown
}

const REFUSALS: Readonly<Record<string, HttpError>> = {
  ERR_HTTP_REQUEST_TIMEOUT: new HttpError(408, 'the request took too long to arrive'),
  HPE_HEADER_OVERFLOW: new HttpError(431, 'the headers of the request are too large'),
}

/**
 * Answers requests that are no HTTP that Node can read, so that Fastify never sees them. A method that Node does not know is refused as any other
 * that a path does not have (SPEC 6).
 */
export function answerUnreadable(known: KnownPaths, error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [method, url] = error.code === 'HPE_INVALID_METHOD' ? requestLine(error.rawPacket) : []
  const refused =
    method === undefined || url === undefined
      ? (REFUSALS[error.code] ?? new HttpError(400, 'the request is not valid HTTP'))
      : refusal(known, method, url)
  socket.end(rawAnswer(refused, pathOf(url ?? '/')), () => socket.destroy())
}

/** Refuses CONNECT, which asks for a tunnel and never reaches a route. */
export function refuseTunnel(known: KnownPaths, url: string, socket: Duplex): void {
  socket.end(rawAnswer(refusal(known, 'CONNECT', url), pathOf(url)), () => socket.destroy())
}

/** Method and URL of `PURGEALL /stories HTTP/1.1`. */
function requestLine(packet: unknown): (string | undefined)[] {
  if (!Buffer.isBuffer(packet)) return []
  const [, method, url] =
    /^([\w!#$%&'*+.^`|~-]{1,64}) (\/\S*) HTTP\/1\.[01]\r\n/.exec(packet.toString('latin1')) ?? []
  return [method, url]
}

function rawAnswer(error: HttpError, path: string): string {
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
