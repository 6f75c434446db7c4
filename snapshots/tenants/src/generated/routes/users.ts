import type { FastifyInstance } from 'fastify'
import { userAcl } from '../acl.js'
import { may, permit, permitted } from '../runtime/access/access.js'
import { createAll } from '../runtime/http/create-all.js'
import { created, sendTagged } from '../runtime/http/entity-tags.js'
import { updateItem } from '../runtime/http/write.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /users. */
export function usersRoutes(app: FastifyInstance, { database, users }: Service): void {
  // List users
  app.get('/users', { onRequest: may('view', userAcl.collection) }, async (request, reply) => {
    return users.page(database, request, reply)
  })

  // Create one or more users
  app.post('/users', { onRequest: may('create', userAcl.collection) }, async (request, reply) => {
    const rows = await createAll(users, database, request)
    const documents = await users.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Get a user
  app.get('/users/:id', { onRequest: may('view', userAcl.item) }, async (request, reply) => {
    const user = await users.find(database, request, 'id')
    await permit(database, request, 'view', userAcl, user)
    const document = await users.document(database, request, user)
    return sendTagged(request, reply, document)
  })

  // Update a user
  app.patch('/users/:id', { onRequest: may('update', userAcl.item) }, async (request, reply) => {
    const user = await updateItem(users, database, request, 'id', permitted('update', userAcl))
    const document = await users.document(database, request, user)
    return sendTagged(request, reply, document)
  })
}
