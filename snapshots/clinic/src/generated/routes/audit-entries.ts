import type { FastifyInstance } from 'fastify'
import { acl } from '../acl.js'
import { may } from '../runtime/auth/access.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /audit-entries. */
export function auditEntriesRoutes(app: FastifyInstance, { databaseFor, auditEntries }: Service): void {
  // List audit entries
  app.get('/audit-entries', { onRequest: may('view', acl.collection) }, async (request, reply) => {
    return auditEntries.page(databaseFor(request), request, reply)
  })
}
