import type { FastifyInstance } from 'fastify'
import { created } from '../runtime/http/response.js'
import { changeItem, deleteItem, replaceItem } from '../runtime/http/write-item.js'
import { sendTagged } from '../runtime/http/response.js'
import type { Service } from '../service.js'

/** The routes of /drafts and below. */
export function draftsRoutes(app: FastifyInstance, { database, drafts }: Service): void {
  // index
  app.get('/drafts', async (request, reply) => {
    return await drafts.page(database, request, reply)
  })

  // create
  app.post('/drafts', async (request, reply) => {
    const rows = await drafts.createAll(database, request)
    const documents = await drafts.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // update_many
  app.patch('/drafts', async (request, reply) => {
    const data = drafts.changesToMany(request)
    const where = drafts.selection(request)
    const count = await drafts.updateMany(database, request, where, data)
    return reply.send({ message: `Updated ${count} Draft(s) objects`, count })
  })

  // delete_many
  app.delete('/drafts', async (request, reply) => {
    const where = drafts.selection(request)
    const count = await drafts.items(database).deleteMany(where)
    return reply.send({ message: `Deleted ${count} Draft(s) objects`, count })
  })

  // show
  app.get('/drafts/:id', async (request, reply) => {
    const draft = await drafts.find(database, request, 'id')
    return sendTagged(request, reply, await drafts.document(database, request, draft))
  })

  // replace
  app.put('/drafts/:id', async (request, reply) => {
    const draft = await replaceItem(drafts, database, request, 'id')
    return sendTagged(request, reply, await drafts.document(database, request, draft))
  })

  // update
  app.patch('/drafts/:id', async (request, reply) => {
    const draft = await changeItem(drafts, database, request, 'id')
    return sendTagged(request, reply, await drafts.document(database, request, draft))
  })

  // delete
  app.delete('/drafts/:id', async (request, reply) => {
    await deleteItem(drafts, database, request, 'id')
    return reply.send({ message: 'Deleted' })
  })
}
