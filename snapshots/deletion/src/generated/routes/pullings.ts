import type { FastifyInstance } from 'fastify'
import { created } from '../runtime/http/response.js'
import { changeItem, deleteItem, replaceItem } from '../runtime/http/write-item.js'
import { sendTagged } from '../runtime/http/response.js'
import type { Service } from '../service.js'

/** The routes of /pullings and below. */
export function pullingsRoutes(app: FastifyInstance, { database, pullings }: Service): void {
  // index
  app.get('/pullings', async (request, reply) => {
    return await pullings.page(database, request, reply)
  })

  // create
  app.post('/pullings', async (request, reply) => {
    const rows = await pullings.createAll(database, request)
    const documents = await pullings.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // update_many
  app.patch('/pullings', async (request, reply) => {
    const data = pullings.changesToMany(request)
    const where = pullings.selection(request)
    const count = await pullings.updateMany(database, request, where, data)
    return reply.send({ message: `Updated ${count} Pulling(s) objects`, count })
  })

  // delete_many
  app.delete('/pullings', async (request, reply) => {
    const where = pullings.selection(request)
    const count = await pullings.items(database).deleteMany(where)
    return reply.send({ message: `Deleted ${count} Pulling(s) objects`, count })
  })

  // show
  app.get('/pullings/:id', async (request, reply) => {
    const pulling = await pullings.find(database, request, 'id')
    return sendTagged(request, reply, await pullings.document(database, request, pulling))
  })

  // replace
  app.put('/pullings/:id', async (request, reply) => {
    const pulling = await replaceItem(pullings, database, request, 'id')
    return sendTagged(request, reply, await pullings.document(database, request, pulling))
  })

  // update
  app.patch('/pullings/:id', async (request, reply) => {
    const pulling = await changeItem(pullings, database, request, 'id')
    return sendTagged(request, reply, await pullings.document(database, request, pulling))
  })

  // delete
  app.delete('/pullings/:id', async (request, reply) => {
    await deleteItem(pullings, database, request, 'id')
    return reply.send({ message: 'Deleted' })
  })
}
