import type { FastifyInstance } from 'fastify'
import {
  changeItem,
  created,
  deleteItem,
  optionsHandler,
  replaceItem,
  sendTagged,
} from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** The routes at and below /books. */
export function booksRoutes(app: FastifyInstance, { database, books }: Service): void {
  // Lists books.
  app.get('/books', async (request, reply) => {
    return books.page(database, request, reply)
  })

  // Creates one or more books.
  app.post('/books', async (request, reply) => {
    const rows = await books.createAll(database, request)
    const documents = await books.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Changes the books that the query selects.
  app.put('/books', async (request) => {
    const data = books.changesToMany(request)
    const where = books.selection(request)
    const count = await books.updateMany(database, request, where, data)
    return { message: `Updated ${count} Book(s) objects`, count }
  })

  // Changes the books that the query selects.
  app.patch('/books', async (request) => {
    const data = books.changesToMany(request)
    const where = books.selection(request)
    const count = await books.updateMany(database, request, where, data)
    return { message: `Updated ${count} Book(s) objects`, count }
  })

  // Deletes the books that the query selects.
  app.delete('/books', async (request) => {
    const where = books.selection(request)
    const count = await books.deleteMany(database, where)
    return { message: `Deleted ${count} Book(s) objects`, count }
  })

  // Returns the allowed methods.
  app.options('/books', optionsHandler('DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT'))

  // Returns a book.
  app.get('/books/:id', async (request, reply) => {
    const book = await books.find(database, request, 'id')
    const document = await books.document(database, request, book)
    return sendTagged(request, reply, document)
  })

  // Replaces a book.
  app.put('/books/:id', async (request, reply) => {
    const book = await replaceItem(books, database, request, 'id')
    const document = await books.document(database, request, book)
    return sendTagged(request, reply, document)
  })

  // Changes a book.
  app.patch('/books/:id', async (request, reply) => {
    const book = await changeItem(books, database, request, 'id')
    const document = await books.document(database, request, book)
    return sendTagged(request, reply, document)
  })

  // Deletes a book.
  app.delete('/books/:id', async (request) => {
    await deleteItem(books, database, request, 'id')
    return { message: 'Deleted' }
  })

  // Returns the allowed methods.
  app.options('/books/:id', optionsHandler('DELETE, GET, HEAD, OPTIONS, PATCH, PUT'))
}
