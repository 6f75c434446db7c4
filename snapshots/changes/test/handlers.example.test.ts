import assert from 'node:assert/strict'
import { test } from 'node:test'
import { registry, testEvent } from '../src/generated/index.js'
import '../src/handlers/greet.js'
import { logIn, password } from './generated/log-in.js'
import * as make from './generated/make.js'
import { startService, withLogins } from './generated/service.js'

/** Tests a handler by itself, with an event and a temporary database. */
test('greet runs when called directly', async (context) => {
  const { items } = await startService(context)
  const event = testEvent('Task', 'after_create', {
    fields: { count: 1, title: 'title-1' },
    response: { count: 1, title: 'title-1' },
    user: await make.user(items),
    models: items,
  })
  await assert.doesNotReject(async () => registry.get('greet')(event))
  // Check how the handler changes the response: assert.equal(event.response.…, …)
})

/** Tests the handler as part of the service, with a temporary database and without a port, as a user who is logged in. */
test('greet runs when a Task is created', async (context) => {
  const { app, items } = await startService(context, withLogins)
  const headers = await logIn(app, await make.user(items, { password }))
  const response = await app.inject({
    method: 'POST',
    url: '/v1/tasks',
    headers,
    payload: { count: 1, title: 'title-1' },
  })
  assert.equal(response.statusCode, 201, response.body)
  // Check the handler's effect: assert.equal(response.json().…, …)
})
