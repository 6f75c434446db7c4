import type { FastifyInstance } from 'fastify'
import { created, deleteItem, forEachItem, sendTagged } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /books. */
export function booksRoutes(app: FastifyInstance, { database, registry, books }: Service): void {
  // List books
  app.get(
    '/books',
    {
      config: {
        query: {
          filters: {
            _limit: { type: 'integer', default: '2', minimum: 1, maximum: 3 },
            status: { type: 'string', repeat: true, enum: ['new', 'used'] },
            title__contains: { type: 'string', minLength: 3 },
            'shelf.code': { type: 'string', pattern: '^[A-Z]\\d$' },
          },
          others: {
            currency: { type: 'string', default: 'eur', enum: ['eur', 'usd'] },
            rate: { type: 'number', minimum: 0.5 },
            since: { type: 'date' },
            wide: { type: 'boolean' },
            ids: { type: 'integer', repeat: true },
          },
        },
      },
    },
    async (request, reply) => {
      return database.transaction(async (session) => {
        books.checkQuery(request)
        const event = books.event('index', session, request)
        const page = await books.page(session, request, reply, { event })
        event.complete(page)
        await registry.call('show_query', event)
        return page
      })
    },
  )

  // Create one or more books
  app.post(
    '/books',
    { config: { query: { others: { notify: { type: 'boolean', required: true } } } } },
    async (request, reply) => {
      const documents = await database.transaction(async (session) => {
        return forEachItem(request, await books.newItems(session, request), async (data) => {
          const event = books.event('create', session, request, { data })
          const book = await books.create(session, event.data)
          const document = await books.document(session, request, book)
          event.complete(document)
          await registry.call('show_query', event)
          return document
        })
      })
      return created(request, reply, documents)
    },
  )

  // Delete the selected books
  app.delete(
    '/books',
    {
      config: {
        query: {
          filters: { status: { type: 'string', required: true, enum: ['new', 'used'] } },
          others: { reason: { type: 'string', maxLength: 5 } },
        },
      },
    },
    async (request) => {
      return database.transaction(async (session) => {
        books.checkQuery(request)
        const event = books.event('delete_many', session, request)
        await registry.call('check_reason', event)
        const where = books.selection(request, { event })
        const count = await books.deleteMany(session, where)
        const result = { message: `Deleted ${count} Book(s) objects`, count }
        event.complete(result)
        return result
      })
    },
  )

  // Get a book
  app.get(
    '/books/:id',
    { config: { query: { others: { currency: { type: 'string', enum: ['eur', 'usd'] } } } } },
    async (request, reply) => {
      const document = await database.transaction(async (session) => {
        const book = await books.find(session, request, 'id')
        const event = books.event('show', session, request, { instance: book })
        const document = await books.document(session, request, book)
        event.complete(document)
        await registry.call('show_query', event)
        return document
      })
      return sendTagged(request, reply, document)
    },
  )

  // Delete a book
  app.delete('/books/:id', async (request) => {
    await deleteItem(books, database, request, 'id')
    return { message: 'Deleted' }
  })
}
