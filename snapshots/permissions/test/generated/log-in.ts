import assert from 'node:assert/strict'
import type { FastifyInstance } from 'fastify'

/** The password of all users in tests. */
export const password = 'a password for tests'

/** Logs a user in and returns the headers for routes that accept tickets and for routes that accept API keys. */
export async function logInByAll(
  app: FastifyInstance,
  user: { readonly username: string | number },
): Promise<{ readonly cookie: string; readonly authorization: string }> {
  const payload = { login: String(user.username), password }
  const login = await app.inject({ method: 'POST', url: '/auth/login', payload })
  const token = await app.inject({ method: 'POST', url: '/auth/reset_token', payload })
  assert.deepEqual([login.statusCode, token.statusCode], [200, 200])
  return {
    cookie: login.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    authorization: `ApiKey ${String(user.username)}:${token.json().token}`,
  }
}

/** Logs a user in and returns the headers for further requests. */
export async function logIn(
  app: FastifyInstance,
  user: { readonly username: string | number },
): Promise<{ readonly cookie: string }> {
  const response = await app.inject({
    method: 'POST',
    url: '/auth/login',
    payload: { login: String(user.username), password },
  })
  assert.equal(response.statusCode, 200, response.body)
  return { cookie: response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
}
