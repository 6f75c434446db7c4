import type { FastifyInstance } from 'fastify'
import { createReadStream, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Registry } from 'prom-client'
import { HttpError } from '../errors.js'
import type { Calls } from '../events/registry.js'
import type { Database } from '../store.js'

/** Health probes are frequent and come from one IP address, so rate limits do not apply to them. */
const UNLIMITED = { config: { rateLimit: false } } as const

/**
 * Adds `GET /healthz`, which reports that the process is running, and `GET /readyz`, which returns 503 if `ping` throws
 * or the service is stopping.
 */
export function healthRoutes(app: FastifyInstance, ping: () => Promise<void>): void {
  app.get('/healthz', UNLIMITED, async () => ({ status: 'ok' }))
  app.get('/readyz', UNLIMITED, async () => {
    if (app.shutdown.hasBegun) throw new HttpError(503, 'The service is shutting down.')
    await ping()
    return { status: 'ready' }
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The service's Prometheus metrics; null if the `metrics` setting is off. */
    readonly metrics: Registry | null
  }
}

/** Upper bounds of the duration buckets, in seconds. */
const BUCKETS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5]

/**
 * Adds `GET /metrics`, with Prometheus metrics for the process and for requests by route, if the `metrics` setting is
 * on.
 */
export async function metricsRoute(app: FastifyInstance): Promise<void> {
  if (!app.settings.metrics) return void app.decorate('metrics', null)
  const { collectDefaultMetrics, Histogram, Registry } = await import('prom-client')
  const register = new Registry()
  app.decorate('metrics', register)
  collectDefaultMetrics({ register })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of HTTP requests in seconds',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [register],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? '', status: reply.statusCode }
    duration.observe(labels, reply.elapsedTime / 1000)
    done()
  })
  app.get('/metrics', async (_request, reply) =>
    reply.type(register.contentType).send(await register.metrics()),
  )
}

/** A number in `/metrics`, computed each time the metrics are requested. */
export interface Measure {
  readonly name: string
  readonly help: string
  readonly value: () => Promise<number>
}

/** The sources of the metrics added by {@link measure}. */
export interface Measured {
  readonly database: Pick<Database, 'connections'>
  readonly calls: Calls
  readonly gauges?: readonly Measure[] | undefined
}

/** Adds metrics for database connections, calls to your functions, and `gauges`, if the `metrics` setting is on. */
export async function measure(
  { metrics }: FastifyInstance,
  { database, calls, gauges = [] }: Measured,
): Promise<void> {
  if (metrics === null) return
  const { Gauge, Histogram } = await import('prom-client')
  const duration = new Histogram({
    name: 'function_duration_seconds',
    help: 'Duration of calls to handlers, processors, principals and actions in seconds',
    labelNames: ['kind', 'name', 'outcome'],
    buckets: BUCKETS,
    registers: [metrics],
  })
  calls.observe(({ kind, name, seconds, failed }) =>
    duration.observe({ kind, name, outcome: failed ? 'error' : 'success' }, seconds),
  )
  for (const { name, help, value } of gauges) {
    const gauge = new Gauge({
      name,
      help,
      registers: [],
      async collect() {
        this.set(await value())
      },
    })
    metrics.registerMetric(gauge)
  }
  if (database.connections === undefined) return
  const connections = new Gauge({
    name: 'database_connections',
    help: 'Open database connections, by server and state',
    labelNames: ['server', 'state'],
    registers: [metrics],
    collect: () => {
      for (const { server, used, idle, waiting: count } of database.connections?.() ?? []) {
        connections.set({ server, state: 'used' }, used)
        connections.set({ server, state: 'idle' }, idle)
        waiting.set({ server }, count)
      }
    },
  })
  const waiting = new Gauge({
    name: 'database_requests_waiting',
    help: 'Requests waiting for a free database connection, by server',
    labelNames: ['server'],
    registers: [metrics],
  })
}

/** The page loads nothing from other hosts. Swagger UI needs inline styles. */
const POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'"

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>API</title>
    <link rel="stylesheet" href="docs/swagger-ui.css" />
    <link rel="stylesheet" href="docs/index.css" />
    <link rel="icon" href="data:," />
    <style>
      @media (max-width: 640px) {
        .swagger-ui .opblock-tag {
          flex-wrap: wrap;
        }
        .swagger-ui .opblock-tag small {
          flex: 0 0 100%;
          order: 1;
          padding: 0;
        }
      }
    </style>
  </head>
  <body>
    <div id="api"></div>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/start.js"></script>
  </body>
</html>
`

const START = `const page = SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#api',
  deepLinking: true,
  validatorUrl: null,
  onComplete: () => {
    document.title = page.specSelectors.info().get('title')
  },
})
`

const FILES = [
  ['index.css', 'text/css'],
  ['swagger-ui.css', 'text/css'],
  ['swagger-ui-bundle.js', 'text/javascript'],
] as const

/**
 * Adds `openapi.json` and an interactive documentation page that loads nothing from other hosts.
 * @param basePath the path prefix for all routes, such as `/v1`, or an empty string
 * @param file path of the `openapi.json` file
 */
export async function docsRoutes(app: FastifyInstance, basePath: string, file: string): Promise<void> {
  const openapi = readFileSync(file, 'utf8')
  app.get(`${basePath}/openapi.json`, async (_request, reply) => reply.type('application/json').send(openapi))
  await app.register(pages, { prefix: `${basePath}/docs` })
}

async function pages(scope: FastifyInstance): Promise<void> {
  const folder = swaggerFolder()
  scope.get('', async (_request, reply) =>
    reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8').send(PAGE),
  )
  scope.get('/start.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(START))
  for (const [file, type] of FILES) {
    scope.get(`/${file}`, async (_request, reply) =>
      reply.type(`${type}; charset=utf-8`).send(createReadStream(join(folder, file))),
    )
  }
}

function swaggerFolder(): string {
  return dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
}
