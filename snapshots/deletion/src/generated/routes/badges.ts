import type { FastifyInstance } from 'fastify'
import { changeItem, created, deleteItem, replaceItem, sendTagged } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** The routes at and below /badges. */
export function badgesRoutes(app: FastifyInstance, { database, badges }: Service): void {
  // Lists badges.
  app.get('/badges', async (request, reply) => {
    return badges.page(database, request, reply)
  })

  // Creates one or more badges.
  app.post('/badges', async (request, reply) => {
    const rows = await badges.createAll(database, request)
    const documents = await badges.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Changes the badges that the query selects.
  app.patch('/badges', async (request) => {
    const data = badges.changesToMany(request)
    const where = badges.selection(request)
    const count = await badges.updateMany(database, request, where, data)
    return { message: `Updated ${count} Badge(s) objects`, count }
  })

  // Deletes the badges that the query selects.
  app.delete('/badges', async (request) => {
    const where = badges.selection(request)
    const count = await badges.deleteMany(database, where)
    return { message: `Deleted ${count} Badge(s) objects`, count }
  })

  // Returns a badge.
  app.get('/badges/:id', async (request, reply) => {
    const badge = await badges.find(database, request, 'id')
    const document = await badges.document(database, request, badge)
    return sendTagged(request, reply, document)
  })

  // Replaces a badge.
  app.put('/badges/:id', async (request, reply) => {
    const badge = await replaceItem(badges, database, request, 'id')
    const document = await badges.document(database, request, badge)
    return sendTagged(request, reply, document)
  })

  // Changes a badge.
  app.patch('/badges/:id', async (request, reply) => {
    const badge = await changeItem(badges, database, request, 'id')
    const document = await badges.document(database, request, badge)
    return sendTagged(request, reply, document)
  })

  // Deletes a badge.
  app.delete('/badges/:id', async (request) => {
    await deleteItem(badges, database, request, 'id')
    return { message: 'Deleted' }
  })
}
