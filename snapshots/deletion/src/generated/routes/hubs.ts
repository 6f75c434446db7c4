import type { FastifyInstance } from 'fastify'
import { created } from '../runtime/http/answer.js'
import { sendTagged } from '../runtime/server/etag.js'
import type { Service } from '../service.js'

/** The routes of /hubs and below. */
export function hubsRoutes(app: FastifyInstance, { database, hubs }: Service): void {
  // index
  app.get('/hubs', async (request, reply) => {
    return reply.send(await hubs.page(database, request, reply))
  })

  // create
  app.post('/hubs', async (request, reply) => {
    const rows = await hubs.items(database).create(hubs.newItems(request))
    const documents = await hubs.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // update_many
  app.patch('/hubs', async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const data = hubs.changesToMany(request)
      const where = hubs.selection(request)
      const count = await hubs.items(session).updateMany(where, data)
      return { message: `Updated ${count} Hub(s) objects`, count }
    })
    return reply.send(answer)
  })

  // delete_many
  app.delete('/hubs', async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const where = hubs.selection(request)
      const count = await hubs.items(session).deleteMany(where)
      return { message: `Deleted ${count} Hub(s) objects`, count }
    })
    return reply.send(answer)
  })

  // show
  app.get('/hubs/:name', async (request, reply) => {
    const hub = await hubs.find(database, request, 'name')
    return sendTagged(request, reply, await hubs.document(database, request, hub))
  })

  // replace
  app.put('/hubs/:name', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const hub = await hubs.lock(session, request, 'name')
      await hubs.checkMatch(session, request, hub)
      const changed = await hubs.update(session, hub, hubs.replacement(request, hub))
      return hubs.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // update
  app.patch('/hubs/:name', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const hub = await hubs.lock(session, request, 'name')
      await hubs.checkMatch(session, request, hub)
      const changed = await hubs.update(session, hub, hubs.changes(request, hub))
      return hubs.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // delete
  app.delete('/hubs/:name', async (request, reply) => {
    await database.transaction(async (session) => {
      const hub = await hubs.lock(session, request, 'name')
      await hubs.checkMatch(session, request, hub)
      await hubs.items(session).delete(hubs.key(hub))
    })
    return reply.send({ message: 'Deleted' })
  })
}
