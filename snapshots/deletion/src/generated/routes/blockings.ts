import type { FastifyInstance } from 'fastify'
import { created, deleteItem, replaceItem, sendTagged, updateItem } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /blockings. */
export function blockingsRoutes(app: FastifyInstance, { database, blockings }: Service): void {
  // List blockings
  app.get('/blockings', async (request, reply) => {
    return blockings.page(database, request, reply)
  })

  // Create one or more blockings
  app.post('/blockings', async (request, reply) => {
    const rows = await blockings.createAll(database, request)
    const documents = await blockings.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Update the selected blockings
  app.patch('/blockings', async (request) => {
    const data = blockings.changesToMany(request)
    const where = blockings.selection(request)
    const count = await blockings.updateMany(database, request, where, data)
    return { message: `Updated ${count} Blocking(s) objects`, count }
  })

  // Delete the selected blockings
  app.delete('/blockings', async (request) => {
    const where = blockings.selection(request)
    const count = await blockings.deleteMany(database, where)
    return { message: `Deleted ${count} Blocking(s) objects`, count }
  })

  // Get a blocking
  app.get('/blockings/:id', async (request, reply) => {
    const blocking = await blockings.find(database, request, 'id')
    const document = await blockings.document(database, request, blocking)
    return sendTagged(request, reply, document)
  })

  // Replace a blocking
  app.put('/blockings/:id', async (request, reply) => {
    const blocking = await replaceItem(blockings, database, request, 'id')
    const document = await blockings.document(database, request, blocking)
    return sendTagged(request, reply, document)
  })

  // Update a blocking
  app.patch('/blockings/:id', async (request, reply) => {
    const blocking = await updateItem(blockings, database, request, 'id')
    const document = await blockings.document(database, request, blocking)
    return sendTagged(request, reply, document)
  })

  // Delete a blocking
  app.delete('/blockings/:id', async (request) => {
    await deleteItem(blockings, database, request, 'id')
    return { message: 'Deleted' }
  })
}
