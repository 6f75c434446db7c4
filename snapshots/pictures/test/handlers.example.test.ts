import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildApp } from '../src/app.js'
import { registry, testEvent } from '../src/generated/index.js'
import '../src/handlers/validate-url-present.js'
import { startService } from './generated/service.js'

/** Tests a handler by itself, with an event and a temporary database. */
test('validate_url_present runs when called directly', async (context) => {
  const { items } = await startService(context)
  const event = testEvent('Picture', 'before_create', {
    fields: { exif: {}, name: 'name-1', url: 'url-1' },
    models: items,
  })
  await assert.doesNotReject(async () => registry.get('validate_url_present')(event))
  // Check what the handler sets: assert.equal(event.fields.….newValue, …)
})

/** Tests the handler as part of the service, with a temporary database and without a port. */
test('validate_url_present runs when a Picture is created', async (context) => {
  const app = await buildApp({ 'database.url': 'sqlite::memory:', auth: false })
  context.after(() => app.close())
  const response = await app.inject({
    method: 'POST',
    url: '/v1/pictures',
    payload: { exif: {}, name: 'name-1', url: 'url-1' },
  })
  assert.equal(response.statusCode, 201, response.body)
  // Check the handler's effect: assert.equal(response.json().…, …)
})
