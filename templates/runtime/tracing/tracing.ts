import type { Attributes, Context, Span, Tracer } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Calls } from '../events/registry.js'
import { pathOf } from '../server/problem.js'
import type { Settings } from '../settings/settings.js'
import type { TracingSettings } from './settings.js'

/** The parts of OpenTelemetry that create spans. The packages are loaded only if `tracing.url` is set. */
interface Tracing {
  readonly api: typeof import('@opentelemetry/api')
  readonly tracer: Tracer
  /** Sends the remaining spans and stops. */
  readonly stop: () => Promise<void>
}

/** A global, like OpenTelemetry itself, so that your own code can also create spans. */
let tracing: Tracing | undefined

/** The kind of a span: `client` for calls to another server. */
export type SpanRole = 'client' | 'internal'

/** Returns whether spans are recorded. */
export function isTracing(): boolean {
  return tracing !== undefined
}

/** Runs work in a span, as a child of the current span. If `tracing.url` is not set, only runs the work. */
export async function inSpan<T>(
  name: string,
  role: SpanRole,
  attributes: Attributes,
  work: () => Promise<T>,
): Promise<T> {
  if (tracing === undefined) return work()
  const { api, tracer } = tracing
  const kind = role === 'client' ? api.SpanKind.CLIENT : api.SpanKind.INTERNAL
  return tracer.startActiveSpan(name, { kind, attributes }, async (span) => {
    try {
      return await work()
    } catch (error) {
      fail(api, span, error)
      throw error
    } finally {
      span.end()
    }
  })
}

/**
 * Starts a span for a call to another server. Returns a function that ends the span, or undefined if `tracing.url` is
 * not set.
 */
export function startSpan(name: string, attributes: Attributes): ((error?: Error) => void) | undefined {
  if (tracing === undefined) return undefined
  const { api, tracer } = tracing
  const span = tracer.startSpan(name, { kind: api.SpanKind.CLIENT, attributes })
  return (error) => {
    if (error !== undefined) fail(api, span, error)
    span.end()
  }
}

function fail({ SpanStatusCode }: Tracing['api'], span: Span, error: unknown): void {
  if (error instanceof Error) span.recordException(error)
  span.setStatus({
    code: SpanStatusCode.ERROR,
    message: error instanceof Error ? error.message : String(error),
  })
}

/** Time limit for sending the last spans, in milliseconds. */
const STOP_TIMEOUT = 3000

/**
 * Starts sending spans to `tracing.url`, if it is set (OTLP over HTTP with JSON). Call it before the database is
 * opened.
 */
export async function startTracing({ name, tracing: { url } }: Settings & TracingSettings): Promise<void> {
  if (url === undefined || tracing !== undefined) return
  const [api, { OTLPTraceExporter }, { resourceFromAttributes, defaultResource }, sdk] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace-node'),
  ])
  const provider = new sdk.NodeTracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': name })),
    spanProcessors: [new sdk.BatchSpanProcessor(new OTLPTraceExporter({ url: endpointOf(url) }))],
  })
  // Also registers the propagator for `traceparent` (W3C Trace Context).
  provider.register()
  tracing = {
    api,
    tracer: provider.getTracer(name),
    stop: async () => {
      tracing = undefined
      const limit = new Promise<void>((resolve) => void setTimeout(resolve, STOP_TIMEOUT).unref())
      await Promise.race([provider.shutdown().catch(() => undefined), limit])
    },
  }
}

/** Returns the URL for traces. The path can be omitted from the setting. */
function endpointOf(url: string): string {
  const endpoint = new URL(url)
  if (endpoint.pathname === '/') endpoint.pathname = '/v1/traces'
  return endpoint.href
}

/** Records a span for each call to one of your functions. */
export function traceCalls(calls: Calls): void {
  if (tracing === undefined) return
  calls.wrap(({ kind, name }, work) =>
    inSpan(`${kind} ${name}`, 'internal', { 'code.function.name': name }, work),
  )
}

const contexts = new WeakMap<FastifyRequest, Context>()

/**
 * Records a span for each request, as a child of the client's span if the request has a `traceparent` header. Log lines
 * contain the trace ID.
 */
export function traceRequests(app: FastifyInstance): void {
  if (tracing === undefined) return
  const { api, tracer, stop } = tracing
  app.addHook('onRequest', (request, _reply, done) => {
    const parent = api.propagation.extract(api.ROOT_CONTEXT, request.headers)
    const { url: route } = request.routeOptions
    const attributes: Attributes = {
      'http.request.method': request.method,
      'url.path': pathOf(request.url),
      'client.address': request.ip,
      ...(route === undefined ? {} : { 'http.route': route }),
    }
    const name = route === undefined ? request.method : `${request.method} ${route}`
    const span = tracer.startSpan(name, { kind: api.SpanKind.SERVER, attributes }, parent)
    request.log = request.log.child({ traceId: span.spanContext().traceId })
    const context = api.trace.setSpan(parent, span)
    contexts.set(request, context)
    api.context.with(context, done)
  })
  // A context set in an earlier hook would be lost when the body is received.
  app.addHook('preValidation', (request, _reply, done) => {
    api.context.with(contexts.get(request) ?? api.ROOT_CONTEXT, done)
  })
  app.addHook('onError', (request, reply, error, done) => {
    const span = spanOf(request)
    if (span !== undefined && reply.statusCode >= 500) fail(api, span, error)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const span = spanOf(request)
    span?.setAttribute('http.response.status_code', reply.statusCode)
    if (reply.statusCode >= 500) span?.setStatus({ code: api.SpanStatusCode.ERROR })
    span?.end()
    done()
  })
  app.addHook('onClose', stop)

  function spanOf(request: FastifyRequest): Span | undefined {
    const context = contexts.get(request)
    return context && api.trace.getSpan(context)
  }
}
