import assert from 'node:assert/strict'
import type { FastifyInstance } from 'fastify'

/** The password of all users in tests. */
export const password = 'a password for tests'

/** Logs a user in and returns the headers for further requests. */
export async function logIn(
  app: FastifyInstance,
  user: { readonly username: string | number },
): Promise<{ readonly cookie: string }> {
  const response = await app.inject({
    method: 'POST',
    url: '/v1/auth/login',
    payload: { login: String(user.username), password },
  })
  assert.equal(response.statusCode, 200, response.body)
  return { cookie: response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
}
