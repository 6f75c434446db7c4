import assert from 'node:assert/strict'
import { test } from 'node:test'
import { registry } from '../../src/generated/index.js'
import { logIn } from './log-in.js'
import * as make from './make.js'
import { startService, withLogins } from './service.js'

// These tests cover the generated code. Write your own tests for your functions.
registry.pause()

/** A cell in the table in ACCESS.md. */
interface Cell {
  readonly caller: string
  readonly method: 'DELETE' | 'GET' | 'HEAD' | 'OPTIONS' | 'PATCH' | 'POST' | 'PUT'
  readonly url: string
  readonly allowed: boolean
}

/** The permissions of each caller, except those decided by principal functions. */
const cells: readonly Cell[] = [
  { caller: 'everyone', method: 'GET', url: '/v1/entries?_unknown=1', allowed: true },
  { caller: 'authenticated', method: 'GET', url: '/v1/entries?_unknown=1', allowed: true },
  { caller: 'g:admin', method: 'GET', url: '/v1/entries?_unknown=1', allowed: true },
  { caller: 'g:user', method: 'GET', url: '/v1/entries?_unknown=1', allowed: true },
  { caller: 'everyone', method: 'POST', url: '/v1/entries?_unknown=1', allowed: true },
  { caller: 'authenticated', method: 'POST', url: '/v1/entries?_unknown=1', allowed: true },
  { caller: 'g:admin', method: 'POST', url: '/v1/entries?_unknown=1', allowed: true },
  { caller: 'g:user', method: 'POST', url: '/v1/entries?_unknown=1', allowed: true },
  { caller: 'everyone', method: 'DELETE', url: '/v1/entries?_unknown=1', allowed: true },
  { caller: 'authenticated', method: 'DELETE', url: '/v1/entries?_unknown=1', allowed: true },
  { caller: 'g:admin', method: 'DELETE', url: '/v1/entries?_unknown=1', allowed: true },
  { caller: 'g:user', method: 'DELETE', url: '/v1/entries?_unknown=1', allowed: true },
  { caller: 'everyone', method: 'GET', url: '/v1/notes?_unknown=1', allowed: true },
  { caller: 'authenticated', method: 'GET', url: '/v1/notes?_unknown=1', allowed: true },
  { caller: 'g:admin', method: 'GET', url: '/v1/notes?_unknown=1', allowed: true },
  { caller: 'g:user', method: 'GET', url: '/v1/notes?_unknown=1', allowed: true },
  { caller: 'everyone', method: 'POST', url: '/v1/notes?_unknown=1', allowed: true },
  { caller: 'authenticated', method: 'POST', url: '/v1/notes?_unknown=1', allowed: true },
  { caller: 'g:admin', method: 'POST', url: '/v1/notes?_unknown=1', allowed: true },
  { caller: 'g:user', method: 'POST', url: '/v1/notes?_unknown=1', allowed: true },
  { caller: 'everyone', method: 'GET', url: '/v1/notes/unknown', allowed: true },
  { caller: 'authenticated', method: 'GET', url: '/v1/notes/unknown', allowed: true },
  { caller: 'g:admin', method: 'GET', url: '/v1/notes/unknown', allowed: true },
  { caller: 'g:user', method: 'GET', url: '/v1/notes/unknown', allowed: true },
  { caller: 'everyone', method: 'PATCH', url: '/v1/notes/unknown', allowed: true },
  { caller: 'authenticated', method: 'PATCH', url: '/v1/notes/unknown', allowed: true },
  { caller: 'g:admin', method: 'PATCH', url: '/v1/notes/unknown', allowed: true },
  { caller: 'g:user', method: 'PATCH', url: '/v1/notes/unknown', allowed: true },
  { caller: 'everyone', method: 'DELETE', url: '/v1/notes/unknown', allowed: true },
  { caller: 'authenticated', method: 'DELETE', url: '/v1/notes/unknown', allowed: true },
  { caller: 'g:admin', method: 'DELETE', url: '/v1/notes/unknown', allowed: true },
  { caller: 'g:user', method: 'DELETE', url: '/v1/notes/unknown', allowed: true },
  { caller: 'everyone', method: 'GET', url: '/v1/tasks?_unknown=1', allowed: true },
  { caller: 'authenticated', method: 'GET', url: '/v1/tasks?_unknown=1', allowed: true },
  { caller: 'g:admin', method: 'GET', url: '/v1/tasks?_unknown=1', allowed: true },
  { caller: 'g:user', method: 'GET', url: '/v1/tasks?_unknown=1', allowed: true },
  { caller: 'everyone', method: 'POST', url: '/v1/tasks?_unknown=1', allowed: true },
  { caller: 'authenticated', method: 'POST', url: '/v1/tasks?_unknown=1', allowed: true },
  { caller: 'g:admin', method: 'POST', url: '/v1/tasks?_unknown=1', allowed: true },
  { caller: 'g:user', method: 'POST', url: '/v1/tasks?_unknown=1', allowed: true },
  { caller: 'everyone', method: 'PATCH', url: '/v1/tasks?_unknown=1', allowed: true },
  { caller: 'authenticated', method: 'PATCH', url: '/v1/tasks?_unknown=1', allowed: true },
  { caller: 'g:admin', method: 'PATCH', url: '/v1/tasks?_unknown=1', allowed: true },
  { caller: 'g:user', method: 'PATCH', url: '/v1/tasks?_unknown=1', allowed: true },
  { caller: 'everyone', method: 'DELETE', url: '/v1/tasks?_unknown=1', allowed: true },
  { caller: 'authenticated', method: 'DELETE', url: '/v1/tasks?_unknown=1', allowed: true },
  { caller: 'g:admin', method: 'DELETE', url: '/v1/tasks?_unknown=1', allowed: true },
  { caller: 'g:user', method: 'DELETE', url: '/v1/tasks?_unknown=1', allowed: true },
  { caller: 'everyone', method: 'GET', url: '/v1/tasks/unknown', allowed: true },
  { caller: 'authenticated', method: 'GET', url: '/v1/tasks/unknown', allowed: true },
  { caller: 'g:admin', method: 'GET', url: '/v1/tasks/unknown', allowed: true },
  { caller: 'g:user', method: 'GET', url: '/v1/tasks/unknown', allowed: true },
  { caller: 'everyone', method: 'PUT', url: '/v1/tasks/unknown', allowed: true },
  { caller: 'authenticated', method: 'PUT', url: '/v1/tasks/unknown', allowed: true },
  { caller: 'g:admin', method: 'PUT', url: '/v1/tasks/unknown', allowed: true },
  { caller: 'g:user', method: 'PUT', url: '/v1/tasks/unknown', allowed: true },
  { caller: 'everyone', method: 'PATCH', url: '/v1/tasks/unknown', allowed: true },
  { caller: 'authenticated', method: 'PATCH', url: '/v1/tasks/unknown', allowed: true },
  { caller: 'g:admin', method: 'PATCH', url: '/v1/tasks/unknown', allowed: true },
  { caller: 'g:user', method: 'PATCH', url: '/v1/tasks/unknown', allowed: true },
  { caller: 'everyone', method: 'DELETE', url: '/v1/tasks/unknown', allowed: true },
  { caller: 'authenticated', method: 'DELETE', url: '/v1/tasks/unknown', allowed: true },
  { caller: 'g:admin', method: 'DELETE', url: '/v1/tasks/unknown', allowed: true },
  { caller: 'g:user', method: 'DELETE', url: '/v1/tasks/unknown', allowed: true },
  { caller: 'everyone', method: 'GET', url: '/v1/teams?_unknown=1', allowed: true },
  { caller: 'authenticated', method: 'GET', url: '/v1/teams?_unknown=1', allowed: true },
  { caller: 'g:admin', method: 'GET', url: '/v1/teams?_unknown=1', allowed: true },
  { caller: 'g:user', method: 'GET', url: '/v1/teams?_unknown=1', allowed: true },
  { caller: 'everyone', method: 'POST', url: '/v1/teams?_unknown=1', allowed: true },
  { caller: 'authenticated', method: 'POST', url: '/v1/teams?_unknown=1', allowed: true },
  { caller: 'g:admin', method: 'POST', url: '/v1/teams?_unknown=1', allowed: true },
  { caller: 'g:user', method: 'POST', url: '/v1/teams?_unknown=1', allowed: true },
  { caller: 'everyone', method: 'DELETE', url: '/v1/teams?_unknown=1', allowed: true },
  { caller: 'authenticated', method: 'DELETE', url: '/v1/teams?_unknown=1', allowed: true },
  { caller: 'g:admin', method: 'DELETE', url: '/v1/teams?_unknown=1', allowed: true },
  { caller: 'g:user', method: 'DELETE', url: '/v1/teams?_unknown=1', allowed: true },
  { caller: 'everyone', method: 'GET', url: '/v1/teams/unknown', allowed: true },
  { caller: 'authenticated', method: 'GET', url: '/v1/teams/unknown', allowed: true },
  { caller: 'g:admin', method: 'GET', url: '/v1/teams/unknown', allowed: true },
  { caller: 'g:user', method: 'GET', url: '/v1/teams/unknown', allowed: true },
  { caller: 'everyone', method: 'PUT', url: '/v1/teams/unknown', allowed: true },
  { caller: 'authenticated', method: 'PUT', url: '/v1/teams/unknown', allowed: true },
  { caller: 'g:admin', method: 'PUT', url: '/v1/teams/unknown', allowed: true },
  { caller: 'g:user', method: 'PUT', url: '/v1/teams/unknown', allowed: true },
  { caller: 'everyone', method: 'PATCH', url: '/v1/teams/unknown', allowed: true },
  { caller: 'authenticated', method: 'PATCH', url: '/v1/teams/unknown', allowed: true },
  { caller: 'g:admin', method: 'PATCH', url: '/v1/teams/unknown', allowed: true },
  { caller: 'g:user', method: 'PATCH', url: '/v1/teams/unknown', allowed: true },
  { caller: 'everyone', method: 'DELETE', url: '/v1/teams/unknown', allowed: true },
  { caller: 'authenticated', method: 'DELETE', url: '/v1/teams/unknown', allowed: true },
  { caller: 'g:admin', method: 'DELETE', url: '/v1/teams/unknown', allowed: true },
  { caller: 'g:user', method: 'DELETE', url: '/v1/teams/unknown', allowed: true },
]

test('access', async (context) => {
  const { app, items } = await startService(context, withLogins)
  const callers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    everyone: {},
    authenticated: await logIn(
      app,
      await make.user(items, {
        email: 'someone-11@example.com',
        username: 'username-11',
        password: 'a password for tests',
        groups: [],
      }),
    ),
    'g:admin': await logIn(
      app,
      await make.user(items, {
        email: 'someone-12@example.com',
        username: 'username-12',
        password: 'a password for tests',
        groups: ['admin'],
      }),
    ),
    'g:user': await logIn(
      app,
      await make.user(items, {
        email: 'someone-13@example.com',
        username: 'username-13',
        password: 'a password for tests',
        groups: ['user'],
      }),
    ),
  }
  for (const { caller, method, url, allowed } of cells) {
    await context.test(`${caller} ${allowed ? 'can' : 'cannot'} ${method} ${url}`, async () => {
      const { statusCode, body } = await app.inject({ method, url, headers: callers[caller] ?? {} })
      if (allowed) assert.ok(statusCode !== 401 && statusCode !== 403, body)
      else assert.equal(statusCode, caller === 'everyone' ? 401 : 403, body)
    })
  }
})
