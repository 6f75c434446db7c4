import type { FastifyInstance } from 'fastify'
import { openAcl } from '../acl.js'
import { may, permit, permitUnread } from '../runtime/access/access.js'
import { forEachItem } from '../runtime/errors.js'
import { created, sendTagged } from '../runtime/http/entity-tags.js'
import { checkQuery, processed } from '../runtime/http/handlers.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /stories. */
export function storiesRoutes(app: FastifyInstance, { database, registry, stories }: Service): void {
  // List stories
  app.get('/stories', { onRequest: may('view', openAcl.collection) }, async (request, reply) => {
    return database.transaction(async (session) => {
      checkQuery(stories, request)
      const event = stories.event('index', session, request)
      await registry.call('note_first', event)
      await registry.call('note_second', event)
      const page = await stories.page(session, request, reply, { event })
      event.complete(page)
      await registry.call('note_first', event)
      await registry.call('note_second', event)
      return page
    })
  })

  // Create one or more stories
  app.post('/stories', { onRequest: may('create', openAcl.collection) }, async (request, reply) => {
    const documents = await database.transaction(async (session) => {
      return forEachItem(request, await stories.newItems(session, request), async (data) => {
        const event = stories.event('create', session, request, { data })
        await registry.call('note_set', event)
        await registry.call('note_first', event)
        await registry.call('note_second', event)
        const story = await stories.create(session, request, await processed(stories, event))
        const document = await stories.document(session, request, story)
        event.complete(document)
        await registry.call('note_first', event)
        await registry.call('note_second', event)
        await registry.call('note_set', event)
        return document
      })
    })
    return created(request, reply, documents)
  })

  // Update the selected stories
  app.put('/stories', { onRequest: may('update', openAcl.collection) }, async (request) => {
    return database.transaction(async (session) => {
      const data = stories.changesToMany(request)
      checkQuery(stories, request)
      const event = stories.event('update_many', session, request, { data })
      await registry.call('note_set', event)
      await registry.call('note_first', event)
      await registry.call('note_second', event)
      const where = stories.selection(request, { event })
      const count = await stories.updateMany(session, request, where, await processed(stories, event))
      const result = { message: `Updated ${count} Story(s) objects`, count }
      event.complete(result)
      await registry.call('note_first', event)
      await registry.call('note_second', event)
      await registry.call('note_set', event)
      return result
    })
  })

  // Update the selected stories
  app.patch('/stories', { onRequest: may('update', openAcl.collection) }, async (request) => {
    return database.transaction(async (session) => {
      const data = stories.changesToMany(request)
      checkQuery(stories, request)
      const event = stories.event('update_many', session, request, { data })
      await registry.call('note_set', event)
      await registry.call('note_first', event)
      await registry.call('note_second', event)
      const where = stories.selection(request, { event })
      const count = await stories.updateMany(session, request, where, await processed(stories, event))
      const result = { message: `Updated ${count} Story(s) objects`, count }
      event.complete(result)
      await registry.call('note_first', event)
      await registry.call('note_second', event)
      await registry.call('note_set', event)
      return result
    })
  })

  // Delete the selected stories
  app.delete('/stories', { onRequest: may('delete', openAcl.collection) }, async (request) => {
    return database.transaction(async (session) => {
      checkQuery(stories, request)
      const event = stories.event('delete_many', session, request)
      await registry.call('note_first', event)
      await registry.call('note_second', event)
      const where = stories.selection(request, { event })
      const count = await stories.deleteMany(session, request, where)
      const result = { message: `Deleted ${count} Story(s) objects`, count }
      event.complete(result)
      await registry.call('note_first', event)
      await registry.call('note_second', event)
      return result
    })
  })

  // List the allowed methods
  app.options('/stories', { onRequest: may('options', openAcl.collection) }, async (request, reply) => {
    await database.transaction(async (session) => {
      const event = stories.event('collection_options', session, request)
      await registry.call('note_first', event)
      await registry.call('note_second', event)
      event.complete({})
      await registry.call('note_first', event)
      await registry.call('note_second', event)
    })
    return reply.code(204).header('Allow', 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT').send()
  })

  // Get a story
  app.get('/stories/:id', { onRequest: may('view', openAcl.item) }, async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const story = await stories.find(session, request, 'id')
      await permit(session, request, 'view', openAcl, story)
      const event = stories.event('show', session, request, { instance: story })
      await registry.call('note_first', event)
      await registry.call('note_second', event)
      const document = await stories.document(session, request, story)
      event.complete(document)
      await registry.call('note_first', event)
      await registry.call('note_second', event)
      return document
    })
    return sendTagged(request, reply, document)
  })

  // Replace a story
  app.put('/stories/:id', { onRequest: may('update', openAcl.item) }, async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const story = await stories.lock(session, request, 'id')
      await permit(session, request, 'update', openAcl, story)
      await stories.checkMatch(session, request, story)
      const data = await stories.replacement(session, request, story)
      const event = stories.event('replace', session, request, { instance: story, data })
      await registry.call('note_set', event)
      await registry.call('note_first', event)
      await registry.call('note_second', event)
      const changed = await stories.update(session, request, story, await processed(stories, event))
      const document = await stories.document(session, request, changed)
      event.complete(document)
      await registry.call('note_first', event)
      await registry.call('note_second', event)
      await registry.call('note_set', event)
      return document
    })
    return sendTagged(request, reply, document)
  })

  // Update a story
  app.patch('/stories/:id', { onRequest: may('update', openAcl.item) }, async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const story = await stories.lock(session, request, 'id')
      await permit(session, request, 'update', openAcl, story)
      await stories.checkMatch(session, request, story)
      const data = await stories.changes(session, request, story)
      const event = stories.event('update', session, request, { instance: story, data })
      await registry.call('note_set', event)
      await registry.call('note_first', event)
      await registry.call('note_second', event)
      const changed = await stories.update(session, request, story, await processed(stories, event))
      const document = await stories.document(session, request, changed)
      event.complete(document)
      await registry.call('note_first', event)
      await registry.call('note_second', event)
      await registry.call('note_set', event)
      return document
    })
    return sendTagged(request, reply, document)
  })

  // Delete a story
  app.delete('/stories/:id', { onRequest: may('delete', openAcl.item) }, async (request) => {
    return database.transaction(async (session) => {
      const story = await stories.lock(session, request, 'id')
      await permit(session, request, 'delete', openAcl, story)
      await stories.checkMatch(session, request, story)
      const event = stories.event('delete', session, request, { instance: story })
      await registry.call('note_first', event)
      await registry.call('note_second', event)
      await stories.delete(session, request, story)
      const result = { message: 'Deleted' }
      event.complete(result)
      await registry.call('note_first', event)
      await registry.call('note_second', event)
      return result
    })
  })

  // List the allowed methods
  app.options('/stories/:id', { onRequest: may('options', openAcl.item) }, async (request, reply) => {
    await permitUnread(database, request, 'options', openAcl, () => stories.find(database, request, 'id'))
    await database.transaction(async (session) => {
      const event = stories.event('item_options', session, request)
      await registry.call('note_first', event)
      await registry.call('note_second', event)
      event.complete({})
      await registry.call('note_first', event)
      await registry.call('note_second', event)
    })
    return reply.code(204).header('Allow', 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT').send()
  })
}
