import type { FastifyInstance } from 'fastify'
import {
  created,
  deleteItem,
  forEachItem,
  replaceItem,
  sendTagged,
  updateItem,
} from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /sessions. */
export function sessionsRoutes(app: FastifyInstance, { database, registry, sessionItems }: Service): void {
  // a b evil()
  app.get('/sessions', async (request, reply) => {
    return sessionItems.page(database, request, reply)
  })

  // Create one or more session items
  app.post('/sessions', async (request, reply) => {
    const documents = await database.transaction(async (session) => {
      return forEachItem(request, await sessionItems.newItems(session, request), async (data) => {
        const event = sessionItems.event('create', session, request, { data })
        await registry.call('class', event)
        const sessionItem = await sessionItems.create(session, event.data)
        return sessionItems.document(session, request, sessionItem)
      })
    })
    return created(request, reply, documents)
  })

  // Get a session item
  app.get('/sessions/:class', async (request, reply) => {
    const sessionItem = await sessionItems.find(database, request, 'class')
    const document = await sessionItems.document(database, request, sessionItem)
    return sendTagged(request, reply, document)
  })

  // Replace a session item
  app.put('/sessions/:class', async (request, reply) => {
    const sessionItem = await replaceItem(sessionItems, database, request, 'class')
    const document = await sessionItems.document(database, request, sessionItem)
    return sendTagged(request, reply, document)
  })

  // Update a session item
  app.patch('/sessions/:class', async (request, reply) => {
    const sessionItem = await updateItem(sessionItems, database, request, 'class')
    const document = await sessionItems.document(database, request, sessionItem)
    return sendTagged(request, reply, document)
  })

  // Delete a session item
  app.delete('/sessions/:class', async (request) => {
    await deleteItem(sessionItems, database, request, 'class')
    return { message: 'Deleted' }
  })
}
