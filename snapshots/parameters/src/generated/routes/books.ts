import type { FastifyInstance } from 'fastify'
import { forEachItem } from '../runtime/errors.js'
import { created, sendTagged } from '../runtime/http/entity-tags.js'
import { checkQuery } from '../runtime/http/handlers.js'
import { deleteItem } from '../runtime/http/write.js'
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
            _limit: { schema: { type: 'integer', minimum: 1, maximum: 3, default: 2 } },
            status: { schema: { type: 'array', items: { type: 'string', enum: ['new', 'used'] } } },
            title__contains: { schema: { type: 'string', minLength: 3 } },
            'shelf.code': { schema: { type: 'string', pattern: '^[A-Z]\\d$' } },
          },
          others: {
            currency: { schema: { type: 'string', enum: ['eur', 'usd'], default: 'eur' } },
            rate: { schema: { type: 'number', minimum: 0.5 } },
            since: { schema: { type: 'string', format: 'http-date' } },
            wide: { schema: { type: 'boolean' } },
            ids: { schema: { type: 'array', items: { type: 'integer' } } },
          },
        },
      },
    },
    async (request, reply) => {
      return database.transaction(async (session) => {
        checkQuery(books, request)
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
    { config: { query: { others: { notify: { schema: { type: 'boolean' }, required: true } } } } },
    async (request, reply) => {
      const documents = await database.transaction(async (session) => {
        return forEachItem(request, await books.newItems(session, request), async (data) => {
          const event = books.event('create', session, request, { data })
          const book = await books.create(session, request, event.data)
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
          filters: { status: { schema: { type: 'string', enum: ['new', 'used'] }, required: true } },
          others: { reason: { schema: { type: 'string', maxLength: 5 } } },
        },
      },
    },
    async (request) => {
      return database.transaction(async (session) => {
        checkQuery(books, request)
        const event = books.event('delete_many', session, request)
        await registry.call('check_reason', event)
        const where = books.selection(request, { event })
        const count = await books.deleteMany(session, request, where)
        return { message: `Deleted ${count} Book(s) objects`, count }
      })
    },
  )

  // Get a book
  app.get(
    '/books/:id',
    { config: { query: { others: { currency: { schema: { type: 'string', enum: ['eur', 'usd'] } } } } } },
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
