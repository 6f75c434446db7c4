import type { FastifyInstance } from 'fastify'
import { created } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /bookings. */
export function bookingsRoutes(app: FastifyInstance, { database, bookings }: Service): void {
  // List bookings
  app.get('/bookings', async (request, reply) => {
    return bookings.page(database, request, reply)
  })

  // Create one or more bookings
  app.post('/bookings', async (request, reply) => {
    const rows = await bookings.createAll(database, request)
    const documents = await bookings.documents(database, request, rows)
    return created(request, reply, documents)
  })
}
