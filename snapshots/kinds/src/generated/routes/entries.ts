import type { FastifyInstance } from 'fastify'
import { created } from '../runtime/http/response.js'
import { changeItem, deleteItem, replaceItem } from '../runtime/http/write-item.js'
import { sendTagged } from '../runtime/http/response.js'
import type { Service } from '../service.js'

/** The routes of /entries and below. */
export function entriesRoutes(app: FastifyInstance, { database, entries }: Service): void {
  // index
  app.get('/entries', async (request, reply) => {
    return await entries.page(database, request, reply)
  })

  // create
  app.post('/entries', async (request, reply) => {
    const rows = await entries.createAll(database, request)
    const documents = await entries.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // update_many
  app.patch('/entries', async (request, reply) => {
    const data = entries.changesToMany(request)
    const where = entries.selection(request)
    const count = await entries.updateMany(database, request, where, data)
    return reply.send({ message: `Updated ${count} Entry(s) objects`, count })
  })

  // delete_many
  app.delete('/entries', async (request, reply) => {
    const where = entries.selection(request)
    const count = await entries.items(database).deleteMany(where)
    return reply.send({ message: `Deleted ${count} Entry(s) objects`, count })
  })

  // show
  app.get('/entries/:id', async (request, reply) => {
    const entry = await entries.find(database, request, 'id')
    return sendTagged(request, reply, await entries.document(database, request, entry))
  })

  // replace
  app.put('/entries/:id', async (request, reply) => {
    const entry = await replaceItem(entries, database, request, 'id')
    return sendTagged(request, reply, await entries.document(database, request, entry))
  })

  // update
  app.patch('/entries/:id', async (request, reply) => {
    const entry = await changeItem(entries, database, request, 'id')
    return sendTagged(request, reply, await entries.document(database, request, entry))
  })

  // delete
  app.delete('/entries/:id', async (request, reply) => {
    await deleteItem(entries, database, request, 'id')
    return reply.send({ message: 'Deleted' })
  })
}
