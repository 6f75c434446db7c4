import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildApp } from '../src/app.js'
import { registry, testEvent } from '../src/generated/index.js'
import '../src/handlers/tidy-title.js'
import { startService } from './generated/service.js'

/** How to test a handler by itself: an event of your own, with items of a database that ends with the test. */
test('tidy_title runs by itself', async (context) => {
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
  await registry.get('tidy_title')(event)
  assert.equal(event.tag, 'before_create')
  // What the handler sets is seen in the event: assert.equal(event.fields.….newValue, …)
})

/** How to test it with all the rest: the whole service, without a port, on a database that ends with the test. */
test('tidy_title runs when one Story is created', async (context) => {
  const app = await buildApp({ 'database.url': 'sqlite::memory:', auth: false })
  context.after(() => app.close())
  const answer = await app.inject({
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
  assert.equal(answer.statusCode, 201, answer.body)
  // What the handler makes of it is seen in the answer: assert.equal(answer.json().…, …)
})
