import assert from 'node:assert/strict'

/** What `app.inject` gives. */
interface Answer {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** One document of this type. */
export function isDocument(answer: Answer, status: number, type: string): void {
  assert.equal(answer.statusCode, status, answer.body)
  assert.ok(answer.headers['etag'], 'an ETag')
  isOfType(objectIn(answer), type)
}

/** A document that was just made, and where it is. */
export function isCreated(answer: Answer, type: string): void {
  isDocument(answer, 201, type)
  assert.equal(answer.headers['location'], objectIn(answer)['_self'])
}

/** A page of documents of this type. */
export function isPage(answer: Answer, type: string): void {
  isList(answer, 200, type)
  const { total, start } = objectIn(answer)
  assert.equal(typeof total, 'number', 'total')
  assert.equal(typeof start, 'number', 'start')
}

/** Documents of this type, counted. */
export function isList(answer: Answer, status: number, type: string): void {
  assert.equal(answer.statusCode, status, answer.body)
  const { count, data } = objectIn(answer)
  assert.ok(Array.isArray(data), 'data is a list')
  assert.equal(count, data.length)
  for (const document of data) isOfType(Object(document), type)
}

/** How many items were changed. */
export function isChange(answer: Answer): void {
  assert.equal(answer.statusCode, 200, answer.body)
  const { message, count } = objectIn(answer)
  assert.equal(typeof message, 'string')
  assert.equal(typeof count, 'number')
}

/** Says that it is done. */
export function isMessage(answer: Answer): void {
  assert.equal(answer.statusCode, 200, answer.body)
  assert.equal(typeof objectIn(answer)['message'], 'string')
}

/** A list field of an item. */
export function isListField(answer: Answer): void {
  assert.equal(answer.statusCode, 200, answer.body)
  const { count, data } = objectIn(answer)
  assert.ok(Array.isArray(data), 'data is a list')
  assert.equal(count, data.length)
}

/** A dict field of an item. */
export function isDictField(answer: Answer): void {
  assert.equal(answer.statusCode, 200, answer.body)
  objectIn(answer)
}

/** An error as RFC 9457 has it. */
export function isProblem(answer: Answer, status: number): void {
  assert.equal(answer.statusCode, status, answer.body)
  assert.match(String(answer.headers['content-type']), /^application\/problem\+json/)
  const problem = objectIn(answer)
  assert.equal(problem['status'], status)
  for (const name of ['type', 'title', 'detail', 'instance'])
    assert.equal(typeof problem[name], 'string', name)
}

/** A method that the path does not take, with those that it takes. */
export function isNotAllowed(answer: Answer, allow: string): void {
  isProblem(answer, 405)
  assert.equal(answer.headers['allow'], allow)
}

/** The document of the caller, who is of this type. */
export function isOwnDocument(answer: Answer, status: number, type: string): void {
  assert.equal(answer.statusCode, status, answer.body)
  isOfType(objectIn(answer), type)
}

/** A token to call with. */
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
