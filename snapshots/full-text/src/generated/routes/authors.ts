import type { FastifyInstance } from 'fastify'
import { created, deleteItem, replaceItem, sendTagged, updateItem } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /authors. */
export function authorsRoutes(app: FastifyInstance, { database, authors }: Service): void {
  // List authors
  app.get('/authors', async (request, reply) => {
    return authors.page(database, request, reply)
  })

  // Create one or more authors
  app.post('/authors', async (request, reply) => {
    const rows = await authors.createAll(database, request)
    const documents = await authors.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Update the selected authors
  app.patch('/authors', async (request) => {
    const data = authors.changesToMany(request)
    const where = authors.selection(request)
    const count = await authors.updateMany(database, request, where, data)
    return { message: `Updated ${count} Author(s) objects`, count }
  })

  // Delete the selected authors
  app.delete('/authors', async (request) => {
    const where = authors.selection(request)
    const count = await authors.deleteMany(database, where)
    return { message: `Deleted ${count} Author(s) objects`, count }
  })

  // Get an author
  app.get('/authors/:id', async (request, reply) => {
    const author = await authors.find(database, request, 'id')
    const document = await authors.document(database, request, author)
    return sendTagged(request, reply, document)
  })

  // Replace an author
  app.put('/authors/:id', async (request, reply) => {
    const author = await replaceItem(authors, database, request, 'id')
    const document = await authors.document(database, request, author)
    return sendTagged(request, reply, document)
  })

  // Update an author
  app.patch('/authors/:id', async (request, reply) => {
    const author = await updateItem(authors, database, request, 'id')
    const document = await authors.document(database, request, author)
    return sendTagged(request, reply, document)
  })

  // Delete an author
  app.delete('/authors/:id', async (request) => {
    await deleteItem(authors, database, request, 'id')
    return { message: 'Deleted' }
  })
}
