import type { FastifyInstance } from 'fastify'
import { created, deleteItem, replaceItem, sendTagged, updateItem } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /bigs. */
export function bigsRoutes(app: FastifyInstance, { database, bigs }: Service): void {
  // List bigs
  app.get('/bigs', async (request, reply) => {
    return bigs.page(database, request, reply)
  })

  // Create one or more bigs
  app.post('/bigs', async (request, reply) => {
    const rows = await bigs.createAll(database, request)
    const documents = await bigs.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Update the selected bigs
  app.patch('/bigs', async (request) => {
    const data = bigs.changesToMany(request)
    const where = bigs.selection(request)
    const count = await bigs.updateMany(database, request, where, data)
    return { message: `Updated ${count} Big(s) objects`, count }
  })

  // Delete the selected bigs
  app.delete('/bigs', async (request) => {
    const where = bigs.selection(request)
    const count = await bigs.deleteMany(database, where)
    return { message: `Deleted ${count} Big(s) objects`, count }
  })

  // Get a big
  app.get('/bigs/:key', async (request, reply) => {
    const big = await bigs.find(database, request, 'key')
    const document = await bigs.document(database, request, big)
    return sendTagged(request, reply, document)
  })

  // Replace a big
  app.put('/bigs/:key', async (request, reply) => {
    const big = await replaceItem(bigs, database, request, 'key')
    const document = await bigs.document(database, request, big)
    return sendTagged(request, reply, document)
  })

  // Update a big
  app.patch('/bigs/:key', async (request, reply) => {
    const big = await updateItem(bigs, database, request, 'key')
    const document = await bigs.document(database, request, big)
    return sendTagged(request, reply, document)
  })

  // Delete a big
  app.delete('/bigs/:key', async (request) => {
    await deleteItem(bigs, database, request, 'key')
    return { message: 'Deleted' }
  })
}
