import type { FastifyInstance } from 'fastify'
import { created } from '../runtime/http/response.js'
import { changeItem, deleteItem, replaceItem } from '../runtime/http/write-item.js'
import { sendTagged } from '../runtime/http/response.js'
import type { Service } from '../service.js'

/** The routes of /hubs and below. */
export function hubsRoutes(app: FastifyInstance, { database, hubs }: Service): void {
  // index
  app.get('/hubs', async (request, reply) => {
    return await hubs.page(database, request, reply)
  })

  // create
  app.post('/hubs', async (request, reply) => {
    const rows = await hubs.createAll(database, request)
    const documents = await hubs.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // update_many
  app.patch('/hubs', async (request, reply) => {
    const data = hubs.changesToMany(request)
    const where = hubs.selection(request)
    const count = await hubs.updateMany(database, request, where, data)
    return reply.send({ message: `Updated ${count} Hub(s) objects`, count })
  })

  // delete_many
  app.delete('/hubs', async (request, reply) => {
    const where = hubs.selection(request)
    const count = await hubs.items(database).deleteMany(where)
    return reply.send({ message: `Deleted ${count} Hub(s) objects`, count })
  })

  // show
  app.get('/hubs/:name', async (request, reply) => {
    const hub = await hubs.find(database, request, 'name')
    return sendTagged(request, reply, await hubs.document(database, request, hub))
  })

  // replace
  app.put('/hubs/:name', async (request, reply) => {
    const hub = await replaceItem(hubs, database, request, 'name')
    return sendTagged(request, reply, await hubs.document(database, request, hub))
  })

  // update
  app.patch('/hubs/:name', async (request, reply) => {
    const hub = await changeItem(hubs, database, request, 'name')
    return sendTagged(request, reply, await hubs.document(database, request, hub))
  })

  // delete
  app.delete('/hubs/:name', async (request, reply) => {
    await deleteItem(hubs, database, request, 'name')
    return reply.send({ message: 'Deleted' })
  })
}
