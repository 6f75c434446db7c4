import type { FastifyInstance } from 'fastify'
import { created, each } from '../runtime/http/answer.js'
import { sendTagged } from '../runtime/server/etag.js'
import type { Service } from '../service.js'

/** The routes of /sessions and below. */
export function sessionsRoutes(app: FastifyInstance, { database, registry, sessionItems }: Service): void {
  // index: a b evil()
  app.get('/sessions', async (request, reply) => {
    return reply.send(await sessionItems.page(database, request, reply))
  })

  // create
  app.post('/sessions', async (request, reply) => {
    const documents = await database.transaction(async (session) => {
      return each(sessionItems.newItems(request), async (data) => {
        const event = sessionItems.event('create', session, request, { data })
        await registry.call('class', event)
        const sessionItem = await sessionItems.create(session, await sessionItems.processed(event))
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
    const document = await database.transaction(async (session) => {
      const sessionItem = await sessionItems.lock(session, request, 'class')
      await sessionItems.checkMatch(session, request, sessionItem)
      const changed = await sessionItems.update(
        session,
        sessionItem,
        sessionItems.replacement(request, sessionItem),
      )
      return sessionItems.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // update
  app.patch('/sessions/:class', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const sessionItem = await sessionItems.lock(session, request, 'class')
      await sessionItems.checkMatch(session, request, sessionItem)
      const changed = await sessionItems.update(
        session,
        sessionItem,
        sessionItems.changes(request, sessionItem),
      )
      return sessionItems.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // delete
  app.delete('/sessions/:class', async (request, reply) => {
    await database.transaction(async (session) => {
      const sessionItem = await sessionItems.lock(session, request, 'class')
      await sessionItems.checkMatch(session, request, sessionItem)
      await sessionItems.items(session).delete(sessionItems.key(sessionItem))
    })
    return reply.send({ message: 'Deleted' })
  })
}
