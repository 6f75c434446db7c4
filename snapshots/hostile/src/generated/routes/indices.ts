import type { FastifyInstance } from 'fastify'
import { createAll } from '../runtime/http/create-all.js'
import { created, sendTagged } from '../runtime/http/entity-tags.js'
import { deleteItem } from '../runtime/http/write.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /indices. */
export function indicesRoutes(app: FastifyInstance, { database, indices }: Service): void {
  // List indices
  app.get('/indices', async (request, reply) => {
    return indices.page(database, request, reply)
  })

  // Create one or more indices
  app.post('/indices', async (request, reply) => {
    const rows = await createAll(indices, database, request)
    const documents = await indices.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Get an index
  app.get('/indices/:aB', async (request, reply) => {
    const index = await indices.find(database, request, 'aB')
    const document = await indices.document(database, request, index)
    return sendTagged(request, reply, document)
  })

  // Delete an index
  app.delete('/indices/:aB', async (request) => {
    await deleteItem(indices, database, request, 'aB')
    return { message: 'Deleted' }
  })
}
