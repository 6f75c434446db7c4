import type { FastifyInstance } from 'fastify'
import { created } from '../runtime/http/answer.js'
import { sendTagged } from '../runtime/server/etag.js'
import type { Service } from '../service.js'

/** The routes of /categories and below. */
export function categoriesRoutes(app: FastifyInstance, { database, categories }: Service): void {
  // index
  app.get('/categories', async (request, reply) => {
    return reply.send(await categories.page(database, request, reply))
  })

  // create
  app.post('/categories', async (request, reply) => {
    const rows = await categories.items(database).create(categories.newItems(request))
    const documents = await categories.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // update_many
  app.put('/categories', async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const data = categories.changesToMany(request)
      const where = categories.selection(request)
      const count = await categories.items(session).updateMany(where, data)
      return { message: `Updated ${count} Category(s) objects`, count }
    })
    return reply.send(answer)
  })

  // update_many
  app.patch('/categories', async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const data = categories.changesToMany(request)
      const where = categories.selection(request)
      const count = await categories.items(session).updateMany(where, data)
      return { message: `Updated ${count} Category(s) objects`, count }
    })
    return reply.send(answer)
  })

  // delete_many
  app.delete('/categories', async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const where = categories.selection(request)
      const count = await categories.items(session).deleteMany(where)
      return { message: `Deleted ${count} Category(s) objects`, count }
    })
    return reply.send(answer)
  })

  // collection_options
  app.options('/categories', async (request, reply) => {
    return reply.code(204).header('Allow', 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT').send()
  })

  // show
  app.get('/categories/:number', async (request, reply) => {
    const category = await categories.find(database, request, 'number')
    return sendTagged(request, reply, await categories.document(database, request, category))
  })

  // replace
  app.put('/categories/:number', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const category = await categories.lock(session, request, 'number')
      await categories.checkMatch(session, request, category)
      const changed = await categories.update(session, category, categories.replacement(request, category))
      return categories.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // update
  app.patch('/categories/:number', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const category = await categories.lock(session, request, 'number')
      await categories.checkMatch(session, request, category)
      const changed = await categories.update(session, category, categories.changes(request, category))
      return categories.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // delete
  app.delete('/categories/:number', async (request, reply) => {
    await database.transaction(async (session) => {
      const category = await categories.lock(session, request, 'number')
      await categories.checkMatch(session, request, category)
      await categories.items(session).delete(categories.key(category))
    })
    return reply.send({ message: 'Deleted' })
  })

  // item_options
  app.options('/categories/:number', async (request, reply) => {
    return reply.code(204).header('Allow', 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT').send()
  })

  // index
  app.get('/categories/:number/children', async (request, reply) => {
    const category = await categories.find(database, request, 'number')
    return reply.send(
      await categories.page(database, request, reply, { within: { parent: categories.key(category) } }),
    )
  })

  // create
  app.post('/categories/:number/children', async (request, reply) => {
    const category = await categories.find(database, request, 'number')
    const rows = await categories
      .items(database)
      .create(categories.newItems(request, { parent: categories.key(category) }))
    const documents = await categories.documents(database, request, rows)
    return created(request, reply, documents)
  })
}
