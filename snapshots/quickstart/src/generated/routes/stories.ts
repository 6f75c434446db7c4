import type { FastifyInstance } from 'fastify'
import { forEachItem } from '../runtime/errors.js'
import { created, sendTagged } from '../runtime/http/entity-tags.js'
import { optionsHandler } from '../runtime/http/options.js'
import { deleteItem, replaceItem, updateItem } from '../runtime/http/write.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /stories. */
export function storiesRoutes(app: FastifyInstance, { database, registry, stories }: Service): void {
  // Get all stories
  app.get('/stories', async (request, reply) => {
    return stories.page(database, request, reply)
  })

  // Create a story
  app.post('/stories', async (request, reply) => {
    const documents = await database.transaction(async (session) => {
      return forEachItem(request, await stories.newItems(session, request), async (data) => {
        const event = stories.event('create', session, request, { data })
        await registry.call('tidy_title', event)
        const story = await stories.create(session, request, event.data)
        return stories.document(session, request, story)
      })
    })
    return created(request, reply, documents)
  })

  // Update many stories
  app.patch('/stories', async (request) => {
    const data = stories.changesToMany(request)
    const where = stories.selection(request)
    const count = await stories.updateMany(database, request, where, data)
    return { message: `Updated ${count} Story(s) objects`, count }
  })

  // Delete many stories
  app.delete('/stories', async (request) => {
    const where = stories.selection(request)
    const count = await stories.deleteMany(database, request, where)
    return { message: `Deleted ${count} Story(s) objects`, count }
  })

  // List the allowed methods
  app.options('/stories', optionsHandler('DELETE, GET, HEAD, OPTIONS, PATCH, POST'))

  // Get a particular story
  app.get('/stories/:id', async (request, reply) => {
    const story = await stories.find(database, request, 'id')
    const document = await stories.document(database, request, story)
    return sendTagged(request, reply, document)
  })

  // Replace a particular story
  app.put('/stories/:id', async (request, reply) => {
    const story = await replaceItem(stories, database, request, 'id')
    const document = await stories.document(database, request, story)
    return sendTagged(request, reply, document)
  })

  // Update a particular story
  app.patch('/stories/:id', async (request, reply) => {
    const story = await updateItem(stories, database, request, 'id')
    const document = await stories.document(database, request, story)
    return sendTagged(request, reply, document)
  })

  // Delete a particular story
  app.delete('/stories/:id', async (request) => {
    await deleteItem(stories, database, request, 'id')
    return { message: 'Deleted' }
  })

  // List the allowed methods
  app.options('/stories/:id', optionsHandler('DELETE, GET, HEAD, OPTIONS, PATCH, PUT'))
}
