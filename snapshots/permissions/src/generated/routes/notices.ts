import type { FastifyInstance } from 'fastify'
import { everyoneAcl } from '../acl.js'
import { may, permit } from '../runtime/access/access.js'
import { createAll } from '../runtime/http/create-all.js'
import { created, sendTagged } from '../runtime/http/entity-tags.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /notices. */
export function noticesRoutes(app: FastifyInstance, { database, notices }: Service): void {
  // List notices
  app.get(
    '/notices',
    { config: { accepts: [] }, onRequest: may('view', everyoneAcl.collection) },
    async (request, reply) => {
      return notices.page(database, request, reply)
    },
  )

  // Create one or more notices
  app.post(
    '/notices',
    { config: { accepts: [] }, onRequest: may('create', everyoneAcl.collection) },
    async (request, reply) => {
      const rows = await createAll(notices, database, request)
      const documents = await notices.documents(database, request, rows)
      return created(request, reply, documents)
    },
  )

  // Get a notice
  app.get(
    '/notices/:id',
    { config: { accepts: [] }, onRequest: may('view', everyoneAcl.item) },
    async (request, reply) => {
      const notice = await notices.find(database, request, 'id')
      await permit(database, request, 'view', everyoneAcl, notice)
      const document = await notices.document(database, request, notice)
      return sendTagged(request, reply, document)
    },
  )
}
