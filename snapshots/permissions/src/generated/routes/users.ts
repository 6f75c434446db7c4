import type { FastifyInstance } from 'fastify'
import { noteAcl, openAcl, userAcl, vaultAcl } from '../acl.js'
import { may, permit, permitted } from '../runtime/access/access.js'
import { readAttributeChanges, showAttribute } from '../runtime/http/attributes.js'
import { createAll } from '../runtime/http/create-all.js'
import { created, sendTagged } from '../runtime/http/entity-tags.js'
import { findOnly, newOnly } from '../runtime/http/singular.js'
import { deleteItem } from '../runtime/http/write.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /users. */
export function usersRoutes(app: FastifyInstance, { database, notes, users, vaults }: Service): void {
  // List users
  app.get(
    '/users',
    { config: { accepts: ['ticket'] }, onRequest: may('view', userAcl.collection) },
    async (request, reply) => {
      return users.page(database, request, reply)
    },
  )

  // Create one or more users
  app.post(
    '/users',
    { config: { accepts: ['ticket'] }, onRequest: may('create', userAcl.collection) },
    async (request, reply) => {
      const rows = await createAll(users, database, request)
      const documents = await users.documents(database, request, rows)
      return created(request, reply, documents)
    },
  )

  // Update the selected users
  app.put(
    '/users',
    { config: { accepts: ['ticket'] }, onRequest: may('update', userAcl.collection) },
    async (request) => {
      return database.transaction(async (session) => {
        const data = users.changesToMany(request)
        const where = users.selection(request)
        const count = await users.updateMany(session, request, where, data)
        return { message: `Updated ${count} User(s) objects`, count }
      })
    },
  )

  // Update the selected users
  app.patch(
    '/users',
    { config: { accepts: ['ticket'] }, onRequest: may('update', userAcl.collection) },
    async (request) => {
      return database.transaction(async (session) => {
        const data = users.changesToMany(request)
        const where = users.selection(request)
        const count = await users.updateMany(session, request, where, data)
        return { message: `Updated ${count} User(s) objects`, count }
      })
    },
  )

  // Get a user
  app.get(
    '/users/:username',
    { config: { accepts: ['ticket'] }, onRequest: may('view', userAcl.item) },
    async (request, reply) => {
      const user = await users.find(database, request, 'username')
      await permit(database, request, 'view', userAcl, user)
      const document = await users.document(database, request, user)
      return sendTagged(request, reply, document)
    },
  )

  // Replace a user
  app.put(
    '/users/:username',
    { config: { accepts: ['ticket'] }, onRequest: may('update', userAcl.item) },
    async (request, reply) => {
      const document = await database.transaction(async (session) => {
        const user = await users.lock(session, request, 'username')
        await permit(session, request, 'update', userAcl, user)
        await users.checkMatch(session, request, user)
        const data = await users.replacement(session, request, user)
        const changed = await users.update(session, request, user, data)
        return users.document(session, request, changed)
      })
      return sendTagged(request, reply, document)
    },
  )

  // Update a user
  app.patch(
    '/users/:username',
    { config: { accepts: ['ticket'] }, onRequest: may('update', userAcl.item) },
    async (request, reply) => {
      const document = await database.transaction(async (session) => {
        const user = await users.lock(session, request, 'username')
        await permit(session, request, 'update', userAcl, user)
        await users.checkMatch(session, request, user)
        const data = await users.changes(session, request, user)
        const changed = await users.update(session, request, user, data)
        return users.document(session, request, changed)
      })
      return sendTagged(request, reply, document)
    },
  )

  // Delete a user
  app.delete(
    '/users/:username',
    { config: { accepts: ['ticket'] }, onRequest: may('delete', userAcl.item) },
    async (request) => {
      await deleteItem(users, database, request, 'username', permitted('delete', userAcl))
      return { message: 'Deleted' }
    },
  )

  // Get the groups of a user
  app.get(
    '/users/:username/groups',
    { config: { accepts: ['ticket'] }, onRequest: may('view', userAcl.item) },
    async (request) => {
      const user = await users.find(database, request, 'username')
      await permit(database, request, 'view', userAcl, user)
      return showAttribute(users, request, user, 'groups')
    },
  )

  // Update the groups of a user
  app.post(
    '/users/:username/groups',
    { config: { accepts: ['ticket'] }, onRequest: may('update', userAcl.item) },
    async (request) => {
      return database.transaction(async (session) => {
        const user = await users.lock(session, request, 'username')
        await permit(session, request, 'update', userAcl, user)
        const data = await readAttributeChanges(users, session, request, user, 'groups')
        const changed = await users.update(session, request, user, data)
        return showAttribute(users, request, changed, 'groups')
      })
    },
  )

  // List the notes of a user
  app.get(
    '/users/:username/notes',
    { config: { accepts: ['ticket'] }, onRequest: may('view', noteAcl.collection) },
    async (request, reply) => {
      const user = await users.find(database, request, 'username')
      await permit(database, request, 'view', userAcl, user)
      return notes.page(database, request, reply, { within: { owner: users.key(user) } })
    },
  )

  // Create one or more notes of a user
  app.post(
    '/users/:username/notes',
    { config: { accepts: ['ticket'] }, onRequest: may('create', noteAcl.collection) },
    async (request, reply) => {
      const user = await users.find(database, request, 'username')
      await permit(database, request, 'view', userAcl, user)
      const rows = await createAll(notes, database, request, { owner: users.key(user) })
      const documents = await notes.documents(database, request, rows)
      return created(request, reply, documents)
    },
  )

  // Get a note of a user
  app.get(
    '/users/:username/notes/:id',
    { config: { accepts: ['ticket'] }, onRequest: may('view', noteAcl.item) },
    async (request, reply) => {
      const user = await users.find(database, request, 'username')
      await permit(database, request, 'view', userAcl, user)
      const note = await notes.find(database, request, 'id', { owner: users.key(user) })
      await permit(database, request, 'view', noteAcl, note)
      const document = await notes.document(database, request, note)
      return sendTagged(request, reply, document)
    },
  )

  // Replace a note of a user
  app.put(
    '/users/:username/notes/:id',
    { config: { accepts: ['ticket'] }, onRequest: may('update', noteAcl.item) },
    async (request, reply) => {
      const document = await database.transaction(async (session) => {
        const user = await users.find(session, request, 'username')
        await permit(session, request, 'view', userAcl, user)
        const note = await notes.lock(session, request, 'id', { owner: users.key(user) })
        await permit(session, request, 'update', noteAcl, note)
        await notes.checkMatch(session, request, note)
        const data = await notes.replacement(session, request, note, { owner: users.key(user) })
        const changed = await notes.update(session, request, note, data)
        return notes.document(session, request, changed)
      })
      return sendTagged(request, reply, document)
    },
  )

  // Update a note of a user
  app.patch(
    '/users/:username/notes/:id',
    { config: { accepts: ['ticket'] }, onRequest: may('update', noteAcl.item) },
    async (request, reply) => {
      const document = await database.transaction(async (session) => {
        const user = await users.find(session, request, 'username')
        await permit(session, request, 'view', userAcl, user)
        const note = await notes.lock(session, request, 'id', { owner: users.key(user) })
        await permit(session, request, 'update', noteAcl, note)
        await notes.checkMatch(session, request, note)
        const data = await notes.changes(session, request, note, { owner: users.key(user) })
        const changed = await notes.update(session, request, note, data)
        return notes.document(session, request, changed)
      })
      return sendTagged(request, reply, document)
    },
  )

  // Get the settings of a user
  app.get(
    '/users/:username/settings',
    { config: { accepts: ['ticket'] }, onRequest: may('view', openAcl.item) },
    async (request) => {
      const user = await users.find(database, request, 'username')
      await permit(database, request, 'view', userAcl, user)
      await permit(database, request, 'view', openAcl, user)
      return showAttribute(users, request, user, 'settings')
    },
  )

  // Update the settings of a user
  app.post(
    '/users/:username/settings',
    { config: { accepts: ['ticket'] }, onRequest: may('update', openAcl.item) },
    async (request) => {
      return database.transaction(async (session) => {
        const user = await users.lock(session, request, 'username')
        await permit(session, request, 'view', userAcl, user)
        await permit(session, request, 'update', openAcl, user)
        const data = await readAttributeChanges(users, session, request, user, 'settings')
        const changed = await users.update(session, request, user, data)
        return showAttribute(users, request, changed, 'settings')
      })
    },
  )

  // Get the vault of a user
  app.get(
    '/users/:username/vault',
    { config: { accepts: ['ticket'] }, onRequest: may('view', vaultAcl.item) },
    async (request, reply) => {
      const user = await users.find(database, request, 'username')
      await permit(database, request, 'view', userAcl, user)
      const vault = await findOnly(vaults, database, request, { user: users.key(user) })
      await permit(database, request, 'view', vaultAcl, vault)
      const document = await vaults.document(database, request, vault)
      return sendTagged(request, reply, document)
    },
  )

  // Create the vault of a user
  app.post(
    '/users/:username/vault',
    { config: { accepts: ['ticket'] }, onRequest: may('create', vaultAcl.collection) },
    async (request, reply) => {
      const document = await database.transaction(async (session) => {
        const user = await users.find(session, request, 'username')
        await permit(session, request, 'view', userAcl, user)
        const data = await newOnly(vaults, session, request, { user: users.key(user) })
        const vault = await vaults.create(session, request, data)
        return vaults.document(session, request, vault)
      })
      return created(request, reply, [document])
    },
  )

  // Replace the vault of a user
  app.put(
    '/users/:username/vault',
    { config: { accepts: ['ticket'] }, onRequest: may('update', vaultAcl.item) },
    async (request, reply) => {
      const document = await database.transaction(async (session) => {
        const user = await users.find(session, request, 'username')
        await permit(session, request, 'view', userAcl, user)
        const vault = await findOnly(vaults, session, request, { user: users.key(user) }, 'delete')
        await permit(session, request, 'update', vaultAcl, vault)
        await vaults.checkMatch(session, request, vault)
        const data = await vaults.replacement(session, request, vault, { user: users.key(user) })
        const changed = await vaults.update(session, request, vault, data)
        return vaults.document(session, request, changed)
      })
      return sendTagged(request, reply, document)
    },
  )

  // Update the vault of a user
  app.patch(
    '/users/:username/vault',
    { config: { accepts: ['ticket'] }, onRequest: may('update', vaultAcl.item) },
    async (request, reply) => {
      const document = await database.transaction(async (session) => {
        const user = await users.find(session, request, 'username')
        await permit(session, request, 'view', userAcl, user)
        const vault = await findOnly(vaults, session, request, { user: users.key(user) }, 'delete')
        await permit(session, request, 'update', vaultAcl, vault)
        await vaults.checkMatch(session, request, vault)
        const data = await vaults.changes(session, request, vault, { user: users.key(user) })
        const changed = await vaults.update(session, request, vault, data)
        return vaults.document(session, request, changed)
      })
      return sendTagged(request, reply, document)
    },
  )

  // Delete the vault of a user
  app.delete(
    '/users/:username/vault',
    { config: { accepts: ['ticket'] }, onRequest: may('delete', vaultAcl.item) },
    async (request) => {
      return database.transaction(async (session) => {
        const user = await users.find(session, request, 'username')
        await permit(session, request, 'view', userAcl, user)
        const vault = await findOnly(vaults, session, request, { user: users.key(user) }, 'delete')
        await permit(session, request, 'delete', vaultAcl, vault)
        await vaults.checkMatch(session, request, vault)
        await vaults.delete(session, request, vault)
        return { message: 'Deleted' }
      })
    },
  )
}
