import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { HttpError } from '../errors.js'
import type { KnownPaths } from './known-paths.js'
import { pathOf, problem, PROBLEM_TYPE } from './problem.js'
import { refusal } from './refusal.js'
import { SECURITY_HEADERS } from './security-headers.js'

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
