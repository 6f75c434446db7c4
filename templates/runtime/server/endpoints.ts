import type { FastifyInstance } from 'fastify'
import { createReadStream, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, posix } from 'node:path'
import { HttpError } from '../errors.js'

/** Health probes are frequent and come from one IP address: they are neither logged nor limited. */
const UNLIMITED = { config: { rateLimit: false }, logLevel: 'warn' } as const

/** The full paths of the endpoints that the service adds to those of the API. */
export interface OwnPaths {
  readonly docs: string
  readonly openapi: string
  readonly healthz: string
  readonly readyz: string
}

/**
 * Adds `GET /healthz`, which reports that the process is running, and `GET /readyz`, which returns 503 if `ping` throws
 * or the service is stopping.
 */
export function healthRoutes(
  app: FastifyInstance,
  { healthz, readyz }: OwnPaths,
  ping: () => Promise<void>,
): void {
  app.get(healthz, UNLIMITED, async () => ({ status: 'ok' }))
  app.get(readyz, UNLIMITED, async () => {
    if (app.shutdown.hasBegun) throw new HttpError(503, 'The service is shutting down.')
    await ping()
    return { status: 'ready' }
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

/** @param url the URL of `openapi.json`, relative to the page */
const startScript = (url: string, plugins: string): string => `const page = SwaggerUIBundle({
  url: ${JSON.stringify(url)},
  dom_id: '#api',
  deepLinking: true,
  validatorUrl: null,
  plugins: ${plugins},
  onComplete: () => void (document.title = page.specSelectors.info().get('title')),
})
`

const FILES = [
  ['index.css', 'text/css'],
  ['swagger-ui.css', 'text/css'],
  ['swagger-ui-bundle.js', 'text/javascript'],
] as const

/**
 * Adds `openapi.json` and an interactive documentation page that loads nothing from other hosts.
 * @param file path of the `openapi.json` file
 * @param plugins a list of Swagger UI plugins, as JavaScript
 */
export async function docsRoutes(
  app: FastifyInstance,
  { docs, openapi }: OwnPaths,
  file: string,
  plugins = '[]',
): Promise<void> {
  const document = readFileSync(file, 'utf8')
  app.get(openapi, async (_request, reply) => reply.type('application/json').send(document))
  const script = startScript(posix.relative(posix.dirname(docs), openapi), plugins)
  await app.register(async (scope) => pages(scope, script), { prefix: docs })
}

function pages(scope: FastifyInstance, script: string): void {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  scope.get('', async (_request, reply) =>
    reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8').send(PAGE),
  )
  scope.get('/start.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(script))
  for (const [file, type] of FILES) {
    scope.get(`/${file}`, async (_request, reply) =>
      reply.type(`${type}; charset=utf-8`).send(createReadStream(join(folder, file))),
    )
  }
}
