import type { FastifyInstance } from 'fastify'
import { authenticatedAcl } from '../acl.js'
import { may, permit, permitted } from '../runtime/access/access.js'
import { createAll } from '../runtime/http/create-all.js'
import { created, sendTagged } from '../runtime/http/entity-tags.js'
import { deleteItem } from '../runtime/http/write.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /drafts. */
export function draftsRoutes(app: FastifyInstance, { database, drafts }: Service): void {
  // List drafts
  app.get('/drafts', { onRequest: may('view', authenticatedAcl.collection) }, async (request, reply) => {
    return drafts.page(database, request, reply)
  })

  // Create one or more drafts
  app.post('/drafts', { onRequest: may('create', authenticatedAcl.collection) }, async (request, reply) => {
    const rows = await createAll(drafts, database, request)
    const documents = await drafts.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Get a draft
  app.get('/drafts/:id', { onRequest: may('view', authenticatedAcl.item) }, async (request, reply) => {
    const draft = await drafts.find(database, request, 'id')
    await permit(database, request, 'view', authenticatedAcl, draft)
    const document = await drafts.document(database, request, draft)
    return sendTagged(request, reply, document)
  })

  // Delete a draft
  app.delete('/drafts/:id', { onRequest: may('delete', authenticatedAcl.item) }, async (request) => {
    await deleteItem(drafts, database, request, 'id', permitted('delete', authenticatedAcl))
    return { message: 'Deleted' }
  })
}
