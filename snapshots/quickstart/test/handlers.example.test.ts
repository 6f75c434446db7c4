import assert from 'node:assert/strict'
import { test } from 'node:test'
import { registry, testEvent } from '../src/generated/index.js'
import '../src/handlers/tidy-title.js'
import { samples } from './generated/samples.js'
import { startService } from './generated/service.js'

/** Tests a handler by itself, with an event and a temporary database. */
test('tidy_title runs', async (context) => {
  const { items } = await startService(context)
  const event = testEvent('Story', 'before_create', {
    fields: samples.story.first,
    models: items,
  })
  await assert.doesNotReject(async () => registry.get('tidy_title')(event))
  // Check what the handler sets: assert.equal(event.fields.….newValue, …)
})
