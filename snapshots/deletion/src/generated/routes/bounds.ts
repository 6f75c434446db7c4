import type { FastifyInstance } from 'fastify'
import { created } from '../runtime/http/response.js'
import { changeItem, deleteItem, replaceItem } from '../runtime/http/write-item.js'
import { sendTagged } from '../runtime/http/response.js'
import type { Service } from '../service.js'

/** The routes of /bounds and below. */
export function boundsRoutes(app: FastifyInstance, { database, bounds }: Service): void {
  // index
  app.get('/bounds', async (request, reply) => {
    return await bounds.page(database, request, reply)
  })

  // create
  app.post('/bounds', async (request, reply) => {
    const rows = await bounds.createAll(database, request)
    const documents = await bounds.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // update_many
  app.patch('/bounds', async (request, reply) => {
    const data = bounds.changesToMany(request)
    const where = bounds.selection(request)
    const count = await bounds.updateMany(database, request, where, data)
    return reply.send({ message: `Updated ${count} Bound(s) objects`, count })
  })

  // delete_many
  app.delete('/bounds', async (request, reply) => {
    const where = bounds.selection(request)
    const count = await bounds.items(database).deleteMany(where)
    return reply.send({ message: `Deleted ${count} Bound(s) objects`, count })
  })

  // show
  app.get('/bounds/:id', async (request, reply) => {
    const bound = await bounds.find(database, request, 'id')
    return sendTagged(request, reply, await bounds.document(database, request, bound))
  })

  // replace
  app.put('/bounds/:id', async (request, reply) => {
    const bound = await replaceItem(bounds, database, request, 'id')
    return sendTagged(request, reply, await bounds.document(database, request, bound))
  })

  // update
  app.patch('/bounds/:id', async (request, reply) => {
    const bound = await changeItem(bounds, database, request, 'id')
    return sendTagged(request, reply, await bounds.document(database, request, bound))
  })

  // delete
  app.delete('/bounds/:id', async (request, reply) => {
    await deleteItem(bounds, database, request, 'id')
    return reply.send({ message: 'Deleted' })
  })
}
