import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServiceProcess, startProcess } from './process.js'
import { buildText, removeProject } from './service.js'

const API = `openapi: 3.1.0
info: { title: Uploads, version: '1' }
paths:
  /uploads:
    post:
      operationId: upload
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema:
              type: object
              properties:
                note: { type: string }
                file: { type: string, format: binary }
      responses: { 200: { description: OK, content: { application/json: { schema: {} } } } }
`
const ECHO = `import { registry } from '../generated/index.js'
registry.action('upload', async ({ body }) => ({ note: body.note?.length ?? null, file: body.file?.filename ?? null }))
`
const LIMIT = 100_000

describe('multipart requests', () => {
  let folder = ''
  let service: ServiceProcess | undefined

  beforeAll(async () => {
    folder = await buildText(API, 'svc_sqla', { 'src/actions/upload.ts': ECHO })
    service = await startProcess(folder, { SVC_BODY_LIMIT: String(LIMIT), SVC_LOG_LEVEL: 'warn' })
  }, 60_000)
  afterAll(async () => {
    await service?.stop()
    removeProject(folder)
  })

  /** Sends chunks without a length, and returns the status and the body of the response. */
  function send(chunks: readonly string[], ends = true): Promise<[number, string]> {
    const { hostname, port } = new URL(service?.address ?? '')
    return new Promise((resolve) => {
      let response = ''
      const socket = connect(Number(port), hostname)
      const done = (): void =>
        resolve([Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1] ?? 0), response.split('\r\n\r\n')[1] ?? ''])
      socket.on('data', (data) => (response += String(data)))
      socket.on('error', done).on('close', done)
      socket.write(
        'POST /uploads HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ntransfer-encoding: chunked\r\ncontent-type: multipart/form-data; boundary=b\r\n\r\n',
      )
      for (const chunk of chunks) socket.write(`${Buffer.byteLength(chunk).toString(16)}\r\n${chunk}\r\n`)
      if (ends) socket.write('0\r\n\r\n')
      else setTimeout(() => socket.destroy(), 200)
    })
  }

  const note = (value: string): string =>
    `--b\r\ncontent-disposition: form-data; name="note"\r\n\r\n${value}\r\n`
  const END = '--b--\r\n'
  const many = (count: number): string[] => Array.from({ length: count }, () => 'x'.repeat(10_000))

  it('within the limit succeed', async () => {
    const [status, body] = await send([note('y'.repeat(50_000)), END])
    expect([status, body]).toEqual([200, expect.stringContaining('50000')])
  })

  it.each([
    ['the preamble', [...many(50), '\r\n', note('a'), END]],
    ['headers of parts', ['--b\r\nx-header: ', ...many(50), '\r\n', END]],
    ['a name', ['--b\r\ncontent-disposition: form-data; name="', ...many(50), '"\r\n\r\na\r\n', END]],
    ['a field', [note('y'.repeat(LIMIT + 1)), END]],
    ['a field of the size of the limit', [note('y'.repeat(LIMIT)), END]],
    ['many fields', [...Array.from({ length: 3000 }, () => note('z')), END]],
    ['the epilogue', [note('a'), END, ...many(50)]],
    [
      'a file',
      ['--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n', ...many(50), '\r\n', END],
    ],
  ])('above the limit are rejected: %s', async (_part, chunks) => {
    expect((await send(chunks))[0]).toBe(413)
    expect((await send([note('a'), END]))[0]).toBe(200)
  })

  it('cannot have U+0000 in the name of a file', async () => {
    const file = (name: string): string =>
      `--b\r\ncontent-disposition: form-data; name="file"; ${name}\r\ncontent-type: text/plain\r\n\r\nabc\r\n`
    expect((await send([file("filename*=UTF-8''x%00.txt"), END]))[0]).toBe(400)
    expect((await send([file("filename*=UTF-8''%C3%BC.txt"), END]))[0]).toBe(200)
  })

  it('that the client aborts, as well as other aborted bodies, are not logged as errors', async () => {
    const child = spawn(process.execPath, [join(folder, 'dist/src/main.js')], {
      cwd: folder,
      env: { ...process.env, SVC_DATABASE_URL: 'sqlite::memory:', PORT: '0' },
    })
    let log = ''
    child.stdout.on('data', (data) => (log += String(data)))
    child.stderr.on('data', (data) => (log += String(data)))
    while (!log.includes('http:')) await sleep(50)
    const port = Number(/:(\d+)$/m.exec(log)?.[1])
    for (const type of ['multipart/form-data; boundary=b', 'application/json', 'text/plain']) {
      const socket = connect(port, '127.0.0.1')
      const head = `POST /uploads HTTP/1.1\r\nhost: localhost\r\ncontent-length: 500\r\ncontent-type: ${type}\r\n\r\n`
      socket.write(`${head}${note('a')}`)
      await sleep(200)
      socket.destroy()
    }
    await sleep(300)
    expect(log.trim().split('\n')).toHaveLength(1)
    // Connections that never send a byte, or only a part of a request's head, do not delay the end of the service.
    for (const sent of ['', 'POST /uploads HTTP/1.1\r\nhost: loc']) {
      const idle = connect(port, '127.0.0.1').on('error', () => undefined)
      await once(idle, 'connect')
      idle.write(sent)
    }
    await sleep(200)
    const start = Date.now()
    child.kill('SIGTERM')
    expect((await once(child, 'exit'))[0]).toBe(0)
    expect(Date.now() - start).toBeLessThan(10_000)
  }, 30_000)

  it('that the client aborts leave the service running', async () => {
    for (let n = 0; n < 5; n += 1) {
      await send(
        [note('a'), '--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\nabc'],
        false,
      )
      await send(['--b\r\ncontent-disposition: form-data; name="note"\r\n\r\nabc'], false)
      await send([...many(3)], false)
    }
    expect((await send([note('a'), END]))[0]).toBe(200)
  })
})
