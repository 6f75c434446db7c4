import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ServiceProcess, startProcess } from './process.js'
import { buildFixture, removeProject } from './service.js'

/** The process's maximum memory during the attacks, in bytes. */
const MAX_MEMORY = 400 * 2 ** 20

const JSON_HEAD = 'POST /v1/users HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'

let folder: string
let service: ServiceProcess
beforeAll(async () => {
  folder = await buildFixture('quickstart', 'svc_sqla')
  service = await startProcess(folder, { SVC_METRICS: 'true' })
})
afterAll(async () => {
  expect(await service.stop()).toBe(0)
  removeProject(folder)
})
afterEach(async () => {
  expect(service.hasEnded()).toBe(false)
  expect((await fetch(`${service.address}/readyz`)).status).toBe(200)
  expect(await memory()).toBeLessThan(MAX_MEMORY)
})

/** Returns the process's memory in bytes, according to its own metrics. */
async function memory(): Promise<number> {
  const text = await (await fetch(`${service.address}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1])
}

async function dial(): Promise<Socket> {
  const { port, hostname } = new URL(service.address)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** Sends bytes, ends the connection, and returns the response. */
async function raw(bytes: string): Promise<string> {
  const socket = await dial()
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(Buffer.from(chunk)))
  const closed = once(socket, 'close')
  socket.end(bytes, 'latin1')
  await closed
  return Buffer.concat(chunks).toString()
}

const statusOf = (response: string): number => Number(/^HTTP\/1\.1 (\d{3}) /.exec(response)?.[1])
const get = (path: string) => fetch(`${service.address}${path}`)
const post = (body: string, type = 'application/json') =>
  fetch(`${service.address}/v1/users`, { method: 'POST', headers: { 'content-type': type }, body })
const count = async (): Promise<string> => (await get('/v1/users?_count')).text()

describe('a request that is malformed or too large', () => {
  it.each([
    ['a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['an HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['an unknown HTTP version', 'GET /v1/users HTTP/9.9\r\nHost: x\r\n\r\n'],
    ['a zero byte in a header', 'GET /v1/users HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n'],
    ['a folded header', 'GET /v1/users HTTP/1.1\r\nHost: x\r\nX: a\r\n b\r\n\r\n'],
    ['a space in a header name', 'GET /v1/users HTTP/1.1\r\nHost: x\r\nX y: a\r\n\r\n'],
    ['a carriage return in the URL', 'GET /v1/users?a=\rb HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['two content lengths', `${JSON_HEAD}Content-Length: 5\r\nContent-Length: 6\r\n\r\n`],
    ['a negative content length', `${JSON_HEAD}Content-Length: -5\r\n\r\n`],
    ['a content length out of range', `${JSON_HEAD}Content-Length: ${'9'.repeat(40)}\r\n\r\n{`],
    [
      'a content length and chunked encoding',
      `${JSON_HEAD}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['a chunk without a size', `${JSON_HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`],
    ['a transfer encoding other than chunked', `${JSON_HEAD}Transfer-Encoding: gzip\r\n\r\n{}`],
    ['a body shorter than its content length', `${JSON_HEAD}Content-Length: 50\r\n\r\n{"username": "early"`],
  ])('is rejected with 400: %s', async (_what, bytes) => {
    expect(await raw(bytes)).toMatch(/^HTTP\/1\.1 400 [^]*application\/problem\+json/)
    expect((await get('/v1/users/early')).status).toBe(404)
  })

  it.each([
    ['a header', `GET /v1/users HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(100_000)}\r\n\r\n`],
    ['a URL', `GET /v1/users?q=${'a'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
    ['ten thousand headers', `GET /v1/users HTTP/1.1\r\nHost: x\r\n${'name: value\r\n'.repeat(10_000)}\r\n`],
  ])('is rejected with 431: %s', async (_what, bytes) => {
    expect(statusOf(await raw(bytes))).toBe(431)
  })
})

describe('a body', () => {
  it.each([
    ['deeply nested lists', `{"username": ${'['.repeat(500_000)}`, 400],
    ['deeply nested objects', '{"a":'.repeat(150_000), 400],
    ['sixty thousand properties', `{${Array.from({ length: 60_000 }, (_, n) => `"k${n}":0`).join()}}`, 400],
    ['more than the maximum size', `{"username": "${'x'.repeat(2_000_000)}"}`, 413],
    ['a number with a million digits', `{"username": ${'9'.repeat(1_000_000)}}`, 400],
    ['a zero byte', '{"username": "a\\u0000b"}', 400],
    ['a lone surrogate', '{"username": "\\ud800"}', 400],
  ])('with %s is rejected', async (_what, body, status) => {
    const before = await count()
    const response = await post(body)
    expect([response.status, response.headers.get('content-type')]).toEqual([
      status,
      expect.stringContaining('application/problem+json'),
    ])
    expect(await count()).toBe(before)
  })

  it('with a Content-Length above the limit is rejected before it is read', async () => {
    expect(statusOf(await raw(`${JSON_HEAD}Content-Length: 99999999999\r\n\r\n{`))).toBe(413)
  })

  it('that does not end is rejected once it exceeds the limit', async () => {
    const socket = await dial()
    const received = once(socket, 'data')
    socket.write(`${JSON_HEAD}Transfer-Encoding: chunked\r\n\r\n`)
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    for (let n = 0; n < 17; n += 1) socket.write(chunk)
    expect(statusOf(String((await received)[0]))).toBe(413)
    socket.destroy()
  })

  it('that is aborted stores nothing', async () => {
    const before = await count()
    const body = JSON.stringify({ username: 'aborted' })
    const sockets = await Promise.all(Array.from({ length: 200 }, dial))
    for (const [index, socket] of sockets.entries()) {
      socket.write(`${JSON_HEAD}Content-Length: ${body.length}\r\n\r\n${body.slice(0, index % body.length)}`)
      socket.resetAndDestroy()
    }
    await Promise.all(sockets.map((socket) => socket.closed || once(socket, 'close')))
    expect(await count()).toBe(before)
  })
})

describe('a connection', () => {
  it('is served while a thousand slow connections are open', async () => {
    const sockets = await Promise.all(Array.from({ length: 1000 }, dial))
    for (const socket of sockets) socket.write('GET /v1/users HTTP/1.1\r\nHost: x\r\nX-Slow')
    expect((await get('/v1/users')).status).toBe(200)
    for (const socket of sockets) socket.write(': a')
    expect((await get('/v1/users')).status).toBe(200)
    expect(await memory()).toBeLessThan(MAX_MEMORY)
    for (const socket of sockets) socket.destroy()
  })

  it('with a thousand pipelined requests gets all responses in order', async () => {
    const one = (n: number) => `GET /v1/users/${n} HTTP/1.1\r\nHost: x\r\n\r\n`
    const all = Array.from({ length: 1000 }, (_, n) => one(n)).join('')
    const responses = await raw(`${all}GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    const paths = [...responses.matchAll(/"instance":"\/v1\/users\/(\d+)"/g)].map(([, n]) => Number(n))
    expect(paths).toEqual(Array.from({ length: 1000 }, (_, n) => n))
  })

  it('that is closed before its response has no effect on others', async () => {
    const sockets = await Promise.all(Array.from({ length: 200 }, dial))
    for (const socket of sockets) {
      socket.write('GET /v1/users?_limit=1000 HTTP/1.1\r\nHost: x\r\n\r\n')
      socket.resetAndDestroy()
    }
    expect((await get('/v1/users')).status).toBe(200)
  })
})

describe('text from clients', () => {
  it('cannot inject headers into a response', async () => {
    const username = 'a\r\nSet-Cookie: evil=1\r\n\r\n<>"; rel="next'
    const created = await post(JSON.stringify({ username }))
    expect([created.status, created.headers.get('set-cookie')]).toEqual([201, null])
    const location = created.headers.get('location') ?? ''
    expect(new URL(location, service.address).pathname).toBe(`/v1/users/${encodeURIComponent(username)}`)
    expect((await get(new URL(location, service.address).pathname)).status).toBe(200)

    await post(JSON.stringify({ username: 'second' }))
    const page = await get(
      `/v1/users?_limit=1&name__ne=${encodeURIComponent('>; rel="x", <http://evil.example\r\nA: b')}`,
    )
    expect(page.headers.get('link')).toMatch(/^<[^<>"\s]+>; rel="next"$/)
    const next = await get(/<(.+)>/.exec(page.headers.get('link') ?? '')?.[1] ?? '')
    expect(next.status).toBe(200)
  })

  it.each([
    '__proto__=1',
    'constructor=1',
    '__proto__.a=1',
    'constructor.prototype.a=1',
    'stories.__proto__=1',
    'username[a]=1',
    'username__%00=1',
    'username=%00',
    'nothing=1',
    'username__nothing=1',
    'username__ne__ne=1',
    '_sort=username;drop%20table%20user',
    '_sort=-',
    '_fields=*',
    '_limit=-1',
    '_limit=1e9',
    '_limit=NaN',
    '_start=99999999999999999999',
    '_limit=1&_limit=2',
    '_after=x',
    '_after=eyJfX3Byb3RvX18iOjF9',
    '_aggregations.__proto__.max.field=username',
    '_aggregations.a.constructor.field=username',
    `q=${'('.repeat(3000)}`,
    `q=${'NOT%20'.repeat(500)}`,
    `q=${'a%20'.repeat(500)}`,
    `username=${'x'.repeat(4000)}*`,
    `_sort=${'username,'.repeat(50)}`,
    Array.from({ length: 100 }, (_, n) => `username__ne=${n}&name__ne=${n}`).join('&'),
  ])('in a query is rejected: %s', async (query) => {
    const response = await get(`/v1/users?${query}`)
    expect([response.status, response.headers.get('content-type')]).toEqual([
      400,
      expect.stringContaining('application/problem+json'),
    ])
  })

  it.each(["' OR 1=1 --", '"; DROP TABLE user; --', '%', '_', '\\', '$ne', '{"$gt":""}', '../../etc/passwd'])(
    'is treated as a plain value: %s',
    async (text) => {
      const response = await get(`/v1/users?name__contains=${encodeURIComponent(text)}`)
      expect([response.status, await response.json()]).toMatchObject([200, { total: 0 }])
    },
  )
})
