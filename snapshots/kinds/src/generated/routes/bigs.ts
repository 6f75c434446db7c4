import type { FastifyInstance } from 'fastify'
import { created } from '../runtime/http/answer.js'
import { sendTagged } from '../runtime/server/etag.js'
import type { Service } from '../service.js'

/** The routes of /bigs and below. */
export function bigsRoutes(app: FastifyInstance, { database, bigs }: Service): void {
  // index
  app.get('/bigs', async (request, reply) => {
    return reply.send(await bigs.page(database, request, reply))
  })

  // create
  app.post('/bigs', async (request, reply) => {
    const rows = await bigs.items(database).create(bigs.newItems(request))
    const documents = await bigs.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // update_many
  app.patch('/bigs', async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const data = bigs.changesToMany(request)
      const where = bigs.selection(request)
      const count = await bigs.items(session).updateMany(where, data)
      return { message: `Updated ${count} Big(s) objects`, count }
    })
    return reply.send(answer)
  })

  // delete_many
  app.delete('/bigs', async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const where = bigs.selection(request)
      const count = await bigs.items(session).deleteMany(where)
      return { message: `Deleted ${count} Big(s) objects`, count }
    })
    return reply.send(answer)
  })

  // show
  app.get('/bigs/:key', async (request, reply) => {
    const big = await bigs.find(database, request, 'key')
    return sendTagged(request, reply, await bigs.document(database, request, big))
  })

  // replace
  app.put('/bigs/:key', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const big = await bigs.lock(session, request, 'key')
      await bigs.checkMatch(session, request, big)
      const changed = await bigs.update(session, big, bigs.replacement(request, big))
      return bigs.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // update
  app.patch('/bigs/:key', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const big = await bigs.lock(session, request, 'key')
      await bigs.checkMatch(session, request, big)
      const changed = await bigs.update(session, big, bigs.changes(request, big))
      return bigs.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // delete
  app.delete('/bigs/:key', async (request, reply) => {
    await database.transaction(async (session) => {
      const big = await bigs.lock(session, request, 'key')
      await bigs.checkMatch(session, request, big)
      await bigs.items(session).delete(bigs.key(big))
    })
    return reply.send({ message: 'Deleted' })
  })
}
