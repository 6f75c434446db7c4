import type { FastifyInstance } from 'fastify'
import type { Redis } from 'ioredis'
import { createReadStream, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Health probes are frequent and come from one address, so rate limits do not apply to them. */
const UNLIMITED = { config: { rateLimit: false } } as const

/** Adds `GET /healthz`, which reports that the process runs, and `GET /readyz`, which returns 503 if the database is unavailable. */
export function healthRoutes(app: FastifyInstance, ping: () => Promise<void>): void {
  app.get('/healthz', UNLIMITED, async () => ({ status: 'ok' }))
  app.get('/readyz', UNLIMITED, async () => {
    await ping()
    return { status: 'ready' }
  })
}

/** Adds `GET /metrics` with Prometheus metrics of the process and of requests by route, if the setting `metrics` is on. */
export async function metricsRoute(app: FastifyInstance): Promise<void> {
  if (!app.settings.metrics) return
  const { collectDefaultMetrics, Histogram, Registry } = await import('prom-client')
  const register = new Registry()
  collectDefaultMetrics({ register })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of HTTP requests in seconds',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
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
 * @param basePath the prefix of all routes: `/v1` or empty
 * @param file path of `openapi.json`
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

/** Returns a Redis connection that closes with the service. While Redis is unavailable, commands fail at once and a warning is logged. */
export async function openRedis(app: FastifyInstance, url: string): Promise<Redis> {
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, { maxRetriesPerRequest: 1, enableOfflineQueue: false })
  redis.on('error', (error) => app.log.warn({ err: error }, 'Redis is unavailable'))
  app.addHook('onClose', () => redis.disconnect())
  return redis
}
