import type { FastifyInstance } from 'fastify'
import { created, deleteItem, replaceItem, sendTagged, updateItem } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /nodes. */
export function nodesRoutes(app: FastifyInstance, { database, nodes }: Service): void {
  // List nodes
  app.get('/nodes', async (request, reply) => {
    return nodes.page(database, request, reply)
  })

  // Create one or more nodes
  app.post('/nodes', async (request, reply) => {
    const rows = await nodes.createAll(database, request)
    const documents = await nodes.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Update the selected nodes
  app.patch('/nodes', async (request) => {
    const data = nodes.changesToMany(request)
    const where = nodes.selection(request)
    const count = await nodes.updateMany(database, request, where, data)
    return { message: `Updated ${count} Node(s) objects`, count }
  })

  // Delete the selected nodes
  app.delete('/nodes', async (request) => {
    const where = nodes.selection(request)
    const count = await nodes.deleteMany(database, where)
    return { message: `Deleted ${count} Node(s) objects`, count }
  })

  // Get a node
  app.get('/nodes/:name', async (request, reply) => {
    const node = await nodes.find(database, request, 'name')
    const document = await nodes.document(database, request, node)
    return sendTagged(request, reply, document)
  })

  // Replace a node
  app.put('/nodes/:name', async (request, reply) => {
    const node = await replaceItem(nodes, database, request, 'name')
    const document = await nodes.document(database, request, node)
    return sendTagged(request, reply, document)
  })

  // Update a node
  app.patch('/nodes/:name', async (request, reply) => {
    const node = await updateItem(nodes, database, request, 'name')
    const document = await nodes.document(database, request, node)
    return sendTagged(request, reply, document)
  })

  // Delete a node
  app.delete('/nodes/:name', async (request) => {
    await deleteItem(nodes, database, request, 'name')
    return { message: 'Deleted' }
  })
}
