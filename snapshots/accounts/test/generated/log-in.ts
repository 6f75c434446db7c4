import assert from 'node:assert/strict'
import type { FastifyInstance } from 'fastify'

/** The password of all users in tests. */
export const password = 'a password for tests'

/** Logs a user in and returns the headers for further requests. */
export async function logIn(
  app: FastifyInstance,
  user: { readonly login_name: string | number },
): Promise<{ readonly authorization: string }> {
  const response = await app.inject({
    method: 'POST',
    url: '/clubs/api/auth/reset_token',
    payload: { login: String(user.login_name), password },
  })
  assert.equal(response.statusCode, 200, response.body)
  return { authorization: `ApiKey ${String(user.login_name)}:${response.json().token}` }
}
