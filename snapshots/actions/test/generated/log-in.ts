import assert from 'node:assert/strict'
import type { FastifyInstance } from 'fastify'

/** The password of all users in tests. */
export const password = 'a password for tests'

/** Logs a user in and returns the headers for further requests. */
export async function logIn(
  app: FastifyInstance,
  user: { readonly username: string | number },
): Promise<{ readonly cookie: string }> {
  const answer = await app.inject({
    method: 'POST',
    url: '/v1/auth/login',
    payload: { login: String(user.username), password },
  })
  assert.equal(answer.statusCode, 200, answer.body)
  return { cookie: answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
}
