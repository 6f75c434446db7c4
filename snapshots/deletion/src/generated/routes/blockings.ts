import type { FastifyInstance } from 'fastify'
import { created } from '../runtime/http/response.js'
import { changeItem, deleteItem, replaceItem } from '../runtime/http/write-item.js'
import { sendTagged } from '../runtime/http/response.js'
import type { Service } from '../service.js'

/** The routes of /blockings and below. */
export function blockingsRoutes(app: FastifyInstance, { database, blockings }: Service): void {
  // index
  app.get('/blockings', async (request, reply) => {
    return await blockings.page(database, request, reply)
  })

  // create
  app.post('/blockings', async (request, reply) => {
    const rows = await blockings.createAll(database, request)
    const documents = await blockings.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // update_many
  app.patch('/blockings', async (request, reply) => {
    const data = blockings.changesToMany(request)
    const where = blockings.selection(request)
    const count = await blockings.updateMany(database, request, where, data)
    return reply.send({ message: `Updated ${count} Blocking(s) objects`, count })
  })

  // delete_many
  app.delete('/blockings', async (request, reply) => {
    const where = blockings.selection(request)
    const count = await blockings.items(database).deleteMany(where)
    return reply.send({ message: `Deleted ${count} Blocking(s) objects`, count })
  })

  // show
  app.get('/blockings/:id', async (request, reply) => {
    const blocking = await blockings.find(database, request, 'id')
    return sendTagged(request, reply, await blockings.document(database, request, blocking))
  })

  // replace
  app.put('/blockings/:id', async (request, reply) => {
    const blocking = await replaceItem(blockings, database, request, 'id')
    return sendTagged(request, reply, await blockings.document(database, request, blocking))
  })

  // update
  app.patch('/blockings/:id', async (request, reply) => {
    const blocking = await changeItem(blockings, database, request, 'id')
    return sendTagged(request, reply, await blockings.document(database, request, blocking))
  })

  // delete
  app.delete('/blockings/:id', async (request, reply) => {
    await deleteItem(blockings, database, request, 'id')
    return reply.send({ message: 'Deleted' })
  })
}
