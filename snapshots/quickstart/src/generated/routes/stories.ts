import type { FastifyInstance } from 'fastify'
import { created, each } from '../runtime/http/answer.js'
import { sendTagged } from '../runtime/server/etag.js'
import type { Service } from '../service.js'

/** The routes of /stories and below. */
export function storiesRoutes(app: FastifyInstance, { database, registry, stories }: Service): void {
  // index: Get all stories
  app.get('/stories', async (request, reply) => {
    return reply.send(await stories.page(database, request, reply))
  })

  // create: Create a story
  app.post('/stories', async (request, reply) => {
    const documents = await database.transaction(async (session) => {
      return each(stories.newItems(request), async (data) => {
        const event = stories.event('create', session, request, { data })
        await registry.call('tidy_title', event)
        const story = await stories.create(session, await stories.processed(event))
        event.answered(await stories.document(session, request, story))
        return event.answer()
      })
    })
    return created(request, reply, documents)
  })

  // update_many: Update many stories
  app.patch('/stories', async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const data = stories.changesToMany(request)
      const where = stories.selection(request)
      const count = await stories.items(session).updateMany(where, data)
      return { message: `Updated ${count} Story(s) objects`, count }
    })
    return reply.send(answer)
  })

  // delete_many: Delete many stories
  app.delete('/stories', async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const where = stories.selection(request)
      const count = await stories.items(session).deleteMany(where)
      return { message: `Deleted ${count} Story(s) objects`, count }
    })
    return reply.send(answer)
  })

  // collection_options
  app.options('/stories', async (request, reply) => {
    return reply.code(204).header('Allow', 'DELETE, GET, HEAD, OPTIONS, PATCH, POST').send()
  })

  // show: Get a particular story
  app.get('/stories/:id', async (request, reply) => {
    const story = await stories.find(database, request, 'id')
    return sendTagged(request, reply, await stories.document(database, request, story))
  })

  // replace: Replace a particular story
  app.put('/stories/:id', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const story = await stories.lock(session, request, 'id')
      await stories.checkMatch(session, request, story)
      const changed = await stories.update(session, story, stories.replacement(request, story))
      return stories.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // update: Update a particular story
  app.patch('/stories/:id', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const story = await stories.lock(session, request, 'id')
      await stories.checkMatch(session, request, story)
      const changed = await stories.update(session, story, stories.changes(request, story))
      return stories.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // delete: Delete a particular story
  app.delete('/stories/:id', async (request, reply) => {
    await database.transaction(async (session) => {
      const story = await stories.lock(session, request, 'id')
      await stories.checkMatch(session, request, story)
      await stories.items(session).delete(stories.key(story))
    })
    return reply.send({ message: 'Deleted' })
  })

  // item_options
  app.options('/stories/:id', async (request, reply) => {
    return reply.code(204).header('Allow', 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT').send()
  })
}
