import type { FastifyInstance } from 'fastify'
import { created } from '../runtime/http/response.js'
import { changeItem, deleteItem, replaceItem } from '../runtime/http/write-item.js'
import { sendTagged } from '../runtime/http/response.js'
import type { Service } from '../service.js'

/** The routes of /bigs and below. */
export function bigsRoutes(app: FastifyInstance, { database, bigs }: Service): void {
  // index
  app.get('/bigs', async (request, reply) => {
    return await bigs.page(database, request, reply)
  })

  // create
  app.post('/bigs', async (request, reply) => {
    const rows = await bigs.createAll(database, request)
    const documents = await bigs.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // update_many
  app.patch('/bigs', async (request, reply) => {
    const data = bigs.changesToMany(request)
    const where = bigs.selection(request)
    const count = await bigs.updateMany(database, request, where, data)
    return reply.send({ message: `Updated ${count} Big(s) objects`, count })
  })

  // delete_many
  app.delete('/bigs', async (request, reply) => {
    const where = bigs.selection(request)
    const count = await bigs.items(database).deleteMany(where)
    return reply.send({ message: `Deleted ${count} Big(s) objects`, count })
  })

  // show
  app.get('/bigs/:key', async (request, reply) => {
    const big = await bigs.find(database, request, 'key')
    return sendTagged(request, reply, await bigs.document(database, request, big))
  })

  // replace
  app.put('/bigs/:key', async (request, reply) => {
    const big = await replaceItem(bigs, database, request, 'key')
    return sendTagged(request, reply, await bigs.document(database, request, big))
  })

  // update
  app.patch('/bigs/:key', async (request, reply) => {
    const big = await changeItem(bigs, database, request, 'key')
    return sendTagged(request, reply, await bigs.document(database, request, big))
  })

  // delete
  app.delete('/bigs/:key', async (request, reply) => {
    await deleteItem(bigs, database, request, 'key')
    return reply.send({ message: 'Deleted' })
  })
}
