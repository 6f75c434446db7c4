import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildApp } from '../src/app.js'
import { registry, testEvent } from '../src/generated/index.js'
import '../src/handlers/class.js'
import { startService } from './generated/service.js'

/** How to test a handler by itself: an event of your own, with items of a database that ends with the test. */
test('class runs by itself', async (context) => {
  const { items } = await startService(context)
  const event = testEvent('Session', 'before_create', {
    fields: { 'a"b`${c}': {}, class: 'class-1', "it's": "'; evil(); '" },
    models: items,
  })
  await registry.get('class')(event)
  assert.equal(event.tag, 'before_create')
  // What the handler sets is seen in the event: assert.equal(event.fields.….newValue, …)
})

/** How to test it with all the rest: the whole service, without a port, on a database that ends with the test. */
test('class runs when one Session is created', async (context) => {
  const app = await buildApp({ 'database.url': 'sqlite::memory:', auth: false })
  context.after(() => app.close())
  const answer = await app.inject({
    method: 'POST',
    url: '/v-1/sessions',
    payload: { 'a"b`${c}': {}, class: 'class-1', "it's": "'; evil(); '" },
  })
  assert.equal(answer.statusCode, 201, answer.body)
  // What the handler makes of it is seen in the answer: assert.equal(answer.json().…, …)
})
