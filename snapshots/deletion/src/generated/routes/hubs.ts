import type { FastifyInstance } from 'fastify'
import { createAll } from '../runtime/http/create-all.js'
import { created, sendTagged } from '../runtime/http/entity-tags.js'
import { deleteItem, replaceItem, updateItem } from '../runtime/http/write.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /hubs. */
export function hubsRoutes(app: FastifyInstance, { database, hubs }: Service): void {
  // List hubs
  app.get('/hubs', async (request, reply) => {
    return hubs.page(database, request, reply)
  })

  // Create one or more hubs
  app.post('/hubs', async (request, reply) => {
    const rows = await createAll(hubs, database, request)
    const documents = await hubs.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Update the selected hubs
  app.patch('/hubs', async (request) => {
    const data = hubs.changesToMany(request)
    const where = hubs.selection(request)
    const count = await hubs.updateMany(database, request, where, data)
    return { message: `Updated ${count} Hub(s) objects`, count }
  })

  // Delete the selected hubs
  app.delete('/hubs', async (request) => {
    const where = hubs.selection(request)
    const count = await hubs.deleteMany(database, request, where)
    return { message: `Deleted ${count} Hub(s) objects`, count }
  })

  // Get a hub
  app.get('/hubs/:name', async (request, reply) => {
    const hub = await hubs.find(database, request, 'name')
    const document = await hubs.document(database, request, hub)
    return sendTagged(request, reply, document)
  })

  // Replace a hub
  app.put('/hubs/:name', async (request, reply) => {
    const hub = await replaceItem(hubs, database, request, 'name')
    const document = await hubs.document(database, request, hub)
    return sendTagged(request, reply, document)
  })

  // Update a hub
  app.patch('/hubs/:name', async (request, reply) => {
    const hub = await updateItem(hubs, database, request, 'name')
    const document = await hubs.document(database, request, hub)
    return sendTagged(request, reply, document)
  })

  // Delete a hub
  app.delete('/hubs/:name', async (request) => {
    await deleteItem(hubs, database, request, 'name')
    return { message: 'Deleted' }
  })
}
