import type { FastifyInstance } from 'fastify'
import { created, deleteItem, replaceItem, sendTagged, updateItem } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /entries. */
export function entriesRoutes(app: FastifyInstance, { database, entries }: Service): void {
  // List entries
  app.get('/entries', async (request, reply) => {
    return entries.page(database, request, reply)
  })

  // Create one or more entries
  app.post('/entries', async (request, reply) => {
    const rows = await entries.createAll(database, request)
    const documents = await entries.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Update the selected entries
  app.patch('/entries', async (request) => {
    const data = entries.changesToMany(request)
    const where = entries.selection(request)
    const count = await entries.updateMany(database, request, where, data)
    return { message: `Updated ${count} Entry(s) objects`, count }
  })

  // Delete the selected entries
  app.delete('/entries', async (request) => {
    const where = entries.selection(request)
    const count = await entries.deleteMany(database, where)
    return { message: `Deleted ${count} Entry(s) objects`, count }
  })

  // Get an entry
  app.get('/entries/:id', async (request, reply) => {
    const entry = await entries.find(database, request, 'id')
    const document = await entries.document(database, request, entry)
    return sendTagged(request, reply, document)
  })

  // Replace an entry
  app.put('/entries/:id', async (request, reply) => {
    const entry = await replaceItem(entries, database, request, 'id')
    const document = await entries.document(database, request, entry)
    return sendTagged(request, reply, document)
  })

  // Update an entry
  app.patch('/entries/:id', async (request, reply) => {
    const entry = await updateItem(entries, database, request, 'id')
    const document = await entries.document(database, request, entry)
    return sendTagged(request, reply, document)
  })

  // Delete an entry
  app.delete('/entries/:id', async (request) => {
    await deleteItem(entries, database, request, 'id')
    return { message: 'Deleted' }
  })
}
