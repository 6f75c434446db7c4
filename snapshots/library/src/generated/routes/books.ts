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

/** Adds the routes at and below /books. */
export function booksRoutes(app: FastifyInstance, { database, books }: Service): void {
  // List books
  app.get('/books', async (request, reply) => {
    return books.page(database, request, reply)
  })

  // Create one or more books
  app.post('/books', async (request, reply) => {
    const rows = await books.createAll(database, request)
    const documents = await books.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Update the selected books
  app.put('/books', async (request) => {
    const data = books.changesToMany(request)
    const where = books.selection(request)
    const count = await books.updateMany(database, request, where, data)
    return { message: `Updated ${count} Book(s) objects`, count }
  })

  // Update the selected books
  app.patch('/books', async (request) => {
    const data = books.changesToMany(request)
    const where = books.selection(request)
    const count = await books.updateMany(database, request, where, data)
    return { message: `Updated ${count} Book(s) objects`, count }
  })

  // Delete the selected books
  app.delete('/books', async (request) => {
    const where = books.selection(request)
    const count = await books.deleteMany(database, where)
    return { message: `Deleted ${count} Book(s) objects`, count }
  })

  // List the allowed methods
  app.options('/books', optionsHandler('DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT'))

  // Get a book
  app.get('/books/:id', async (request, reply) => {
    const book = await books.find(database, request, 'id')
    const document = await books.document(database, request, book)
    return sendTagged(request, reply, document)
  })

  // Replace a book
  app.put('/books/:id', async (request, reply) => {
    const book = await replaceItem(books, database, request, 'id')
    const document = await books.document(database, request, book)
    return sendTagged(request, reply, document)
  })

  // Update a book
  app.patch('/books/:id', async (request, reply) => {
    const book = await updateItem(books, database, request, 'id')
    const document = await books.document(database, request, book)
    return sendTagged(request, reply, document)
  })

  // Delete a book
  app.delete('/books/:id', async (request) => {
    await deleteItem(books, database, request, 'id')
    return { message: 'Deleted' }
  })

  // List the allowed methods
  app.options('/books/:id', optionsHandler('DELETE, GET, HEAD, OPTIONS, PATCH, PUT'))
}
