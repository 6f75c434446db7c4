import type { FastifyInstance } from 'fastify'
import { created } from '../runtime/http/response.js'
import { changeItem, deleteItem, replaceItem } from '../runtime/http/write-item.js'
import { sendTagged } from '../runtime/http/response.js'
import type { Service } from '../service.js'

/** The routes of /holdings and below. */
export function holdingsRoutes(app: FastifyInstance, { database, holdings }: Service): void {
  // index
  app.get('/holdings', async (request, reply) => {
    return await holdings.page(database, request, reply)
  })

  // create
  app.post('/holdings', async (request, reply) => {
    const rows = await holdings.createAll(database, request)
    const documents = await holdings.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // update_many
  app.patch('/holdings', async (request, reply) => {
    const data = holdings.changesToMany(request)
    const where = holdings.selection(request)
    const count = await holdings.updateMany(database, request, where, data)
    return reply.send({ message: `Updated ${count} Holding(s) objects`, count })
  })

  // delete_many
  app.delete('/holdings', async (request, reply) => {
    const where = holdings.selection(request)
    const count = await holdings.items(database).deleteMany(where)
    return reply.send({ message: `Deleted ${count} Holding(s) objects`, count })
  })

  // show
  app.get('/holdings/:id', async (request, reply) => {
    const holding = await holdings.find(database, request, 'id')
    return sendTagged(request, reply, await holdings.document(database, request, holding))
  })

  // replace
  app.put('/holdings/:id', async (request, reply) => {
    const holding = await replaceItem(holdings, database, request, 'id')
    return sendTagged(request, reply, await holdings.document(database, request, holding))
  })

  // update
  app.patch('/holdings/:id', async (request, reply) => {
    const holding = await changeItem(holdings, database, request, 'id')
    return sendTagged(request, reply, await holdings.document(database, request, holding))
  })

  // delete
  app.delete('/holdings/:id', async (request, reply) => {
    await deleteItem(holdings, database, request, 'id')
    return reply.send({ message: 'Deleted' })
  })
}
