import type { FastifyInstance } from 'fastify'
import { everyoneAcl } from '../acl.js'
import { may, permit, permitted } from '../runtime/access/access.js'
import { createAll } from '../runtime/http/create-all.js'
import { created, sendTagged } from '../runtime/http/entity-tags.js'
import { deleteItem } from '../runtime/http/write.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /pages. */
export function pagesRoutes(app: FastifyInstance, { database, pages }: Service): void {
  // List pages
  app.get(
    '/pages',
    { config: { accepts: [] }, onRequest: may('view', everyoneAcl.collection) },
    async (request, reply) => {
      return pages.page(database, request, reply)
    },
  )

  // Create one or more pages
  app.post(
    '/pages',
    { config: { accepts: [] }, onRequest: may('create', everyoneAcl.collection) },
    async (request, reply) => {
      const rows = await createAll(pages, database, request)
      const documents = await pages.documents(database, request, rows)
      return created(request, reply, documents)
    },
  )

  // Get a page
  app.get(
    '/pages/:id',
    { config: { accepts: [] }, onRequest: may('view', everyoneAcl.item) },
    async (request, reply) => {
      const page2 = await pages.find(database, request, 'id')
      await permit(database, request, 'view', everyoneAcl, page2)
      const document = await pages.document(database, request, page2)
      return sendTagged(request, reply, document)
    },
  )

  // Delete a page
  app.delete(
    '/pages/:id',
    { config: { accepts: [] }, onRequest: may('delete', everyoneAcl.item) },
    async (request) => {
      await deleteItem(pages, database, request, 'id', permitted('delete', everyoneAcl))
      return { message: 'Deleted' }
    },
  )
}
