import type { FastifyInstance } from 'fastify'
import { openAcl } from '../acl.js'
import { may, permit, permitted } from '../runtime/auth/access.js'
import { created, sendTagged, updateItem } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /parcels. */
export function parcelsRoutes(app: FastifyInstance, { database, parcels }: Service): void {
  // List parcels
  app.get('/parcels', { onRequest: may('view', openAcl.collection) }, async (request, reply) => {
    return parcels.page(database, request, reply)
  })

  // Create one or more parcels
  app.post('/parcels', { onRequest: may('create', openAcl.collection) }, async (request, reply) => {
    const rows = await parcels.createAll(database, request)
    const documents = await parcels.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Get a parcel
  app.get('/parcels/:id', { onRequest: may('view', openAcl.item) }, async (request, reply) => {
    const parcel = await parcels.find(database, request, 'id')
    await permit(database, request, 'view', openAcl, parcel)
    const document = await parcels.document(database, request, parcel)
    return sendTagged(request, reply, document)
  })

  // Update a parcel
  app.patch('/parcels/:id', { onRequest: may('update', openAcl.item) }, async (request, reply) => {
    const parcel = await updateItem(parcels, database, request, 'id', permitted('update', openAcl))
    const document = await parcels.document(database, request, parcel)
    return sendTagged(request, reply, document)
  })
}
