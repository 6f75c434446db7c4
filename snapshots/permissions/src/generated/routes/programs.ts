import type { FastifyInstance } from 'fastify'
import { authenticatedAcl } from '../acl.js'
import { created } from '../runtime/http/response.js'
import { changeItem, deleteItem } from '../runtime/http/write-item.js'
import { may, permit, permitted } from '../runtime/auth/access.js'
import { sendTagged } from '../runtime/http/response.js'
import type { Service } from '../service.js'

/** The routes of /programs and below. */
export function programsRoutes(app: FastifyInstance, { database, programs }: Service): void {
  // index
  app.get(
    '/programs',
    { config: { accepts: ['api_key'] }, onRequest: may('view', authenticatedAcl.collection) },
    async (request, reply) => {
      return await programs.page(database, request, reply)
    },
  )

  // create
  app.post(
    '/programs',
    { config: { accepts: ['api_key'] }, onRequest: may('create', authenticatedAcl.collection) },
    async (request, reply) => {
      const rows = await programs.createAll(database, request)
      const documents = await programs.documents(database, request, rows)
      return created(request, reply, documents)
    },
  )

  // show
  app.get(
    '/programs/:id',
    { config: { accepts: ['api_key'] }, onRequest: may('view', authenticatedAcl.item) },
    async (request, reply) => {
      const program = await programs.find(database, request, 'id')
      await permit(request, 'view', authenticatedAcl, program)
      return sendTagged(request, reply, await programs.document(database, request, program))
    },
  )

  // update
  app.patch('/programs/:id', { onRequest: may('update', authenticatedAcl.item) }, async (request, reply) => {
    const program = await changeItem(programs, database, request, 'id', permitted('update', authenticatedAcl))
    return sendTagged(request, reply, await programs.document(database, request, program))
  })

  // delete
  app.delete(
    '/programs/:id',
    { config: { accepts: ['api_key'] }, onRequest: may('delete', authenticatedAcl.item) },
    async (request, reply) => {
      await deleteItem(programs, database, request, 'id', permitted('delete', authenticatedAcl))
      return reply.send({ message: 'Deleted' })
    },
  )
}
