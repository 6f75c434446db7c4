import { describe, it } from 'node:test'
import { registry } from '../../src/generated/index.js'
import * as check from './checks.js'
import { logIn, password } from './log-in.js'
import * as make from './make.js'
import { startService, withLogins } from './service.js'

// These tests cover the generated code. Write your own tests for your functions.
registry.pause()

describe('authentication', () => {
  const registration = { email: 'someone-2@example.com', password: 'password-2', username: 'username-2' }

  it('registers a user', async (context) => {
    const { app } = await startService(context, withLogins)
    const response = await app.inject({ method: 'POST', url: '/v1/auth/register', payload: registration })
    check.isOwnDocument(response, 201, 'User')
  })

  it('rejects a second registration for the same user', async (context) => {
    const { app } = await startService(context, withLogins)
    const request = { method: 'POST', url: '/v1/auth/register', payload: registration } as const
    await app.inject(request)
    check.isProblem(await app.inject(request), 409)
  })

  it('accepts the correct password', async (context) => {
    const { app, items } = await startService(context, withLogins)
    const user = await make.user(items, { password })
    const payload = { login: String(user.username), password }
    const response = await app.inject({ method: 'POST', url: '/v1/auth/login', payload })
    check.isOwnDocument(response, 200, 'User')
  })

  it('rejects a wrong password', async (context) => {
    const { app, items } = await startService(context, withLogins)
    const user = await make.user(items, { password })
    const payload = { login: String(user.username), password: 'another password' }
    const response = await app.inject({ method: 'POST', url: '/v1/auth/login', payload })
    check.isProblem(response, 401)
  })

  it('returns the current user', async (context) => {
    const { app, items } = await startService(context, withLogins)
    const headers = await logIn(app, await make.user(items, { password }))
    const response = await app.inject({ method: 'GET', url: '/v1/users/self', headers })
    check.isOwnDocument(response, 200, 'User')
  })

  it('requires a login to return the current user', async (context) => {
    const { app } = await startService(context, withLogins)
    check.isProblem(await app.inject({ method: 'GET', url: '/v1/users/self' }), 401)
  })

  it('ends the session on logout', async (context) => {
    const { app, items } = await startService(context, withLogins)
    const headers = await logIn(app, await make.user(items, { password }))
    check.isMessage(await app.inject({ method: 'POST', url: '/v1/auth/logout', headers }))
    check.isProblem(await app.inject({ method: 'GET', url: '/v1/users/self', headers }), 401)
  })
})
