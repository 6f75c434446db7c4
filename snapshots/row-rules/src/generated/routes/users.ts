import type { FastifyInstance } from 'fastify'
import { openAcl } from '../acl.js'
import { may, permit, permitted } from '../runtime/auth/access.js'
import { findOnly, lockOnly, newOnly } from '../runtime/http/singular.js'
import { created, deleteItem, sendTagged } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /users. */
export function usersRoutes(app: FastifyInstance, { databaseFor, notes, profiles, users }: Service): void {
  // List users
  app.get('/users', { onRequest: may('view', openAcl.collection) }, async (request, reply) => {
    return users.page(databaseFor(request), request, reply)
  })

  // Create one or more users
  app.post('/users', { onRequest: may('create', openAcl.collection) }, async (request, reply) => {
    const rows = await users.createAll(databaseFor(request), request)
    const documents = await users.documents(databaseFor(request), request, rows)
    return created(request, reply, documents)
  })

  // Update the selected users
  app.put('/users', { onRequest: may('update', openAcl.collection) }, async (request) => {
    return databaseFor(request).transaction(async (session) => {
      const data = users.changesToMany(request)
      const where = users.selection(request)
      const count = await users.updateMany(session, request, where, data)
      return { message: `Updated ${count} User(s) objects`, count }
    })
  })

  // Update the selected users
  app.patch('/users', { onRequest: may('update', openAcl.collection) }, async (request) => {
    return databaseFor(request).transaction(async (session) => {
      const data = users.changesToMany(request)
      const where = users.selection(request)
      const count = await users.updateMany(session, request, where, data)
      return { message: `Updated ${count} User(s) objects`, count }
    })
  })

  // Delete the selected users
  app.delete('/users', { onRequest: may('delete', openAcl.collection) }, async (request) => {
    const where = users.selection(request)
    const count = await users.deleteMany(databaseFor(request), where)
    return { message: `Deleted ${count} User(s) objects`, count }
  })

  // Get a user
  app.get('/users/:username', { onRequest: may('view', openAcl.item) }, async (request, reply) => {
    const user = await users.find(databaseFor(request), request, 'username')
    await permit(databaseFor(request), request, 'view', openAcl, user)
    const document = await users.document(databaseFor(request), request, user)
    return sendTagged(request, reply, document)
  })

  // Replace a user
  app.put('/users/:username', { onRequest: may('update', openAcl.item) }, async (request, reply) => {
    const document = await databaseFor(request).transaction(async (session) => {
      const user = await users.lockToWrite(session, request, 'username')
      await permit(session, request, 'update', openAcl, user)
      await users.checkMatch(session, request, user)
      const given = await users.replacement(session, request, user)
      const data = await users.permitLinks(session, request, given, user)
      const changed = await users.update(session, user, data)
      return users.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // Update a user
  app.patch('/users/:username', { onRequest: may('update', openAcl.item) }, async (request, reply) => {
    const document = await databaseFor(request).transaction(async (session) => {
      const user = await users.lockToWrite(session, request, 'username')
      await permit(session, request, 'update', openAcl, user)
      await users.checkMatch(session, request, user)
      const given = await users.changes(session, request, user)
      const data = await users.permitLinks(session, request, given, user)
      const changed = await users.update(session, user, data)
      return users.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // Delete a user
  app.delete('/users/:username', { onRequest: may('delete', openAcl.item) }, async (request) => {
    await deleteItem(users, databaseFor(request), request, 'username', permitted('delete', openAcl))
    return { message: 'Deleted' }
  })

  // List the notes of a user
  app.get(
    '/users/:username/notes',
    { onRequest: may('view', openAcl.collection) },
    async (request, reply) => {
      const user = await users.find(databaseFor(request), request, 'username')
      await permit(databaseFor(request), request, 'view', openAcl, user)
      return notes.page(databaseFor(request), request, reply, { within: { owner: users.key(user) } })
    },
  )

  // Create one or more notes of a user
  app.post(
    '/users/:username/notes',
    { onRequest: may('create', openAcl.collection) },
    async (request, reply) => {
      const user = await users.find(databaseFor(request), request, 'username')
      await permit(databaseFor(request), request, 'view', openAcl, user)
      const rows = await notes.createAll(databaseFor(request), request, { owner: users.key(user) })
      const documents = await notes.documents(databaseFor(request), request, rows)
      return created(request, reply, documents)
    },
  )

  // Get the profile of a user
  app.get('/users/:username/profile', { onRequest: may('view', openAcl.item) }, async (request, reply) => {
    const user = await users.find(databaseFor(request), request, 'username')
    await permit(databaseFor(request), request, 'view', openAcl, user)
    const profile = await findOnly(profiles, databaseFor(request), { user: users.key(user) })
    await permit(databaseFor(request), request, 'view', openAcl, profile)
    const document = await profiles.document(databaseFor(request), request, profile)
    return sendTagged(request, reply, document)
  })

  // Create the profile of a user
  app.post(
    '/users/:username/profile',
    { onRequest: may('create', openAcl.collection) },
    async (request, reply) => {
      const document = await databaseFor(request).transaction(async (session) => {
        const user = await users.find(session, request, 'username')
        await permit(session, request, 'view', openAcl, user)
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
    { onRequest: may('update', openAcl.item) },
    async (request, reply) => {
      const document = await databaseFor(request).transaction(async (session) => {
        const user = await users.find(session, request, 'username')
        await permit(session, request, 'view', openAcl, user)
        const profile = await lockOnly(profiles, session, { user: users.key(user) })
        await permit(session, request, 'update', openAcl, profile)
        await profiles.checkMatch(session, request, profile)
        const data = await profiles.changes(session, request, profile, { user: users.key(user) })
        const changed = await profiles.update(session, profile, data)
        return profiles.document(session, request, changed)
      })
      return sendTagged(request, reply, document)
    },
  )

  // Delete the profile of a user
  app.delete('/users/:username/profile', { onRequest: may('delete', openAcl.item) }, async (request) => {
    return databaseFor(request).transaction(async (session) => {
      const user = await users.find(session, request, 'username')
      await permit(session, request, 'view', openAcl, user)
      const profile = await lockOnly(profiles, session, { user: users.key(user) })
      await permit(session, request, 'delete', openAcl, profile)
      await profiles.checkMatch(session, request, profile)
      await profiles.delete(session, profile)
      return { message: 'Deleted' }
    })
  })
}
