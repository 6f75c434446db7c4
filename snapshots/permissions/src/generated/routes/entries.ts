import type { FastifyInstance } from 'fastify'
import { entryAcl } from '../acl.js'
import { may, permit } from '../runtime/access/access.js'
import { createAll } from '../runtime/http/create-all.js'
import { created, sendTagged } from '../runtime/http/entity-tags.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /entries. */
export function entriesRoutes(app: FastifyInstance, { database, entries }: Service): void {
  // List entries
  app.get(
    '/entries',
    { config: { accepts: ['ticket'] }, onRequest: may('view', entryAcl.collection) },
    async (request, reply) => {
      return entries.page(database, request, reply)
    },
  )

  // Create one or more entries
  app.post(
    '/entries',
    { config: { accepts: ['ticket'] }, onRequest: may('create', entryAcl.collection) },
    async (request, reply) => {
      const rows = await createAll(entries, database, request)
      const documents = await entries.documents(database, request, rows)
      return created(request, reply, documents)
    },
  )

  // Get an entry
  app.get(
    '/entries/:id',
    { config: { accepts: ['ticket'] }, onRequest: may('view', entryAcl.item) },
    async (request, reply) => {
      const entry = await entries.find(database, request, 'id')
      await permit(database, request, 'view', entryAcl, entry)
      const document = await entries.document(database, request, entry)
      return sendTagged(request, reply, document)
    },
  )
}
