import type { FastifyInstance } from 'fastify'

/** Answers whether the process lives (`/healthz`) and whether it can serve: 503 while the database does not answer (`/readyz`). */
export function healthRoutes(app: FastifyInstance, ping: () => Promise<void>): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    await ping()
    return { status: 'ready' }
  })
}
