import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildApp } from '../src/app.js'
import { registry, testEvent } from '../src/generated/index.js'
import '../src/handlers/class.js'
import { startService } from './generated/service.js'

/** Tests a handler by itself, with an event and a temporary database. */
test('class runs when called directly', async (context) => {
  const { items } = await startService(context)
  const event = testEvent('Session', 'before_create', {
    fields: { 'a"b`${c}': {}, class: 'class-1', "it's": "'; evil(); '" },
    models: items,
  })
  await assert.doesNotReject(async () => registry.get('class')(event))
  // Check what the handler sets: assert.equal(event.fields.….newValue, …)
})

/** Tests the handler as part of the service, with a temporary database and without a port. */
test('class runs when a Session is created', async (context) => {
  const app = await buildApp({ 'database.url': 'sqlite::memory:', auth: false })
  context.after(() => app.close())
  const response = await app.inject({
    method: 'POST',
    url: '/v-1/sessions',
    payload: { 'a"b`${c}': {}, class: 'class-1', "it's": "'; evil(); '" },
  })
  assert.equal(response.statusCode, 201, response.body)
  // Check the handler's effect: assert.equal(response.json().…, …)
})
