import type { FastifyInstance } from 'fastify'
import { changeItem, created, deleteItem, replaceItem, sendTagged } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** The routes at and below /holdings. */
export function holdingsRoutes(app: FastifyInstance, { database, holdings }: Service): void {
  // Lists holdings.
  app.get('/holdings', async (request, reply) => {
    return holdings.page(database, request, reply)
  })

  // Creates one or more holdings.
  app.post('/holdings', async (request, reply) => {
    const rows = await holdings.createAll(database, request)
    const documents = await holdings.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Changes the holdings that the query selects.
  app.patch('/holdings', async (request) => {
    const data = holdings.changesToMany(request)
    const where = holdings.selection(request)
    const count = await holdings.updateMany(database, request, where, data)
    return { message: `Updated ${count} Holding(s) objects`, count }
  })

  // Deletes the holdings that the query selects.
  app.delete('/holdings', async (request) => {
    const where = holdings.selection(request)
    const count = await holdings.deleteMany(database, where)
    return { message: `Deleted ${count} Holding(s) objects`, count }
  })

  // Returns a holding.
  app.get('/holdings/:id', async (request, reply) => {
    const holding = await holdings.find(database, request, 'id')
    const document = await holdings.document(database, request, holding)
    return sendTagged(request, reply, document)
  })

  // Replaces a holding.
  app.put('/holdings/:id', async (request, reply) => {
    const holding = await replaceItem(holdings, database, request, 'id')
    const document = await holdings.document(database, request, holding)
    return sendTagged(request, reply, document)
  })

  // Changes a holding.
  app.patch('/holdings/:id', async (request, reply) => {
    const holding = await changeItem(holdings, database, request, 'id')
    const document = await holdings.document(database, request, holding)
    return sendTagged(request, reply, document)
  })

  // Deletes a holding.
  app.delete('/holdings/:id', async (request) => {
    await deleteItem(holdings, database, request, 'id')
    return { message: 'Deleted' }
  })
}
