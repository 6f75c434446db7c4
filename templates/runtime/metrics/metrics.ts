import type { FastifyInstance } from 'fastify'
import { Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { Calls } from '../events/registry.js'
import type { MetricsSettings } from './settings.js'

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
export function metricsRoute(app: FastifyInstance, { metrics }: MetricsSettings, path = '/metrics'): void {
  if (!metrics) return void app.decorate('metrics', null)
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
  app.get(path, async (_request, reply) => reply.type(register.contentType).send(await register.metrics()))
}

/** A number in `/metrics`, computed each time the metrics are requested. */
export interface Measure {
  readonly name: string
  readonly help: string
  readonly value: () => Promise<number>
}

export interface ConnectionUse {
  /** The server's address: `host:port`. */
  readonly server: string
  readonly used: number
  readonly idle: number
  /** Number of requests waiting for a connection. */
  readonly waiting: number
}

/** The sources of the metrics added by {@link addMetrics}. */
export interface Measured {
  /** Returns the connections to each database server; undefined if the database is a file. */
  readonly connections: (() => readonly ConnectionUse[]) | undefined
  readonly calls: Calls
  readonly gauges?: readonly Measure[] | undefined
}

/** Adds metrics for database connections, calls to your functions, and `gauges`, if the `metrics` setting is on. */
export function addMetrics(
  { metrics }: FastifyInstance,
  { connections, calls, gauges = [] }: Measured,
): void {
  if (metrics === null) return
  const duration = new Histogram({
    name: 'function_duration_seconds',
    help: 'Duration of calls to handlers, processors, principals and actions in seconds',
    labelNames: ['kind', 'name', 'outcome'],
    buckets: BUCKETS,
    registers: [metrics],
  })
  calls.wrap(async ({ kind, name }, work) => {
    const end = duration.startTimer({ kind, name })
    try {
      const result = await work()
      end({ outcome: 'success' })
      return result
    } catch (error) {
      end({ outcome: 'error' })
      throw error
    }
  })
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
  if (connections === undefined) return
  const open = new Gauge({
    name: 'database_connections',
    help: 'Open database connections, by server and state',
    labelNames: ['server', 'state'],
    registers: [metrics],
    collect: () => {
      for (const { server, used, idle, waiting: count } of connections()) {
        open.set({ server, state: 'used' }, used)
        open.set({ server, state: 'idle' }, idle)
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
