import assert from 'node:assert/strict'
import { test } from 'node:test'
import { registry } from '../../src/generated/index.js'
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
  { caller: 'everyone', method: 'GET', url: '/v2/api/pets?_unknown=1', allowed: true },
  { caller: 'everyone', method: 'POST', url: '/v2/api/pets?_unknown=1', allowed: false },
  { caller: 'everyone', method: 'GET', url: '/v2/api/pets/by-coordinates/unknown?_unknown=1', allowed: true },
  { caller: 'everyone', method: 'GET', url: '/v2/api/pets/unknown?_unknown=1', allowed: true },
  { caller: 'everyone', method: 'PUT', url: '/v2/api/pets/unknown?_unknown=1', allowed: false },
]

test('access', async (context) => {
  const { app } = await startService(context, withLogins)
  const callers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    everyone: {},
  }
  for (const { caller, method, url, allowed } of cells) {
    await context.test(`${caller} ${allowed ? 'can' : 'cannot'} ${method} ${url}`, async () => {
      const { statusCode, body } = await app.inject({ method, url, headers: callers[caller] ?? {} })
      if (allowed) assert.ok(statusCode !== 401 && statusCode !== 403, body)
      else assert.equal(statusCode, caller === 'everyone' ? 401 : 403, body)
    })
  }
})
