import type { FastifyInstance } from 'fastify'
import { created, deleteItem, replaceItem, sendTagged, updateItem } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /badges. */
export function badgesRoutes(app: FastifyInstance, { database, badges }: Service): void {
  // List badges
  app.get('/badges', async (request, reply) => {
    return badges.page(database, request, reply)
  })

  // Create one or more badges
  app.post('/badges', async (request, reply) => {
    const rows = await badges.createAll(database, request)
    const documents = await badges.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Update the selected badges
  app.patch('/badges', async (request) => {
    const data = badges.changesToMany(request)
    const where = badges.selection(request)
    const count = await badges.updateMany(database, request, where, data)
    return { message: `Updated ${count} Badge(s) objects`, count }
  })

  // Delete the selected badges
  app.delete('/badges', async (request) => {
    const where = badges.selection(request)
    const count = await badges.deleteMany(database, where)
    return { message: `Deleted ${count} Badge(s) objects`, count }
  })

  // Get a badge
  app.get('/badges/:id', async (request, reply) => {
    const badge = await badges.find(database, request, 'id')
    const document = await badges.document(database, request, badge)
    return sendTagged(request, reply, document)
  })

  // Replace a badge
  app.put('/badges/:id', async (request, reply) => {
    const badge = await replaceItem(badges, database, request, 'id')
    const document = await badges.document(database, request, badge)
    return sendTagged(request, reply, document)
  })

  // Update a badge
  app.patch('/badges/:id', async (request, reply) => {
    const badge = await updateItem(badges, database, request, 'id')
    const document = await badges.document(database, request, badge)
    return sendTagged(request, reply, document)
  })

  // Delete a badge
  app.delete('/badges/:id', async (request) => {
    await deleteItem(badges, database, request, 'id')
    return { message: 'Deleted' }
  })
}
