import assert from 'node:assert/strict'
import { test } from 'node:test'
import { registry, testEvent } from '../src/generated/index.js'
import '../src/handlers/tidy-title.js'
import { startService } from './generated/service.js'

/** Tests a handler by itself, with an event and a temporary database. */
test('tidy_title runs when called directly', async (context) => {
  const { items } = await startService(context)
  const event = testEvent('Story', 'before_create', {
    fields: {
      created_at: '2024-05-01T08:31:00.000Z',
      progress: 1,
      status: 'draft',
      tags: ['tags-1'],
      title: 'title-1',
    },
    models: items,
  })
  await assert.doesNotReject(async () => registry.get('tidy_title')(event))
  // Check what the handler sets: assert.equal(event.fields.….newValue, …)
})

/** Tests the handler as part of the service, with a temporary database and without a port. */
test('tidy_title runs when a Story is created', async (context) => {
  const { app } = await startService(context)
  const response = await app.inject({
    method: 'POST',
    url: '/v1/stories',
    payload: {
      created_at: '2024-05-01T08:31:00.000Z',
      progress: 1,
      status: 'draft',
      tags: ['tags-1'],
      title: 'title-1',
    },
  })
  assert.equal(response.statusCode, 201, response.body)
  // Check the handler's effect: assert.equal(response.json().…, …)
})
