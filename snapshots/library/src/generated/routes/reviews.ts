import type { FastifyInstance } from 'fastify'
import { created } from '../runtime/http/answer.js'
import { sendTagged } from '../runtime/server/etag.js'
import type { Service } from '../service.js'

/** The routes of /reviews and below. */
export function reviewsRoutes(app: FastifyInstance, { database, reviews }: Service): void {
  // index
  app.get('/reviews', async (request, reply) => {
    return reply.send(await reviews.page(database, request, reply))
  })

  // create
  app.post('/reviews', async (request, reply) => {
    const rows = await reviews.items(database).create(reviews.newItems(request))
    const documents = await reviews.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // update_many
  app.put('/reviews', async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const data = reviews.changesToMany(request)
      const where = reviews.selection(request)
      const count = await reviews.items(session).updateMany(where, data)
      return { message: `Updated ${count} Review(s) objects`, count }
    })
    return reply.send(answer)
  })

  // update_many
  app.patch('/reviews', async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const data = reviews.changesToMany(request)
      const where = reviews.selection(request)
      const count = await reviews.items(session).updateMany(where, data)
      return { message: `Updated ${count} Review(s) objects`, count }
    })
    return reply.send(answer)
  })

  // delete_many
  app.delete('/reviews', async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const where = reviews.selection(request)
      const count = await reviews.items(session).deleteMany(where)
      return { message: `Deleted ${count} Review(s) objects`, count }
    })
    return reply.send(answer)
  })

  // collection_options
  app.options('/reviews', async (request, reply) => {
    return reply.code(204).header('Allow', 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT').send()
  })

  // show
  app.get('/reviews/:id', async (request, reply) => {
    const review = await reviews.find(database, request, 'id')
    return sendTagged(request, reply, await reviews.document(database, request, review))
  })

  // replace
  app.put('/reviews/:id', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const review = await reviews.lock(session, request, 'id')
      await reviews.checkMatch(session, request, review)
      const changed = await reviews.update(session, review, reviews.replacement(request, review))
      return reviews.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // update
  app.patch('/reviews/:id', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const review = await reviews.lock(session, request, 'id')
      await reviews.checkMatch(session, request, review)
      const changed = await reviews.update(session, review, reviews.changes(request, review))
      return reviews.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // delete
  app.delete('/reviews/:id', async (request, reply) => {
    await database.transaction(async (session) => {
      const review = await reviews.lock(session, request, 'id')
      await reviews.checkMatch(session, request, review)
      await reviews.items(session).delete(reviews.key(review))
    })
    return reply.send({ message: 'Deleted' })
  })

  // item_options
  app.options('/reviews/:id', async (request, reply) => {
    return reply.code(204).header('Allow', 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT').send()
  })
}
