import type { FastifyInstance } from 'fastify'
import { storyAcl, userAcl } from '../acl.js'
import { created } from '../runtime/http/response.js'
import { deleteItem } from '../runtime/http/write-item.js'
import { may, permit, permitted, permitUnread } from '../runtime/auth/access.js'
import { sendTagged } from '../runtime/http/response.js'
import type { Service } from '../service.js'

/** The routes of /users and below. */
export function usersRoutes(app: FastifyInstance, { database, profiles, stories, users }: Service): void {
  // index
  app.get('/users', { onRequest: may('view', userAcl.collection) }, async (request, reply) => {
    return await users.page(database, request, reply)
  })

  // create
  app.post('/users', { onRequest: may('create', userAcl.collection) }, async (request, reply) => {
    const rows = await users.createAll(database, request)
    const documents = await users.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // collection_options
  app.options('/users', { onRequest: may('options', userAcl.collection) }, async (request, reply) => {
    return reply.code(204).header('Allow', 'GET, HEAD, OPTIONS, POST').send()
  })

  // show
  app.get('/users/:username', { onRequest: may('view', userAcl.item) }, async (request, reply) => {
    const user = await users.find(database, request, 'username')
    await permit(request, 'view', userAcl, user)
    return sendTagged(request, reply, await users.document(database, request, user))
  })

  // replace
  app.put('/users/:username', { onRequest: may('update', userAcl.item) }, async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const user = await users.lock(session, request, 'username')
      await permit(request, 'update', userAcl, user)
      await users.checkMatch(session, request, user)
      const given = users.replacement(request, user)
      const data = await users.permitLinks(session, request, given, user)
      const changed = await users.update(session, user, data)
      return users.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // update
  app.patch('/users/:username', { onRequest: may('update', userAcl.item) }, async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const user = await users.lock(session, request, 'username')
      await permit(request, 'update', userAcl, user)
      await users.checkMatch(session, request, user)
      const given = users.changes(request, user)
      const data = await users.permitLinks(session, request, given, user)
      const changed = await users.update(session, user, data)
      return users.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // delete
  app.delete('/users/:username', { onRequest: may('delete', userAcl.item) }, async (request, reply) => {
    await deleteItem(users, database, request, 'username', permitted('delete', userAcl))
    return reply.send({ message: 'Deleted' })
  })

  // item_options
  app.options('/users/:username', { onRequest: may('options', userAcl.item) }, async (request, reply) => {
    await permitUnread(request, 'options', userAcl, () => users.find(database, request, 'username'))
    return reply.code(204).header('Allow', 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT').send()
  })

  // show
  app.get('/users/:username/groups', { onRequest: may('view', userAcl.item) }, async (request, reply) => {
    const user = await users.find(database, request, 'username')
    await permit(request, 'view', userAcl, user)
    return reply.send(users.attribute(request, user, 'groups'))
  })

  // update
  app.post('/users/:username/groups', { onRequest: may('update', userAcl.item) }, async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const user = await users.lock(session, request, 'username')
      await permit(request, 'update', userAcl, user)
      const data = users.attributeChanges(request, user, 'groups')
      const changed = await users.update(session, user, data)
      return users.attribute(request, changed, 'groups')
    })
    return reply.send(answer)
  })

  // show
  app.get('/users/:username/profile', { onRequest: may('view', userAcl.item) }, async (request, reply) => {
    const user = await users.find(database, request, 'username')
    await permit(request, 'view', userAcl, user)
    const profile = await profiles.only(database, request, { user: users.key(user) })
    await permit(request, 'view', userAcl, profile)
    return sendTagged(request, reply, await profiles.document(database, request, profile))
  })

  // create
  app.post(
    '/users/:username/profile',
    { onRequest: may('create', userAcl.collection) },
    async (request, reply) => {
      const document = await database.transaction(async (session) => {
        const user = await users.find(session, request, 'username')
        await permit(request, 'view', userAcl, user)
        await profiles.refuseSecond(session, { user: users.key(user) })
        const data = profiles.newItem(request, { user: users.key(user) })
        const profile = await profiles.create(session, data)
        return profiles.document(session, request, profile)
      })
      return created(request, reply, [document])
    },
  )

  // replace
  app.put('/users/:username/profile', { onRequest: may('update', userAcl.item) }, async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const user = await users.find(session, request, 'username')
      await permit(request, 'view', userAcl, user)
      const profile = await profiles.lockOnly(session, request, { user: users.key(user) })
      await permit(request, 'update', userAcl, profile)
      await profiles.checkMatch(session, request, profile)
      const data = profiles.replacement(request, profile, { user: users.key(user) })
      const changed = await profiles.update(session, profile, data)
      return profiles.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // update
  app.patch(
    '/users/:username/profile',
    { onRequest: may('update', userAcl.item) },
    async (request, reply) => {
      const document = await database.transaction(async (session) => {
        const user = await users.find(session, request, 'username')
        await permit(request, 'view', userAcl, user)
        const profile = await profiles.lockOnly(session, request, { user: users.key(user) })
        await permit(request, 'update', userAcl, profile)
        await profiles.checkMatch(session, request, profile)
        const data = profiles.changes(request, profile, { user: users.key(user) })
        const changed = await profiles.update(session, profile, data)
        return profiles.document(session, request, changed)
      })
      return sendTagged(request, reply, document)
    },
  )

  // delete
  app.delete(
    '/users/:username/profile',
    { onRequest: may('delete', userAcl.item) },
    async (request, reply) => {
      await database.transaction(async (session) => {
        const user = await users.find(session, request, 'username')
        await permit(request, 'view', userAcl, user)
        const profile = await profiles.lockOnly(session, request, { user: users.key(user) })
        await permit(request, 'delete', userAcl, profile)
        await profiles.checkMatch(session, request, profile)
        await profiles.items(session).delete(profiles.key(profile))
      })
      return reply.send({ message: 'Deleted' })
    },
  )

  // show
  app.get('/users/:username/settings', { onRequest: may('view', userAcl.item) }, async (request, reply) => {
    const user = await users.find(database, request, 'username')
    await permit(request, 'view', userAcl, user)
    return reply.send(users.attribute(request, user, 'settings'))
  })

  // update
  app.post(
    '/users/:username/settings',
    { onRequest: may('update', userAcl.item) },
    async (request, reply) => {
      const answer = await database.transaction(async (session) => {
        const user = await users.lock(session, request, 'username')
        await permit(request, 'update', userAcl, user)
        const data = users.attributeChanges(request, user, 'settings')
        const changed = await users.update(session, user, data)
        return users.attribute(request, changed, 'settings')
      })
      return reply.send(answer)
    },
  )

  // index
  app.get(
    '/users/:username/stories',
    { onRequest: may('view', storyAcl.collection) },
    async (request, reply) => {
      const user = await users.find(database, request, 'username')
      await permit(request, 'view', userAcl, user)
      return await stories.page(database, request, reply, { within: { owner: users.key(user) } })
    },
  )

  // create
  app.post(
    '/users/:username/stories',
    { onRequest: may('create', storyAcl.collection) },
    async (request, reply) => {
      const user = await users.find(database, request, 'username')
      await permit(request, 'view', userAcl, user)
      const rows = await stories.createAll(database, request, { owner: users.key(user) })
      const documents = await stories.documents(database, request, rows)
      return created(request, reply, documents)
    },
  )

  // show
  app.get(
    '/users/:username/stories/:id',
    { onRequest: may('view', storyAcl.item) },
    async (request, reply) => {
      const user = await users.find(database, request, 'username')
      await permit(request, 'view', userAcl, user)
      const story = await stories.find(database, request, 'id', { owner: users.key(user) })
      await permit(request, 'view', storyAcl, story)
      return sendTagged(request, reply, await stories.document(database, request, story))
    },
  )

  // update
  app.patch(
    '/users/:username/stories/:id',
    { onRequest: may('update', storyAcl.item) },
    async (request, reply) => {
      const document = await database.transaction(async (session) => {
        const user = await users.find(session, request, 'username')
        await permit(request, 'view', userAcl, user)
        const story = await stories.lock(session, request, 'id', { owner: users.key(user) })
        await permit(request, 'update', storyAcl, story)
        await stories.checkMatch(session, request, story)
        const given = stories.changes(request, story, { owner: users.key(user) })
        const data = await stories.permitLinks(session, request, given, story)
        const changed = await stories.update(session, story, data)
        return stories.document(session, request, changed)
      })
      return sendTagged(request, reply, document)
    },
  )
}
