import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { registry } from '../../src/generated/index.js'
import { logIn, password } from './log-in.js'
import * as make from './make.js'
import { check, objectIn, type TestRequest } from './requests.js'
import { shareService, withLogins } from './service.js'
import { StoredRows } from './store.js'

// These tests cover the generated code. Write your own tests for your functions.
registry.pause()

const start = shareService(withLogins)

/** Starts the service with a user. */
async function startWithUser() {
  const { app, items } = await start()
  const user = await make.user(items, { password })
  return {
    app,
    user,
    login: String(user.username),
    send: (request: Omit<TestRequest, 'title'>, headers = {}) =>
      check(app, new StoredRows(items), { title: request.path, ...request }, headers),
  }
}

describe('authentication', () => {
  const registration = {
    method: 'POST',
    path: '/v1/auth/register',
    body: { email: 'someone-1@example.com', password: 'password-1', username: 'username-1' },
  } as const

  it('registers a user once', async () => {
    const { app, items } = await start()
    const stored = new StoredRows(items)
    await check(app, stored, {
      title: 'first',
      ...registration,
      status: 201,
      returns: 'ownDocument',
      type: 'User',
    })
    await check(app, stored, { title: 'second', ...registration, status: 409, returns: 'problem' })
  })

  it('accepts only the correct password', async () => {
    const { login, send } = await startWithUser()
    const request = { method: 'POST', path: '/v1/auth/login' } as const
    await send({ ...request, body: { login, password }, status: 200, returns: 'ownDocument', type: 'User' })
    await send({ ...request, body: { login, password: 'another password' }, status: 401, returns: 'problem' })
  })

  it('returns the current user', async () => {
    const { app, user, send } = await startWithUser()
    const request = { method: 'GET', path: '/v1/users/self' } as const
    await send({ ...request, status: 401, returns: 'problem' })
    await send({ ...request, status: 200, returns: 'ownDocument', type: 'User' }, await logIn(app, user))
  })

  it('ends the session on logout', async () => {
    const { app, user, send } = await startWithUser()
    const { cookie } = await logIn(app, user)
    const headers = { cookie }
    await send({ method: 'POST', path: '/v1/auth/logout', status: 200, returns: 'message' }, headers)
    await send({ method: 'GET', path: '/v1/users/self', status: 401, returns: 'problem' }, headers)
  })

  it('returns a token once', async () => {
    const { app, login, send } = await startWithUser()
    const request = { method: 'POST', path: '/v1/auth/token', body: { login, password } } as const
    const url = '/v1/auth/reset_token'
    await send({ ...request, status: 200, returns: 'token' })
    await send({ ...request, status: 409, returns: 'problem' })
    const reset = async () =>
      objectIn(await app.inject({ method: 'POST', url, payload: request.body }))['token']
    assert.notEqual(await reset(), await reset())
    await send({ ...request, status: 409, returns: 'problem' })
  })
})
