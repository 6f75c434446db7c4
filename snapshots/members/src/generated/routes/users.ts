import type { FastifyInstance } from 'fastify'
import { storyAcl, userAcl } from '../acl.js'
import { may, permit, permitUnread, permitted } from '../runtime/access/access.js'
import { readAttributeChanges, showAttribute } from '../runtime/http/attributes.js'
import { createAll } from '../runtime/http/create-all.js'
import { created, sendTagged } from '../runtime/http/entity-tags.js'
import { optionsHandler } from '../runtime/http/options.js'
import { findOnly, newOnly } from '../runtime/http/singular.js'
import { deleteItem } from '../runtime/http/write.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /users. */
export function usersRoutes(app: FastifyInstance, { database, profiles, stories, users }: Service): void {
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

  // List the allowed methods
  app.options(
    '/users',
    { onRequest: may('options', userAcl.collection) },
    optionsHandler('GET, HEAD, OPTIONS, POST'),
  )

  // Get a user
  app.get('/users/:username', { onRequest: may('view', userAcl.item) }, async (request, reply) => {
    const user = await users.find(database, request, 'username')
    await permit(database, request, 'view', userAcl, user)
    const document = await users.document(database, request, user)
    return sendTagged(request, reply, document)
  })

  // Replace a user
  app.put('/users/:username', { onRequest: may('update', userAcl.item) }, async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const user = await users.lock(session, request, 'username')
      await permit(session, request, 'update', userAcl, user)
      await users.checkMatch(session, request, user)
      const data = await users.replacement(session, request, user)
      const changed = await users.update(session, request, user, data)
      return users.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // Update a user
  app.patch('/users/:username', { onRequest: may('update', userAcl.item) }, async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const user = await users.lock(session, request, 'username')
      await permit(session, request, 'update', userAcl, user)
      await users.checkMatch(session, request, user)
      const data = await users.changes(session, request, user)
      const changed = await users.update(session, request, user, data)
      return users.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // Delete a user
  app.delete('/users/:username', { onRequest: may('delete', userAcl.item) }, async (request) => {
    await deleteItem(users, database, request, 'username', permitted('delete', userAcl))
    return { message: 'Deleted' }
  })

  // List the allowed methods
  app.options(
    '/users/:username',
    { onRequest: may('options', userAcl.item) },
    optionsHandler('DELETE, GET, HEAD, OPTIONS, PATCH, PUT', async (request) => {
      await permitUnread(database, request, 'options', userAcl, () =>
        users.find(database, request, 'username'),
      )
    }),
  )

  // Get the groups of a user
  app.get('/users/:username/groups', { onRequest: may('view', userAcl.item) }, async (request) => {
    const user = await users.find(database, request, 'username')
    await permit(database, request, 'view', userAcl, user)
    return showAttribute(users, request, user, 'groups')
  })

  // Update the groups of a user
  app.post('/users/:username/groups', { onRequest: may('update', userAcl.item) }, async (request) => {
    return database.transaction(async (session) => {
      const user = await users.lock(session, request, 'username')
      await permit(session, request, 'update', userAcl, user)
      const data = await readAttributeChanges(users, session, request, user, 'groups')
      const changed = await users.update(session, request, user, data)
      return showAttribute(users, request, changed, 'groups')
    })
  })

  // Get the profile of a user
  app.get('/users/:username/profile', { onRequest: may('view', userAcl.item) }, async (request, reply) => {
    const user = await users.find(database, request, 'username')
    await permit(database, request, 'view', userAcl, user)
    const profile = await findOnly(profiles, database, request, { user: users.key(user) })
    await permit(database, request, 'view', userAcl, profile)
    const document = await profiles.document(database, request, profile)
    return sendTagged(request, reply, document)
  })

  // Create the profile of a user
  app.post(
    '/users/:username/profile',
    { onRequest: may('create', userAcl.collection) },
    async (request, reply) => {
      const document = await database.transaction(async (session) => {
        const user = await users.find(session, request, 'username')
        await permit(session, request, 'view', userAcl, user)
        const data = await newOnly(profiles, session, request, { user: users.key(user) })
        const profile = await profiles.create(session, request, data)
        return profiles.document(session, request, profile)
      })
      return created(request, reply, [document])
    },
  )

  // Replace the profile of a user
  app.put('/users/:username/profile', { onRequest: may('update', userAcl.item) }, async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const user = await users.find(session, request, 'username')
      await permit(session, request, 'view', userAcl, user)
      const profile = await findOnly(profiles, session, request, { user: users.key(user) }, 'delete')
      await permit(session, request, 'update', userAcl, profile)
      await profiles.checkMatch(session, request, profile)
      const data = await profiles.replacement(session, request, profile, { user: users.key(user) })
      const changed = await profiles.update(session, request, profile, data)
      return profiles.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // Update the profile of a user
  app.patch(
    '/users/:username/profile',
    { onRequest: may('update', userAcl.item) },
    async (request, reply) => {
      const document = await database.transaction(async (session) => {
        const user = await users.find(session, request, 'username')
        await permit(session, request, 'view', userAcl, user)
        const profile = await findOnly(profiles, session, request, { user: users.key(user) }, 'delete')
        await permit(session, request, 'update', userAcl, profile)
        await profiles.checkMatch(session, request, profile)
        const data = await profiles.changes(session, request, profile, { user: users.key(user) })
        const changed = await profiles.update(session, request, profile, data)
        return profiles.document(session, request, changed)
      })
      return sendTagged(request, reply, document)
    },
  )

  // Delete the profile of a user
  app.delete('/users/:username/profile', { onRequest: may('delete', userAcl.item) }, async (request) => {
    return database.transaction(async (session) => {
      const user = await users.find(session, request, 'username')
      await permit(session, request, 'view', userAcl, user)
      const profile = await findOnly(profiles, session, request, { user: users.key(user) }, 'delete')
      await permit(session, request, 'delete', userAcl, profile)
      await profiles.checkMatch(session, request, profile)
      await profiles.delete(session, request, profile)
      return { message: 'Deleted' }
    })
  })

  // Get the settings of a user
  app.get('/users/:username/settings', { onRequest: may('view', userAcl.item) }, async (request) => {
    const user = await users.find(database, request, 'username')
    await permit(database, request, 'view', userAcl, user)
    return showAttribute(users, request, user, 'settings')
  })

  // Update the settings of a user
  app.post('/users/:username/settings', { onRequest: may('update', userAcl.item) }, async (request) => {
    return database.transaction(async (session) => {
      const user = await users.lock(session, request, 'username')
      await permit(session, request, 'update', userAcl, user)
      const data = await readAttributeChanges(users, session, request, user, 'settings')
      const changed = await users.update(session, request, user, data)
      return showAttribute(users, request, changed, 'settings')
    })
  })

  // List the stories of a user
  app.get(
    '/users/:username/stories',
    { onRequest: may('view', storyAcl.collection) },
    async (request, reply) => {
      const user = await users.find(database, request, 'username')
      await permit(database, request, 'view', userAcl, user)
      return stories.page(database, request, reply, { within: { owner: users.key(user) } })
    },
  )

  // Create one or more stories of a user
  app.post(
    '/users/:username/stories',
    { onRequest: may('create', storyAcl.collection) },
    async (request, reply) => {
      const user = await users.find(database, request, 'username')
      await permit(database, request, 'view', userAcl, user)
      const rows = await createAll(stories, database, request, { owner: users.key(user) })
      const documents = await stories.documents(database, request, rows)
      return created(request, reply, documents)
    },
  )

  // Get a story of a user
  app.get(
    '/users/:username/stories/:id',
    { onRequest: may('view', storyAcl.item) },
    async (request, reply) => {
      const user = await users.find(database, request, 'username')
      await permit(database, request, 'view', userAcl, user)
      const story = await stories.find(database, request, 'id', { owner: users.key(user) })
      await permit(database, request, 'view', storyAcl, story)
      const document = await stories.document(database, request, story)
      return sendTagged(request, reply, document)
    },
  )

  // Update a story of a user
  app.patch(
    '/users/:username/stories/:id',
    { onRequest: may('update', storyAcl.item) },
    async (request, reply) => {
      const document = await database.transaction(async (session) => {
        const user = await users.find(session, request, 'username')
        await permit(session, request, 'view', userAcl, user)
        const story = await stories.lock(session, request, 'id', { owner: users.key(user) })
        await permit(session, request, 'update', storyAcl, story)
        await stories.checkMatch(session, request, story)
        const data = await stories.changes(session, request, story, { owner: users.key(user) })
        const changed = await stories.update(session, request, story, data)
        return stories.document(session, request, changed)
      })
      return sendTagged(request, reply, document)
    },
  )
}
