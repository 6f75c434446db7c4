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
  { caller: 'everyone', method: 'GET', url: '/v1/stories?_unknown=1', allowed: true },
  { caller: 'authenticated', method: 'GET', url: '/v1/stories?_unknown=1', allowed: true },
  { caller: 'everyone', method: 'POST', url: '/v1/stories?_unknown=1', allowed: true },
  { caller: 'authenticated', method: 'POST', url: '/v1/stories?_unknown=1', allowed: true },
  { caller: 'everyone', method: 'PUT', url: '/v1/stories?_unknown=1', allowed: true },
  { caller: 'authenticated', method: 'PUT', url: '/v1/stories?_unknown=1', allowed: true },
  { caller: 'everyone', method: 'PATCH', url: '/v1/stories?_unknown=1', allowed: true },
  { caller: 'authenticated', method: 'PATCH', url: '/v1/stories?_unknown=1', allowed: true },
  { caller: 'everyone', method: 'DELETE', url: '/v1/stories?_unknown=1', allowed: true },
  { caller: 'authenticated', method: 'DELETE', url: '/v1/stories?_unknown=1', allowed: true },
  { caller: 'everyone', method: 'OPTIONS', url: '/v1/stories', allowed: true },
  { caller: 'authenticated', method: 'OPTIONS', url: '/v1/stories', allowed: true },
  { caller: 'everyone', method: 'GET', url: '/v1/stories/unknown', allowed: true },
  { caller: 'authenticated', method: 'GET', url: '/v1/stories/unknown', allowed: true },
  { caller: 'everyone', method: 'PUT', url: '/v1/stories/unknown', allowed: true },
  { caller: 'authenticated', method: 'PUT', url: '/v1/stories/unknown', allowed: true },
  { caller: 'everyone', method: 'PATCH', url: '/v1/stories/unknown', allowed: true },
  { caller: 'authenticated', method: 'PATCH', url: '/v1/stories/unknown', allowed: true },
  { caller: 'everyone', method: 'DELETE', url: '/v1/stories/unknown', allowed: true },
  { caller: 'authenticated', method: 'DELETE', url: '/v1/stories/unknown', allowed: true },
  { caller: 'everyone', method: 'OPTIONS', url: '/v1/stories/unknown', allowed: true },
  { caller: 'authenticated', method: 'OPTIONS', url: '/v1/stories/unknown', allowed: true },
  { caller: 'everyone', method: 'GET', url: '/v1/users?_unknown=1', allowed: true },
  { caller: 'authenticated', method: 'GET', url: '/v1/users?_unknown=1', allowed: true },
  { caller: 'everyone', method: 'POST', url: '/v1/users?_unknown=1', allowed: true },
  { caller: 'authenticated', method: 'POST', url: '/v1/users?_unknown=1', allowed: true },
  { caller: 'everyone', method: 'PATCH', url: '/v1/users?_unknown=1', allowed: true },
  { caller: 'authenticated', method: 'PATCH', url: '/v1/users?_unknown=1', allowed: true },
  { caller: 'everyone', method: 'DELETE', url: '/v1/users?_unknown=1', allowed: true },
  { caller: 'authenticated', method: 'DELETE', url: '/v1/users?_unknown=1', allowed: true },
  { caller: 'everyone', method: 'OPTIONS', url: '/v1/users', allowed: true },
  { caller: 'authenticated', method: 'OPTIONS', url: '/v1/users', allowed: true },
  { caller: 'everyone', method: 'GET', url: '/v1/users/unknown', allowed: true },
  { caller: 'authenticated', method: 'GET', url: '/v1/users/unknown', allowed: true },
  { caller: 'everyone', method: 'PUT', url: '/v1/users/unknown', allowed: true },
  { caller: 'authenticated', method: 'PUT', url: '/v1/users/unknown', allowed: true },
  { caller: 'everyone', method: 'PATCH', url: '/v1/users/unknown', allowed: true },
  { caller: 'authenticated', method: 'PATCH', url: '/v1/users/unknown', allowed: true },
  { caller: 'everyone', method: 'DELETE', url: '/v1/users/unknown', allowed: true },
  { caller: 'authenticated', method: 'DELETE', url: '/v1/users/unknown', allowed: true },
  { caller: 'everyone', method: 'OPTIONS', url: '/v1/users/unknown', allowed: true },
  { caller: 'authenticated', method: 'OPTIONS', url: '/v1/users/unknown', allowed: true },
  { caller: 'everyone', method: 'GET', url: '/v1/users/unknown/profile', allowed: true },
  { caller: 'authenticated', method: 'GET', url: '/v1/users/unknown/profile', allowed: true },
  { caller: 'everyone', method: 'POST', url: '/v1/users/unknown/profile', allowed: true },
  { caller: 'authenticated', method: 'POST', url: '/v1/users/unknown/profile', allowed: true },
  { caller: 'everyone', method: 'PUT', url: '/v1/users/unknown/profile', allowed: true },
  { caller: 'authenticated', method: 'PUT', url: '/v1/users/unknown/profile', allowed: true },
  { caller: 'everyone', method: 'PATCH', url: '/v1/users/unknown/profile', allowed: true },
  { caller: 'authenticated', method: 'PATCH', url: '/v1/users/unknown/profile', allowed: true },
  { caller: 'everyone', method: 'DELETE', url: '/v1/users/unknown/profile', allowed: true },
  { caller: 'authenticated', method: 'DELETE', url: '/v1/users/unknown/profile', allowed: true },
  { caller: 'everyone', method: 'OPTIONS', url: '/v1/users/unknown/profile', allowed: true },
  { caller: 'authenticated', method: 'OPTIONS', url: '/v1/users/unknown/profile', allowed: true },
  { caller: 'everyone', method: 'GET', url: '/v1/users/unknown/settings', allowed: true },
  { caller: 'authenticated', method: 'GET', url: '/v1/users/unknown/settings', allowed: true },
  { caller: 'everyone', method: 'POST', url: '/v1/users/unknown/settings', allowed: true },
  { caller: 'authenticated', method: 'POST', url: '/v1/users/unknown/settings', allowed: true },
  { caller: 'everyone', method: 'GET', url: '/v1/users/unknown/stories?_unknown=1', allowed: true },
  { caller: 'authenticated', method: 'GET', url: '/v1/users/unknown/stories?_unknown=1', allowed: true },
  { caller: 'everyone', method: 'POST', url: '/v1/users/unknown/stories?_unknown=1', allowed: true },
  { caller: 'authenticated', method: 'POST', url: '/v1/users/unknown/stories?_unknown=1', allowed: true },
  { caller: 'everyone', method: 'PATCH', url: '/v1/users/unknown/stories?_unknown=1', allowed: true },
  { caller: 'authenticated', method: 'PATCH', url: '/v1/users/unknown/stories?_unknown=1', allowed: true },
  { caller: 'everyone', method: 'DELETE', url: '/v1/users/unknown/stories?_unknown=1', allowed: true },
  { caller: 'authenticated', method: 'DELETE', url: '/v1/users/unknown/stories?_unknown=1', allowed: true },
  { caller: 'everyone', method: 'OPTIONS', url: '/v1/users/unknown/stories', allowed: true },
  { caller: 'authenticated', method: 'OPTIONS', url: '/v1/users/unknown/stories', allowed: true },
  { caller: 'everyone', method: 'GET', url: '/v1/users/unknown/stories/unknown', allowed: true },
  { caller: 'authenticated', method: 'GET', url: '/v1/users/unknown/stories/unknown', allowed: true },
  { caller: 'everyone', method: 'PUT', url: '/v1/users/unknown/stories/unknown', allowed: true },
  { caller: 'authenticated', method: 'PUT', url: '/v1/users/unknown/stories/unknown', allowed: true },
  { caller: 'everyone', method: 'PATCH', url: '/v1/users/unknown/stories/unknown', allowed: true },
  { caller: 'authenticated', method: 'PATCH', url: '/v1/users/unknown/stories/unknown', allowed: true },
  { caller: 'everyone', method: 'DELETE', url: '/v1/users/unknown/stories/unknown', allowed: true },
  { caller: 'authenticated', method: 'DELETE', url: '/v1/users/unknown/stories/unknown', allowed: true },
  { caller: 'everyone', method: 'OPTIONS', url: '/v1/users/unknown/stories/unknown', allowed: true },
  { caller: 'authenticated', method: 'OPTIONS', url: '/v1/users/unknown/stories/unknown', allowed: true },
  { caller: 'everyone', method: 'GET', url: '/v1/users/unknown/tags', allowed: true },
  { caller: 'authenticated', method: 'GET', url: '/v1/users/unknown/tags', allowed: true },
  { caller: 'everyone', method: 'POST', url: '/v1/users/unknown/tags', allowed: true },
  { caller: 'authenticated', method: 'POST', url: '/v1/users/unknown/tags', allowed: true },
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
