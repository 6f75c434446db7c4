import assert from 'node:assert/strict'

/** The response returned by `app.inject`. */
interface TestResponse {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
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

function objectIn({ body }: TestResponse): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(body)
  assert.ok(typeof value === 'object' && value !== null && !Array.isArray(value), 'an object')
  return Object(value)
}
