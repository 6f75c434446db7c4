import type { FastifyInstance } from 'fastify'
import { created, deleteItem, sendTagged } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /notes. */
export function notesRoutes(app: FastifyInstance, { database, notes }: Service): void {
  // List notes
  app.get('/notes', async (request, reply) => {
    return notes.page(database, request, reply)
  })

  // Create one or more notes
  app.post('/notes', async (request, reply) => {
    const rows = await notes.createAll(database, request)
    const documents = await notes.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Get a note
  app.get('/notes/:id', async (request, reply) => {
    const note = await notes.find(database, request, 'id')
    const document = await notes.document(database, request, note)
    return sendTagged(request, reply, document)
  })

  // Delete a note
  app.delete('/notes/:id', async (request) => {
    await deleteItem(notes, database, request, 'id')
    return { message: 'Deleted' }
  })
}
