import cors from '@fastify/cors'
import rateLimit from '@fastify/rate-limit'
import { type FastifyInstance, type FastifyRequest, fastify, type onRequestHookHandler } from 'fastify'
import findMyWay from 'find-my-way'
import { randomUUID } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { BodyParser } from '../body/parser.js'
import { BadRequest, Forbidden, HttpError } from '../errors.js'
import type { Settings } from '../settings/settings.js'
import { docsRoutes, healthRoutes, metricsRoute, openRedis } from './endpoints.js'
import {
  SECURITY_HEADERS,
  answerUnreadable,
  loggedUrl,
  refusal,
  refuseTunnel,
  securityHeaders,
  sendProblem,
  toldOf,
} from './problem.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the body cannot be read; null where it can. */
    bodyFault: Error | null
  }
  interface FastifyContextConfig {
    /** Whether there is an item to be found before it is told what is wrong with the body. */
    readonly hasItem?: boolean
  }
}

/** The body of a request. @throws BadRequest where it cannot be read */
export function bodyOf({ body, bodyFault }: FastifyRequest): unknown {
  if (bodyFault !== null) throw bodyFault
  return body
}

/** Takes bodies of JSON alone, and merge patches (RFC 7396) for PATCH; others, and encoded ones, are a 415 (SPEC 6). */
export function jsonBodies(app: FastifyInstance, parse: BodyParser): void {
  const parsePlain = (request: FastifyRequest, bytes: Buffer, done: Parameters<BodyParser>[2]): void => {
    const { 'content-encoding': encoding = 'identity' } = request.headers
    if (encoding.toLowerCase() === 'identity') parse(request, bytes, later(request, done))
    else done(new HttpError(415, 'the body must not be encoded: send it without Content-Encoding'))
  }
  app.decorateRequest('bodyFault', null)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, parsePlain)
  app.addContentTypeParser<Buffer>(
    'application/merge-patch+json',
    { parseAs: 'buffer' },
    (request, bytes, done) => {
      if (request.method === 'PATCH') parsePlain(request, bytes, done)
      else done(new HttpError(415, 'application/merge-patch+json is for PATCH; send application/json'))
    },
  )
}

const WRITES: ReadonlySet<string> = new Set(['POST', 'PATCH', 'PUT'])

/**
 * Lets what is wrong with a body wait, in routes that are added from here on, until the items of their paths are found and may be written (SPEC 6):
 * {@link bodyOf} tells it.
 */
export function itemsBeforeBodies(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const isWrite = [route.method].flat().every((method) => WRITES.has(method))
    if (isWrite && route.url.includes(':')) route.config = { ...route.config, hasItem: true }
  })
}

function later(request: FastifyRequest, done: Parameters<BodyParser>[2]): typeof done {
  if (request.routeOptions.config.hasItem !== true) return done
  return (fault, body) => {
    request.bodyFault = fault
    done(null, body)
  }
}

/** Lets the origins of `cors.allow_origins` call from browsers. Only a preflight is answered here: other OPTIONS requests are the routes' own. */
export async function allowOrigins(app: FastifyInstance, settings: Settings['cors']): Promise<void> {
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

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * A hook that refuses what another site makes a browser do: a request that changes something, carries the cookie and comes with an `Origin` that
 * is neither the service's own nor named in `cors.allow_origins` (SPEC 16).
 */
export function refuseForeignOrigins(cookieName: string, settings: Settings): onRequestHookHandler {
  const refuseForeign = refuseAllForeignOrigins(settings)
  return function (request, reply, done) {
    const isHarmless = SAFE.has(request.method) || !hasCookie(request, cookieName)
    if (isHarmless) done()
    else refuseForeign.call(this, request, reply, done)
  }
}

/** {@link refuseForeignOrigins} for a route that changes something by each of its methods, also in a browser that keeps its cookie back. */
export function refuseAllForeignOrigins(settings: Settings): onRequestHookHandler {
  return (request, _reply, done) => {
    const { origin } = request.headers
    if (origin === undefined || isOwn(request, origin, settings)) done()
    else
      done(new Forbidden(`pages of ${origin} may not change anything here in the name of who is logged in`))
  }
}

function isOwn(request: FastifyRequest, origin: string, { cors, publicUrl }: Settings): boolean {
  if (origin === `${request.protocol}://${request.host}` || origin === publicUrl) return true
  return cors.enable && cors.allowOrigins.includes(origin)
}

function hasCookie(request: FastifyRequest, name: string): boolean {
  const pairs = request.headers.cookie?.split(';') ?? []
  return pairs.some((pair) => pair.slice(0, pair.indexOf('=')).trim() === name)
}

/** The routes of a service, asked the other way round: which methods does a path have? */
export interface KnownPaths {
  /** The path that all routes of the API stand under, `/v1` or empty. */
  readonly basePath: string
  /** The methods of a URL's path, sorted; empty where no route has it. */
  methods(url: string): string[]
}

/**
 * Takes note of every route that is added from here on. A route for any path (`*`), as the CORS plugin has one, does not make a path known.
 * @param maxParamLength as the service's own router has it
 */
export function knownPaths(app: FastifyInstance, basePath: string, maxParamLength: number): KnownPaths {
  const routers = new Map<string, ReturnType<typeof findMyWay>>()
  app.addHook('onRoute', ({ method, url }) => {
    if (url === '*') return
    for (const name of [method].flat()) {
      const router = routers.get(name) ?? findMyWay({ maxParamLength })
      routers.set(name, router)
      if (!router.hasRoute('GET', url)) router.on('GET', url, () => undefined)
    }
  })
  return {
    basePath,
    methods: (url) =>
      [...routers].flatMap(([name, router]) => (router.find('GET', url) === null ? [] : [name])).sort(),
  }
}

/** Answers 400 where a query is not encoded as a URL must be (RFC 3986, 2.1, in UTF-8): what cannot be read must not be taken for another text. */
export function refuseBadQueries(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(isEncoded(request.url) ? undefined : new BadRequest('the query is not encoded as a URL must be'))
  })
}

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
 * Whom an address belongs to, as far as limits go: itself, or for IPv6 its first 64 bits, since whoever has one address there has all of them.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address.replace(/^::ffff:/i, '')
  const [start = [], end = []] = address.split('::').map(groupsOf)
  const zeros = Array.from({ length: Math.max(0, 8 - start.length - end.length) }, () => '0')
  return `${[...start, ...zeros, ...end].slice(0, 4).join(':')}::/64`
}

function groupsOf(part: string): readonly string[] {
  return part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16).toString(16))
}

/**
 * Limits how often an address may call, where `rate_limit.max` is set; counted in Redis, where there is one, for all processes together. All
 * requests count, those too that are refused later on; a route whose `config` says `rateLimit: false` is free.
 */
export async function limitRequests(
  app: FastifyInstance,
  { rateLimit: limit, redis }: Settings,
): Promise<void> {
  if (limit.max === undefined) return
  await app.register(rateLimit, {
    global: false,
    allowList: ({ routeOptions }) => routeOptions.config.rateLimit === false,
    max: limit.max,
    timeWindow: limit.window * 1000,
    keyGenerator: ({ ip }) => networkOf(ip),
    ...(redis.url === undefined ? {} : { redis: await openRedis(app, redis.url), skipOnError: true }),
    errorResponseBuilder: (_request, { after }) =>
      new HttpError(429, `too many requests; try again in ${after}`),
  })
  app.addHook('onRequest', app.rateLimit())
}

/** With `request_timing.enable` logs how long each request took, whatever `log.level` is; a slow one as a warning. */
export function requestTiming(app: FastifyInstance): void {
  const { enable, slowRequestThreshold } = app.settings.requestTiming
  if (!enable) return
  app.addHook('onResponse', (request, reply, done) => {
    const log = request.log.child({}, { level: 'info' })
    const took = {
      method: request.method,
      url: loggedUrl(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    }
    if (reply.elapsedTime >= slowRequestThreshold) log.warn(took, 'slow request')
    else log.info(took, 'request')
    done()
  })
}

/** A name or an address, and a port (RFC 9110, 7.2; RFC 3986, 3.2.2). */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]+)(?::\d{1,5})?$/i

/**
 * Refuses requests whose `Host` is missing, given twice or none (RFC 9112, 3.2): addresses in answers are made of it. HTTP/1.0 need not have one, and
 * probes often do not.
 */
export function refuseBadHosts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(
      hasGoodHost(request)
        ? undefined
        : new BadRequest('the request must have one Host header that names a host'),
    )
  })
}

function hasGoodHost(request: FastifyRequest): boolean {
  const { host, raw } = request
  if (host === '') return raw.httpVersion === '1.0' && raw.headers.host === undefined
  return HOST.test(host) && timesGiven(raw.rawHeaders) < 2
}

/** How often `Host` stands among names and values, which take turns. */
function timesGiven(rawHeaders: readonly string[]): number {
  let times = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') times += 1
  }
  return times
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly settings: Settings
  }
}

/** Node refuses longer URLs itself, so that no part of a path is too long for the router. */
const MAX_PARAM_LENGTH = 16 * 1024

/** How long a request may take to arrive, in milliseconds. */
const REQUEST_TIMEOUT = 60_000

/** What a server needs to know of its service. */
export interface ServerOptions {
  /** Path that all routes stand under, `/v1` or empty. */
  readonly basePath: string
  readonly parseBody: BodyParser
  /** Throws where the database does not answer. */
  readonly ping: () => Promise<void>
  /** Path of the description of the API. */
  readonly openapi?: string
}

/**
 * A Fastify instance as all services have it, ready for the routes of the API: log, limits, JSON bodies, CORS, errors as
 * `application/problem+json`, 404 and 405 (SPEC 6); `/healthz`, `/readyz`, `/metrics`, `openapi.json` and the page of it (SPEC 5).
 */
export async function createServer(
  settings: Settings,
  { basePath, parseBody, ping, openapi = 'openapi.json' }: ServerOptions,
): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    logger: { level: settings.log.level, serializers: { req: loggedRequest } },
    genReqId: () => randomUUID(),
    trustProxy: settings.trustProxy,
    bodyLimit: settings.bodyLimit,
    requestTimeout: REQUEST_TIMEOUT,
    return503OnClosing: false,
    http: { requireHostHeader: false },
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    clientErrorHandler: (error, socket) => answerUnreadable(known, error, socket),
    frameworkErrors: (error, request, reply) => {
      sendProblem(request, reply.headers(SECURITY_HEADERS), toldOf(error, request).error)
    },
  })
  const known = knownPaths(app, basePath, MAX_PARAM_LENGTH)
  app.server.on('connect', (request, socket) => refuseTunnel(known, request.url ?? '/', socket))
  app.decorate('settings', settings)
  answerErrors(app)
  boundClosing(app)
  jsonBodies(app, parseBody)
  securityHeaders(app)
  refuseBadHosts(app)
  await allowOrigins(app, settings.cors)
  await limitRequests(app, settings)
  refuseUnrouted(app, known)
  refuseBadQueries(app)
  requestTiming(app)
  healthRoutes(app, ping)
  await metricsRoute(app)
  await docsRoutes(app, basePath, openapi)
  return app
}

function loggedRequest({ method, url, host, ip, socket }: FastifyRequest): Readonly<Record<string, unknown>> {
  return { method, url: loggedUrl(url), host, remoteAddress: ip, remotePort: socket.remotePort }
}

/** A server that closes no longer sees to it itself that requests arrive in time: one that never does would keep it open. */
function boundClosing(app: FastifyInstance): void {
  app.addHook('preClose', (done) => {
    setTimeout(() => app.server.closeAllConnections(), app.server.requestTimeout).unref()
    done()
  })
}

/** After CORS, which answers preflights for any path, and before anything reads the body. */
function refuseUnrouted(app: FastifyInstance, known: KnownPaths): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(request.is404 ? refusal(known, request.method, request.url) : undefined)
  })
  app.setNotFoundHandler((request) => {
    throw refusal(known, request.method, request.url)
  })
}

function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((thrown, request, reply) => {
    const { error, cause } = toldOf(thrown, request)
    if (cause !== undefined) request.log.error({ err: cause }, 'request failed')
    return sendProblem(request, reply, error)
  })
}
