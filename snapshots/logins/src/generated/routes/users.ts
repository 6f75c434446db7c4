import type { FastifyInstance } from 'fastify'
import { ownAcl } from '../acl.js'
import { may, permit, permitted } from '../runtime/auth/access.js'
import { created, deleteItem, sendTagged, updateItem } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /users. */
export function usersRoutes(app: FastifyInstance, { database, users }: Service): void {
  // List users
  app.get('/users', { onRequest: may('view', ownAcl.collection) }, async (request, reply) => {
    return users.page(database, request, reply)
  })

  // Create one or more users
  app.post('/users', { onRequest: may('create', ownAcl.collection) }, async (request, reply) => {
    const rows = await users.createAll(database, request)
    const documents = await users.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Get a user
  app.get('/users/:username', { onRequest: may('view', ownAcl.item) }, async (request, reply) => {
    const user = await users.find(database, request, 'username')
    await permit(database, request, 'view', ownAcl, user)
    const document = await users.document(database, request, user)
    return sendTagged(request, reply, document)
  })

  // Update a user
  app.patch('/users/:username', { onRequest: may('update', ownAcl.item) }, async (request, reply) => {
    const user = await updateItem(users, database, request, 'username', permitted('update', ownAcl))
    const document = await users.document(database, request, user)
    return sendTagged(request, reply, document)
  })

  // Delete a user
  app.delete('/users/:username', { onRequest: may('delete', ownAcl.item) }, async (request) => {
    await deleteItem(users, database, request, 'username', permitted('delete', ownAcl))
    return { message: 'Deleted' }
  })
}
