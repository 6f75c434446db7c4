import type { FastifyInstance } from 'fastify'
import { notesAcl } from '../acl.js'
import { may, permit, permitted } from '../runtime/access/access.js'
import { createAll } from '../runtime/http/create-all.js'
import { created, sendTagged } from '../runtime/http/entity-tags.js'
import { deleteItem } from '../runtime/http/write.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /notes. */
export function notesRoutes(app: FastifyInstance, { database, notes }: Service): void {
  // List notes
  app.get(
    '/notes',
    {
      config: { accepts: ['ticket', 'scheme:oauth'], scopes: { oauth: ['notes:read'] } },
      onRequest: may('view', notesAcl.collection),
    },
    async (request, reply) => {
      return notes.page(database, request, reply)
    },
  )

  // Create one or more notes
  app.post(
    '/notes',
    {
      config: { accepts: ['scheme:oauth'], scopes: { oauth: ['notes:read', 'notes:write'] } },
      onRequest: may('create', notesAcl.collection),
    },
    async (request, reply) => {
      const rows = await createAll(notes, database, request)
      const documents = await notes.documents(database, request, rows)
      return created(request, reply, documents)
    },
  )

  // Get a note
  app.get(
    '/notes/:id',
    {
      config: { accepts: ['ticket', 'scheme:oauth'], scopes: { oauth: ['notes:read'] } },
      onRequest: may('view', notesAcl.item),
    },
    async (request, reply) => {
      const note = await notes.find(database, request, 'id')
      await permit(database, request, 'view', notesAcl, note)
      const document = await notes.document(database, request, note)
      return sendTagged(request, reply, document)
    },
  )

  // Delete a note
  app.delete(
    '/notes/:id',
    {
      config: { accepts: ['ticket', 'scheme:oauth'], scopes: { oauth: ['notes:read'] } },
      onRequest: may('delete', notesAcl.item),
    },
    async (request) => {
      await deleteItem(notes, database, request, 'id', permitted('delete', notesAcl))
      return { message: 'Deleted' }
    },
  )
}
