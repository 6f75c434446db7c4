import cors from '@fastify/cors'
import { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import findMyWay from 'find-my-way'
import { randomUUID } from 'node:crypto'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BodyParser } from '../body/parser.js'
import { BadRequest, HttpError } from '../errors.js'
import type { Settings } from '../settings/settings.js'
import { docsRoutes, healthRoutes, type OwnPaths } from './endpoints.js'
import { type RequestCounts, limitRequests } from './limits.js'
import {
  SECURITY_HEADERS,
  loggedUrl,
  rejectConnect,
  rejectUnparsable,
  routeError,
  commonHeaders,
  sendProblem,
  toHttpError,
  type KnownPaths,
} from './problem.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** The error in the body; null if the body is valid. */
    bodyFault: Error | null
    /** The levels of documents in documents; if omitted, those of the model. */
    nestingDepth?: number
    /** Whether a list has a total; undefined if the request's preferences decide that. */
    counts?: boolean
  }
  interface FastifyContextConfig {
    /** Whether the route looks up an item before reporting errors in the body. */
    readonly hasItem?: boolean
    /** Returns what the route shows of a document, as JSON. */
    readonly shown?: (document: object) => string
  }
}

/** Returns the body of a request. @throws BadRequest if the body is invalid */
export function bodyOf({ body, bodyFault }: FastifyRequest): unknown {
  if (bodyFault !== null) throw bodyFault
  return body
}

/** Returns a parser that rejects compressed bodies, and defers errors if the route looks up an item first. */
export function uncompressed(
  parse: BodyParser,
): (request: FastifyRequest, bytes: Buffer, done: Parameters<BodyParser>[2]) => void {
  return (request, bytes, done) => {
    const { 'content-encoding': encoding = 'identity' } = request.headers
    if (encoding.toLowerCase() === 'identity') parse(request, bytes, deferred(request, done))
    else
      done(new HttpError(415, 'Compressed bodies are not supported. Send the body without Content-Encoding.'))
  }
}

export function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/**
 * Accepts JSON bodies, and merge patches (RFC 7396) for PATCH. Responds with 415 to other content types and encodings.
 */
function jsonBodies(app: FastifyInstance, parse: BodyParser): void {
  const parsePlain = uncompressed(parse)
  app.decorateRequest('bodyFault', null)
  app.addHook('onRequest', (request, _reply, done) => {
    const isJson = /^application\/json\b/i.test(request.headers['content-type'] ?? '')
    if (request.method === 'DELETE' && !isJson && !hasBody(request))
      delete request.raw.headers['content-type']
    done()
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, parsePlain)
  const patch = 'application/merge-patch+json'
  app.addContentTypeParser<Buffer>(patch, { parseAs: 'buffer' }, (request, bytes, done) => {
    const message = `The content type ${patch} requires PATCH. Send application/json.`
    if (request.method === 'PATCH') parsePlain(request, bytes, done)
    else done(new HttpError(415, message))
  })
}

const WRITES: ReadonlySet<string> = new Set(['POST', 'PATCH', 'PUT'])

/**
 * On routes registered after this call, defers errors in bodies until the item in the path has been found and the
 * caller is known to be allowed to write it, so that a 404 or 403 takes precedence over a 400. {@link bodyOf} throws
 * the errors.
 */
export function itemsBeforeBodies(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const isWrite = [route.method].flat().every((method) => WRITES.has(method))
    if (isWrite && route.url.includes(':')) route.config = { ...route.config, hasItem: true }
  })
}

function deferred(request: FastifyRequest, done: Parameters<BodyParser>[2]): typeof done {
  if (request.routeOptions.config.hasItem !== true) return done
  return (fault, body) => {
    request.bodyFault = fault
    done(null, body)
  }
}

/**
 * Adds CORS headers for `cors.allow_origins`, and responds to preflight requests. Other OPTIONS requests are passed to
 * the routes.
 */
async function allowOrigins(app: FastifyInstance, settings: Settings['cors']): Promise<void> {
  if (!settings.enable) return
  await app.register(cors, {
    delegator: (request: FastifyRequest, done) => {
      done(null, {
        origin: settings.allowOrigins.includes('*') ? '*' : [...settings.allowOrigins],
        credentials: settings.allowCredentials,
        methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
        exposedHeaders: ['Allow', 'ETag', 'Link', 'Location', 'Retry-After'],
        preflight: request.headers['access-control-request-method'] !== undefined,
      })
    },
  })
}

/**
 * Records all routes registered after this call, except catch-all routes (`*`), such as the CORS plugin's.
 * @param maxParamLength the router's limit on the length of a path parameter
 */
function knownPaths(app: FastifyInstance, basePath: string, maxParamLength: number): KnownPaths {
  const routers = new Map<string, ReturnType<typeof findMyWay>>()
  app.addHook('onRoute', ({ method, url }) => {
    if (url === '*') return
    for (const name of [method].flat()) {
      const router = routers.get(name) ?? findMyWay({ maxParamLength })
      routers.set(name, router)
      // Fastify serves the root of the API with and without a slash, but reports only one of them.
      for (const path of url === basePath ? [url, `${url}/`] : [url]) {
        if (!router.hasRoute('GET', path)) router.on('GET', path, () => undefined)
      }
    }
  })
  return {
    basePath,
    methods: (url) =>
      [...routers]
        .flatMap(([name, router]) => (isComplete(router.find('GET', url)?.params) ? [name] : []))
        .sort(),
  }
}

/** Returns whether no parameter of a path is empty. The router takes `/stories/` for `/stories/:id`. */
function isComplete(params: unknown): boolean {
  return params !== undefined && !Object.values(Object(params)).includes('')
}

/** Returns whether the percent-encoding of a query is valid (RFC 3986, 2.1, in UTF-8). Fastify would decode it to different text. */
function isEncoded(url: string): boolean {
  const start = url.indexOf('?')
  if (start === -1 || !url.includes('%', start)) return true
  try {
    decodeURIComponent(url.slice(start))
    return true
  } catch {
    return false
  }
}

/**
 * Logs one line per request: method, route pattern, URL without query values, status, duration in milliseconds and the
 * client's address. The logger adds the request ID and the caller's key. With `request_timing.enable`, requests are
 * logged regardless of `log.level`, and slow requests are logged as warnings.
 */
function logRequests(app: FastifyInstance): void {
  const { enable, slowRequestThreshold } = app.settings.requestTiming
  app.addHook('onResponse', (request, reply, done) => {
    const log = enable ? request.log.child({}, { level: 'info' }) : request.log
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? null,
      url: loggedUrl(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      remoteAddress: request.ip,
    }
    if (enable && reply.elapsedTime >= slowRequestThreshold) log.warn(line, 'slow request')
    else log.info(line, 'request')
    done()
  })
}

/** A host name or address with an optional port (RFC 9110, 7.2; RFC 3986, 3.2.2). */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]+)(?::\d{1,5})?$/i

/**
 * Rejects requests whose `Host` is missing, repeated or invalid (RFC 9112, 3.2), because URLs in responses contain it,
 * and those whose forwarded protocol is invalid. `Host` is optional in HTTP/1.0, which many health probes use.
 */
function rejectBadHosts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (!hasGoodHost(request)) done(new BadRequest('The request must have exactly one valid Host header.'))
    else if (request.protocol === 'http' || request.protocol === 'https') done()
    else done(new BadRequest('X-Forwarded-Proto must be http or https.'))
  })
}

function hasGoodHost(request: FastifyRequest): boolean {
  const { host, raw } = request
  if (host === '') return raw.httpVersion === '1.0' && raw.headers.host === undefined
  const names = raw.rawHeaders.filter((_name, index) => index % 2 === 0)
  return HOST.test(host) && names.filter((name) => name.toLowerCase() === 'host').length < 2
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly settings: Settings
    /** Once the shutdown has begun, the service closes connections after each response, and `/readyz` returns 503. */
    readonly shutdown: { hasBegun: boolean }
  }
}

/**
 * Maximum length of a path parameter. It equals Node's own limit for a URL, so that the router never rejects a
 * parameter as too long.
 */
export const MAX_PARAM_LENGTH = 16 * 1024

/** Time limit for receiving a request, in milliseconds. */
const REQUEST_TIMEOUT = 60_000

export interface ServerOptions {
  /** Plugins of the documentation page, as JavaScript. */
  readonly docsPlugins?: string
  /** The path prefix for all routes, such as `/v1`, or an empty string. */
  readonly basePath: string
  /** Paths of endpoints that differ from their usual paths, because the API declares those. */
  readonly paths?: Partial<OwnPaths>
  /** Returns the methods of paths as the API declares them. */
  readonly known?: (known: KnownPaths) => KnownPaths
  readonly parseBody: BodyParser
  /** Throws if the database is unavailable or migrations are pending. */
  readonly ping: () => Promise<void>
  /** Adds hooks and routes. Called before all other hooks are added. */
  readonly plugins?: readonly ((app: FastifyInstance) => Promise<void> | void)[]
  /** Returns where requests are counted. By default, each process counts in memory. */
  readonly openCounter?: (app: FastifyInstance) => Promise<RequestCounts>
}

/**
 * Returns a Fastify instance to which the API's routes can be added. It provides logging, limits, JSON bodies, CORS,
 * errors as `application/problem+json`, 404 and 405 responses, health checks and the API documentation.
 */
export async function createServer(
  settings: Settings,
  { basePath, paths, parseBody, ping, plugins = [], docsPlugins, ...options }: ServerOptions,
): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    logger: { level: settings.log.level, serializers: { req: loggedRequest } },
    genReqId: () => randomUUID(),
    // `logRequests` logs requests instead.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: settings.trustProxy,
    bodyLimit: settings.bodyLimit,
    requestTimeout: REQUEST_TIMEOUT,
    return503OnClosing: false,
    http: { requireHostHeader: false },
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    clientErrorHandler: (error, socket) => rejectUnparsable(known, error, socket),
    frameworkErrors: (error, request, reply) => {
      sendProblem(request, reply.headers(SECURITY_HEADERS), toHttpError(error, request).error)
    },
  })
  const routed = knownPaths(app, basePath, MAX_PARAM_LENGTH)
  const known = options.known?.(routed) ?? routed
  app.server.on('connect', (request, socket) => rejectConnect(known, request.url ?? '/', socket))
  app.decorate('settings', settings)
  app.decorate('shutdown', { hasBegun: false })
  const counts = await options.openCounter?.(app)
  for (const plugin of plugins) await plugin(app)
  handleErrors(app)
  limitPipelining(app)
  limitClosing(app)
  jsonBodies(app, parseBody)
  commonHeaders(app)
  rejectBadHosts(app)
  limitResponses(app)
  await allowOrigins(app, settings.cors)
  await limitRequests(app, counts)
  rejectBadUrls(app, known)
  logRequests(app)
  const own = {
    docs: `${basePath}/docs`,
    openapi: `${basePath}/openapi.json`,
    healthz: '/healthz',
    readyz: '/readyz',
    ...paths,
  }
  healthRoutes(app, own, ping)
  await docsRoutes(app, own, join(settings.folder, 'openapi.json'), docsPlugins)
  return app
}

function loggedRequest({ method, url, host, ip, socket }: FastifyRequest): Readonly<Record<string, unknown>> {
  return { method, url: loggedUrl(url), host, remoteAddress: ip, remotePort: socket.remotePort }
}

/** Interval at which a closing server closes connections without a request, in milliseconds. */
const SILENCE = 500

/**
 * Accepts waiting connections before `close`, which the system would reset: each turn of the loop takes one. Closes those
 * without the head of a request soon after, and all once the request timeout has elapsed, because a closing server does
 * not enforce timeouts, and would wait for them.
 */
function limitClosing(app: FastifyInstance): void {
  const silent = new Set<Socket>()
  let quietTurns = 0
  app.server.on('request', ({ socket }) => silent.delete(socket))
  app.server.on('connection', (socket: Socket) => {
    quietTurns = 0
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  app.addHook('preClose', async () => {
    const end = performance.now() + SILENCE
    for (quietTurns = 0; quietTurns < 3 && performance.now() < end; quietTurns += 1) await nextTurn()
    setInterval(() => silent.forEach((socket) => void socket.destroy()), SILENCE).unref()
    setTimeout(() => app.server.closeAllConnections(), app.server.requestTimeout).unref()
  })
}

/**
 * Rejects requests without a route, and those with an invalid query, before their body is read. Call it after
 * {@link allowOrigins}, which responds to preflights for any path.
 */
function rejectBadUrls(app: FastifyInstance, known: KnownPaths): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { is404, params, method, url } = request
    if (is404 || !isComplete(params)) done(routeError(known, method, url))
    else if (isEncoded(url)) done()
    else done(new BadRequest('The query is not a valid URL query. Check its percent-encoding.'))
  })
  app.setNotFoundHandler((request) => {
    throw routeError(known, request.method, request.url)
  })
}

/** Maximum number of requests of a connection that wait for the response to the one before. */
const MAX_WAITING = 1000

/** Delays pipelined requests until the response to the one before is sent: their responses would wait in memory. */
function limitPipelining(app: FastifyInstance): void {
  const unanswered = new WeakMap<object, FastifyReply['raw'][]>()
  app.addHook('onRequest', ({ socket }, { raw }, done) => {
    const before = (unanswered.get(socket) ?? []).filter(({ closed }) => !closed)
    if (before.length > MAX_WAITING) return void socket.destroy()
    unanswered.set(socket, [...before, raw])
    if (before.length === 0) done()
    else before.at(-1)?.once('close', () => done())
  })
}

/** Time after which a client that does not read its response is disconnected, in milliseconds. */
const READ_TIMEOUT = 30_000

/**
 * Rejects responses to GET requests that exceed `max_response`, and disconnects clients that do not read a response,
 * because responses stay in memory until they are sent.
 */
function limitResponses(app: FastifyInstance): void {
  const { maxResponse } = app.settings
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.method === 'GET' && typeof payload === 'string' && Buffer.byteLength(payload) > maxResponse)
      return done(
        new BadRequest(
          `The response would be larger than ${maxResponse} bytes (max_response). Request fewer items with _limit, or fewer fields with _fields.`,
        ),
      )
    const { raw } = reply
    const { socket } = request.raw
    // Injected requests have no real socket.
    if (socket instanceof Socket) {
      // Node.js restarts the timer once if data is waiting to be sent, so it runs for half of the time.
      const timeout = READ_TIMEOUT / 2
      raw.on('timeout', () => {
        if (socket.writableLength > 0) socket.destroy()
        else socket.setTimeout(timeout)
      })
      socket.setTimeout(timeout)
    }
    done(null, payload)
  })
}

function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((thrown, request, reply) => {
    const { error, cause } = toHttpError(thrown, request)
    // A client that disconnects while it sends a body is not a fault of the service.
    if (cause !== undefined && !(request.raw.destroyed && !request.raw.complete))
      request.log.error({ err: cause }, 'request failed')
    return sendProblem(request, reply, error)
  })
}
