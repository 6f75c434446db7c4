import type { FastifyInstance } from 'fastify'
import { paperAcl } from '../acl.js'
import { may, permit, permitted } from '../runtime/auth/access.js'
import { created, deleteItem, sendTagged, updateItem } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /seals. */
export function sealsRoutes(app: FastifyInstance, { database, seals }: Service): void {
  // List seals
  app.get('/seals', { onRequest: may('view', paperAcl.collection) }, async (request, reply) => {
    return seals.page(database, request, reply)
  })

  // Create one or more seals
  app.post('/seals', { onRequest: may('create', paperAcl.collection) }, async (request, reply) => {
    const rows = await seals.createAll(database, request)
    const documents = await seals.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Get a seal
  app.get('/seals/:id', { onRequest: may('view', paperAcl.item) }, async (request, reply) => {
    const seal = await seals.find(database, request, 'id')
    await permit(database, request, 'view', paperAcl, seal)
    const document = await seals.document(database, request, seal)
    return sendTagged(request, reply, document)
  })

  // Update a seal
  app.patch('/seals/:id', { onRequest: may('update', paperAcl.item) }, async (request, reply) => {
    const seal = await updateItem(seals, database, request, 'id', permitted('update', paperAcl))
    const document = await seals.document(database, request, seal)
    return sendTagged(request, reply, document)
  })

  // Delete a seal
  app.delete('/seals/:id', { onRequest: may('delete', paperAcl.item) }, async (request) => {
    await deleteItem(seals, database, request, 'id', permitted('delete', paperAcl))
    return { message: 'Deleted' }
  })
}
