import assert from 'node:assert/strict'
import type { FastifyInstance } from 'fastify'

/** The password of all users in tests. */
export const password = 'a password for tests'

/** Logs a user in and returns the headers for further requests. */
export async function logIn(
  app: FastifyInstance,
  user: { readonly username: string | number },
): Promise<{ readonly authorization: string }> {
  const answer = await app.inject({
    method: 'POST',
    url: '/auth/reset_token',
    payload: { login: String(user.username), password },
  })
  assert.equal(answer.statusCode, 200, answer.body)
  return { authorization: `ApiKey ${String(user.username)}:${answer.json().token}` }
}
