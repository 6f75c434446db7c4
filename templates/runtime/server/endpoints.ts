import type { FastifyInstance } from 'fastify'
import type { Redis } from 'ioredis'
import { createReadStream, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Probes come often, from one address. */
const UNLIMITED = { config: { rateLimit: false } } as const

/** Answers whether the process lives (`/healthz`) and whether it can serve: 503 while the database does not answer (`/readyz`). */
export function healthRoutes(app: FastifyInstance, ping: () => Promise<void>): void {
  app.get('/healthz', UNLIMITED, async () => ({ status: 'ok' }))
  app.get('/readyz', UNLIMITED, async () => {
    await ping()
    return { status: 'ready' }
  })
}

/** Counts and times requests by route, and answers that and the figures of the process at `/metrics`, in the format of Prometheus. */
export async function metricsRoute(app: FastifyInstance): Promise<void> {
  if (!app.settings.metrics) return
  const { collectDefaultMetrics, Histogram, Registry } = await import('prom-client')
  const register = new Registry()
  collectDefaultMetrics({ register })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer',
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

/** The page and its scripts come from the service alone; Swagger UI sets styles inline. */
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
 * Answers the project's `openapi.json`, and a page to read it and try it out, which loads nothing from elsewhere (SPEC 5).
 * @param basePath the path that all routes stand under, `/v1` or empty
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

/** Connects to Redis for as long as the service runs. What cannot be counted while it is away is logged and let through. */
export async function openRedis(app: FastifyInstance, url: string): Promise<Redis> {
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, { maxRetriesPerRequest: 1, enableOfflineQueue: false })
  redis.on('error', (error) => app.log.warn({ err: error }, 'Redis cannot be reached'))
  app.addHook('onClose', () => redis.disconnect())
  return redis
}
