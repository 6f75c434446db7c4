import type { FastifyInstance } from 'fastify'
import { created } from '../runtime/http/response.js'
import { changeItem, deleteItem, replaceItem } from '../runtime/http/write-item.js'
import { sendTagged } from '../runtime/http/response.js'
import type { Service } from '../service.js'

/** The routes of /badges and below. */
export function badgesRoutes(app: FastifyInstance, { database, badges }: Service): void {
  // index
  app.get('/badges', async (request, reply) => {
    return await badges.page(database, request, reply)
  })

  // create
  app.post('/badges', async (request, reply) => {
    const rows = await badges.createAll(database, request)
    const documents = await badges.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // update_many
  app.patch('/badges', async (request, reply) => {
    const data = badges.changesToMany(request)
    const where = badges.selection(request)
    const count = await badges.updateMany(database, request, where, data)
    return reply.send({ message: `Updated ${count} Badge(s) objects`, count })
  })

  // delete_many
  app.delete('/badges', async (request, reply) => {
    const where = badges.selection(request)
    const count = await badges.items(database).deleteMany(where)
    return reply.send({ message: `Deleted ${count} Badge(s) objects`, count })
  })

  // show
  app.get('/badges/:id', async (request, reply) => {
    const badge = await badges.find(database, request, 'id')
    return sendTagged(request, reply, await badges.document(database, request, badge))
  })

  // replace
  app.put('/badges/:id', async (request, reply) => {
    const badge = await replaceItem(badges, database, request, 'id')
    return sendTagged(request, reply, await badges.document(database, request, badge))
  })

  // update
  app.patch('/badges/:id', async (request, reply) => {
    const badge = await changeItem(badges, database, request, 'id')
    return sendTagged(request, reply, await badges.document(database, request, badge))
  })

  // delete
  app.delete('/badges/:id', async (request, reply) => {
    await deleteItem(badges, database, request, 'id')
    return reply.send({ message: 'Deleted' })
  })
}
