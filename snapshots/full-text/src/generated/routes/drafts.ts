import type { FastifyInstance } from 'fastify'
import { created, deleteItem, replaceItem, sendTagged, updateItem } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /drafts. */
export function draftsRoutes(app: FastifyInstance, { database, drafts }: Service): void {
  // List drafts
  app.get('/drafts', async (request, reply) => {
    return drafts.page(database, request, reply)
  })

  // Create one or more drafts
  app.post('/drafts', async (request, reply) => {
    const rows = await drafts.createAll(database, request)
    const documents = await drafts.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Update the selected drafts
  app.patch('/drafts', async (request) => {
    const data = drafts.changesToMany(request)
    const where = drafts.selection(request)
    const count = await drafts.updateMany(database, request, where, data)
    return { message: `Updated ${count} Draft(s) objects`, count }
  })

  // Delete the selected drafts
  app.delete('/drafts', async (request) => {
    const where = drafts.selection(request)
    const count = await drafts.deleteMany(database, where)
    return { message: `Deleted ${count} Draft(s) objects`, count }
  })

  // Get a draft
  app.get('/drafts/:id', async (request, reply) => {
    const draft = await drafts.find(database, request, 'id')
    const document = await drafts.document(database, request, draft)
    return sendTagged(request, reply, document)
  })

  // Replace a draft
  app.put('/drafts/:id', async (request, reply) => {
    const draft = await replaceItem(drafts, database, request, 'id')
    const document = await drafts.document(database, request, draft)
    return sendTagged(request, reply, document)
  })

  // Update a draft
  app.patch('/drafts/:id', async (request, reply) => {
    const draft = await updateItem(drafts, database, request, 'id')
    const document = await drafts.document(database, request, draft)
    return sendTagged(request, reply, document)
  })

  // Delete a draft
  app.delete('/drafts/:id', async (request) => {
    await deleteItem(drafts, database, request, 'id')
    return { message: 'Deleted' }
  })
}
