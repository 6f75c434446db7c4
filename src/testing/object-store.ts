import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

const ACCESS_KEY = 'clinic'
const SECRET_KEY = 'a secret key'

/** A server with the part of the API of Amazon S3 that stores and returns objects. It checks the signatures of requests. */
export interface ObjectStore {
  /** The settings of a client, as environment variables. */
  readonly env: Readonly<Record<string, string>>
  /** The stored objects, keyed by path. */
  readonly objects: ReadonlyMap<string, Buffer>
  close(): void
}

/** Starts an object store on a free port. */
export async function startObjectStore(): Promise<ObjectStore> {
  const objects = new Map<string, Buffer>()
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    const respond = async (): Promise<void> => {
      const found = objects.get(path)
      if (request.headers.authorization !== authorizationOf(request))
        response.writeHead(403).end('SignatureDoesNotMatch')
      else if (request.method === 'PUT' && request.headers['content-length'] === undefined)
        response.writeHead(411).end('MissingContentLength')
      else if (request.method === 'PUT') {
        objects.set(path, await buffer(request))
        response.end()
      } else if (found === undefined) response.writeHead(404).end('NoSuchKey')
      else response.end(found)
    }
    void respond()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    env: {
      S3_BUCKET: `http://127.0.0.1:${port}/clinic`,
      S3_ACCESS_KEY: ACCESS_KEY,
      S3_SECRET_KEY: SECRET_KEY,
    },
    objects,
    close: () => void server.close(),
  }
}

/** Returns the header that a client with the right key sends (AWS Signature Version 4). */
function authorizationOf({ method, url, headers }: IncomingMessage): string {
  const time = String(headers['x-amz-date'])
  const body = String(headers['x-amz-content-sha256'])
  const signed = ['host', 'x-amz-content-sha256', 'x-amz-date']
  const lines = signed.map((name) => `${name}:${String(headers[name])}\n`).join('')
  const request = [method, url, '', lines, signed.join(';'), body].join('\n')
  const scope = [time.slice(0, 8), 'us-east-1', 's3', 'aws4_request']
  const hash = createHash('sha256').update(request).digest('hex')
  const text = ['AWS4-HMAC-SHA256', time, scope.join('/'), hash].join('\n')
  const sign = (key: string | Buffer, part: string): Buffer => createHmac('sha256', key).update(part).digest()
  const key = scope.reduce<string | Buffer>(sign, `AWS4${SECRET_KEY}`)
  const credential = `Credential=${ACCESS_KEY}/${scope.join('/')}`
  return `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=${signed.join(';')}, Signature=${sign(key, text).toString('hex')}`
}
