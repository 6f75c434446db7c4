import assert from 'node:assert/strict'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { StoredRows } from './store.js'

/** A request, and what its response and the stored rows must be. */
export interface TestRequest {
  readonly title: string
  readonly method: 'DELETE' | 'GET' | 'HEAD' | 'OPTIONS' | 'PATCH' | 'POST' | 'PUT'
  /** With the names of rows instead of their keys: `/stories/{story 1}`. */
  readonly path: string
  /** The rows that are stored before the request, in order. */
  readonly rows?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
  /** Text is sent as it is, and any other value as JSON, with `{story 1}` for the key of a row. */
  readonly body?: unknown
  /** One of these statuses. */
  readonly status: number | readonly number[]
  /** The form of the response. */
  readonly returns?: keyof typeof FORMS
  /** The model of documents in the response. */
  readonly type?: string
  readonly allow?: string
  /** The number of changed items in the response. */
  readonly count?: number
  /** The repository in which the request creates a row. */
  readonly adds?: string
  /** The field of a row that the request changes. */
  readonly changes?: { readonly row: string; readonly field: string }
  /** The row that the request deletes. */
  readonly deletes?: string
  /** A row that the request changes if it succeeds, and leaves as it is otherwise. */
  readonly row?: string
}

/** A test that svcgen could not derive from the API, with the reason. */
export interface MissingTest {
  readonly title: string
  readonly reason: string
}

/** Sends a request, and checks the response and the stored rows. */
export async function check(
  app: FastifyInstance,
  stored: StoredRows,
  request: TestRequest,
  credentials: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { method, path, headers, body, status, allow, returns, adds, changes, deletes, row } = request
  const watched = row ?? changes?.row
  const before = watched === undefined ? undefined : await stored.read(watched)
  const count = adds === undefined ? 0 : await stored.repository(adds).count()
  const response = await app.inject({
    method,
    url: stored.path(path),
    headers: { ...headers, ...credentials },
    ...(body === undefined
      ? {}
      : { payload: typeof body === 'string' ? body : Object(stored.resolve(body)) }),
  })
  const expected = [status].flat()
  assert.ok(
    expected.includes(response.statusCode),
    `expected ${expected.join(' or ')}, received ${response.statusCode}: ${response.body}`,
  )
  if (allow !== undefined) assert.equal(response.headers['allow'], allow)
  if (returns !== undefined) FORMS[returns](response, request)
  if (request.count !== undefined) assert.equal(objectIn(response)['count'], request.count)
  if (adds !== undefined) assert.equal(await stored.repository(adds).count(), count + 1, `stored ${adds}`)
  if (deletes !== undefined) assert.equal(await stored.read(deletes), undefined, deletes)
  if (watched === undefined) return
  const after = await stored.read(watched)
  if (changes !== undefined)
    assert.notDeepEqual(after?.[changes.field], before?.[changes.field], changes.field)
  else if (response.statusCode === 200 && request.count !== 0) assert.notDeepEqual(after, before)
  else assert.deepEqual(after, before)
}

type Form = (response: LightMyRequestResponse, request: TestRequest) => void

/** The checks of each form of a response. */
const FORMS = {
  document: (response, { type }) => {
    assert.ok(response.headers['etag'], 'an ETag')
    isOfType(objectIn(response), type)
  },
  created: (response, { type }) => {
    const document = objectIn(response)
    isOfType(document, type)
    assert.ok(response.headers['etag'], 'an ETag')
    assert.equal(response.headers['location'], document['_self'])
  },
  page: (response, { type }) => {
    isList(response, type)
    const { total, start } = objectIn(response)
    assert.deepEqual([typeof total, typeof start], ['number', 'number'], 'total and start')
  },
  listField: (response) => isList(response),
  dictField: (response) => void objectIn(response),
  change: (response) => {
    const { message, count } = objectIn(response)
    assert.deepEqual([typeof message, typeof count], ['string', 'number'], 'message and count')
  },
  message: (response) => assert.equal(typeof objectIn(response)['message'], 'string'),
  options: (response) => assert.equal(response.body, ''),
  // RFC 9457
  problem: (response) => {
    assert.match(String(response.headers['content-type']), /^application\/problem\+json/)
    const problem = objectIn(response)
    assert.equal(problem['status'], response.statusCode)
    for (const name of ['type', 'title', 'detail', 'instance'])
      assert.equal(typeof problem[name], 'string', name)
  },
} satisfies Readonly<Record<string, Form>>

function isList(response: LightMyRequestResponse, type?: string): void {
  const { count, data } = objectIn(response)
  assert.ok(Array.isArray(data), 'data is a list')
  assert.equal(count, data.length)
  if (type !== undefined) for (const document of data) isOfType(Object(document), type)
}

function isOfType(document: Readonly<Record<string, unknown>>, type?: string): void {
  assert.equal(document['_type'], type)
  assert.equal(typeof document['_pk'], 'string', '_pk')
  assert.ok('_self' in document, '_self')
}

export function objectIn({ body }: Pick<LightMyRequestResponse, 'body'>): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(body)
  assert.ok(typeof value === 'object' && value !== null && !Array.isArray(value), 'an object')
  return Object(value)
}
