import type { FastifyInstance } from 'fastify'
import {
  created,
  deleteItem,
  optionsHandler,
  replaceItem,
  sendTagged,
  updateItem,
} from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /covers. */
export function coversRoutes(app: FastifyInstance, { database, covers }: Service): void {
  // List covers
  app.get('/covers', async (request, reply) => {
    return covers.page(database, request, reply)
  })

  // Create one or more covers
  app.post('/covers', async (request, reply) => {
    const rows = await covers.createAll(database, request)
    const documents = await covers.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Update the selected covers
  app.put('/covers', async (request) => {
    const data = covers.changesToMany(request)
    const where = covers.selection(request)
    const count = await covers.updateMany(database, request, where, data)
    return { message: `Updated ${count} Cover(s) objects`, count }
  })

  // Update the selected covers
  app.patch('/covers', async (request) => {
    const data = covers.changesToMany(request)
    const where = covers.selection(request)
    const count = await covers.updateMany(database, request, where, data)
    return { message: `Updated ${count} Cover(s) objects`, count }
  })

  // Delete the selected covers
  app.delete('/covers', async (request) => {
    const where = covers.selection(request)
    const count = await covers.deleteMany(database, where)
    return { message: `Deleted ${count} Cover(s) objects`, count }
  })

  // List the allowed methods
  app.options('/covers', optionsHandler('DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT'))

  // Get a cover
  app.get('/covers/:id', async (request, reply) => {
    const cover = await covers.find(database, request, 'id')
    const document = await covers.document(database, request, cover)
    return sendTagged(request, reply, document)
  })

  // Replace a cover
  app.put('/covers/:id', async (request, reply) => {
    const cover = await replaceItem(covers, database, request, 'id')
    const document = await covers.document(database, request, cover)
    return sendTagged(request, reply, document)
  })

  // Update a cover
  app.patch('/covers/:id', async (request, reply) => {
    const cover = await updateItem(covers, database, request, 'id')
    const document = await covers.document(database, request, cover)
    return sendTagged(request, reply, document)
  })

  // Delete a cover
  app.delete('/covers/:id', async (request) => {
    await deleteItem(covers, database, request, 'id')
    return { message: 'Deleted' }
  })

  // List the allowed methods
  app.options('/covers/:id', optionsHandler('DELETE, GET, HEAD, OPTIONS, PATCH, PUT'))
}
