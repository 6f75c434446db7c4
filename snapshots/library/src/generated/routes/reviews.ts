import type { FastifyInstance } from 'fastify'
import { created } from '../runtime/http/response.js'
import { changeItem, deleteItem, replaceItem } from '../runtime/http/write-item.js'
import { sendTagged } from '../runtime/http/response.js'
import type { Service } from '../service.js'

/** The routes of /reviews and below. */
export function reviewsRoutes(app: FastifyInstance, { database, reviews }: Service): void {
  // index
  app.get('/reviews', async (request, reply) => {
    return await reviews.page(database, request, reply)
  })

  // create
  app.post('/reviews', async (request, reply) => {
    const rows = await reviews.createAll(database, request)
    const documents = await reviews.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // update_many
  app.put('/reviews', async (request, reply) => {
    const data = reviews.changesToMany(request)
    const where = reviews.selection(request)
    const count = await reviews.updateMany(database, request, where, data)
    return reply.send({ message: `Updated ${count} Review(s) objects`, count })
  })

  // update_many
  app.patch('/reviews', async (request, reply) => {
    const data = reviews.changesToMany(request)
    const where = reviews.selection(request)
    const count = await reviews.updateMany(database, request, where, data)
    return reply.send({ message: `Updated ${count} Review(s) objects`, count })
  })

  // delete_many
  app.delete('/reviews', async (request, reply) => {
    const where = reviews.selection(request)
    const count = await reviews.items(database).deleteMany(where)
    return reply.send({ message: `Deleted ${count} Review(s) objects`, count })
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
    const review = await replaceItem(reviews, database, request, 'id')
    return sendTagged(request, reply, await reviews.document(database, request, review))
  })

  // update
  app.patch('/reviews/:id', async (request, reply) => {
    const review = await changeItem(reviews, database, request, 'id')
    return sendTagged(request, reply, await reviews.document(database, request, review))
  })

  // delete
  app.delete('/reviews/:id', async (request, reply) => {
    await deleteItem(reviews, database, request, 'id')
    return reply.send({ message: 'Deleted' })
  })

  // item_options
  app.options('/reviews/:id', async (request, reply) => {
    return reply.code(204).header('Allow', 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT').send()
  })
}
