import assert from 'node:assert/strict'

/** The response returned by `app.inject`. */
interface TestResponse {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** Checks a response with a document of this type. */
export function isDocument(response: TestResponse, status: number, type: string): void {
  assert.equal(response.statusCode, status, response.body)
  assert.ok(response.headers['etag'], 'an ETag')
  isOfType(objectIn(response), type)
}

/** Checks a response with a new document and its location. */
export function isCreated(response: TestResponse, type: string): void {
  isDocument(response, 201, type)
  assert.equal(response.headers['location'], objectIn(response)['_self'])
}

/** Checks a page of documents of this type. */
export function isPage(response: TestResponse, type: string): void {
  isList(response, 200, type)
  const { total, start } = objectIn(response)
  assert.equal(typeof total, 'number', 'total')
  assert.equal(typeof start, 'number', 'start')
}

/** Checks a list of documents of this type. */
export function isList(response: TestResponse, status: number, type: string): void {
  assert.equal(response.statusCode, status, response.body)
  const { count, data } = objectIn(response)
  assert.ok(Array.isArray(data), 'data is a list')
  assert.equal(count, data.length)
  for (const document of data) isOfType(Object(document), type)
}

/** Checks that one more item is stored than before the request. */
export function isAdded(count: number, before: number): void {
  assert.equal(count, before + 1, 'stored items')
}

/** Checks that an item is stored with another value in a field than before the request. */
export function isChanged<Item extends object>(
  before: Item,
  after: Item | undefined,
  field: keyof Item,
): void {
  assert.ok(after !== undefined, 'the item is stored')
  assert.notDeepEqual(after[field], before[field], `stored ${String(field)}`)
}

/** Checks that an item is no longer stored. */
export function isDeleted(item: object | undefined): void {
  assert.equal(item, undefined, 'stored item')
}

/** Checks a response with a message. */
export function isMessage(response: TestResponse): void {
  assert.equal(response.statusCode, 200, response.body)
  assert.equal(typeof objectIn(response)['message'], 'string')
}

/** Checks an error response (RFC 9457). */
export function isProblem(response: TestResponse, status: number): void {
  assert.equal(response.statusCode, status, response.body)
  assert.match(String(response.headers['content-type']), /^application\/problem\+json/)
  const problem = objectIn(response)
  assert.equal(problem['status'], status)
  for (const name of ['type', 'title', 'detail', 'instance'])
    assert.equal(typeof problem[name], 'string', name)
}

/** Checks a 405 response and its allowed methods. */
export function isNotAllowed(response: TestResponse, allow: string): void {
  isProblem(response, 405)
  assert.equal(response.headers['allow'], allow)
}

function isOfType(document: Readonly<Record<string, unknown>>, type: string): void {
  assert.equal(document['_type'], type)
  assert.equal(typeof document['_pk'], 'string', '_pk')
  assert.ok('_self' in document, '_self')
}

function objectIn({ body }: TestResponse): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(body)
  assert.ok(typeof value === 'object' && value !== null && !Array.isArray(value), 'an object')
  return Object(value)
}
