import type { FastifyInstance } from 'fastify'
import type { SqlDatabase } from '../sql/connection.js'
import { type Measured, addMetrics } from './metrics.js'

type Sources = Omit<Measured, 'connections'> & { readonly database: SqlDatabase }

/** Adds metrics for database connections, if the database is on a server, for calls to your functions, and `gauges`. */
export function measure(app: FastifyInstance, { database: { servers }, ...sources }: Sources): void {
  const connections =
    servers &&
    (() =>
      servers.all.map(({ url, pool, searches, long }) => ({
        server: new URL(url).host,
        used: pool.totalCount - pool.idleCount,
        idle: pool.idleCount,
        waiting: pool.waitingCount + searches.waiting.length + long.waiting.length,
      })))
  addMetrics(app, { ...sources, connections })
}
