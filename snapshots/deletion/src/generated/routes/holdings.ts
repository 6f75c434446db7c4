import type { FastifyInstance } from 'fastify'
import { created, deleteItem, replaceItem, sendTagged, updateItem } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /holdings. */
export function holdingsRoutes(app: FastifyInstance, { database, holdings }: Service): void {
  // List holdings
  app.get('/holdings', async (request, reply) => {
    return holdings.page(database, request, reply)
  })

  // Create one or more holdings
  app.post('/holdings', async (request, reply) => {
    const rows = await holdings.createAll(database, request)
    const documents = await holdings.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Update the selected holdings
  app.patch('/holdings', async (request) => {
    const data = holdings.changesToMany(request)
    const where = holdings.selection(request)
    const count = await holdings.updateMany(database, request, where, data)
    return { message: `Updated ${count} Holding(s) objects`, count }
  })

  // Delete the selected holdings
  app.delete('/holdings', async (request) => {
    const where = holdings.selection(request)
    const count = await holdings.deleteMany(database, where)
    return { message: `Deleted ${count} Holding(s) objects`, count }
  })

  // Get a holding
  app.get('/holdings/:id', async (request, reply) => {
    const holding = await holdings.find(database, request, 'id')
    const document = await holdings.document(database, request, holding)
    return sendTagged(request, reply, document)
  })

  // Replace a holding
  app.put('/holdings/:id', async (request, reply) => {
    const holding = await replaceItem(holdings, database, request, 'id')
    const document = await holdings.document(database, request, holding)
    return sendTagged(request, reply, document)
  })

  // Update a holding
  app.patch('/holdings/:id', async (request, reply) => {
    const holding = await updateItem(holdings, database, request, 'id')
    const document = await holdings.document(database, request, holding)
    return sendTagged(request, reply, document)
  })

  // Delete a holding
  app.delete('/holdings/:id', async (request) => {
    await deleteItem(holdings, database, request, 'id')
    return { message: 'Deleted' }
  })
}
