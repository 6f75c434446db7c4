import type { FastifyInstance } from 'fastify'
import { everyoneAcl } from '../acl.js'
import { created } from '../runtime/http/response.js'
import { deleteItem } from '../runtime/http/write-item.js'
import { may, permit, permitted } from '../runtime/auth/access.js'
import { sendTagged } from '../runtime/http/response.js'
import type { Service } from '../service.js'

/** The routes of /pages and below. */
export function pagesRoutes(app: FastifyInstance, { database, pages }: Service): void {
  // index
  app.get(
    '/pages',
    { config: { accepts: [] }, onRequest: may('view', everyoneAcl.collection) },
    async (request, reply) => {
      return await pages.page(database, request, reply)
    },
  )

  // create
  app.post(
    '/pages',
    { config: { accepts: [] }, onRequest: may('create', everyoneAcl.collection) },
    async (request, reply) => {
      const rows = await pages.createAll(database, request)
      const documents = await pages.documents(database, request, rows)
      return created(request, reply, documents)
    },
  )

  // show
  app.get(
    '/pages/:id',
    { config: { accepts: [] }, onRequest: may('view', everyoneAcl.item) },
    async (request, reply) => {
      const page = await pages.find(database, request, 'id')
      await permit(request, 'view', everyoneAcl, page)
      return sendTagged(request, reply, await pages.document(database, request, page))
    },
  )

  // delete
  app.delete(
    '/pages/:id',
    { config: { accepts: [] }, onRequest: may('delete', everyoneAcl.item) },
    async (request, reply) => {
      await deleteItem(pages, database, request, 'id', permitted('delete', everyoneAcl))
      return reply.send({ message: 'Deleted' })
    },
  )
}
