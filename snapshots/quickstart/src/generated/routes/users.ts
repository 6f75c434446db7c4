import type { FastifyInstance } from 'fastify'
import { forEachItem } from '../runtime/errors.js'
import { createAll } from '../runtime/http/create-all.js'
import { created, sendTagged } from '../runtime/http/entity-tags.js'
import { deleteItem, updateItem } from '../runtime/http/write.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /users. */
export function usersRoutes(app: FastifyInstance, { database, registry, stories, users }: Service): void {
  // Get all users
  app.get('/users', async (request, reply) => {
    return users.page(database, request, reply)
  })

  // Create a user
  app.post('/users', async (request, reply) => {
    const rows = await createAll(users, database, request)
    const documents = await users.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Get a particular user
  app.get('/users/:username', async (request, reply) => {
    const user = await users.find(database, request, 'username')
    const document = await users.document(database, request, user)
    return sendTagged(request, reply, document)
  })

  // Update a particular user
  app.patch('/users/:username', async (request, reply) => {
    const user = await updateItem(users, database, request, 'username')
    const document = await users.document(database, request, user)
    return sendTagged(request, reply, document)
  })

  // Delete a particular user
  app.delete('/users/:username', async (request) => {
    await deleteItem(users, database, request, 'username')
    return { message: 'Deleted' }
  })

  // Get the stories that a user owns
  app.get('/users/:username/stories', async (request, reply) => {
    const user = await users.find(database, request, 'username')
    return stories.page(database, request, reply, { within: { owner: users.key(user) } })
  })

  // Create a story that the user owns
  app.post('/users/:username/stories', async (request, reply) => {
    const documents = await database.transaction(async (session) => {
      const user = await users.find(session, request, 'username')
      return forEachItem(
        request,
        await stories.newItems(session, request, { owner: users.key(user) }),
        async (data) => {
          const event = stories.event('create', session, request, { data })
          await registry.call('tidy_title', event)
          const story = await stories.create(session, request, event.data)
          return stories.document(session, request, story)
        },
      )
    })
    return created(request, reply, documents)
  })
}
