import type { FastifyInstance } from 'fastify'
import { acl } from '../acl.js'
import { may, permit } from '../runtime/auth/access.js'
import { created, sendTagged } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /organizations. */
export function organizationsRoutes(app: FastifyInstance, { databaseFor, organizations }: Service): void {
  // List organizations
  app.get('/organizations', { onRequest: may('view', acl.collection) }, async (request, reply) => {
    return organizations.page(databaseFor(request), request, reply)
  })

  // Create one or more organizations
  app.post('/organizations', { onRequest: may('create', acl.collection) }, async (request, reply) => {
    const rows = await organizations.createAll(databaseFor(request), request)
    const documents = await organizations.documents(databaseFor(request), request, rows)
    return created(request, reply, documents)
  })

  // Update an organization
  app.patch('/organizations/:name', { onRequest: may('update', acl.item) }, async (request, reply) => {
    const document = await databaseFor(request).transaction(async (session) => {
      const organization = await organizations.lockToWrite(session, request, 'name')
      await permit(session, request, 'update', acl, organization)
      await organizations.checkMatch(session, request, organization)
      const given = await organizations.changes(session, request, organization)
      const data = await organizations.permitLinks(session, request, given, organization)
      const changed = await organizations.update(session, organization, data)
      return organizations.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })
}
