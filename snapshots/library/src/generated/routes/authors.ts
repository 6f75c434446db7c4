import type { FastifyInstance } from 'fastify'
import { readAttributeChanges, showAttribute } from '../runtime/http/attributes.js'
import { findOnly, lockOnly, newOnly } from '../runtime/http/singular.js'
import {
  created,
  deleteItem,
  optionsHandler,
  replaceItem,
  sendTagged,
  updateItem,
} from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /authors. */
export function authorsRoutes(
  app: FastifyInstance,
  { database, authors, books, covers, reviews }: Service,
): void {
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
  app.put('/authors', async (request) => {
    const data = authors.changesToMany(request)
    const where = authors.selection(request)
    const count = await authors.updateMany(database, request, where, data)
    return { message: `Updated ${count} Author(s) objects`, count }
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

  // List the allowed methods
  app.options('/authors', optionsHandler('DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT'))

  // Get an author
  app.get('/authors/:name', async (request, reply) => {
    const author = await authors.find(database, request, 'name')
    const document = await authors.document(database, request, author)
    return sendTagged(request, reply, document)
  })

  // Replace an author
  app.put('/authors/:name', async (request, reply) => {
    const author = await replaceItem(authors, database, request, 'name')
    const document = await authors.document(database, request, author)
    return sendTagged(request, reply, document)
  })

  // Update an author
  app.patch('/authors/:name', async (request, reply) => {
    const author = await updateItem(authors, database, request, 'name')
    const document = await authors.document(database, request, author)
    return sendTagged(request, reply, document)
  })

  // Delete an author
  app.delete('/authors/:name', async (request) => {
    await deleteItem(authors, database, request, 'name')
    return { message: 'Deleted' }
  })

  // List the allowed methods
  app.options('/authors/:name', optionsHandler('DELETE, GET, HEAD, OPTIONS, PATCH, PUT'))

  // List the books of an author
  app.get('/authors/:name/books', async (request, reply) => {
    const author = await authors.find(database, request, 'name')
    return books.page(database, request, reply, { within: { author: authors.key(author) } })
  })

  // Create one or more books of an author
  app.post('/authors/:name/books', async (request, reply) => {
    const author = await authors.find(database, request, 'name')
    const rows = await books.createAll(database, request, { author: authors.key(author) })
    const documents = await books.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Update the selected books of an author
  app.put('/authors/:name/books', async (request) => {
    const author = await authors.find(database, request, 'name')
    const data = books.changesToMany(request, { author: authors.key(author) })
    const where = books.selection(request, { within: { author: authors.key(author) } })
    const count = await books.updateMany(database, request, where, data)
    return { message: `Updated ${count} Book(s) objects`, count }
  })

  // Update the selected books of an author
  app.patch('/authors/:name/books', async (request) => {
    const author = await authors.find(database, request, 'name')
    const data = books.changesToMany(request, { author: authors.key(author) })
    const where = books.selection(request, { within: { author: authors.key(author) } })
    const count = await books.updateMany(database, request, where, data)
    return { message: `Updated ${count} Book(s) objects`, count }
  })

  // Delete the selected books of an author
  app.delete('/authors/:name/books', async (request) => {
    const author = await authors.find(database, request, 'name')
    const where = books.selection(request, { within: { author: authors.key(author) } })
    const count = await books.deleteMany(database, where)
    return { message: `Deleted ${count} Book(s) objects`, count }
  })

  // List the allowed methods
  app.options('/authors/:name/books', optionsHandler('DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT'))

  // Get a book of an author
  app.get('/authors/:name/books/:id', async (request, reply) => {
    const author = await authors.find(database, request, 'name')
    const book = await books.find(database, request, 'id', { author: authors.key(author) })
    const document = await books.document(database, request, book)
    return sendTagged(request, reply, document)
  })

  // Replace a book of an author
  app.put('/authors/:name/books/:id', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const author = await authors.find(session, request, 'name')
      const book = await books.lock(session, request, 'id', { author: authors.key(author) })
      await books.checkMatch(session, request, book)
      const data = await books.replacement(session, request, book, { author: authors.key(author) })
      const changed = await books.update(session, book, data)
      return books.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // Update a book of an author
  app.patch('/authors/:name/books/:id', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const author = await authors.find(session, request, 'name')
      const book = await books.lock(session, request, 'id', { author: authors.key(author) })
      await books.checkMatch(session, request, book)
      const data = await books.changes(session, request, book, { author: authors.key(author) })
      const changed = await books.update(session, book, data)
      return books.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // Delete a book of an author
  app.delete('/authors/:name/books/:id', async (request) => {
    return database.transaction(async (session) => {
      const author = await authors.find(session, request, 'name')
      const book = await books.lock(session, request, 'id', { author: authors.key(author) })
      await books.checkMatch(session, request, book)
      await books.delete(session, book)
      return { message: 'Deleted' }
    })
  })

  // List the allowed methods
  app.options('/authors/:name/books/:id', optionsHandler('DELETE, GET, HEAD, OPTIONS, PATCH, PUT'))

  // Get the cover of a book
  app.get('/authors/:name/books/:id/cover', async (request, reply) => {
    const author = await authors.find(database, request, 'name')
    const book = await books.find(database, request, 'id', { author: authors.key(author) })
    const cover = await findOnly(covers, database, { book: books.key(book) })
    const document = await covers.document(database, request, cover)
    return sendTagged(request, reply, document)
  })

  // Create the cover of a book
  app.post('/authors/:name/books/:id/cover', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const author = await authors.find(session, request, 'name')
      const book = await books.find(session, request, 'id', { author: authors.key(author) })
      const data = await newOnly(covers, session, request, { book: books.key(book) })
      const cover = await covers.create(session, data)
      return covers.document(session, request, cover)
    })
    return created(request, reply, [document])
  })

  // Replace the cover of a book
  app.put('/authors/:name/books/:id/cover', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const author = await authors.find(session, request, 'name')
      const book = await books.find(session, request, 'id', { author: authors.key(author) })
      const cover = await lockOnly(covers, session, { book: books.key(book) })
      await covers.checkMatch(session, request, cover)
      const data = await covers.replacement(session, request, cover, { book: books.key(book) })
      const changed = await covers.update(session, cover, data)
      return covers.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // Update the cover of a book
  app.patch('/authors/:name/books/:id/cover', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const author = await authors.find(session, request, 'name')
      const book = await books.find(session, request, 'id', { author: authors.key(author) })
      const cover = await lockOnly(covers, session, { book: books.key(book) })
      await covers.checkMatch(session, request, cover)
      const data = await covers.changes(session, request, cover, { book: books.key(book) })
      const changed = await covers.update(session, cover, data)
      return covers.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // Delete the cover of a book
  app.delete('/authors/:name/books/:id/cover', async (request) => {
    return database.transaction(async (session) => {
      const author = await authors.find(session, request, 'name')
      const book = await books.find(session, request, 'id', { author: authors.key(author) })
      const cover = await lockOnly(covers, session, { book: books.key(book) })
      await covers.checkMatch(session, request, cover)
      await covers.delete(session, cover)
      return { message: 'Deleted' }
    })
  })

  // Get the links of an author
  app.get('/authors/:name/links', async (request) => {
    const author = await authors.find(database, request, 'name')
    return showAttribute(authors, request, author, 'links')
  })

  // Update the links of an author
  app.post('/authors/:name/links', async (request) => {
    return database.transaction(async (session) => {
      const author = await authors.lock(session, request, 'name')
      const data = await readAttributeChanges(authors, session, request, author, 'links')
      const changed = await authors.update(session, author, data)
      return showAttribute(authors, request, changed, 'links')
    })
  })

  // Get the tags of an author
  app.get('/authors/:name/tags', async (request) => {
    const author = await authors.find(database, request, 'name')
    return showAttribute(authors, request, author, 'tags')
  })

  // Update the tags of an author
  app.post('/authors/:name/tags', async (request) => {
    return database.transaction(async (session) => {
      const author = await authors.lock(session, request, 'name')
      const data = await readAttributeChanges(authors, session, request, author, 'tags')
      const changed = await authors.update(session, author, data)
      return showAttribute(authors, request, changed, 'tags')
    })
  })

  // List the allowed methods
  app.options('/authors/:name/tags', optionsHandler('GET, HEAD, OPTIONS, POST'))

  // List the written reviews of an author
  app.get('/authors/:name/written_reviews', async (request, reply) => {
    const author = await authors.find(database, request, 'name')
    return reviews.page(database, request, reply, { within: { writer: authors.key(author) } })
  })

  // Create one or more written reviews of an author
  app.post('/authors/:name/written_reviews', async (request, reply) => {
    const author = await authors.find(database, request, 'name')
    const rows = await reviews.createAll(database, request, { writer: authors.key(author) })
    const documents = await reviews.documents(database, request, rows)
    return created(request, reply, documents)
  })
}
