import type { FastifyInstance } from 'fastify'
import { created, deleteItem, replaceItem, sendTagged, updateItem } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /owneds. */
export function ownedsRoutes(app: FastifyInstance, { database, owneds }: Service): void {
  // List owneds
  app.get('/owneds', async (request, reply) => {
    return owneds.page(database, request, reply)
  })

  // Create one or more owneds
  app.post('/owneds', async (request, reply) => {
    const rows = await owneds.createAll(database, request)
    const documents = await owneds.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Update the selected owneds
  app.patch('/owneds', async (request) => {
    const data = owneds.changesToMany(request)
    const where = owneds.selection(request)
    const count = await owneds.updateMany(database, request, where, data)
    return { message: `Updated ${count} Owned(s) objects`, count }
  })

  // Delete the selected owneds
  app.delete('/owneds', async (request) => {
    const where = owneds.selection(request)
    const count = await owneds.deleteMany(database, where)
    return { message: `Deleted ${count} Owned(s) objects`, count }
  })

  // Get an owned
  app.get('/owneds/:id', async (request, reply) => {
    const owned = await owneds.find(database, request, 'id')
    const document = await owneds.document(database, request, owned)
    return sendTagged(request, reply, document)
  })

  // Replace an owned
  app.put('/owneds/:id', async (request, reply) => {
    const owned = await replaceItem(owneds, database, request, 'id')
    const document = await owneds.document(database, request, owned)
    return sendTagged(request, reply, document)
  })

  // Update an owned
  app.patch('/owneds/:id', async (request, reply) => {
    const owned = await updateItem(owneds, database, request, 'id')
    const document = await owneds.document(database, request, owned)
    return sendTagged(request, reply, document)
  })

  // Delete an owned
  app.delete('/owneds/:id', async (request) => {
    await deleteItem(owneds, database, request, 'id')
    return { message: 'Deleted' }
  })
}
