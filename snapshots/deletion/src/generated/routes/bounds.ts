import type { FastifyInstance } from 'fastify'
import { created, deleteItem, replaceItem, sendTagged, updateItem } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /bounds. */
export function boundsRoutes(app: FastifyInstance, { database, bounds }: Service): void {
  // List bounds
  app.get('/bounds', async (request, reply) => {
    return bounds.page(database, request, reply)
  })

  // Create one or more bounds
  app.post('/bounds', async (request, reply) => {
    const rows = await bounds.createAll(database, request)
    const documents = await bounds.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Update the selected bounds
  app.patch('/bounds', async (request) => {
    const data = bounds.changesToMany(request)
    const where = bounds.selection(request)
    const count = await bounds.updateMany(database, request, where, data)
    return { message: `Updated ${count} Bound(s) objects`, count }
  })

  // Delete the selected bounds
  app.delete('/bounds', async (request) => {
    const where = bounds.selection(request)
    const count = await bounds.deleteMany(database, where)
    return { message: `Deleted ${count} Bound(s) objects`, count }
  })

  // Get a bound
  app.get('/bounds/:id', async (request, reply) => {
    const bound = await bounds.find(database, request, 'id')
    const document = await bounds.document(database, request, bound)
    return sendTagged(request, reply, document)
  })

  // Replace a bound
  app.put('/bounds/:id', async (request, reply) => {
    const bound = await replaceItem(bounds, database, request, 'id')
    const document = await bounds.document(database, request, bound)
    return sendTagged(request, reply, document)
  })

  // Update a bound
  app.patch('/bounds/:id', async (request, reply) => {
    const bound = await updateItem(bounds, database, request, 'id')
    const document = await bounds.document(database, request, bound)
    return sendTagged(request, reply, document)
  })

  // Delete a bound
  app.delete('/bounds/:id', async (request) => {
    await deleteItem(bounds, database, request, 'id')
    return { message: 'Deleted' }
  })
}
