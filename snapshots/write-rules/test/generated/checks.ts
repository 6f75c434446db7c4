import assert from 'node:assert/strict'

/** The response of `app.inject`. */
interface Answer {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** Checks a response with a document of this type. */
export function isDocument(answer: Answer, status: number, type: string): void {
  assert.equal(answer.statusCode, status, answer.body)
  assert.ok(answer.headers['etag'], 'an ETag')
  isOfType(objectIn(answer), type)
}

/** Checks a response with a new document and its location. */
export function isCreated(answer: Answer, type: string): void {
  isDocument(answer, 201, type)
  assert.equal(answer.headers['location'], objectIn(answer)['_self'])
}

/** Checks a page of documents of this type. */
export function isPage(answer: Answer, type: string): void {
  isList(answer, 200, type)
  const { total, start } = objectIn(answer)
  assert.equal(typeof total, 'number', 'total')
  assert.equal(typeof start, 'number', 'start')
}

/** Checks a list of documents of this type. */
export function isList(answer: Answer, status: number, type: string): void {
  assert.equal(answer.statusCode, status, answer.body)
  const { count, data } = objectIn(answer)
  assert.ok(Array.isArray(data), 'data is a list')
  assert.equal(count, data.length)
  for (const document of data) isOfType(Object(document), type)
}

/** Checks a response with the number of changed items. */
export function isChange(answer: Answer): void {
  assert.equal(answer.statusCode, 200, answer.body)
  const { message, count } = objectIn(answer)
  assert.equal(typeof message, 'string')
  assert.equal(typeof count, 'number')
}

/** Checks a response with a message. */
export function isMessage(answer: Answer): void {
  assert.equal(answer.statusCode, 200, answer.body)
  assert.equal(typeof objectIn(answer)['message'], 'string')
}

/** Checks a response with a list field. */
export function isListField(answer: Answer): void {
  assert.equal(answer.statusCode, 200, answer.body)
  const { count, data } = objectIn(answer)
  assert.ok(Array.isArray(data), 'data is a list')
  assert.equal(count, data.length)
}

/** Checks a response with a dict field. */
export function isDictField(answer: Answer): void {
  assert.equal(answer.statusCode, 200, answer.body)
  objectIn(answer)
}

/** Checks an error response (RFC 9457). */
export function isProblem(answer: Answer, status: number): void {
  assert.equal(answer.statusCode, status, answer.body)
  assert.match(String(answer.headers['content-type']), /^application\/problem\+json/)
  const problem = objectIn(answer)
  assert.equal(problem['status'], status)
  for (const name of ['type', 'title', 'detail', 'instance'])
    assert.equal(typeof problem[name], 'string', name)
}

/** Checks a 405 and its allowed methods. */
export function isNotAllowed(answer: Answer, allow: string): void {
  isProblem(answer, 405)
  assert.equal(answer.headers['allow'], allow)
}

/** Checks a response with the caller's document. */
export function isOwnDocument(answer: Answer, status: number, type: string): void {
  assert.equal(answer.statusCode, status, answer.body)
  isOfType(objectIn(answer), type)
}

/** Checks a response with an API token. */
export function isToken(answer: Answer): void {
  assert.equal(answer.statusCode, 200, answer.body)
  assert.equal(typeof objectIn(answer)['token'], 'string')
}

function isOfType(document: Readonly<Record<string, unknown>>, type: string): void {
  assert.equal(document['_type'], type)
  assert.equal(typeof document['_pk'], 'string', '_pk')
  assert.ok('_self' in document, '_self')
}

function objectIn({ body }: Answer): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(body)
  assert.ok(typeof value === 'object' && value !== null && !Array.isArray(value), 'an object')
  return Object(value)
}
