import type { FastifyInstance } from 'fastify'
import { created } from '../runtime/http/response.js'
import { deleteItem } from '../runtime/http/write-item.js'
import { sendTagged } from '../runtime/http/response.js'
import type { Service } from '../service.js'

/** The routes of /indices and below. */
export function indicesRoutes(app: FastifyInstance, { database, indices }: Service): void {
  // index
  app.get('/indices', async (request, reply) => {
    return await indices.page(database, request, reply)
  })

  // create
  app.post('/indices', async (request, reply) => {
    const rows = await indices.createAll(database, request)
    const documents = await indices.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // show
  app.get('/indices/:aB', async (request, reply) => {
    const index = await indices.find(database, request, 'aB')
    return sendTagged(request, reply, await indices.document(database, request, index))
  })

  // delete
  app.delete('/indices/:aB', async (request, reply) => {
    await deleteItem(indices, database, request, 'aB')
    return reply.send({ message: 'Deleted' })
  })
}
