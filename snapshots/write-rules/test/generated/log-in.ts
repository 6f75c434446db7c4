import assert from 'node:assert/strict'
import type { FastifyInstance } from 'fastify'

/** The password of all users in tests. */
export const password = 'a password for tests'

/** Logs a user in and returns the headers for further requests. */
export async function logIn(
  app: FastifyInstance,
  user: { readonly username: string | number },
): Promise<{ readonly authorization: string }> {
  const response = await app.inject({
    method: 'POST',
    url: '/auth/reset_token',
    payload: { login: String(user.username), password },
  })
  assert.equal(response.statusCode, 200, response.body)
  return { authorization: `ApiKey ${String(user.username)}:${response.json().token}` }
}
