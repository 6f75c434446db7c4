import type { FastifyInstance } from 'fastify'
import { created } from '../runtime/http/answer.js'
import { sendTagged } from '../runtime/server/etag.js'
import type { Service } from '../service.js'

/** The routes of /books and below. */
export function booksRoutes(app: FastifyInstance, { database, books }: Service): void {
  // index
  app.get('/books', async (request, reply) => {
    return reply.send(await books.page(database, request, reply))
  })

  // create
  app.post('/books', async (request, reply) => {
    const rows = await books.items(database).create(books.newItems(request))
    const documents = await books.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // update_many
  app.put('/books', async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const data = books.changesToMany(request)
      const where = books.selection(request)
      const count = await books.items(session).updateMany(where, data)
      return { message: `Updated ${count} Book(s) objects`, count }
    })
    return reply.send(answer)
  })

  // update_many
  app.patch('/books', async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const data = books.changesToMany(request)
      const where = books.selection(request)
      const count = await books.items(session).updateMany(where, data)
      return { message: `Updated ${count} Book(s) objects`, count }
    })
    return reply.send(answer)
  })

  // delete_many
  app.delete('/books', async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const where = books.selection(request)
      const count = await books.items(session).deleteMany(where)
      return { message: `Deleted ${count} Book(s) objects`, count }
    })
    return reply.send(answer)
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
    const document = await database.transaction(async (session) => {
      const book = await books.lock(session, request, 'id')
      await books.checkMatch(session, request, book)
      const changed = await books.update(session, book, books.replacement(request, book))
      return books.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // update
  app.patch('/books/:id', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const book = await books.lock(session, request, 'id')
      await books.checkMatch(session, request, book)
      const changed = await books.update(session, book, books.changes(request, book))
      return books.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // delete
  app.delete('/books/:id', async (request, reply) => {
    await database.transaction(async (session) => {
      const book = await books.lock(session, request, 'id')
      await books.checkMatch(session, request, book)
      await books.items(session).delete(books.key(book))
    })
    return reply.send({ message: 'Deleted' })
  })

  // item_options
  app.options('/books/:id', async (request, reply) => {
    return reply.code(204).header('Allow', 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT').send()
  })
}
