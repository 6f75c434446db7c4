import type { FastifyInstance } from 'fastify'
import { acl } from '../acl.js'
import { may, permit } from '../runtime/auth/access.js'
import { created, sendTagged } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /services. */
export function servicesRoutes(app: FastifyInstance, { databaseFor, services }: Service): void {
  // List services
  app.get('/services', { onRequest: may('view', acl.collection) }, async (request, reply) => {
    return services.page(databaseFor(request), request, reply)
  })

  // Create one or more services
  app.post('/services', { onRequest: may('create', acl.collection) }, async (request, reply) => {
    const rows = await services.createAll(databaseFor(request), request)
    const documents = await services.documents(databaseFor(request), request, rows)
    return created(request, reply, documents)
  })

  // Update a service
  app.patch('/services/:id', { onRequest: may('update', acl.item) }, async (request, reply) => {
    const document = await databaseFor(request).transaction(async (session) => {
      const service = await services.lockToWrite(session, request, 'id')
      await permit(session, request, 'update', acl, service)
      await services.checkMatch(session, request, service)
      const given = await services.changes(session, request, service)
      const data = await services.permitLinks(session, request, given, service)
      const changed = await services.update(session, service, data)
      return services.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })
}
