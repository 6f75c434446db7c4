import type { FastifyInstance } from 'fastify'
import { authenticatedAcl } from '../acl.js'
import { may, permit, permitted } from '../runtime/access/access.js'
import { createAll } from '../runtime/http/create-all.js'
import { created, sendTagged } from '../runtime/http/entity-tags.js'
import { deleteItem, updateItem } from '../runtime/http/write.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /programs. */
export function programsRoutes(app: FastifyInstance, { database, programs }: Service): void {
  // List programs
  app.get(
    '/programs',
    { config: { accepts: ['api_key'] }, onRequest: may('view', authenticatedAcl.collection) },
    async (request, reply) => {
      return programs.page(database, request, reply)
    },
  )

  // Create one or more programs
  app.post(
    '/programs',
    { config: { accepts: ['api_key'] }, onRequest: may('create', authenticatedAcl.collection) },
    async (request, reply) => {
      const rows = await createAll(programs, database, request)
      const documents = await programs.documents(database, request, rows)
      return created(request, reply, documents)
    },
  )

  // Get a program
  app.get(
    '/programs/:id',
    { config: { accepts: ['api_key'] }, onRequest: may('view', authenticatedAcl.item) },
    async (request, reply) => {
      const program = await programs.find(database, request, 'id')
      await permit(database, request, 'view', authenticatedAcl, program)
      const document = await programs.document(database, request, program)
      return sendTagged(request, reply, document)
    },
  )

  // Update a program
  app.patch('/programs/:id', { onRequest: may('update', authenticatedAcl.item) }, async (request, reply) => {
    const program = await updateItem(programs, database, request, 'id', permitted('update', authenticatedAcl))
    const document = await programs.document(database, request, program)
    return sendTagged(request, reply, document)
  })

  // Delete a program
  app.delete(
    '/programs/:id',
    { config: { accepts: ['api_key'] }, onRequest: may('delete', authenticatedAcl.item) },
    async (request) => {
      await deleteItem(programs, database, request, 'id', permitted('delete', authenticatedAcl))
      return { message: 'Deleted' }
    },
  )
}
