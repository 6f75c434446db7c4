import type { FastifyInstance } from 'fastify'
import { ownAcl } from '../acl.js'
import { may } from '../runtime/auth/access.js'
import { created } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /notes. */
export function notesRoutes(app: FastifyInstance, { database, notes }: Service): void {
  // List notes
  app.get('/notes', { onRequest: may('view', ownAcl.collection) }, async (request, reply) => {
    return notes.page(database, request, reply)
  })

  // Create one or more notes
  app.post('/notes', { onRequest: may('create', ownAcl.collection) }, async (request, reply) => {
    const rows = await notes.createAll(database, request)
    const documents = await notes.documents(database, request, rows)
    return created(request, reply, documents)
  })
}
