import type { FastifyInstance } from 'fastify'
import type { MongoDatabase } from '../mongo/database.js'
import { type Measured, addMetrics } from './metrics.js'

type Sources = Omit<Measured, 'connections'> & { readonly database: MongoDatabase }

/** Adds metrics for database connections, for calls to your functions, and `gauges`. */
export function measure(app: FastifyInstance, { database: { connections }, ...sources }: Sources): void {
  addMetrics(app, { ...sources, connections })
}
