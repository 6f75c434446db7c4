import type { FastifyInstance } from 'fastify'
import { created } from '../runtime/http/response.js'
import { changeItem, deleteItem, replaceItem } from '../runtime/http/write-item.js'
import { sendTagged } from '../runtime/http/response.js'
import type { Service } from '../service.js'

/** The routes of /looses and below. */
export function loosesRoutes(app: FastifyInstance, { database, looses }: Service): void {
  // index
  app.get('/looses', async (request, reply) => {
    return await looses.page(database, request, reply)
  })

  // create
  app.post('/looses', async (request, reply) => {
    const rows = await looses.createAll(database, request)
    const documents = await looses.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // update_many
  app.patch('/looses', async (request, reply) => {
    const data = looses.changesToMany(request)
    const where = looses.selection(request)
    const count = await looses.updateMany(database, request, where, data)
    return reply.send({ message: `Updated ${count} Loose(s) objects`, count })
  })

  // delete_many
  app.delete('/looses', async (request, reply) => {
    const where = looses.selection(request)
    const count = await looses.items(database).deleteMany(where)
    return reply.send({ message: `Deleted ${count} Loose(s) objects`, count })
  })

  // show
  app.get('/looses/:id', async (request, reply) => {
    const loose = await looses.find(database, request, 'id')
    return sendTagged(request, reply, await looses.document(database, request, loose))
  })

  // replace
  app.put('/looses/:id', async (request, reply) => {
    const loose = await replaceItem(looses, database, request, 'id')
    return sendTagged(request, reply, await looses.document(database, request, loose))
  })

  // update
  app.patch('/looses/:id', async (request, reply) => {
    const loose = await changeItem(looses, database, request, 'id')
    return sendTagged(request, reply, await looses.document(database, request, loose))
  })

  // delete
  app.delete('/looses/:id', async (request, reply) => {
    await deleteItem(looses, database, request, 'id')
    return reply.send({ message: 'Deleted' })
  })
}
