import type { FastifyInstance } from 'fastify'
import { created, each } from '../runtime/http/response.js'
import { changeItem, deleteItem, replaceItem } from '../runtime/http/write-item.js'
import { sendTagged } from '../runtime/http/response.js'
import type { Service } from '../service.js'

/** The routes of /stories and below. */
export function storiesRoutes(app: FastifyInstance, { database, registry, stories }: Service): void {
  // index: Get all stories
  app.get('/stories', async (request, reply) => {
    return await stories.page(database, request, reply)
  })

  // create: Create a story
  app.post('/stories', async (request, reply) => {
    const documents = await database.transaction(async (session) => {
      return each(request, stories.newItems(request), async (data) => {
        const event = stories.event('create', session, request, { data })
        await registry.call('tidy_title', event)
        const story = await stories.create(session, event.data)
        event.answered(await stories.document(session, request, story))
        return event.answer()
      })
    })
    return created(request, reply, documents)
  })

  // update_many: Update many stories
  app.patch('/stories', async (request, reply) => {
    const data = stories.changesToMany(request)
    const where = stories.selection(request)
    const count = await stories.updateMany(database, request, where, data)
    return reply.send({ message: `Updated ${count} Story(s) objects`, count })
  })

  // delete_many: Delete many stories
  app.delete('/stories', async (request, reply) => {
    const where = stories.selection(request)
    const count = await stories.items(database).deleteMany(where)
    return reply.send({ message: `Deleted ${count} Story(s) objects`, count })
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
    const story = await replaceItem(stories, database, request, 'id')
    return sendTagged(request, reply, await stories.document(database, request, story))
  })

  // update: Update a particular story
  app.patch('/stories/:id', async (request, reply) => {
    const story = await changeItem(stories, database, request, 'id')
    return sendTagged(request, reply, await stories.document(database, request, story))
  })

  // delete: Delete a particular story
  app.delete('/stories/:id', async (request, reply) => {
    await deleteItem(stories, database, request, 'id')
    return reply.send({ message: 'Deleted' })
  })

  // item_options
  app.options('/stories/:id', async (request, reply) => {
    return reply.code(204).header('Allow', 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT').send()
  })
}
