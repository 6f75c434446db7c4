import type { FastifyInstance } from 'fastify'
import { created } from '../runtime/http/response.js'
import { changeItem, deleteItem, replaceItem } from '../runtime/http/write-item.js'
import { sendTagged } from '../runtime/http/response.js'
import type { Service } from '../service.js'

/** The routes of /books and below. */
export function booksRoutes(app: FastifyInstance, { database, books }: Service): void {
  // index
  app.get('/books', async (request, reply) => {
    return await books.page(database, request, reply)
  })

  // create
  app.post('/books', async (request, reply) => {
    const rows = await books.createAll(database, request)
    const documents = await books.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // update_many
  app.put('/books', async (request, reply) => {
    const data = books.changesToMany(request)
    const where = books.selection(request)
    const count = await books.updateMany(database, request, where, data)
    return reply.send({ message: `Updated ${count} Book(s) objects`, count })
  })

  // update_many
  app.patch('/books', async (request, reply) => {
    const data = books.changesToMany(request)
    const where = books.selection(request)
    const count = await books.updateMany(database, request, where, data)
    return reply.send({ message: `Updated ${count} Book(s) objects`, count })
  })

  // delete_many
  app.delete('/books', async (request, reply) => {
    const where = books.selection(request)
    const count = await books.items(database).deleteMany(where)
    return reply.send({ message: `Deleted ${count} Book(s) objects`, count })
  })

  // collection_options
  app.options('/books', async (request, reply) => {
    return reply.code(204).header('Allow', 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT').send()
  })

  // show
  app.get('/books/:id', async (request, reply) => {
    const book = await books.find(database, request, 'id')
    return sendTagged(request, reply, await books.document(database, request, book))
  })

  // replace
  app.put('/books/:id', async (request, reply) => {
    const book = await replaceItem(books, database, request, 'id')
    return sendTagged(request, reply, await books.document(database, request, book))
  })

  // update
  app.patch('/books/:id', async (request, reply) => {
    const book = await changeItem(books, database, request, 'id')
    return sendTagged(request, reply, await books.document(database, request, book))
  })

  // delete
  app.delete('/books/:id', async (request, reply) => {
    await deleteItem(books, database, request, 'id')
    return reply.send({ message: 'Deleted' })
  })

  // item_options
  app.options('/books/:id', async (request, reply) => {
    return reply.code(204).header('Allow', 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT').send()
  })
}
