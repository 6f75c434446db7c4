import type { FastifyInstance } from 'fastify'
import { forEachItem } from '../runtime/errors.js'
import { created, sendTagged } from '../runtime/http/entity-tags.js'
import { deleteItem, replaceItem, updateItem } from '../runtime/http/write.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /sessions. */
export function sessionsRoutes(app: FastifyInstance, { database, registry, sessions }: Service): void {
  // a b evil()
  app.get('/sessions', async (request, reply) => {
    return sessions.page(database, request, reply)
  })

  // Create one or more sessions
  app.post('/sessions', async (request, reply) => {
    const documents = await database.transaction(async (session) => {
      return forEachItem(request, await sessions.newItems(session, request), async (data) => {
        const event = sessions.event('create', session, request, { data })
        await registry.call('class', event)
        const sessionItem = await sessions.create(session, request, event.data)
        return sessions.document(session, request, sessionItem)
      })
    })
    return created(request, reply, documents)
  })

  // Get a session
  app.get('/sessions/:class', async (request, reply) => {
    const sessionItem = await sessions.find(database, request, 'class')
    const document = await sessions.document(database, request, sessionItem)
    return sendTagged(request, reply, document)
  })

  // Replace a session
  app.put('/sessions/:class', async (request, reply) => {
    const sessionItem = await replaceItem(sessions, database, request, 'class')
    const document = await sessions.document(database, request, sessionItem)
    return sendTagged(request, reply, document)
  })

  // Update a session
  app.patch('/sessions/:class', async (request, reply) => {
    const sessionItem = await updateItem(sessions, database, request, 'class')
    const document = await sessions.document(database, request, sessionItem)
    return sendTagged(request, reply, document)
  })

  // Delete a session
  app.delete('/sessions/:class', async (request) => {
    await deleteItem(sessions, database, request, 'class')
    return { message: 'Deleted' }
  })
}
