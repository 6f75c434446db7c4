import type { FastifyInstance } from 'fastify'
import { created, deleteItem, replaceItem, sendTagged, updateItem } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /pullings. */
export function pullingsRoutes(app: FastifyInstance, { database, pullings }: Service): void {
  // List pullings
  app.get('/pullings', async (request, reply) => {
    return pullings.page(database, request, reply)
  })

  // Create one or more pullings
  app.post('/pullings', async (request, reply) => {
    const rows = await pullings.createAll(database, request)
    const documents = await pullings.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Update the selected pullings
  app.patch('/pullings', async (request) => {
    const data = pullings.changesToMany(request)
    const where = pullings.selection(request)
    const count = await pullings.updateMany(database, request, where, data)
    return { message: `Updated ${count} Pulling(s) objects`, count }
  })

  // Delete the selected pullings
  app.delete('/pullings', async (request) => {
    const where = pullings.selection(request)
    const count = await pullings.deleteMany(database, where)
    return { message: `Deleted ${count} Pulling(s) objects`, count }
  })

  // Get a pulling
  app.get('/pullings/:id', async (request, reply) => {
    const pulling = await pullings.find(database, request, 'id')
    const document = await pullings.document(database, request, pulling)
    return sendTagged(request, reply, document)
  })

  // Replace a pulling
  app.put('/pullings/:id', async (request, reply) => {
    const pulling = await replaceItem(pullings, database, request, 'id')
    const document = await pullings.document(database, request, pulling)
    return sendTagged(request, reply, document)
  })

  // Update a pulling
  app.patch('/pullings/:id', async (request, reply) => {
    const pulling = await updateItem(pullings, database, request, 'id')
    const document = await pullings.document(database, request, pulling)
    return sendTagged(request, reply, document)
  })

  // Delete a pulling
  app.delete('/pullings/:id', async (request) => {
    await deleteItem(pullings, database, request, 'id')
    return { message: 'Deleted' }
  })
}
