import type { FastifyInstance } from 'fastify'
import { usersAcl } from '../acl.js'
import { may, permit, permitted } from '../runtime/access/access.js'
import { createAll } from '../runtime/http/create-all.js'
import { created, sendTagged } from '../runtime/http/entity-tags.js'
import { deleteItem, updateItem } from '../runtime/http/write.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /users. */
export function usersRoutes(app: FastifyInstance, { database, users }: Service): void {
  // List users
  app.get(
    '/users',
    { config: { accepts: ['ticket', 'scheme:oauth'] }, onRequest: may('view', usersAcl.collection) },
    async (request, reply) => {
      return users.page(database, request, reply)
    },
  )

  // Create one or more users
  app.post(
    '/users',
    { config: { accepts: ['ticket', 'scheme:oauth'] }, onRequest: may('create', usersAcl.collection) },
    async (request, reply) => {
      const rows = await createAll(users, database, request)
      const documents = await users.documents(database, request, rows)
      return created(request, reply, documents)
    },
  )

  // Get a user
  app.get(
    '/users/:username',
    { config: { accepts: ['ticket', 'scheme:oauth'] }, onRequest: may('view', usersAcl.item) },
    async (request, reply) => {
      const user = await users.find(database, request, 'username')
      await permit(database, request, 'view', usersAcl, user)
      const document = await users.document(database, request, user)
      return sendTagged(request, reply, document)
    },
  )

  // Update a user
  app.patch(
    '/users/:username',
    { config: { accepts: ['ticket', 'scheme:oauth'] }, onRequest: may('update', usersAcl.item) },
    async (request, reply) => {
      const user = await updateItem(users, database, request, 'username', permitted('update', usersAcl))
      const document = await users.document(database, request, user)
      return sendTagged(request, reply, document)
    },
  )

  // Delete a user
  app.delete(
    '/users/:username',
    { config: { accepts: ['ticket', 'scheme:oauth'] }, onRequest: may('delete', usersAcl.item) },
    async (request) => {
      await deleteItem(users, database, request, 'username', permitted('delete', usersAcl))
      return { message: 'Deleted' }
    },
  )
}
