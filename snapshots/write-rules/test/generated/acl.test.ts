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
  { caller: 'everyone', method: 'GET', url: '/customers?_unknown=1', allowed: false },
  { caller: 'authenticated', method: 'GET', url: '/customers?_unknown=1', allowed: true },
  { caller: 'g:admin', method: 'GET', url: '/customers?_unknown=1', allowed: true },
  { caller: 'g:editor', method: 'GET', url: '/customers?_unknown=1', allowed: true },
  { caller: 'everyone', method: 'POST', url: '/customers?_unknown=1', allowed: false },
  { caller: 'authenticated', method: 'POST', url: '/customers?_unknown=1', allowed: true },
  { caller: 'g:admin', method: 'POST', url: '/customers?_unknown=1', allowed: true },
  { caller: 'g:editor', method: 'POST', url: '/customers?_unknown=1', allowed: true },
  { caller: 'everyone', method: 'PUT', url: '/customers?_unknown=1', allowed: false },
  { caller: 'authenticated', method: 'PUT', url: '/customers?_unknown=1', allowed: true },
  { caller: 'g:admin', method: 'PUT', url: '/customers?_unknown=1', allowed: true },
  { caller: 'g:editor', method: 'PUT', url: '/customers?_unknown=1', allowed: true },
  { caller: 'everyone', method: 'PATCH', url: '/customers?_unknown=1', allowed: false },
  { caller: 'authenticated', method: 'PATCH', url: '/customers?_unknown=1', allowed: true },
  { caller: 'g:admin', method: 'PATCH', url: '/customers?_unknown=1', allowed: true },
  { caller: 'g:editor', method: 'PATCH', url: '/customers?_unknown=1', allowed: true },
  { caller: 'everyone', method: 'GET', url: '/customers/unknown', allowed: false },
  { caller: 'authenticated', method: 'GET', url: '/customers/unknown', allowed: true },
  { caller: 'g:admin', method: 'GET', url: '/customers/unknown', allowed: true },
  { caller: 'g:editor', method: 'GET', url: '/customers/unknown', allowed: true },
  { caller: 'everyone', method: 'PUT', url: '/customers/unknown', allowed: false },
  { caller: 'authenticated', method: 'PUT', url: '/customers/unknown', allowed: true },
  { caller: 'g:admin', method: 'PUT', url: '/customers/unknown', allowed: true },
  { caller: 'g:editor', method: 'PUT', url: '/customers/unknown', allowed: true },
  { caller: 'everyone', method: 'PATCH', url: '/customers/unknown', allowed: false },
  { caller: 'authenticated', method: 'PATCH', url: '/customers/unknown', allowed: true },
  { caller: 'g:admin', method: 'PATCH', url: '/customers/unknown', allowed: true },
  { caller: 'g:editor', method: 'PATCH', url: '/customers/unknown', allowed: true },
  { caller: 'everyone', method: 'GET', url: '/customers/unknown/groups', allowed: false },
  { caller: 'authenticated', method: 'GET', url: '/customers/unknown/groups', allowed: true },
  { caller: 'g:admin', method: 'GET', url: '/customers/unknown/groups', allowed: true },
  { caller: 'g:editor', method: 'GET', url: '/customers/unknown/groups', allowed: true },
  { caller: 'everyone', method: 'POST', url: '/customers/unknown/groups', allowed: false },
  { caller: 'authenticated', method: 'POST', url: '/customers/unknown/groups', allowed: true },
  { caller: 'g:admin', method: 'POST', url: '/customers/unknown/groups', allowed: true },
  { caller: 'g:editor', method: 'POST', url: '/customers/unknown/groups', allowed: true },
  { caller: 'everyone', method: 'GET', url: '/customers/unknown/orders?_unknown=1', allowed: false },
  { caller: 'authenticated', method: 'GET', url: '/customers/unknown/orders?_unknown=1', allowed: true },
  { caller: 'g:admin', method: 'GET', url: '/customers/unknown/orders?_unknown=1', allowed: true },
  { caller: 'g:editor', method: 'GET', url: '/customers/unknown/orders?_unknown=1', allowed: true },
  { caller: 'everyone', method: 'POST', url: '/customers/unknown/orders?_unknown=1', allowed: false },
  { caller: 'authenticated', method: 'POST', url: '/customers/unknown/orders?_unknown=1', allowed: true },
  { caller: 'g:admin', method: 'POST', url: '/customers/unknown/orders?_unknown=1', allowed: true },
  { caller: 'g:editor', method: 'POST', url: '/customers/unknown/orders?_unknown=1', allowed: true },
  { caller: 'everyone', method: 'GET', url: '/invoices?_unknown=1', allowed: false },
  { caller: 'authenticated', method: 'GET', url: '/invoices?_unknown=1', allowed: true },
  { caller: 'g:admin', method: 'GET', url: '/invoices?_unknown=1', allowed: true },
  { caller: 'g:editor', method: 'GET', url: '/invoices?_unknown=1', allowed: true },
  { caller: 'everyone', method: 'POST', url: '/invoices?_unknown=1', allowed: false },
  { caller: 'authenticated', method: 'POST', url: '/invoices?_unknown=1', allowed: true },
  { caller: 'g:admin', method: 'POST', url: '/invoices?_unknown=1', allowed: true },
  { caller: 'g:editor', method: 'POST', url: '/invoices?_unknown=1', allowed: true },
  { caller: 'everyone', method: 'GET', url: '/invoices/unknown', allowed: false },
  { caller: 'authenticated', method: 'GET', url: '/invoices/unknown', allowed: true },
  { caller: 'g:admin', method: 'GET', url: '/invoices/unknown', allowed: true },
  { caller: 'g:editor', method: 'GET', url: '/invoices/unknown', allowed: true },
  { caller: 'everyone', method: 'PUT', url: '/invoices/unknown', allowed: false },
  { caller: 'authenticated', method: 'PUT', url: '/invoices/unknown', allowed: true },
  { caller: 'g:admin', method: 'PUT', url: '/invoices/unknown', allowed: true },
  { caller: 'g:editor', method: 'PUT', url: '/invoices/unknown', allowed: true },
  { caller: 'everyone', method: 'PATCH', url: '/invoices/unknown', allowed: false },
  { caller: 'authenticated', method: 'PATCH', url: '/invoices/unknown', allowed: true },
  { caller: 'g:admin', method: 'PATCH', url: '/invoices/unknown', allowed: true },
  { caller: 'g:editor', method: 'PATCH', url: '/invoices/unknown', allowed: true },
  { caller: 'everyone', method: 'DELETE', url: '/invoices/unknown', allowed: false },
  { caller: 'authenticated', method: 'DELETE', url: '/invoices/unknown', allowed: true },
  { caller: 'g:admin', method: 'DELETE', url: '/invoices/unknown', allowed: true },
  { caller: 'g:editor', method: 'DELETE', url: '/invoices/unknown', allowed: true },
  { caller: 'everyone', method: 'GET', url: '/orders?_unknown=1', allowed: false },
  { caller: 'authenticated', method: 'GET', url: '/orders?_unknown=1', allowed: true },
  { caller: 'g:admin', method: 'GET', url: '/orders?_unknown=1', allowed: true },
  { caller: 'g:editor', method: 'GET', url: '/orders?_unknown=1', allowed: true },
  { caller: 'everyone', method: 'POST', url: '/orders?_unknown=1', allowed: false },
  { caller: 'authenticated', method: 'POST', url: '/orders?_unknown=1', allowed: true },
  { caller: 'g:admin', method: 'POST', url: '/orders?_unknown=1', allowed: true },
  { caller: 'g:editor', method: 'POST', url: '/orders?_unknown=1', allowed: true },
  { caller: 'everyone', method: 'PUT', url: '/orders?_unknown=1', allowed: false },
  { caller: 'authenticated', method: 'PUT', url: '/orders?_unknown=1', allowed: true },
  { caller: 'g:admin', method: 'PUT', url: '/orders?_unknown=1', allowed: true },
  { caller: 'g:editor', method: 'PUT', url: '/orders?_unknown=1', allowed: true },
  { caller: 'everyone', method: 'PATCH', url: '/orders?_unknown=1', allowed: false },
  { caller: 'authenticated', method: 'PATCH', url: '/orders?_unknown=1', allowed: true },
  { caller: 'g:admin', method: 'PATCH', url: '/orders?_unknown=1', allowed: true },
  { caller: 'g:editor', method: 'PATCH', url: '/orders?_unknown=1', allowed: true },
  { caller: 'everyone', method: 'GET', url: '/orders/unknown', allowed: false },
  { caller: 'authenticated', method: 'GET', url: '/orders/unknown', allowed: true },
  { caller: 'g:admin', method: 'GET', url: '/orders/unknown', allowed: true },
  { caller: 'g:editor', method: 'GET', url: '/orders/unknown', allowed: true },
  { caller: 'everyone', method: 'PUT', url: '/orders/unknown', allowed: false },
  { caller: 'authenticated', method: 'PUT', url: '/orders/unknown', allowed: true },
  { caller: 'g:admin', method: 'PUT', url: '/orders/unknown', allowed: true },
  { caller: 'g:editor', method: 'PUT', url: '/orders/unknown', allowed: true },
  { caller: 'everyone', method: 'PATCH', url: '/orders/unknown', allowed: false },
  { caller: 'authenticated', method: 'PATCH', url: '/orders/unknown', allowed: true },
  { caller: 'g:admin', method: 'PATCH', url: '/orders/unknown', allowed: true },
  { caller: 'g:editor', method: 'PATCH', url: '/orders/unknown', allowed: true },
  { caller: 'everyone', method: 'DELETE', url: '/orders/unknown', allowed: false },
  { caller: 'authenticated', method: 'DELETE', url: '/orders/unknown', allowed: true },
  { caller: 'g:admin', method: 'DELETE', url: '/orders/unknown', allowed: true },
  { caller: 'g:editor', method: 'DELETE', url: '/orders/unknown', allowed: true },
  { caller: 'everyone', method: 'GET', url: '/orders/unknown/history', allowed: false },
  { caller: 'authenticated', method: 'GET', url: '/orders/unknown/history', allowed: true },
  { caller: 'g:admin', method: 'GET', url: '/orders/unknown/history', allowed: true },
  { caller: 'g:editor', method: 'GET', url: '/orders/unknown/history', allowed: true },
  { caller: 'everyone', method: 'POST', url: '/orders/unknown/history', allowed: false },
  { caller: 'authenticated', method: 'POST', url: '/orders/unknown/history', allowed: true },
  { caller: 'g:admin', method: 'POST', url: '/orders/unknown/history', allowed: true },
  { caller: 'g:editor', method: 'POST', url: '/orders/unknown/history', allowed: true },
  { caller: 'everyone', method: 'GET', url: '/orders/unknown/labels', allowed: false },
  { caller: 'authenticated', method: 'GET', url: '/orders/unknown/labels', allowed: true },
  { caller: 'g:admin', method: 'GET', url: '/orders/unknown/labels', allowed: true },
  { caller: 'g:editor', method: 'GET', url: '/orders/unknown/labels', allowed: true },
  { caller: 'everyone', method: 'POST', url: '/orders/unknown/labels', allowed: false },
  { caller: 'authenticated', method: 'POST', url: '/orders/unknown/labels', allowed: true },
  { caller: 'g:admin', method: 'POST', url: '/orders/unknown/labels', allowed: true },
  { caller: 'g:editor', method: 'POST', url: '/orders/unknown/labels', allowed: true },
  { caller: 'everyone', method: 'GET', url: '/parcels?_unknown=1', allowed: false },
  { caller: 'authenticated', method: 'GET', url: '/parcels?_unknown=1', allowed: true },
  { caller: 'g:admin', method: 'GET', url: '/parcels?_unknown=1', allowed: true },
  { caller: 'g:editor', method: 'GET', url: '/parcels?_unknown=1', allowed: true },
  { caller: 'everyone', method: 'POST', url: '/parcels?_unknown=1', allowed: false },
  { caller: 'authenticated', method: 'POST', url: '/parcels?_unknown=1', allowed: true },
  { caller: 'g:admin', method: 'POST', url: '/parcels?_unknown=1', allowed: true },
  { caller: 'g:editor', method: 'POST', url: '/parcels?_unknown=1', allowed: true },
  { caller: 'everyone', method: 'GET', url: '/parcels/unknown', allowed: false },
  { caller: 'authenticated', method: 'GET', url: '/parcels/unknown', allowed: true },
  { caller: 'g:admin', method: 'GET', url: '/parcels/unknown', allowed: true },
  { caller: 'g:editor', method: 'GET', url: '/parcels/unknown', allowed: true },
  { caller: 'everyone', method: 'PATCH', url: '/parcels/unknown', allowed: false },
  { caller: 'authenticated', method: 'PATCH', url: '/parcels/unknown', allowed: true },
  { caller: 'g:admin', method: 'PATCH', url: '/parcels/unknown', allowed: true },
  { caller: 'g:editor', method: 'PATCH', url: '/parcels/unknown', allowed: true },
]

test('access', async (context) => {
  const { app, items } = await startService(context, withLogins)
  const callers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    everyone: {},
    authenticated: await logIn(
      app,
      await make.customer(items, { username: 'username-11', password: 'a password for tests', groups: [] }),
    ),
    'g:admin': await logIn(
      app,
      await make.customer(items, {
        username: 'username-12',
        password: 'a password for tests',
        groups: ['admin'],
      }),
    ),
    'g:editor': await logIn(
      app,
      await make.customer(items, {
        username: 'username-13',
        password: 'a password for tests',
        groups: ['editor'],
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
