import type { FastifyInstance } from 'fastify'
import { profileAcl, userAcl } from '../acl.js'
import { may, permit } from '../runtime/auth/access.js'
import { findOnly, lockOnly, newOnly } from '../runtime/http/singular.js'
import { created, forEachItem, sendTagged } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /users. */
export function usersRoutes(app: FastifyInstance, { database, registry, profiles, users }: Service): void {
  // List users
  app.get('/users', { onRequest: may('view', userAcl.collection) }, async (request, reply) => {
    return users.page(database, request, reply)
  })

  // Create one or more users
  app.post('/users', { onRequest: may('create', userAcl.collection) }, async (request, reply) => {
    const documents = await database.transaction(async (session) => {
      return forEachItem(request, await users.newItems(session, request), async (data) => {
        await users.permitLinks(session, request, data)
        const event = users.event('create', session, request, { data })
        const user = await users.create(session, await users.processed(event))
        return users.document(session, request, user)
      })
    })
    return created(request, reply, documents)
  })

  // Get a user
  app.get('/users/:username', { onRequest: may('view', userAcl.item) }, async (request, reply) => {
    const user = await users.find(database, request, 'username')
    await permit(database, request, 'view', userAcl, user)
    const document = await users.document(database, request, user)
    return sendTagged(request, reply, document)
  })

  // Update a user
  app.patch('/users/:username', { onRequest: may('update', userAcl.item) }, async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const user = await users.lock(session, request, 'username')
      await permit(session, request, 'update', userAcl, user)
      await users.checkMatch(session, request, user)
      const given = await users.changes(session, request, user)
      const data = await users.permitLinks(session, request, given, user)
      const event = users.event('update', session, request, { instance: user, data })
      const changed = await users.update(session, user, await users.processed(event))
      return users.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // Delete a user
  app.delete('/users/:username', { onRequest: may('delete', userAcl.item) }, async (request) => {
    return database.transaction(async (session) => {
      const user = await users.lock(session, request, 'username')
      await permit(session, request, 'delete', userAcl, user)
      await users.checkMatch(session, request, user)
      const event = users.event('delete', session, request, { instance: user })
      await registry.call('keep_authors', event)
      await users.delete(session, user)
      return { message: 'Deleted' }
    })
  })

  // Get the profile of a user
  app.get('/users/:username/profile', { onRequest: may('view', profileAcl.item) }, async (request, reply) => {
    const user = await users.find(database, request, 'username')
    await permit(database, request, 'view', userAcl, user)
    const profile = await findOnly(profiles, database, { user: users.key(user) })
    await permit(database, request, 'view', profileAcl, profile)
    const document = await profiles.document(database, request, profile)
    return sendTagged(request, reply, document)
  })

  // Create the profile of a user
  app.post(
    '/users/:username/profile',
    { onRequest: may('create', profileAcl.collection) },
    async (request, reply) => {
      const document = await database.transaction(async (session) => {
        const user = await users.find(session, request, 'username')
        await permit(session, request, 'view', userAcl, user)
        const data = await newOnly(profiles, session, request, { user: users.key(user) })
        const profile = await profiles.create(session, data)
        return profiles.document(session, request, profile)
      })
      return created(request, reply, [document])
    },
  )

  // Update the profile of a user
  app.patch(
    '/users/:username/profile',
    { onRequest: may('update', profileAcl.item) },
    async (request, reply) => {
      const document = await database.transaction(async (session) => {
        const user = await users.find(session, request, 'username')
        await permit(session, request, 'view', userAcl, user)
        const profile = await lockOnly(profiles, session, { user: users.key(user) })
        await permit(session, request, 'update', profileAcl, profile)
        await profiles.checkMatch(session, request, profile)
        const data = await profiles.changes(session, request, profile, { user: users.key(user) })
        const changed = await profiles.update(session, profile, data)
        return profiles.document(session, request, changed)
      })
      return sendTagged(request, reply, document)
    },
  )
}
