import { describe, it } from 'node:test'
import * as check from './checks.js'
import { logIn, password } from './log-in.js'
import * as make from './make.js'
import { startService, withLogins } from './service.js'

describe('authentication', () => {
  const registration = {
    full_name: 'full_name-2',
    login_name: 'login_name-2',
    nickname: 'nickname-2',
    password: 'password-2',
  }

  it('registers a user', async (context) => {
    const { app } = await startService(context, withLogins)
    const response = await app.inject({
      method: 'POST',
      url: '/clubs/api/auth/register',
      payload: registration,
    })
    check.isOwnDocument(response, 201, 'Person')
  })

  it('rejects a second registration for the same user', async (context) => {
    const { app } = await startService(context, withLogins)
    const request = { method: 'POST', url: '/clubs/api/auth/register', payload: registration } as const
    await app.inject(request)
    check.isProblem(await app.inject(request), 409)
  })

  it('accepts the correct password', async (context) => {
    const { app, items } = await startService(context, withLogins)
    const user = await make.person(items, { password })
    const payload = { login: String(user.login_name), password }
    const response = await app.inject({ method: 'POST', url: '/clubs/api/auth/login', payload })
    check.isOwnDocument(response, 200, 'Person')
  })

  it('rejects a wrong password', async (context) => {
    const { app, items } = await startService(context, withLogins)
    const user = await make.person(items, { password })
    const payload = { login: String(user.login_name), password: 'another password' }
    const response = await app.inject({ method: 'POST', url: '/clubs/api/auth/login', payload })
    check.isProblem(response, 401)
  })

  it('returns the current user', async (context) => {
    const { app, items } = await startService(context, withLogins)
    const headers = await logIn(app, await make.person(items, { password }))
    const response = await app.inject({ method: 'GET', url: '/clubs/api/people/self', headers })
    check.isOwnDocument(response, 200, 'Person')
  })

  it('requires a login to return the current user', async (context) => {
    const { app } = await startService(context, withLogins)
    check.isProblem(await app.inject({ method: 'GET', url: '/clubs/api/people/self' }), 401)
  })

  it('returns a token once', async (context) => {
    const { app, items } = await startService(context, withLogins)
    const user = await make.person(items, { password })
    const payload = { login: String(user.login_name), password }
    const first = await app.inject({ method: 'POST', url: '/clubs/api/auth/token', payload })
    check.isToken(first)
    check.isProblem(await app.inject({ method: 'POST', url: '/clubs/api/auth/token', payload }), 409)
    check.isToken(await app.inject({ method: 'POST', url: '/clubs/api/auth/reset_token', payload }), first)
    check.isProblem(await app.inject({ method: 'POST', url: '/clubs/api/auth/token', payload }), 409)
  })
})
