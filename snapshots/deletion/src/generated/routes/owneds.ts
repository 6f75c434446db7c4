import type { FastifyInstance } from 'fastify'
import { created } from '../runtime/http/answer.js'
import { sendTagged } from '../runtime/server/etag.js'
import type { Service } from '../service.js'

/** The routes of /owneds and below. */
export function ownedsRoutes(app: FastifyInstance, { database, owneds }: Service): void {
  // index
  app.get('/owneds', async (request, reply) => {
    return reply.send(await owneds.page(database, request, reply))
  })

  // create
  app.post('/owneds', async (request, reply) => {
    const rows = await owneds.items(database).create(owneds.newItems(request))
    const documents = await owneds.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // update_many
  app.patch('/owneds', async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const data = owneds.changesToMany(request)
      const where = owneds.selection(request)
      const count = await owneds.items(session).updateMany(where, data)
      return { message: `Updated ${count} Owned(s) objects`, count }
    })
    return reply.send(answer)
  })

  // delete_many
  app.delete('/owneds', async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const where = owneds.selection(request)
      const count = await owneds.items(session).deleteMany(where)
      return { message: `Deleted ${count} Owned(s) objects`, count }
    })
    return reply.send(answer)
  })

  // show
  app.get('/owneds/:id', async (request, reply) => {
    const owned = await owneds.find(database, request, 'id')
    return sendTagged(request, reply, await owneds.document(database, request, owned))
  })

  // replace
  app.put('/owneds/:id', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const owned = await owneds.lock(session, request, 'id')
      await owneds.checkMatch(session, request, owned)
      const changed = await owneds.update(session, owned, owneds.replacement(request, owned))
      return owneds.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // update
  app.patch('/owneds/:id', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const owned = await owneds.lock(session, request, 'id')
      await owneds.checkMatch(session, request, owned)
      const changed = await owneds.update(session, owned, owneds.changes(request, owned))
      return owneds.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // delete
  app.delete('/owneds/:id', async (request, reply) => {
    await database.transaction(async (session) => {
      const owned = await owneds.lock(session, request, 'id')
      await owneds.checkMatch(session, request, owned)
      await owneds.items(session).delete(owneds.key(owned))
    })
    return reply.send({ message: 'Deleted' })
  })
}
