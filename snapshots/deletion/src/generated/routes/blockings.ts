import type { FastifyInstance } from 'fastify'
import { created } from '../runtime/http/answer.js'
import { sendTagged } from '../runtime/server/etag.js'
import type { Service } from '../service.js'

/** The routes of /blockings and below. */
export function blockingsRoutes(app: FastifyInstance, { database, blockings }: Service): void {
  // index
  app.get('/blockings', async (request, reply) => {
    return reply.send(await blockings.page(database, request, reply))
  })

  // create
  app.post('/blockings', async (request, reply) => {
    const rows = await blockings.items(database).create(blockings.newItems(request))
    const documents = await blockings.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // update_many
  app.patch('/blockings', async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const data = blockings.changesToMany(request)
      const where = blockings.selection(request)
      const count = await blockings.items(session).updateMany(where, data)
      return { message: `Updated ${count} Blocking(s) objects`, count }
    })
    return reply.send(answer)
  })

  // delete_many
  app.delete('/blockings', async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const where = blockings.selection(request)
      const count = await blockings.items(session).deleteMany(where)
      return { message: `Deleted ${count} Blocking(s) objects`, count }
    })
    return reply.send(answer)
  })

  // show
  app.get('/blockings/:id', async (request, reply) => {
    const blocking = await blockings.find(database, request, 'id')
    return sendTagged(request, reply, await blockings.document(database, request, blocking))
  })

  // replace
  app.put('/blockings/:id', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const blocking = await blockings.lock(session, request, 'id')
      await blockings.checkMatch(session, request, blocking)
      const changed = await blockings.update(session, blocking, blockings.replacement(request, blocking))
      return blockings.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // update
  app.patch('/blockings/:id', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const blocking = await blockings.lock(session, request, 'id')
      await blockings.checkMatch(session, request, blocking)
      const changed = await blockings.update(session, blocking, blockings.changes(request, blocking))
      return blockings.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // delete
  app.delete('/blockings/:id', async (request, reply) => {
    await database.transaction(async (session) => {
      const blocking = await blockings.lock(session, request, 'id')
      await blockings.checkMatch(session, request, blocking)
      await blockings.items(session).delete(blockings.key(blocking))
    })
    return reply.send({ message: 'Deleted' })
  })
}
