import { randomUUID } from 'node:crypto'
import { fastify, type FastifyInstance, type FastifyRequest } from 'fastify'
import type { BodyParser } from '../body/parser.js'
import type { Settings } from '../settings/index.js'
import { jsonBodies } from './bodies.js'
import { answerUnreadable, refuseTunnel } from './client-error.js'
import { allowOrigins } from './cors.js'
import { docsRoutes } from './docs.js'
import { healthRoutes } from './health.js'
import { refuseBadHosts } from './host-header.js'
import { type KnownPaths, knownPaths } from './known-paths.js'
import { metricsRoute } from './metrics.js'
import { loggedUrl, sendProblem, toldOf } from './problem.js'
import { refuseBadQueries } from './query-encoding.js'
import { limitRequests } from './rate-limit.js'
import { refusal } from './refusal.js'
import { requestTiming } from './request-timing.js'
import { SECURITY_HEADERS, securityHeaders } from './security-headers.js'

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
