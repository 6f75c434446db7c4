import type { FastifyInstance } from 'fastify'
import { created } from '../runtime/http/answer.js'
import { sendTagged } from '../runtime/server/etag.js'
import type { Service } from '../service.js'

/** The routes of /looses and below. */
export function loosesRoutes(app: FastifyInstance, { database, looses }: Service): void {
  // index
  app.get('/looses', async (request, reply) => {
    return reply.send(await looses.page(database, request, reply))
  })

  // create
  app.post('/looses', async (request, reply) => {
    const rows = await looses.items(database).create(looses.newItems(request))
    const documents = await looses.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // update_many
  app.patch('/looses', async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const data = looses.changesToMany(request)
      const where = looses.selection(request)
      const count = await looses.items(session).updateMany(where, data)
      return { message: `Updated ${count} Loose(s) objects`, count }
    })
    return reply.send(answer)
  })

  // delete_many
  app.delete('/looses', async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const where = looses.selection(request)
      const count = await looses.items(session).deleteMany(where)
      return { message: `Deleted ${count} Loose(s) objects`, count }
    })
    return reply.send(answer)
  })

  // show
  app.get('/looses/:id', async (request, reply) => {
    const loose = await looses.find(database, request, 'id')
    return sendTagged(request, reply, await looses.document(database, request, loose))
  })

  // replace
  app.put('/looses/:id', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const loose = await looses.lock(session, request, 'id')
      await looses.checkMatch(session, request, loose)
      const changed = await looses.update(session, loose, looses.replacement(request, loose))
      return looses.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // update
  app.patch('/looses/:id', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const loose = await looses.lock(session, request, 'id')
      await looses.checkMatch(session, request, loose)
      const changed = await looses.update(session, loose, looses.changes(request, loose))
      return looses.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // delete
  app.delete('/looses/:id', async (request, reply) => {
    await database.transaction(async (session) => {
      const loose = await looses.lock(session, request, 'id')
      await looses.checkMatch(session, request, loose)
      await looses.items(session).delete(looses.key(loose))
    })
    return reply.send({ message: 'Deleted' })
  })
}
