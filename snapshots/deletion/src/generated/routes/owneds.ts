import type { FastifyInstance } from 'fastify'
import { created } from '../runtime/http/response.js'
import { changeItem, deleteItem, replaceItem } from '../runtime/http/write-item.js'
import { sendTagged } from '../runtime/http/response.js'
import type { Service } from '../service.js'

/** The routes of /owneds and below. */
export function ownedsRoutes(app: FastifyInstance, { database, owneds }: Service): void {
  // index
  app.get('/owneds', async (request, reply) => {
    return await owneds.page(database, request, reply)
  })

  // create
  app.post('/owneds', async (request, reply) => {
    const rows = await owneds.createAll(database, request)
    const documents = await owneds.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // update_many
  app.patch('/owneds', async (request, reply) => {
    const data = owneds.changesToMany(request)
    const where = owneds.selection(request)
    const count = await owneds.updateMany(database, request, where, data)
    return reply.send({ message: `Updated ${count} Owned(s) objects`, count })
  })

  // delete_many
  app.delete('/owneds', async (request, reply) => {
    const where = owneds.selection(request)
    const count = await owneds.items(database).deleteMany(where)
    return reply.send({ message: `Deleted ${count} Owned(s) objects`, count })
  })

  // show
  app.get('/owneds/:id', async (request, reply) => {
    const owned = await owneds.find(database, request, 'id')
    return sendTagged(request, reply, await owneds.document(database, request, owned))
  })

  // replace
  app.put('/owneds/:id', async (request, reply) => {
    const owned = await replaceItem(owneds, database, request, 'id')
    return sendTagged(request, reply, await owneds.document(database, request, owned))
  })

  // update
  app.patch('/owneds/:id', async (request, reply) => {
    const owned = await changeItem(owneds, database, request, 'id')
    return sendTagged(request, reply, await owneds.document(database, request, owned))
  })

  // delete
  app.delete('/owneds/:id', async (request, reply) => {
    await deleteItem(owneds, database, request, 'id')
    return reply.send({ message: 'Deleted' })
  })
}
