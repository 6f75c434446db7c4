import type { FastifyInstance } from 'fastify'
import { storyAcl } from '../acl.js'
import { may, permit, permitted } from '../runtime/auth/access.js'
import { created, deleteItem, forEachItem, sendTagged } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /stories. */
export function storiesRoutes(app: FastifyInstance, { database, registry, stories }: Service): void {
  // List stories
  app.get('/stories', { onRequest: may('view', storyAcl.collection) }, async (request, reply) => {
    return database.transaction(async (session) => {
      stories.checkQuery(request)
      const event = stories.event('index', session, request)
      const page = await stories.page(session, request, reply, { event })
      event.complete(page)
      await registry.call('count_words', event)
      return page
    })
  })

  // Create one or more stories
  app.post('/stories', { onRequest: may('create', storyAcl.collection) }, async (request, reply) => {
    const documents = await database.transaction(async (session) => {
      return forEachItem(request, await stories.newItems(session, request), async (data) => {
        const event = stories.event('create', session, request, { data })
        await registry.call('set_item_owner', event)
        await registry.call('readonly_slug', event)
        const story = await stories.create(session, event.data)
        return stories.document(session, request, story)
      })
    })
    return created(request, reply, documents)
  })

  // Get a story
  app.get('/stories/:id', { onRequest: may('view', storyAcl.item) }, async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const story = await stories.find(session, request, 'id')
      await permit(session, request, 'view', storyAcl, story)
      const event = stories.event('show', session, request, { instance: story })
      const document = await stories.document(session, request, story)
      event.complete(document)
      await registry.call('count_words', event)
      return document
    })
    return sendTagged(request, reply, document)
  })

  // Replace a story
  app.put('/stories/:id', { onRequest: may('update', storyAcl.item) }, async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const story = await stories.lock(session, request, 'id')
      await permit(session, request, 'update', storyAcl, story)
      await stories.checkMatch(session, request, story)
      const data = await stories.replacement(session, request, story)
      const event = stories.event('replace', session, request, { instance: story, data })
      await registry.call('readonly_slug', event)
      const changed = await stories.update(session, story, event.data)
      return stories.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // Update a story
  app.patch('/stories/:id', { onRequest: may('update', storyAcl.item) }, async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const story = await stories.lock(session, request, 'id')
      await permit(session, request, 'update', storyAcl, story)
      await stories.checkMatch(session, request, story)
      const data = await stories.changes(session, request, story)
      const event = stories.event('update', session, request, { instance: story, data })
      await registry.call('readonly_slug', event)
      const changed = await stories.update(session, story, event.data)
      return stories.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // Delete a story
  app.delete('/stories/:id', { onRequest: may('delete', storyAcl.item) }, async (request) => {
    await deleteItem(stories, database, request, 'id', permitted('delete', storyAcl))
    return { message: 'Deleted' }
  })
}
