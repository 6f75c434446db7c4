import type { FastifyInstance } from 'fastify'
import { created } from '../runtime/http/answer.js'
import { sendTagged } from '../runtime/server/etag.js'
import type { Service } from '../service.js'

/** The routes of /bounds and below. */
export function boundsRoutes(app: FastifyInstance, { database, bounds }: Service): void {
  // index
  app.get('/bounds', async (request, reply) => {
    return reply.send(await bounds.page(database, request, reply))
  })

  // create
  app.post('/bounds', async (request, reply) => {
    const rows = await bounds.items(database).create(bounds.newItems(request))
    const documents = await bounds.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // update_many
  app.patch('/bounds', async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const data = bounds.changesToMany(request)
      const where = bounds.selection(request)
      const count = await bounds.items(session).updateMany(where, data)
      return { message: `Updated ${count} Bound(s) objects`, count }
    })
    return reply.send(answer)
  })

  // delete_many
  app.delete('/bounds', async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const where = bounds.selection(request)
      const count = await bounds.items(session).deleteMany(where)
      return { message: `Deleted ${count} Bound(s) objects`, count }
    })
    return reply.send(answer)
  })

  // show
  app.get('/bounds/:id', async (request, reply) => {
    const bound = await bounds.find(database, request, 'id')
    return sendTagged(request, reply, await bounds.document(database, request, bound))
  })

  // replace
  app.put('/bounds/:id', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const bound = await bounds.lock(session, request, 'id')
      await bounds.checkMatch(session, request, bound)
      const changed = await bounds.update(session, bound, bounds.replacement(request, bound))
      return bounds.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // update
  app.patch('/bounds/:id', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const bound = await bounds.lock(session, request, 'id')
      await bounds.checkMatch(session, request, bound)
      const changed = await bounds.update(session, bound, bounds.changes(request, bound))
      return bounds.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // delete
  app.delete('/bounds/:id', async (request, reply) => {
    await database.transaction(async (session) => {
      const bound = await bounds.lock(session, request, 'id')
      await bounds.checkMatch(session, request, bound)
      await bounds.items(session).delete(bounds.key(bound))
    })
    return reply.send({ message: 'Deleted' })
  })
}
