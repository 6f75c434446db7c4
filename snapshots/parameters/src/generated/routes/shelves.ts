import type { FastifyInstance } from 'fastify'
import { createAll } from '../runtime/http/create-all.js'
import { created, sendTagged } from '../runtime/http/entity-tags.js'
import { checkQuery } from '../runtime/http/handlers.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /shelves. */
export function shelvesRoutes(app: FastifyInstance, { database, registry, books, shelves }: Service): void {
  // List shelves
  app.get('/shelves', async (request, reply) => {
    return shelves.page(database, request, reply)
  })

  // Create one or more shelves
  app.post('/shelves', async (request, reply) => {
    const rows = await createAll(shelves, database, request)
    const documents = await shelves.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Get a shelf
  app.get('/shelves/:code', async (request, reply) => {
    const shelf = await shelves.find(database, request, 'code')
    const document = await shelves.document(database, request, shelf)
    return sendTagged(request, reply, document)
  })

  // List the books of a shelf
  app.get(
    '/shelves/:code/books',
    { config: { query: { others: { currency: { schema: { type: 'string', enum: ['gbp'] } } } } } },
    async (request, reply) => {
      return database.transaction(async (session) => {
        const shelf = await shelves.find(session, request, 'code')
        checkQuery(books, request)
        const event = books.event('index', session, request)
        const page = await books.page(session, request, reply, {
          event,
          within: { shelf: shelves.key(shelf) },
        })
        event.complete(page)
        await registry.call('show_query', event)
        return page
      })
    },
  )
}
