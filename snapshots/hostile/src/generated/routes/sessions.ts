import type { FastifyInstance } from 'fastify'
import { created, each } from '../runtime/http/response.js'
import { changeItem, deleteItem, replaceItem } from '../runtime/http/write-item.js'
import { sendTagged } from '../runtime/http/response.js'
import type { Service } from '../service.js'

/** The routes of /sessions and below. */
export function sessionsRoutes(app: FastifyInstance, { database, registry, sessionItems }: Service): void {
  // index: a b evil()
  app.get('/sessions', async (request, reply) => {
    return await sessionItems.page(database, request, reply)
  })

  // create
  app.post('/sessions', async (request, reply) => {
    const documents = await database.transaction(async (session) => {
      return each(request, sessionItems.newItems(request), async (data) => {
        const event = sessionItems.event('create', session, request, { data })
        await registry.call('class', event)
        const sessionItem = await sessionItems.create(session, event.data)
        event.answered(await sessionItems.document(session, request, sessionItem))
        return event.answer()
      })
    })
    return created(request, reply, documents)
  })

  // show
  app.get('/sessions/:class', async (request, reply) => {
    const sessionItem = await sessionItems.find(database, request, 'class')
    return sendTagged(request, reply, await sessionItems.document(database, request, sessionItem))
  })

  // replace
  app.put('/sessions/:class', async (request, reply) => {
    const sessionItem = await replaceItem(sessionItems, database, request, 'class')
    return sendTagged(request, reply, await sessionItems.document(database, request, sessionItem))
  })

  // update
  app.patch('/sessions/:class', async (request, reply) => {
    const sessionItem = await changeItem(sessionItems, database, request, 'class')
    return sendTagged(request, reply, await sessionItems.document(database, request, sessionItem))
  })

  // delete
  app.delete('/sessions/:class', async (request, reply) => {
    await deleteItem(sessionItems, database, request, 'class')
    return reply.send({ message: 'Deleted' })
  })
}
