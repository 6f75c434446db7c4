import type { FastifyInstance } from 'fastify'
import { created, deleteItem, replaceItem, sendTagged, updateItem } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /looses. */
export function loosesRoutes(app: FastifyInstance, { database, looses }: Service): void {
  // List looses
  app.get('/looses', async (request, reply) => {
    return looses.page(database, request, reply)
  })

  // Create one or more looses
  app.post('/looses', async (request, reply) => {
    const rows = await looses.createAll(database, request)
    const documents = await looses.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Update the selected looses
  app.patch('/looses', async (request) => {
    const data = looses.changesToMany(request)
    const where = looses.selection(request)
    const count = await looses.updateMany(database, request, where, data)
    return { message: `Updated ${count} Loose(s) objects`, count }
  })

  // Delete the selected looses
  app.delete('/looses', async (request) => {
    const where = looses.selection(request)
    const count = await looses.deleteMany(database, where)
    return { message: `Deleted ${count} Loose(s) objects`, count }
  })

  // Get a loose
  app.get('/looses/:id', async (request, reply) => {
    const loose = await looses.find(database, request, 'id')
    const document = await looses.document(database, request, loose)
    return sendTagged(request, reply, document)
  })

  // Replace a loose
  app.put('/looses/:id', async (request, reply) => {
    const loose = await replaceItem(looses, database, request, 'id')
    const document = await looses.document(database, request, loose)
    return sendTagged(request, reply, document)
  })

  // Update a loose
  app.patch('/looses/:id', async (request, reply) => {
    const loose = await updateItem(looses, database, request, 'id')
    const document = await looses.document(database, request, loose)
    return sendTagged(request, reply, document)
  })

  // Delete a loose
  app.delete('/looses/:id', async (request) => {
    await deleteItem(looses, database, request, 'id')
    return { message: 'Deleted' }
  })
}
