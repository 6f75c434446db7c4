import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, testEngines } from './engines.js'
import { type ServiceProcess, startProcess } from './process.js'
import { buildFixture, removeProject } from './service.js'
import { environmentOf } from './versions.js'

interface Attribute {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: number }
}

/** A span in OTLP format. */
interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: readonly Attribute[]
}

interface Exported {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[]
  }[]
}

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = 'b7ad6b7169203331'

describe.each(testEngines().map((engine) => [engine.name, engine] as const))(
  'a service that sends traces, on %s',
  (_name, engine) => {
    const received: Exported[] = []
    const collector = createServer((request, response) => {
      json(request).then(
        (body) => {
          if (request.url === '/v1/traces') received.push(Object(body))
          response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
        },
        () => response.writeHead(400).end(),
      )
    })
    let folder = ''
    let database: TestDatabase
    let service: ServiceProcess

    beforeAll(async () => {
      await new Promise<void>((resolve) => void collector.listen(0, '127.0.0.1', resolve))
      const address = collector.address()
      const port = typeof address === 'object' ? address?.port : 0
      folder = await buildFixture('quickstart', engine.engine)
      database = await engine.create()
      service = await startProcess(folder, {
        ...environmentOf(database.settings),
        SVC_MIGRATE: 'auto',
        SVC_TRACING_URL: `http://127.0.0.1:${port}`,
      })
    }, 60_000)
    afterAll(async () => {
      collector.close()
      await database.drop()
      removeProject(folder)
    })

    it("sends spans for requests, statements and handlers as part of the client's trace", async () => {
      const { status } = await fetch(`${service.address}/v1/stories`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', traceparent: `00-${TRACE}-${PARENT}-01` },
        body: JSON.stringify({ title: 'A secret title' }),
      })
      expect(status).toBe(201)
      await fetch(`${service.address}/v1/stories/999999999`)
      expect(await service.stop()).toBe(0)

      const resource = received[0]?.resourceSpans[0]?.resource.attributes ?? []
      expect(valueOf(resource, 'service.name')).toBe('quickstart')
      const spans = received.flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
      )
      const requests = spans.filter(({ attributes }) => valueOf(attributes, 'http.route') !== undefined)
      expect(
        requests.map(({ name, attributes }) => [name, valueOf(attributes, 'http.response.status_code')]),
      ).toEqual([
        ['POST /v1/stories', 201],
        ['GET /v1/stories/:id', 404],
      ])
      const [post] = requests
      expect(post).toMatchObject({ traceId: TRACE, parentSpanId: PARENT })
      const children = spans.filter(({ traceId, spanId }) => traceId === TRACE && spanId !== post?.spanId)
      const ids = new Set([post?.spanId, ...children.map(({ spanId }) => spanId)])
      expect(children.filter(({ parentSpanId }) => !ids.has(parentSpanId))).toEqual([])
      const names = children.map(({ name }) => name)
      expect(names).toContain('handler tidy_title')
      expect(names.some((name) => /^insert$/i.test(name))).toBe(true)
      expect(JSON.stringify(spans)).not.toContain('secret title')
    })
  },
)

function valueOf(attributes: readonly Attribute[], key: string): string | number | undefined {
  const value = attributes.find((attribute) => attribute.key === key)?.value
  return value?.stringValue ?? value?.intValue
}
