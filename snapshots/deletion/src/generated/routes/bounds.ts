import type { FastifyInstance } from 'fastify'
import { changeItem, created, deleteItem, replaceItem, sendTagged } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** The routes at and below /bounds. */
export function boundsRoutes(app: FastifyInstance, { database, bounds }: Service): void {
  // Lists bounds.
  app.get('/bounds', async (request, reply) => {
    return bounds.page(database, request, reply)
  })

  // Creates one or more bounds.
  app.post('/bounds', async (request, reply) => {
    const rows = await bounds.createAll(database, request)
    const documents = await bounds.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Changes the bounds that the query selects.
  app.patch('/bounds', async (request) => {
    const data = bounds.changesToMany(request)
    const where = bounds.selection(request)
    const count = await bounds.updateMany(database, request, where, data)
    return { message: `Updated ${count} Bound(s) objects`, count }
  })

  // Deletes the bounds that the query selects.
  app.delete('/bounds', async (request) => {
    const where = bounds.selection(request)
    const count = await bounds.deleteMany(database, where)
    return { message: `Deleted ${count} Bound(s) objects`, count }
  })

  // Returns a bound.
  app.get('/bounds/:id', async (request, reply) => {
    const bound = await bounds.find(database, request, 'id')
    const document = await bounds.document(database, request, bound)
    return sendTagged(request, reply, document)
  })

  // Replaces a bound.
  app.put('/bounds/:id', async (request, reply) => {
    const bound = await replaceItem(bounds, database, request, 'id')
    const document = await bounds.document(database, request, bound)
    return sendTagged(request, reply, document)
  })

  // Changes a bound.
  app.patch('/bounds/:id', async (request, reply) => {
    const bound = await changeItem(bounds, database, request, 'id')
    const document = await bounds.document(database, request, bound)
    return sendTagged(request, reply, document)
  })

  // Deletes a bound.
  app.delete('/bounds/:id', async (request) => {
    await deleteItem(bounds, database, request, 'id')
    return { message: 'Deleted' }
  })
}
