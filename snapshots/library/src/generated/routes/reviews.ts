import type { FastifyInstance } from 'fastify'
import {
  created,
  deleteItem,
  optionsHandler,
  replaceItem,
  sendTagged,
  updateItem,
} from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /reviews. */
export function reviewsRoutes(app: FastifyInstance, { database, reviews }: Service): void {
  // List reviews
  app.get('/reviews', async (request, reply) => {
    return reviews.page(database, request, reply)
  })

  // Create one or more reviews
  app.post('/reviews', async (request, reply) => {
    const rows = await reviews.createAll(database, request)
    const documents = await reviews.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Update the selected reviews
  app.put('/reviews', async (request) => {
    const data = reviews.changesToMany(request)
    const where = reviews.selection(request)
    const count = await reviews.updateMany(database, request, where, data)
    return { message: `Updated ${count} Review(s) objects`, count }
  })

  // Update the selected reviews
  app.patch('/reviews', async (request) => {
    const data = reviews.changesToMany(request)
    const where = reviews.selection(request)
    const count = await reviews.updateMany(database, request, where, data)
    return { message: `Updated ${count} Review(s) objects`, count }
  })

  // Delete the selected reviews
  app.delete('/reviews', async (request) => {
    const where = reviews.selection(request)
    const count = await reviews.deleteMany(database, where)
    return { message: `Deleted ${count} Review(s) objects`, count }
  })

  // List the allowed methods
  app.options('/reviews', optionsHandler('DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT'))

  // Get a review
  app.get('/reviews/:id', async (request, reply) => {
    const review = await reviews.find(database, request, 'id')
    const document = await reviews.document(database, request, review)
    return sendTagged(request, reply, document)
  })

  // Replace a review
  app.put('/reviews/:id', async (request, reply) => {
    const review = await replaceItem(reviews, database, request, 'id')
    const document = await reviews.document(database, request, review)
    return sendTagged(request, reply, document)
  })

  // Update a review
  app.patch('/reviews/:id', async (request, reply) => {
    const review = await updateItem(reviews, database, request, 'id')
    const document = await reviews.document(database, request, review)
    return sendTagged(request, reply, document)
  })

  // Delete a review
  app.delete('/reviews/:id', async (request) => {
    await deleteItem(reviews, database, request, 'id')
    return { message: 'Deleted' }
  })

  // List the allowed methods
  app.options('/reviews/:id', optionsHandler('DELETE, GET, HEAD, OPTIONS, PATCH, PUT'))
}
