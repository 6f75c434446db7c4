import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildApp } from '../src/app.js'
import { registry, testEvent } from '../src/generated/index.js'
import '../src/handlers/show-query.js'
import { startService } from './generated/service.js'

/** Tests a handler by itself, with an event and a temporary database. */
test('show_query runs when called directly', async (context) => {
  const { items } = await startService(context)
  const event = testEvent('Book', 'after_create', {
    fields: { note: 'note-1', status: 'status-1', title: 'title-1' },
    response: { note: 'note-1', status: 'status-1', title: 'title-1' },
    models: items,
  })
  await assert.doesNotReject(async () => registry.get('show_query')(event))
  // Check how the handler changes the response: assert.equal(event.response.…, …)
})

/** Tests the handler as part of the service, with a temporary database and without a port. */
test('show_query runs when a Book is created', async (context) => {
  const app = await buildApp({ 'database.url': 'sqlite::memory:', auth: false })
  context.after(() => app.close())
  const response = await app.inject({
    method: 'POST',
    url: '/books?notify=true',
    payload: { note: 'note-1', status: 'status-1', title: 'title-1' },
  })
  assert.equal(response.statusCode, 201, response.body)
  // Check the handler's effect: assert.equal(response.json().…, …)
})
