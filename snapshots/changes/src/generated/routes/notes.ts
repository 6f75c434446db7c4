import type { FastifyInstance } from 'fastify'
import { openAcl } from '../acl.js'
import { may, permit, permitted } from '../runtime/auth/access.js'
import { created, deleteItem, sendTagged, updateItem } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /notes. */
export function notesRoutes(app: FastifyInstance, { database, notes }: Service): void {
  // List notes
  app.get('/notes', { onRequest: may('view', openAcl.collection) }, async (request, reply) => {
    return notes.page(database, request, reply)
  })

  // Create one or more notes
  app.post('/notes', { onRequest: may('create', openAcl.collection) }, async (request, reply) => {
    const rows = await notes.createAll(database, request)
    const documents = await notes.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Get a note
  app.get('/notes/:id', { onRequest: may('view', openAcl.item) }, async (request, reply) => {
    const note = await notes.find(database, request, 'id')
    await permit(database, request, 'view', openAcl, note)
    const document = await notes.document(database, request, note)
    return sendTagged(request, reply, document)
  })

  // Update a note
  app.patch('/notes/:id', { onRequest: may('update', openAcl.item) }, async (request, reply) => {
    const note = await updateItem(notes, database, request, 'id', permitted('update', openAcl))
    const document = await notes.document(database, request, note)
    return sendTagged(request, reply, document)
  })

  // Delete a note
  app.delete('/notes/:id', { onRequest: may('delete', openAcl.item) }, async (request) => {
    await deleteItem(notes, database, request, 'id', permitted('delete', openAcl))
    return { message: 'Deleted' }
  })
}
