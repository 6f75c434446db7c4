import type { FastifyInstance } from 'fastify'
import { openAcl } from '../acl.js'
import { created, each } from '../runtime/http/response.js'
import { may, permit, permitUnread } from '../runtime/auth/access.js'
import { sendTagged } from '../runtime/http/response.js'
import type { Service } from '../service.js'

/** The routes of /stories and below. */
export function storiesRoutes(app: FastifyInstance, { database, registry, stories }: Service): void {
  // index
  app.get('/stories', { onRequest: may('view', openAcl.collection) }, async (request, reply) => {
    const page = await database.transaction(async (session) => {
      stories.checkQuery(request)
      const event = stories.event('index', session, request)
      await registry.call('note_first', event)
      await registry.call('note_second', event)
      event.answered(await stories.page(session, request, reply, { query: event.view.query }))
      await registry.call('note_first', event)
      await registry.call('note_second', event)
      return event.answer()
    })
    return page
  })

  // create
  app.post('/stories', { onRequest: may('create', openAcl.collection) }, async (request, reply) => {
    const documents = await database.transaction(async (session) => {
      return each(request, stories.newItems(request), async (data) => {
        const event = stories.event('create', session, request, { data })
        await registry.call('note_set', event)
        await registry.call('note_first', event)
        await registry.call('note_second', event)
        const story = await stories.create(session, await stories.processed(event))
        event.answered(await stories.document(session, request, story))
        await registry.call('note_first', event)
        await registry.call('note_second', event)
        await registry.call('note_set', event)
        return event.answer()
      })
    })
    return created(request, reply, documents)
  })

  // update_many
  app.put('/stories', { onRequest: may('update', openAcl.collection) }, async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const data = stories.changesToMany(request)
      stories.checkQuery(request)
      const event = stories.event('update_many', session, request, { data })
      await registry.call('note_set', event)
      await registry.call('note_first', event)
      await registry.call('note_second', event)
      const where = stories.selection(request, { query: event.view.query })
      const count = await stories.updateMany(session, request, where, await stories.processed(event))
      event.answered({ message: `Updated ${count} Story(s) objects`, count })
      await registry.call('note_first', event)
      await registry.call('note_second', event)
      await registry.call('note_set', event)
      return event.answer()
    })
    return reply.send(answer)
  })

  // update_many
  app.patch('/stories', { onRequest: may('update', openAcl.collection) }, async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const data = stories.changesToMany(request)
      stories.checkQuery(request)
      const event = stories.event('update_many', session, request, { data })
      await registry.call('note_set', event)
      await registry.call('note_first', event)
      await registry.call('note_second', event)
      const where = stories.selection(request, { query: event.view.query })
      const count = await stories.updateMany(session, request, where, await stories.processed(event))
      event.answered({ message: `Updated ${count} Story(s) objects`, count })
      await registry.call('note_first', event)
      await registry.call('note_second', event)
      await registry.call('note_set', event)
      return event.answer()
    })
    return reply.send(answer)
  })

  // delete_many
  app.delete('/stories', { onRequest: may('delete', openAcl.collection) }, async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      stories.checkQuery(request)
      const event = stories.event('delete_many', session, request)
      await registry.call('note_first', event)
      await registry.call('note_second', event)
      const where = stories.selection(request, { query: event.view.query })
      const count = await stories.items(session).deleteMany(where)
      event.answered({ message: `Deleted ${count} Story(s) objects`, count })
      await registry.call('note_first', event)
      await registry.call('note_second', event)
      return event.answer()
    })
    return reply.send(answer)
  })

  // collection_options
  app.options('/stories', { onRequest: may('options', openAcl.collection) }, async (request, reply) => {
    await database.transaction(async (session) => {
      const event = stories.event('collection_options', session, request)
      await registry.call('note_first', event)
      await registry.call('note_second', event)
      event.answered({})
      await registry.call('note_first', event)
      await registry.call('note_second', event)
    })
    return reply.code(204).header('Allow', 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT').send()
  })

  // show
  app.get('/stories/:id', { onRequest: may('view', openAcl.item) }, async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const story = await stories.find(session, request, 'id')
      await permit(request, 'view', openAcl, story)
      const event = stories.event('show', session, request, { instance: story })
      await registry.call('note_first', event)
      await registry.call('note_second', event)
      event.answered(await stories.document(session, request, story))
      await registry.call('note_first', event)
      await registry.call('note_second', event)
      return event.answer()
    })
    return sendTagged(request, reply, document)
  })

  // replace
  app.put('/stories/:id', { onRequest: may('update', openAcl.item) }, async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const story = await stories.lock(session, request, 'id')
      await permit(request, 'update', openAcl, story)
      await stories.checkMatch(session, request, story)
      const data = stories.replacement(request, story)
      const event = stories.event('replace', session, request, { instance: story, data })
      await registry.call('note_set', event)
      await registry.call('note_first', event)
      await registry.call('note_second', event)
      const changed = await stories.update(session, story, await stories.processed(event))
      event.answered(await stories.document(session, request, changed))
      await registry.call('note_first', event)
      await registry.call('note_second', event)
      await registry.call('note_set', event)
      return event.answer()
    })
    return sendTagged(request, reply, document)
  })

  // update
  app.patch('/stories/:id', { onRequest: may('update', openAcl.item) }, async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const story = await stories.lock(session, request, 'id')
      await permit(request, 'update', openAcl, story)
      await stories.checkMatch(session, request, story)
      const data = stories.changes(request, story)
      const event = stories.event('update', session, request, { instance: story, data })
      await registry.call('note_set', event)
      await registry.call('note_first', event)
      await registry.call('note_second', event)
      const changed = await stories.update(session, story, await stories.processed(event))
      event.answered(await stories.document(session, request, changed))
      await registry.call('note_first', event)
      await registry.call('note_second', event)
      await registry.call('note_set', event)
      return event.answer()
    })
    return sendTagged(request, reply, document)
  })

  // delete
  app.delete('/stories/:id', { onRequest: may('delete', openAcl.item) }, async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const story = await stories.lock(session, request, 'id')
      await permit(request, 'delete', openAcl, story)
      await stories.checkMatch(session, request, story)
      const event = stories.event('delete', session, request, { instance: story })
      await registry.call('note_first', event)
      await registry.call('note_second', event)
      await stories.items(session).delete(stories.key(story))
      event.answered({ message: 'Deleted' })
      await registry.call('note_first', event)
      await registry.call('note_second', event)
      return event.answer()
    })
    return reply.send(answer)
  })

  // item_options
  app.options('/stories/:id', { onRequest: may('options', openAcl.item) }, async (request, reply) => {
    await permitUnread(request, 'options', openAcl, () => stories.find(database, request, 'id'))
    await database.transaction(async (session) => {
      const event = stories.event('item_options', session, request)
      await registry.call('note_first', event)
      await registry.call('note_second', event)
      event.answered({})
      await registry.call('note_first', event)
      await registry.call('note_second', event)
    })
    return reply.code(204).header('Allow', 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT').send()
  })
}
