import type { FastifyInstance } from 'fastify'
import { storyAcl, userAcl } from '../acl.js'
import { may, permit, permitted } from '../runtime/auth/access.js'
import { created, deleteItem, sendTagged } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /users. */
export function usersRoutes(app: FastifyInstance, { database, stories, users }: Service): void {
  // List users
  app.get('/users', { onRequest: may('view', userAcl.collection) }, async (request, reply) => {
    return users.page(database, request, reply)
  })

  // Create one or more users
  app.post('/users', { onRequest: may('create', userAcl.collection) }, async (request, reply) => {
    const rows = await users.createAll(database, request)
    const documents = await users.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Get a user
  app.get('/users/:username', { onRequest: may('view', userAcl.item) }, async (request, reply) => {
    const user = await users.find(database, request, 'username')
    await permit(database, request, 'view', userAcl, user)
    const document = await users.document(database, request, user)
    return sendTagged(request, reply, document)
  })

  // Delete a user
  app.delete('/users/:username', { onRequest: may('delete', userAcl.item) }, async (request) => {
    await deleteItem(users, database, request, 'username', permitted('delete', userAcl))
    return { message: 'Deleted' }
  })

  // List the stories of a user
  app.get(
    '/users/:username/stories',
    { onRequest: may('view', storyAcl.collection) },
    async (request, reply) => {
      const user = await users.find(database, request, 'username')
      await permit(database, request, 'view', userAcl, user)
      return stories.page(database, request, reply, { within: { author: users.key(user) } })
    },
  )

  // Get a story of a user
  app.get(
    '/users/:username/stories/:id',
    { onRequest: may('view', storyAcl.item) },
    async (request, reply) => {
      const user = await users.find(database, request, 'username')
      await permit(database, request, 'view', userAcl, user)
      const story = await stories.find(database, request, 'id', { author: users.key(user) })
      await permit(database, request, 'view', storyAcl, story)
      const document = await stories.document(database, request, story)
      return sendTagged(request, reply, document)
    },
  )
}
