import type { FastifyInstance } from 'fastify'
import { created } from '../runtime/http/response.js'
import { changeItem, deleteItem, replaceItem } from '../runtime/http/write-item.js'
import { sendTagged } from '../runtime/http/response.js'
import type { Service } from '../service.js'

/** The routes of /authors and below. */
export function authorsRoutes(
  app: FastifyInstance,
  { database, authors, books, covers, reviews }: Service,
): void {
  // index
  app.get('/authors', async (request, reply) => {
    return await authors.page(database, request, reply)
  })

  // create
  app.post('/authors', async (request, reply) => {
    const rows = await authors.createAll(database, request)
    const documents = await authors.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // update_many
  app.put('/authors', async (request, reply) => {
    const data = authors.changesToMany(request)
    const where = authors.selection(request)
    const count = await authors.updateMany(database, request, where, data)
    return reply.send({ message: `Updated ${count} Author(s) objects`, count })
  })

  // update_many
  app.patch('/authors', async (request, reply) => {
    const data = authors.changesToMany(request)
    const where = authors.selection(request)
    const count = await authors.updateMany(database, request, where, data)
    return reply.send({ message: `Updated ${count} Author(s) objects`, count })
  })

  // delete_many
  app.delete('/authors', async (request, reply) => {
    const where = authors.selection(request)
    const count = await authors.items(database).deleteMany(where)
    return reply.send({ message: `Deleted ${count} Author(s) objects`, count })
  })

  // collection_options
  app.options('/authors', async (request, reply) => {
    return reply.code(204).header('Allow', 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT').send()
  })

  // show
  app.get('/authors/:name', async (request, reply) => {
    const author = await authors.find(database, request, 'name')
    return sendTagged(request, reply, await authors.document(database, request, author))
  })

  // replace
  app.put('/authors/:name', async (request, reply) => {
    const author = await replaceItem(authors, database, request, 'name')
    return sendTagged(request, reply, await authors.document(database, request, author))
  })

  // update
  app.patch('/authors/:name', async (request, reply) => {
    const author = await changeItem(authors, database, request, 'name')
    return sendTagged(request, reply, await authors.document(database, request, author))
  })

  // delete
  app.delete('/authors/:name', async (request, reply) => {
    await deleteItem(authors, database, request, 'name')
    return reply.send({ message: 'Deleted' })
  })

  // item_options
  app.options('/authors/:name', async (request, reply) => {
    return reply.code(204).header('Allow', 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT').send()
  })

  // index
  app.get('/authors/:name/books', async (request, reply) => {
    const author = await authors.find(database, request, 'name')
    return await books.page(database, request, reply, { within: { author: authors.key(author) } })
  })

  // create
  app.post('/authors/:name/books', async (request, reply) => {
    const author = await authors.find(database, request, 'name')
    const rows = await books.createAll(database, request, { author: authors.key(author) })
    const documents = await books.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // update_many
  app.put('/authors/:name/books', async (request, reply) => {
    const author = await authors.find(database, request, 'name')
    const data = books.changesToMany(request, { author: authors.key(author) })
    const where = books.selection(request, { within: { author: authors.key(author) } })
    const count = await books.updateMany(database, request, where, data)
    return reply.send({ message: `Updated ${count} Book(s) objects`, count })
  })

  // update_many
  app.patch('/authors/:name/books', async (request, reply) => {
    const author = await authors.find(database, request, 'name')
    const data = books.changesToMany(request, { author: authors.key(author) })
    const where = books.selection(request, { within: { author: authors.key(author) } })
    const count = await books.updateMany(database, request, where, data)
    return reply.send({ message: `Updated ${count} Book(s) objects`, count })
  })

  // delete_many
  app.delete('/authors/:name/books', async (request, reply) => {
    const author = await authors.find(database, request, 'name')
    const where = books.selection(request, { within: { author: authors.key(author) } })
    const count = await books.items(database).deleteMany(where)
    return reply.send({ message: `Deleted ${count} Book(s) objects`, count })
  })

  // collection_options
  app.options('/authors/:name/books', async (request, reply) => {
    return reply.code(204).header('Allow', 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT').send()
  })

  // show
  app.get('/authors/:name/books/:id', async (request, reply) => {
    const author = await authors.find(database, request, 'name')
    const book = await books.find(database, request, 'id', { author: authors.key(author) })
    return sendTagged(request, reply, await books.document(database, request, book))
  })

  // replace
  app.put('/authors/:name/books/:id', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const author = await authors.find(session, request, 'name')
      const book = await books.lock(session, request, 'id', { author: authors.key(author) })
      await books.checkMatch(session, request, book)
      const data = books.replacement(request, book, { author: authors.key(author) })
      const changed = await books.update(session, book, data)
      return books.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // update
  app.patch('/authors/:name/books/:id', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const author = await authors.find(session, request, 'name')
      const book = await books.lock(session, request, 'id', { author: authors.key(author) })
      await books.checkMatch(session, request, book)
      const data = books.changes(request, book, { author: authors.key(author) })
      const changed = await books.update(session, book, data)
      return books.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // delete
  app.delete('/authors/:name/books/:id', async (request, reply) => {
    await database.transaction(async (session) => {
      const author = await authors.find(session, request, 'name')
      const book = await books.lock(session, request, 'id', { author: authors.key(author) })
      await books.checkMatch(session, request, book)
      await books.items(session).delete(books.key(book))
    })
    return reply.send({ message: 'Deleted' })
  })

  // item_options
  app.options('/authors/:name/books/:id', async (request, reply) => {
    return reply.code(204).header('Allow', 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT').send()
  })

  // show
  app.get('/authors/:name/books/:id/cover', async (request, reply) => {
    const author = await authors.find(database, request, 'name')
    const book = await books.find(database, request, 'id', { author: authors.key(author) })
    const cover = await covers.only(database, request, { book: books.key(book) })
    return sendTagged(request, reply, await covers.document(database, request, cover))
  })

  // create
  app.post('/authors/:name/books/:id/cover', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const author = await authors.find(session, request, 'name')
      const book = await books.find(session, request, 'id', { author: authors.key(author) })
      await covers.refuseSecond(session, { book: books.key(book) })
      const data = covers.newItem(request, { book: books.key(book) })
      const cover = await covers.create(session, data)
      return covers.document(session, request, cover)
    })
    return created(request, reply, [document])
  })

  // replace
  app.put('/authors/:name/books/:id/cover', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const author = await authors.find(session, request, 'name')
      const book = await books.find(session, request, 'id', { author: authors.key(author) })
      const cover = await covers.lockOnly(session, request, { book: books.key(book) })
      await covers.checkMatch(session, request, cover)
      const data = covers.replacement(request, cover, { book: books.key(book) })
      const changed = await covers.update(session, cover, data)
      return covers.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // update
  app.patch('/authors/:name/books/:id/cover', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const author = await authors.find(session, request, 'name')
      const book = await books.find(session, request, 'id', { author: authors.key(author) })
      const cover = await covers.lockOnly(session, request, { book: books.key(book) })
      await covers.checkMatch(session, request, cover)
      const data = covers.changes(request, cover, { book: books.key(book) })
      const changed = await covers.update(session, cover, data)
      return covers.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // delete
  app.delete('/authors/:name/books/:id/cover', async (request, reply) => {
    await database.transaction(async (session) => {
      const author = await authors.find(session, request, 'name')
      const book = await books.find(session, request, 'id', { author: authors.key(author) })
      const cover = await covers.lockOnly(session, request, { book: books.key(book) })
      await covers.checkMatch(session, request, cover)
      await covers.items(session).delete(covers.key(cover))
    })
    return reply.send({ message: 'Deleted' })
  })

  // show
  app.get('/authors/:name/links', async (request, reply) => {
    const author = await authors.find(database, request, 'name')
    return reply.send(authors.attribute(request, author, 'links'))
  })

  // update
  app.post('/authors/:name/links', async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const author = await authors.lock(session, request, 'name')
      const data = authors.attributeChanges(request, author, 'links')
      const changed = await authors.update(session, author, data)
      return authors.attribute(request, changed, 'links')
    })
    return reply.send(answer)
  })

  // show
  app.get('/authors/:name/tags', async (request, reply) => {
    const author = await authors.find(database, request, 'name')
    return reply.send(authors.attribute(request, author, 'tags'))
  })

  // update
  app.post('/authors/:name/tags', async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const author = await authors.lock(session, request, 'name')
      const data = authors.attributeChanges(request, author, 'tags')
      const changed = await authors.update(session, author, data)
      return authors.attribute(request, changed, 'tags')
    })
    return reply.send(answer)
  })

  // index
  app.get('/authors/:name/written_reviews', async (request, reply) => {
    const author = await authors.find(database, request, 'name')
    return await reviews.page(database, request, reply, { within: { writer: authors.key(author) } })
  })

  // create
  app.post('/authors/:name/written_reviews', async (request, reply) => {
    const author = await authors.find(database, request, 'name')
    const rows = await reviews.createAll(database, request, { writer: authors.key(author) })
    const documents = await reviews.documents(database, request, rows)
    return created(request, reply, documents)
  })
}
