import type { FastifyInstance } from 'fastify'
import { created } from '../runtime/http/answer.js'
import { sendTagged } from '../runtime/server/etag.js'
import type { Service } from '../service.js'

/** The routes of /pullings and below. */
export function pullingsRoutes(app: FastifyInstance, { database, pullings }: Service): void {
  // index
  app.get('/pullings', async (request, reply) => {
    return reply.send(await pullings.page(database, request, reply))
  })

  // create
  app.post('/pullings', async (request, reply) => {
    const rows = await pullings.items(database).create(pullings.newItems(request))
    const documents = await pullings.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // update_many
  app.patch('/pullings', async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const data = pullings.changesToMany(request)
      const where = pullings.selection(request)
      const count = await pullings.items(session).updateMany(where, data)
      return { message: `Updated ${count} Pulling(s) objects`, count }
    })
    return reply.send(answer)
  })

  // delete_many
  app.delete('/pullings', async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const where = pullings.selection(request)
      const count = await pullings.items(session).deleteMany(where)
      return { message: `Deleted ${count} Pulling(s) objects`, count }
    })
    return reply.send(answer)
  })

  // show
  app.get('/pullings/:id', async (request, reply) => {
    const pulling = await pullings.find(database, request, 'id')
    return sendTagged(request, reply, await pullings.document(database, request, pulling))
  })

  // replace
  app.put('/pullings/:id', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const pulling = await pullings.lock(session, request, 'id')
      await pullings.checkMatch(session, request, pulling)
      const changed = await pullings.update(session, pulling, pullings.replacement(request, pulling))
      return pullings.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // update
  app.patch('/pullings/:id', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const pulling = await pullings.lock(session, request, 'id')
      await pullings.checkMatch(session, request, pulling)
      const changed = await pullings.update(session, pulling, pullings.changes(request, pulling))
      return pullings.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // delete
  app.delete('/pullings/:id', async (request, reply) => {
    await database.transaction(async (session) => {
      const pulling = await pullings.lock(session, request, 'id')
      await pullings.checkMatch(session, request, pulling)
      await pullings.items(session).delete(pullings.key(pulling))
    })
    return reply.send({ message: 'Deleted' })
  })
}
