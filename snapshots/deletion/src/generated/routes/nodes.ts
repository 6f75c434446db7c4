import type { FastifyInstance } from 'fastify'
import { created } from '../runtime/http/response.js'
import { changeItem, deleteItem, replaceItem } from '../runtime/http/write-item.js'
import { sendTagged } from '../runtime/http/response.js'
import type { Service } from '../service.js'

/** The routes of /nodes and below. */
export function nodesRoutes(app: FastifyInstance, { database, nodes }: Service): void {
  // index
  app.get('/nodes', async (request, reply) => {
    return await nodes.page(database, request, reply)
  })

  // create
  app.post('/nodes', async (request, reply) => {
    const rows = await nodes.createAll(database, request)
    const documents = await nodes.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // update_many
  app.patch('/nodes', async (request, reply) => {
    const data = nodes.changesToMany(request)
    const where = nodes.selection(request)
    const count = await nodes.updateMany(database, request, where, data)
    return reply.send({ message: `Updated ${count} Node(s) objects`, count })
  })

  // delete_many
  app.delete('/nodes', async (request, reply) => {
    const where = nodes.selection(request)
    const count = await nodes.items(database).deleteMany(where)
    return reply.send({ message: `Deleted ${count} Node(s) objects`, count })
  })

  // show
  app.get('/nodes/:name', async (request, reply) => {
    const node = await nodes.find(database, request, 'name')
    return sendTagged(request, reply, await nodes.document(database, request, node))
  })

  // replace
  app.put('/nodes/:name', async (request, reply) => {
    const node = await replaceItem(nodes, database, request, 'name')
    return sendTagged(request, reply, await nodes.document(database, request, node))
  })

  // update
  app.patch('/nodes/:name', async (request, reply) => {
    const node = await changeItem(nodes, database, request, 'name')
    return sendTagged(request, reply, await nodes.document(database, request, node))
  })

  // delete
  app.delete('/nodes/:name', async (request, reply) => {
    await deleteItem(nodes, database, request, 'name')
    return reply.send({ message: 'Deleted' })
  })
}
