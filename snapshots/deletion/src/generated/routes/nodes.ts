import type { FastifyInstance } from 'fastify'
import { created } from '../runtime/http/answer.js'
import { sendTagged } from '../runtime/server/etag.js'
import type { Service } from '../service.js'

/** The routes of /nodes and below. */
export function nodesRoutes(app: FastifyInstance, { database, nodes }: Service): void {
  // index
  app.get('/nodes', async (request, reply) => {
    return reply.send(await nodes.page(database, request, reply))
  })

  // create
  app.post('/nodes', async (request, reply) => {
    const rows = await nodes.items(database).create(nodes.newItems(request))
    const documents = await nodes.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // update_many
  app.patch('/nodes', async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const data = nodes.changesToMany(request)
      const where = nodes.selection(request)
      const count = await nodes.items(session).updateMany(where, data)
      return { message: `Updated ${count} Node(s) objects`, count }
    })
    return reply.send(answer)
  })

  // delete_many
  app.delete('/nodes', async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const where = nodes.selection(request)
      const count = await nodes.items(session).deleteMany(where)
      return { message: `Deleted ${count} Node(s) objects`, count }
    })
    return reply.send(answer)
  })

  // show
  app.get('/nodes/:name', async (request, reply) => {
    const node = await nodes.find(database, request, 'name')
    return sendTagged(request, reply, await nodes.document(database, request, node))
  })

  // replace
  app.put('/nodes/:name', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const node = await nodes.lock(session, request, 'name')
      await nodes.checkMatch(session, request, node)
      const changed = await nodes.update(session, node, nodes.replacement(request, node))
      return nodes.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // update
  app.patch('/nodes/:name', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const node = await nodes.lock(session, request, 'name')
      await nodes.checkMatch(session, request, node)
      const changed = await nodes.update(session, node, nodes.changes(request, node))
      return nodes.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // delete
  app.delete('/nodes/:name', async (request, reply) => {
    await database.transaction(async (session) => {
      const node = await nodes.lock(session, request, 'name')
      await nodes.checkMatch(session, request, node)
      await nodes.items(session).delete(nodes.key(node))
    })
    return reply.send({ message: 'Deleted' })
  })
}
