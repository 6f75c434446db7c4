import assert from 'node:assert/strict'
import type { FastifyInstance } from 'fastify'

/** The password of all users in tests. */
export const password = 'a password for tests'

/** Logs a user in and returns the headers for further requests. */
export async function logIn(
  app: FastifyInstance,
  user: { readonly username: string | number },
): Promise<{ readonly cookie: string; readonly authorization: string }> {
  const payload = { login: String(user.username), password }
  const session = await app.inject({ method: 'POST', url: '/v1/auth/login', payload })
  assert.equal(session.statusCode, 200, session.body)
  const key = await app.inject({ method: 'POST', url: '/v1/auth/reset_token', payload })
  assert.equal(key.statusCode, 200, key.body)
  return {
    cookie: session.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    authorization: `ApiKey ${payload.login}:${key.json().token}`,
  }
}
