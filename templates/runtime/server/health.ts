import type { FastifyInstance } from 'fastify'

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
