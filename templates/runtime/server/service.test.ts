import { writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { temporaryFolder } from '../../../src/testing/temporary-folder.js'
import { bodyParser } from '../body/parser.js'
import { Conflict, NotFound, UniqueViolation, ReferenceViolation } from '../errors.js'
import { loadSettings } from '../settings/settings.js'
import { type SettingValues } from '../settings/reader.js'
import { Unavailable } from '../store.js'
import { rejectForeignOrigins } from '../sessions/origins.js'
import { createServer, type ServerOptions } from './server.js'
import { sendTagged } from '../http/entity-tags.js'

const folder = temporaryFolder()
writeFileSync(join(folder, 'openapi.json'), '{"openapi":"3.1.0"}')

/** The errors thrown by the routes below, keyed by item name. */
const FAULTS: Readonly<Record<string, () => Error>> = {
  taken: () => new UniqueViolation('User', ['email']),
  referenced: () => new ReferenceViolation('referenced'),
  missing: () => new ReferenceViolation('missing'),
  offline: () => new Unavailable('connect ECONNREFUSED'),
  conflict: () => new Conflict('stale', { errors: [{ path: '/name', message: 'is stale' }] }),
  bug: () => Object.assign(new Error('secret detail'), { statusCode: 404 }),
}

class FakeDatabase {
  isUp = true
  isClosed = false
  readonly items = new Map([['1', { id: '1', name: 'One' }]])
  async ping(): Promise<void> {
    if (!this.isUp) throw new Unavailable('connect ECONNREFUSED')
  }
  async close(): Promise<void> {
    this.isClosed = true
  }
}

const open: FastifyInstance[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((app) => app.close()))
})

/** Returns a minimal service: settings, server, database, routes. */
async function service(
  values: SettingValues = {},
  database = new FakeDatabase(),
  paths: ServerOptions['paths'] = {},
): Promise<FastifyInstance> {
  const settings = loadSettings(
    {
      name: 'demo',
      canAuthenticate: true,
      secrets: [],
      values: { auth: false, 'log.level': 'silent', ...values },
      env: {},
      file: join(folder, 'no-such-service.ini'),
    },
    () => ({}),
  )
  const app = await createServer(settings, {
    basePath: '/v1',
    paths,
    parseBody: bodyParser(settings.maxJsonDepth),
    ping: () => database.ping(),
  })
  app.addHook('onClose', () => database.close())
  app.addHook('onRequest', rejectForeignOrigins(['ticket'], settings))
  await app.register(
    async (api) => {
      api.get('/items', async () => ({ data: [...database.items.values()] }))
      api.post('/items', async (request, reply) => reply.code(201).send({ got: request.body }))
      api.get<{ Params: { id: string } }>('/items/:id', async (request, reply) => {
        const fault = FAULTS[request.params.id]
        if (fault !== undefined) throw fault()
        const item = database.items.get(request.params.id)
        if (item === undefined) throw new NotFound(`there is no item ${request.params.id}`)
        return sendTagged(request, reply, item)
      })
      api.patch('/items/:id', async (request) => ({ got: request.body }))
      api.options('/items', async (_request, reply) => reply.code(204).header('Allow', 'GET, POST').send())
    },
    { prefix: '/v1' },
  )
  open.push(app)
  return app
}

const json = { 'content-type': 'application/json' }

describe('an error', () => {
  test.each([
    ['taken', 409],
    ['referenced', 409],
    ['missing', 400],
    ['conflict', 409],
  ])('of the kind %s is returned as problem+json with status %i', async (name, status) => {
    const app = await service()
    const response = await app.inject(`/v1/items/${name}?x=1`)
    expect(response.statusCode).toBe(status)
    expect(response.headers['content-type']).toMatch(/^application\/problem\+json/)
    expect(response.json()).toMatchObject({ type: 'about:blank', status, instance: `/v1/items/${name}` })
  })

  test('for a duplicate value names the field', async () => {
    const app = await service()
    expect((await app.inject('/v1/items/taken')).json().errors).toEqual([
      { path: '/email', message: 'another User has the same value' },
    ])
  })

  test('for an unreachable database asks the client to try again', async () => {
    const app = await service()
    const response = await app.inject('/v1/items/offline')
    expect(response.statusCode).toBe(503)
    expect(response.headers['retry-after']).toBe('5')
    expect(response.body).not.toContain('ECONNREFUSED')
  })

  test('of an unknown kind returns 500 without details, even if it has a different status', async () => {
    const app = await service()
    const response = await app.inject('/v1/items/bug')
    expect(response.statusCode).toBe(500)
    expect(response.body).not.toContain('secret detail')
  })
})

describe('a body', () => {
  test('that is JSON is passed to the route', async () => {
    const app = await service()
    const response = await app.inject({ method: 'POST', url: '/v1/items', payload: { a: 1 } })
    expect(response.json()).toEqual({ got: { a: 1 } })
  })

  test('that is malformed returns 400', async () => {
    const app = await service()
    const response = await app.inject({ method: 'POST', url: '/v1/items', headers: json, payload: '{"a":' })
    expect(response.statusCode).toBe(400)
    expect(response.json().title).toBe('Bad Request')
  })

  test('that is too large returns 413', async () => {
    const app = await service({ body_limit: 10 })
    const response = await app.inject({ method: 'POST', url: '/v1/items', payload: { long: 'x'.repeat(20) } })
    expect(response.statusCode).toBe(413)
  })

  test.each(['text/plain', 'application/xml', 'application/merge-patch+json', 'nonsense'])(
    'of type %s returns 415',
    async (type) => {
      const app = await service()
      const headers = { 'content-type': type }
      const response = await app.inject({ method: 'POST', url: '/v1/items', headers, payload: '{}' })
      expect(response.statusCode).toBe(415)
      expect(response.headers['content-type']).toMatch(/^application\/problem\+json/)
    },
  )

  test('that is compressed returns 415', async () => {
    const app = await service()
    const headers = { ...json, 'content-encoding': 'gzip' }
    const response = await app.inject({ method: 'POST', url: '/v1/items', headers, payload: '{}' })
    expect(response.statusCode).toBe(415)
  })

  test('of a PATCH can be a merge patch', async () => {
    const app = await service()
    const headers = { 'content-type': 'application/merge-patch+json' }
    const response = await app.inject({ method: 'PATCH', url: '/v1/items/1', headers, payload: '{"a":null}' })
    expect(response.json()).toEqual({ got: { a: null } })
  })
})

describe('a request that cannot be served', () => {
  test("returns the API's path if its own path is outside the API", async () => {
    const detail = async (path: string): Promise<unknown> =>
      (await (await service()).inject(path)).json().detail
    expect(await detail('/items')).toBe('There is no resource at /items. The API is at /v1.')
    expect(await detail('/v1/nothing')).toBe('There is no resource at /v1/nothing.')
  })

  test('returns 404 for an unknown path, regardless of the body', async () => {
    const app = await service()
    const headers = { 'content-type': 'text/plain' }
    const response = await app.inject({ method: 'POST', url: '/v1/nothing', headers, payload: 'x' })
    expect(response.statusCode).toBe(404)
    expect(response.json()).toMatchObject({ title: 'Not Found', instance: '/v1/nothing' })
  })

  test.each(['DELETE', 'TRACE', 'PROPFIND', 'SEARCH'] as const)(
    "returns 405 with the path's methods for %s",
    async (method) => {
      const app = await service()
      const response = await app.inject({ method, url: '/v1/items' })
      expect(response.statusCode).toBe(405)
      expect(response.headers.allow).toBe('GET, HEAD, OPTIONS, POST')
    },
  )

  test.each(['QUERY', 'CONNECT', 'NONSENSE'])(
    'returns 405 for %s, even if Node does not support it',
    async (method) => {
      const app = await service()
      const response = await raw(
        app,
        `${method} /v1/items?a=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      )
      expect(response).toMatch(/^HTTP\/1\.1 405 /)
      expect(response.toLowerCase()).toContain('allow: get, head, options, post\r\n')
      expect(response).toContain('"instance":"/v1/items"')
    },
  )

  test('also returns 405 for OPTIONS if CORS is enabled', async () => {
    const app = await service({ 'cors.enable': true, 'cors.allow_origins': 'https://a.example' })
    expect((await app.inject({ method: 'OPTIONS', url: '/v1/items/1' })).statusCode).toBe(405)
    expect((await app.inject({ method: 'OPTIONS', url: '/v1/nothing' })).statusCode).toBe(404)
  })

  test.each([
    ['no Host header', ''],
    ['two Host headers', 'Host: a\r\nHost: b\r\n'],
    ['an invalid Host header', 'Host: a>; rel="next", <http://evil.example\r\n'],
  ])('returns 400 if it has %s', async (_what, hosts) => {
    const app = await service()
    const response = await raw(app, `GET /v1/items HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`)
    expect(response).toMatch(/^HTTP\/1\.1 400 [^]*problem\+json[^]*one valid Host header/)
    expect(await raw(app, 'GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('returns 400 if it is not HTTP', async () => {
    const app = await service()
    expect(await raw(app, 'nonsense\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [^]*problem\+json/)
  })

  test('returns 400 if the encoding of its path is invalid', async () => {
    const app = await service()
    const response = await app.inject('/v1/items/%zz')
    expect(response.statusCode).toBe(400)
    expect(response.headers['content-type']).toMatch(/^application\/problem\+json/)
  })

  test('returns 404 for a long key', async () => {
    const app = await service()
    expect((await app.inject(`/v1/items/${'x'.repeat(9000)}`)).statusCode).toBe(404)
  })
})

describe('CORS', () => {
  const cors = {
    'cors.enable': true,
    'cors.allow_origins': 'https://a.example',
    'cors.allow_credentials': true,
  }

  test('responds to a preflight with the origin', async () => {
    const app = await service(cors)
    const headers = { origin: 'https://a.example', 'access-control-request-method': 'PATCH' }
    const response = await app.inject({ method: 'OPTIONS', url: '/v1/items', headers })
    expect(response.statusCode).toBe(204)
    expect(response.headers['access-control-allow-origin']).toBe('https://a.example')
    expect(response.headers.allow).toBeUndefined()
  })

  test('leaves OPTIONS requests that are not preflights to the route', async () => {
    const app = await service(cors)
    const response = await app.inject({ method: 'OPTIONS', url: '/v1/items' })
    expect(response.headers.allow).toBe('GET, POST')
  })

  test('does not allow other origins', async () => {
    const app = await service(cors)
    const response = await app.inject({ url: '/v1/items', headers: { origin: 'https://b.example' } })
    expect(response.headers['access-control-allow-origin']).toBeUndefined()
  })
})

describe('a write that sends a cookie', () => {
  test('is rejected if it comes from a page with a different origin', async () => {
    expect(await change('https://evil.example', 'ticket=x')).toBe(403)
    expect(await change('null', 'a=b; ticket=x')).toBe(403)
  })

  test("is accepted from the service's own origin, from an allowed origin and without an origin", async () => {
    expect(await change('http://api.example', 'ticket=x')).toBe(201)
    expect(await change(undefined, 'ticket=x')).toBe(201)
    const values = { 'cors.enable': true, 'cors.allow_origins': 'https://a.example' }
    expect(await change('https://a.example', 'ticket=x', values)).toBe(201)
  })

  test('is accepted from any origin if the cookie has a different name', async () => {
    expect(await change('https://evil.example', 'other=x')).toBe(201)
  })
})

describe('a document', () => {
  test('is not sent again if the client already has it', async () => {
    const app = await service()
    const first = await app.inject('/v1/items/1')
    const { etag } = first.headers
    const second = await app.inject({ url: '/v1/items/1', headers: { 'if-none-match': `"x", W/${etag}` } })
    expect(second.statusCode).toBe(304)
    expect(second.body).toBe('')
    expect(second.headers.etag).toBe(etag)
  })
})

describe('the service', () => {
  test('is not ready during the shutdown, but serves requests and closes their connections', async () => {
    const app = await service({})
    app.shutdown.hasBegun = true
    expect((await app.inject('/readyz')).statusCode).toBe(503)
    const response = await app.inject('/healthz')
    expect([response.statusCode, response.headers.connection]).toEqual([200, 'close'])
  })

  test('reports whether it is running and ready', async () => {
    const database = new FakeDatabase()
    const app = await service({}, database)
    expect((await app.inject('/readyz')).statusCode).toBe(200)
    database.isUp = false
    expect((await app.inject('/readyz')).statusCode).toBe(503)
    expect((await app.inject('/healthz')).statusCode).toBe(200)
  })

  test('serves its documentation, on a page that loads nothing from other hosts', async () => {
    const app = await service()
    expect((await app.inject('/v1/openapi.json')).json()).toEqual({ openapi: '3.1.0' })
    const page = await app.inject('/v1/docs')
    expect(page.headers['content-type']).toMatch(/^text\/html/)
    expect(page.body).not.toMatch(/https?:/)
    const links = [...page.body.matchAll(/(?:src|href)="(docs\/[^"]+)"/g)].map(([, link]) => link)
    expect(links).toHaveLength(4)
    for (const link of links) expect((await app.inject(`/v1/${link}`)).statusCode).toBe(200)
  })

  test.each([
    [{ docs: '/v1/_svc/docs' }, '/v1/_svc/docs', '/v1/openapi.json'],
    [{ openapi: '/v1/_svc/openapi.json' }, '/v1/docs', '/v1/_svc/openapi.json'],
    [{ docs: '/v1/_svc/docs', openapi: '/v1/_svc/openapi.json' }, '/v1/_svc/docs', '/v1/_svc/openapi.json'],
  ])('the documentation finds the document if the paths are %j', async (paths, docs, openapi) => {
    const app = await service({}, new FakeDatabase(), paths)
    expect((await app.inject(openapi)).json()).toEqual({ openapi: '3.1.0' })
    const script = (await app.inject(`${docs}/start.js`)).body
    const url = /url: "(.*)"/.exec(script)?.[1] ?? ''
    expect(new URL(url, `http://localhost${docs}`).pathname).toBe(openapi)
  })

  test('tells browsers not to guess content types', async () => {
    const app = await service()
    for (const url of ['/v1/items', '/v1/nothing', '/v1/docs', '/%zz']) {
      expect((await app.inject(url)).headers['x-content-type-options']).toBe('nosniff')
    }
  })

  test('limits requests from an IP address', async () => {
    const app = await service({ 'rate_limit.max': 1 })
    expect((await app.inject('/v1/items')).statusCode).toBe(200)
    const response = await app.inject('/v1/items')
    expect(response.statusCode).toBe(429)
    expect(response.headers['retry-after']).toBeDefined()
    expect(response.json().title).toBe('Too Many Requests')
    for (let probe = 0; probe < 3; probe++) expect((await app.inject('/healthz')).statusCode).toBe(200)
  })

  test('counts rejected requests toward the limit for an IP address', async () => {
    const app = await service({ 'rate_limit.max': 2 })
    expect((await app.inject('/v1/nothing')).statusCode).toBe(404)
    expect((await app.inject({ method: 'DELETE', url: '/healthz' })).statusCode).toBe(405)
    expect((await app.inject('/v1/nothing')).statusCode).toBe(429)
  })

  test('finishes requests in progress before it closes the database', async () => {
    const database = new FakeDatabase()
    const app = await service({}, database)
    const events: string[] = []
    const closing = new Promise<void>((resolve) => {
      app.addHook('preClose', async () => resolve())
    })
    const running = new Promise<void>((resolve) => {
      app.get('/slow', async () => {
        resolve()
        await closing
        return {}
      })
    })
    app.addHook('onResponse', async () => void events.push('responded'))
    database.close = async () => void events.push('closed')
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    const response = fetch(`${address}/slow`, { headers: { connection: 'close' } })
    await running
    await app.close()
    expect((await response).status).toBe(200)
    expect(events).toEqual(['responded', 'closed'])
  })

  test('responds to all connections that were open before it closes', async () => {
    const app = await service()
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
    const responses = Array.from({ length: 30 }, async () => {
      const socket = connect(Number(port), '127.0.0.1')
      socket.end('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
      let response = ''
      for await (const chunk of socket) response += String(chunk)
      return response.slice(0, 15)
    })
    // The system has connected them; the server has not accepted any.
    await app.close()
    expect(new Set(await Promise.all(responses))).toEqual(new Set(['HTTP/1.1 200 OK']))
  })

  test('serves pipelined requests one after another, and none of a connection that is closed', async () => {
    const app = await service()
    let [running, most, count] = [0, 0, 0]
    app.get('/slow', async () => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setTimeout(resolve, 5))
      running -= 1
      return { count: ++count }
    })
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
    const send = (requests: number): Socket => {
      const socket = connect(Number(port), '127.0.0.1')
      socket.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(requests))
      return socket
    }
    const socket = send(20)
    let response = ''
    for await (const chunk of socket) if ((response += String(chunk)).includes('{"count":20}')) break
    expect([most, response.match(/"count":\d+/g)?.length]).toEqual([1, 20])
    const closed = send(1000)
    await once(closed, 'data')
    closed.destroy()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(count).toBeLessThan(200)
    // Requests that wait take memory as well.
    const flooding = send(20_000).resume()
    await new Promise((resolve) => flooding.on('error', () => undefined).once('close', resolve))
    expect(count).toBeLessThan(400)
  })

  test('does not wait for incomplete requests when it closes', async () => {
    const app = await service()
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
    app.server.requestTimeout = 1
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => undefined)
    const ended = new Promise<void>((resolve) => void socket.once('close', () => resolve()))
    const begun = new Promise<void>((resolve) => {
      app.server.once('request', () => resolve())
    })
    socket.write(
      'POST /v1/items HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
    )
    await begun
    await app.close()
    await ended
    expect(app.server.listening).toBe(false)
  })
})

/** Sends raw text to the service and returns the response. */
async function raw(app: FastifyInstance, request: string): Promise<string> {
  const address = new URL(
    app.server.listening ? app.listeningOrigin : await app.listen({ host: '127.0.0.1', port: 0 }),
  )
  const socket = connect(Number(address.port), address.hostname)
  socket.end(request)
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}

/** Returns the status of a POST with this origin and cookie. */
async function change(
  origin: string | undefined,
  cookie: string,
  values: SettingValues = {},
): Promise<number> {
  const app = await service(values)
  const headers = { host: 'api.example', cookie, ...(origin === undefined ? {} : { origin }) }
  return (await app.inject({ method: 'POST', url: '/v1/items', headers, payload: {} })).statusCode
}

test('logs URLs without the values of query parameters', async () => {
  const lines: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    lines.push(String(text))
    return true
  })
  try {
    const app = await service({ 'log.level': 'debug', 'request_timing.enable': true })
    for (const url of [
      '/v1/items?password=pa55&b=pa55',
      '/v1/items/boom?token=pa55',
      '/none?pa%35=pa55',
      '/v1/items?x=%E0pa55',
    ])
      await app.inject(url)
  } finally {
    write.mockRestore()
  }
  const log = lines.join('')
  expect(log).toContain('/v1/items?password&b')
  expect(log).not.toContain('pa55')
})

test('logs each request except health probes as one line with its route pattern', async () => {
  const lines: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    lines.push(String(text))
    return true
  })
  try {
    const app = await service({ 'log.level': 'info' })
    await app.inject('/v1/items/boom?token=pa55')
    await app.inject('/healthz')
    await app.inject('/none')
  } finally {
    write.mockRestore()
  }
  const logged = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')
  expect(logged).toMatchObject([
    { reqId: expect.any(String), method: 'GET', route: '/v1/items/:id', status: 404, ms: expect.any(Number) },
    { method: 'GET', route: null, status: 404 },
  ])
})
