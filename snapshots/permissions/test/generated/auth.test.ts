import { describe, it } from 'node:test'
import * as check from './checks.js'
import { logIn, password } from './log-in.js'
import * as make from './make.js'
import { startService, withLogins } from './service.js'

describe('authentication', () => {
  const registration = { email: 'someone-2@example.com', password: 'password-2', username: 'username-2' }

  it('registers a user', async (context) => {
    const { app } = await startService(context, withLogins)
    const answer = await app.inject({ method: 'POST', url: '/auth/register', payload: registration })
    check.isOwnDocument(answer, 201, 'User')
  })

  it('registers nobody twice', async (context) => {
    const { app } = await startService(context, withLogins)
    const request = { method: 'POST', url: '/auth/register', payload: registration } as const
    await app.inject(request)
    check.isProblem(await app.inject(request), 409)
  })

  it('lets a user in with the right password', async (context) => {
    const { app, items } = await startService(context, withLogins)
    const user = await make.user(items, { password })
    const payload = { login: String(user.username), password }
    const answer = await app.inject({ method: 'POST', url: '/auth/login', payload })
    check.isOwnDocument(answer, 200, 'User')
  })

  it('lets nobody in with a wrong password', async (context) => {
    const { app, items } = await startService(context, withLogins)
    const user = await make.user(items, { password })
    const payload = { login: String(user.username), password: 'another password' }
    const answer = await app.inject({ method: 'POST', url: '/auth/login', payload })
    check.isProblem(answer, 401)
  })

  it('tells a caller who they are', async (context) => {
    const { app, items } = await startService(context, withLogins)
    const headers = await logIn(app, await make.user(items, { password }))
    const answer = await app.inject({ method: 'GET', url: '/users/self', headers })
    check.isOwnDocument(answer, 200, 'User')
  })

  it('tells nobody who they are without a login', async (context) => {
    const { app } = await startService(context, withLogins)
    check.isProblem(await app.inject({ method: 'GET', url: '/users/self' }), 401)
  })

  it('ends a session at the logout', async (context) => {
    const { app, items } = await startService(context, withLogins)
    const headers = await logIn(app, await make.user(items, { password }))
    check.isMessage(await app.inject({ method: 'POST', url: '/auth/logout', headers }))
    check.isProblem(await app.inject({ method: 'GET', url: '/users/self', headers }), 401)
  })

  it('gives a token once', async (context) => {
    const { app, items } = await startService(context, withLogins)
    const user = await make.user(items, { password })
    const payload = { login: String(user.username), password }
    check.isToken(await app.inject({ method: 'POST', url: '/auth/token', payload }))
    check.isProblem(await app.inject({ method: 'POST', url: '/auth/token', payload }), 409)
    check.isToken(await app.inject({ method: 'POST', url: '/auth/reset_token', payload }))
  })
})
