import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildApp } from '../src/app.js'
import { registry, testEvent } from '../src/generated/index.js'
import '../src/handlers/validate-url-present.js'
import { startService } from './generated/service.js'

/** How to test a handler by itself: an event of your own, with items of a database that ends with the test. */
test('validate_url_present runs by itself', async (context) => {
  const { items } = await startService(context)
  const event = testEvent('Picture', 'before_create', {
    fields: { exif: {}, name: 'name-1', url: 'url-1' },
    models: items,
  })
  await registry.get('validate_url_present')(event)
  assert.equal(event.tag, 'before_create')
  // What the handler sets is seen in the event: assert.equal(event.fields.….newValue, …)
})

/** How to test it with all the rest: the whole service, without a port, on a database that ends with the test. */
test('validate_url_present runs when one Picture is created', async (context) => {
  const app = await buildApp({ 'database.url': 'sqlite::memory:', auth: false })
  context.after(() => app.close())
  const answer = await app.inject({
    method: 'POST',
    url: '/v1/pictures',
    payload: { exif: {}, name: 'name-1', url: 'url-1' },
  })
  assert.equal(answer.statusCode, 201, answer.body)
  // What the handler makes of it is seen in the answer: assert.equal(answer.json().…, …)
})
