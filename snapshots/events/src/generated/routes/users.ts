import type { FastifyInstance } from 'fastify'
import { openAcl } from '../acl.js'
import { may, permit, permitUnread } from '../runtime/access/access.js'
import { forEachItem } from '../runtime/errors.js'
import { readAttributeChanges, showAttribute } from '../runtime/http/attributes.js'
import { created, sendTagged } from '../runtime/http/entity-tags.js'
import { checkQuery, processed } from '../runtime/http/handlers.js'
import { permitMany } from '../runtime/http/permit-many.js'
import { findOnly, newOnly } from '../runtime/http/singular.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /users. */
export function usersRoutes(
  app: FastifyInstance,
  { database, registry, profiles, stories, users }: Service,
): void {
  // List users
  app.get('/users', { onRequest: may('view', openAcl.collection) }, async (request, reply) => {
    return database.transaction(async (session) => {
      checkQuery(users, request)
      const event = users.event('index', session, request)
      await registry.call('note_first', event)
      const page = await users.page(session, request, reply, { event })
      event.complete(page)
      await registry.call('note_first', event)
      return page
    })
  })

  // Create one or more users
  app.post('/users', { onRequest: may('create', openAcl.collection) }, async (request, reply) => {
    const documents = await database.transaction(async (session) => {
      return forEachItem(request, await users.newItems(session, request), async (data) => {
        const event = users.event('create', session, request, { data })
        await registry.call('note_first', event)
        await registry.call('note_set', event)
        const user = await users.create(session, request, await processed(users, event))
        const document = await users.document(session, request, user)
        event.complete(document)
        await registry.call('note_set', event)
        await registry.call('note_first', event)
        return document
      })
    })
    return created(request, reply, documents)
  })

  // Update the selected users
  app.patch('/users', { onRequest: may('update', openAcl.collection) }, async (request) => {
    return database.transaction(async (session) => {
      const data = users.changesToMany(request)
      checkQuery(users, request)
      const selected = users.selection(request)
      await permitMany(users, session, request, selected, data)
      const event = users.event('update_many', session, request, { data })
      await registry.call('note_first', event)
      await registry.call('note_set', event)
      const where = users.selection(request, { event })
      const count = await users.updateMany(session, request, where, await processed(users, event))
      const result = { message: `Updated ${count} User(s) objects`, count }
      event.complete(result)
      await registry.call('note_set', event)
      await registry.call('note_first', event)
      return result
    })
  })

  // Delete the selected users
  app.delete('/users', { onRequest: may('delete', openAcl.collection) }, async (request) => {
    return database.transaction(async (session) => {
      checkQuery(users, request)
      const event = users.event('delete_many', session, request)
      await registry.call('note_first', event)
      const where = users.selection(request, { event })
      const count = await users.deleteMany(session, request, where)
      const result = { message: `Deleted ${count} User(s) objects`, count }
      event.complete(result)
      await registry.call('note_first', event)
      return result
    })
  })

  // List the allowed methods
  app.options('/users', { onRequest: may('options', openAcl.collection) }, async (request, reply) => {
    await database.transaction(async (session) => {
      const event = users.event('collection_options', session, request)
      await registry.call('note_first', event)
      event.complete({})
      await registry.call('note_first', event)
    })
    return reply.code(204).header('Allow', 'DELETE, GET, HEAD, OPTIONS, PATCH, POST').send()
  })

  // Get a user
  app.get('/users/:username', { onRequest: may('view', openAcl.item) }, async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const user = await users.find(session, request, 'username')
      await permit(session, request, 'view', openAcl, user)
      const event = users.event('show', session, request, { instance: user })
      await registry.call('note_first', event)
      const document = await users.document(session, request, user)
      event.complete(document)
      await registry.call('note_first', event)
      return document
    })
    return sendTagged(request, reply, document)
  })

  // Replace a user
  app.put('/users/:username', { onRequest: may('update', openAcl.item) }, async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const user = await users.lock(session, request, 'username')
      await permit(session, request, 'update', openAcl, user)
      await users.checkMatch(session, request, user)
      const data = await users.replacement(session, request, user)
      const event = users.event('replace', session, request, { instance: user, data })
      await registry.call('note_first', event)
      await registry.call('note_set', event)
      const changed = await users.update(session, request, user, await processed(users, event))
      const document = await users.document(session, request, changed)
      event.complete(document)
      await registry.call('note_set', event)
      await registry.call('note_first', event)
      return document
    })
    return sendTagged(request, reply, document)
  })

  // Update a user
  app.patch('/users/:username', { onRequest: may('update', openAcl.item) }, async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const user = await users.lock(session, request, 'username')
      await permit(session, request, 'update', openAcl, user)
      await users.checkMatch(session, request, user)
      const data = await users.changes(session, request, user)
      const event = users.event('update', session, request, { instance: user, data })
      await registry.call('note_first', event)
      await registry.call('note_set', event)
      const changed = await users.update(session, request, user, await processed(users, event))
      const document = await users.document(session, request, changed)
      event.complete(document)
      await registry.call('note_set', event)
      await registry.call('note_first', event)
      return document
    })
    return sendTagged(request, reply, document)
  })

  // Delete a user
  app.delete('/users/:username', { onRequest: may('delete', openAcl.item) }, async (request) => {
    return database.transaction(async (session) => {
      const user = await users.lock(session, request, 'username')
      await permit(session, request, 'delete', openAcl, user)
      await users.checkMatch(session, request, user)
      const event = users.event('delete', session, request, { instance: user })
      await registry.call('note_first', event)
      await users.delete(session, request, user)
      const result = { message: 'Deleted' }
      event.complete(result)
      await registry.call('note_first', event)
      return result
    })
  })

  // List the allowed methods
  app.options('/users/:username', { onRequest: may('options', openAcl.item) }, async (request, reply) => {
    await permitUnread(database, request, 'options', openAcl, () => users.find(database, request, 'username'))
    await database.transaction(async (session) => {
      const event = users.event('item_options', session, request)
      await registry.call('note_first', event)
      event.complete({})
      await registry.call('note_first', event)
    })
    return reply.code(204).header('Allow', 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT').send()
  })

  // Get the profile of a user
  app.get('/users/:username/profile', { onRequest: may('view', openAcl.item) }, async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const user = await users.find(session, request, 'username')
      await permit(session, request, 'view', openAcl, user)
      const profile = await findOnly(profiles, session, request, { user: users.key(user) })
      await permit(session, request, 'view', openAcl, profile)
      const event = profiles.event('show', session, request, { instance: profile })
      await registry.call('note_first', event)
      const document = await profiles.document(session, request, profile)
      event.complete(document)
      await registry.call('note_first', event)
      return document
    })
    return sendTagged(request, reply, document)
  })

  // Create the profile of a user
  app.post(
    '/users/:username/profile',
    { onRequest: may('create', openAcl.collection) },
    async (request, reply) => {
      const document = await database.transaction(async (session) => {
        const user = await users.find(session, request, 'username')
        await permit(session, request, 'view', openAcl, user)
        const data = await newOnly(profiles, session, request, { user: users.key(user) })
        const event = profiles.event('create', session, request, { data })
        await registry.call('note_first', event)
        const profile = await profiles.create(session, request, event.data)
        const document = await profiles.document(session, request, profile)
        event.complete(document)
        await registry.call('note_first', event)
        return document
      })
      return created(request, reply, [document])
    },
  )

  // Replace the profile of a user
  app.put('/users/:username/profile', { onRequest: may('update', openAcl.item) }, async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const user = await users.find(session, request, 'username')
      await permit(session, request, 'view', openAcl, user)
      const profile = await findOnly(profiles, session, request, { user: users.key(user) }, 'delete')
      await permit(session, request, 'update', openAcl, profile)
      await profiles.checkMatch(session, request, profile)
      const data = await profiles.replacement(session, request, profile, { user: users.key(user) })
      const event = profiles.event('replace', session, request, { instance: profile, data })
      await registry.call('note_first', event)
      const changed = await profiles.update(session, request, profile, event.data)
      const document = await profiles.document(session, request, changed)
      event.complete(document)
      await registry.call('note_first', event)
      return document
    })
    return sendTagged(request, reply, document)
  })

  // Update the profile of a user
  app.patch(
    '/users/:username/profile',
    { onRequest: may('update', openAcl.item) },
    async (request, reply) => {
      const document = await database.transaction(async (session) => {
        const user = await users.find(session, request, 'username')
        await permit(session, request, 'view', openAcl, user)
        const profile = await findOnly(profiles, session, request, { user: users.key(user) }, 'delete')
        await permit(session, request, 'update', openAcl, profile)
        await profiles.checkMatch(session, request, profile)
        const data = await profiles.changes(session, request, profile, { user: users.key(user) })
        const event = profiles.event('update', session, request, { instance: profile, data })
        await registry.call('note_first', event)
        const changed = await profiles.update(session, request, profile, event.data)
        const document = await profiles.document(session, request, changed)
        event.complete(document)
        await registry.call('note_first', event)
        return document
      })
      return sendTagged(request, reply, document)
    },
  )

  // Delete the profile of a user
  app.delete('/users/:username/profile', { onRequest: may('delete', openAcl.item) }, async (request) => {
    return database.transaction(async (session) => {
      const user = await users.find(session, request, 'username')
      await permit(session, request, 'view', openAcl, user)
      const profile = await findOnly(profiles, session, request, { user: users.key(user) }, 'delete')
      await permit(session, request, 'delete', openAcl, profile)
      await profiles.checkMatch(session, request, profile)
      const event = profiles.event('delete', session, request, { instance: profile })
      await registry.call('note_first', event)
      await profiles.delete(session, request, profile)
      const result = { message: 'Deleted' }
      event.complete(result)
      await registry.call('note_first', event)
      return result
    })
  })

  // List the allowed methods
  app.options(
    '/users/:username/profile',
    { onRequest: may('options', openAcl.item) },
    async (request, reply) => {
      await permitUnread(database, request, 'options', openAcl, async () => {
        const user = await users.find(database, request, 'username')
        await permit(database, request, 'view', openAcl, user)
        return findOnly(profiles, database, request, { user: users.key(user) })
      })
      await database.transaction(async (session) => {
        const event = profiles.event('item_options', session, request)
        await registry.call('note_first', event)
        event.complete({})
        await registry.call('note_first', event)
      })
      return reply.code(204).header('Allow', 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT').send()
    },
  )

  // Get the settings of a user
  app.get('/users/:username/settings', { onRequest: may('view', openAcl.item) }, async (request) => {
    const user = await users.find(database, request, 'username')
    await permit(database, request, 'view', openAcl, user)
    return showAttribute(users, request, user, 'settings')
  })

  // Update the settings of a user
  app.post('/users/:username/settings', { onRequest: may('update', openAcl.item) }, async (request) => {
    return database.transaction(async (session) => {
      const user = await users.lock(session, request, 'username')
      await permit(session, request, 'update', openAcl, user)
      const data = await readAttributeChanges(users, session, request, user, 'settings')
      const event = users.event('update', session, request, { instance: user, data })
      await registry.call('note_first', event)
      await registry.call('note_set', event)
      const changed = await users.update(session, request, user, await processed(users, event))
      const document = await users.document(session, request, changed)
      event.complete(document)
      await registry.call('note_set', event)
      await registry.call('note_first', event)
      return showAttribute(users, request, { ...changed, ...document }, 'settings')
    })
  })

  // List the stories of a user
  app.get(
    '/users/:username/stories',
    { onRequest: may('view', openAcl.collection) },
    async (request, reply) => {
      return database.transaction(async (session) => {
        const user = await users.find(session, request, 'username')
        await permit(session, request, 'view', openAcl, user)
        checkQuery(stories, request)
        const event = stories.event('index', session, request)
        await registry.call('note_first', event)
        await registry.call('note_second', event)
        const page = await stories.page(session, request, reply, {
          event,
          within: { owner: users.key(user) },
        })
        event.complete(page)
        await registry.call('note_first', event)
        await registry.call('note_second', event)
        return page
      })
    },
  )

  // Create one or more stories of a user
  app.post(
    '/users/:username/stories',
    { onRequest: may('create', openAcl.collection) },
    async (request, reply) => {
      const documents = await database.transaction(async (session) => {
        const user = await users.find(session, request, 'username')
        await permit(session, request, 'view', openAcl, user)
        return forEachItem(
          request,
          await stories.newItems(session, request, { owner: users.key(user) }),
          async (data) => {
            const event = stories.event('create', session, request, { data })
            await registry.call('note_set', event)
            await registry.call('note_first', event)
            await registry.call('note_second', event)
            const story = await stories.create(session, request, await processed(stories, event))
            const document = await stories.document(session, request, story)
            event.complete(document)
            await registry.call('note_first', event)
            await registry.call('note_second', event)
            await registry.call('note_set', event)
            return document
          },
        )
      })
      return created(request, reply, documents)
    },
  )

  // Update the selected stories of a user
  app.patch('/users/:username/stories', { onRequest: may('update', openAcl.collection) }, async (request) => {
    return database.transaction(async (session) => {
      const user = await users.find(session, request, 'username')
      await permit(session, request, 'view', openAcl, user)
      const data = stories.changesToMany(request, { owner: users.key(user) })
      checkQuery(stories, request)
      const event = stories.event('update_many', session, request, { data })
      await registry.call('note_set', event)
      await registry.call('note_first', event)
      await registry.call('note_second', event)
      const where = stories.selection(request, { event, within: { owner: users.key(user) } })
      const count = await stories.updateMany(session, request, where, await processed(stories, event))
      const result = { message: `Updated ${count} Story(s) objects`, count }
      event.complete(result)
      await registry.call('note_first', event)
      await registry.call('note_second', event)
      await registry.call('note_set', event)
      return result
    })
  })

  // Delete the selected stories of a user
  app.delete(
    '/users/:username/stories',
    { onRequest: may('delete', openAcl.collection) },
    async (request) => {
      return database.transaction(async (session) => {
        const user = await users.find(session, request, 'username')
        await permit(session, request, 'view', openAcl, user)
        checkQuery(stories, request)
        const event = stories.event('delete_many', session, request)
        await registry.call('note_first', event)
        await registry.call('note_second', event)
        const where = stories.selection(request, { event, within: { owner: users.key(user) } })
        const count = await stories.deleteMany(session, request, where)
        const result = { message: `Deleted ${count} Story(s) objects`, count }
        event.complete(result)
        await registry.call('note_first', event)
        await registry.call('note_second', event)
        return result
      })
    },
  )

  // List the allowed methods
  app.options(
    '/users/:username/stories',
    { onRequest: may('options', openAcl.collection) },
    async (request, reply) => {
      await database.transaction(async (session) => {
        const event = stories.event('collection_options', session, request)
        await registry.call('note_first', event)
        await registry.call('note_second', event)
        event.complete({})
        await registry.call('note_first', event)
        await registry.call('note_second', event)
      })
      return reply.code(204).header('Allow', 'DELETE, GET, HEAD, OPTIONS, PATCH, POST').send()
    },
  )

  // Get a story of a user
  app.get(
    '/users/:username/stories/:id',
    { onRequest: may('view', openAcl.item) },
    async (request, reply) => {
      const document = await database.transaction(async (session) => {
        const user = await users.find(session, request, 'username')
        await permit(session, request, 'view', openAcl, user)
        const story = await stories.find(session, request, 'id', { owner: users.key(user) })
        await permit(session, request, 'view', openAcl, story)
        const event = stories.event('show', session, request, { instance: story })
        await registry.call('note_first', event)
        await registry.call('note_second', event)
        const document = await stories.document(session, request, story)
        event.complete(document)
        await registry.call('note_first', event)
        await registry.call('note_second', event)
        return document
      })
      return sendTagged(request, reply, document)
    },
  )

  // Replace a story of a user
  app.put(
    '/users/:username/stories/:id',
    { onRequest: may('update', openAcl.item) },
    async (request, reply) => {
      const document = await database.transaction(async (session) => {
        const user = await users.find(session, request, 'username')
        await permit(session, request, 'view', openAcl, user)
        const story = await stories.lock(session, request, 'id', { owner: users.key(user) })
        await permit(session, request, 'update', openAcl, story)
        await stories.checkMatch(session, request, story)
        const data = await stories.replacement(session, request, story, { owner: users.key(user) })
        const event = stories.event('replace', session, request, { instance: story, data })
        await registry.call('note_set', event)
        await registry.call('note_first', event)
        await registry.call('note_second', event)
        const changed = await stories.update(session, request, story, await processed(stories, event))
        const document = await stories.document(session, request, changed)
        event.complete(document)
        await registry.call('note_first', event)
        await registry.call('note_second', event)
        await registry.call('note_set', event)
        return document
      })
      return sendTagged(request, reply, document)
    },
  )

  // Update a story of a user
  app.patch(
    '/users/:username/stories/:id',
    { onRequest: may('update', openAcl.item) },
    async (request, reply) => {
      const document = await database.transaction(async (session) => {
        const user = await users.find(session, request, 'username')
        await permit(session, request, 'view', openAcl, user)
        const story = await stories.lock(session, request, 'id', { owner: users.key(user) })
        await permit(session, request, 'update', openAcl, story)
        await stories.checkMatch(session, request, story)
        const data = await stories.changes(session, request, story, { owner: users.key(user) })
        const event = stories.event('update', session, request, { instance: story, data })
        await registry.call('note_set', event)
        await registry.call('note_first', event)
        await registry.call('note_second', event)
        const changed = await stories.update(session, request, story, await processed(stories, event))
        const document = await stories.document(session, request, changed)
        event.complete(document)
        await registry.call('note_first', event)
        await registry.call('note_second', event)
        await registry.call('note_set', event)
        return document
      })
      return sendTagged(request, reply, document)
    },
  )

  // Delete a story of a user
  app.delete('/users/:username/stories/:id', { onRequest: may('delete', openAcl.item) }, async (request) => {
    return database.transaction(async (session) => {
      const user = await users.find(session, request, 'username')
      await permit(session, request, 'view', openAcl, user)
      const story = await stories.lock(session, request, 'id', { owner: users.key(user) })
      await permit(session, request, 'delete', openAcl, story)
      await stories.checkMatch(session, request, story)
      const event = stories.event('delete', session, request, { instance: story })
      await registry.call('note_first', event)
      await registry.call('note_second', event)
      await stories.delete(session, request, story)
      const result = { message: 'Deleted' }
      event.complete(result)
      await registry.call('note_first', event)
      await registry.call('note_second', event)
      return result
    })
  })

  // List the allowed methods
  app.options(
    '/users/:username/stories/:id',
    { onRequest: may('options', openAcl.item) },
    async (request, reply) => {
      await permitUnread(database, request, 'options', openAcl, async () => {
        const user = await users.find(database, request, 'username')
        await permit(database, request, 'view', openAcl, user)
        return stories.find(database, request, 'id', { owner: users.key(user) })
      })
      await database.transaction(async (session) => {
        const event = stories.event('item_options', session, request)
        await registry.call('note_first', event)
        await registry.call('note_second', event)
        event.complete({})
        await registry.call('note_first', event)
        await registry.call('note_second', event)
      })
      return reply.code(204).header('Allow', 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT').send()
    },
  )

  // Get the tags of a user
  app.get('/users/:username/tags', { onRequest: may('view', openAcl.item) }, async (request) => {
    const user = await users.find(database, request, 'username')
    await permit(database, request, 'view', openAcl, user)
    return showAttribute(users, request, user, 'tags')
  })

  // Update the tags of a user
  app.post('/users/:username/tags', { onRequest: may('update', openAcl.item) }, async (request) => {
    return database.transaction(async (session) => {
      const user = await users.lock(session, request, 'username')
      await permit(session, request, 'update', openAcl, user)
      const data = await readAttributeChanges(users, session, request, user, 'tags')
      const event = users.event('update', session, request, { instance: user, data })
      await registry.call('note_first', event)
      await registry.call('note_set', event)
      const changed = await users.update(session, request, user, await processed(users, event))
      const document = await users.document(session, request, changed)
      event.complete(document)
      await registry.call('note_set', event)
      await registry.call('note_first', event)
      return showAttribute(users, request, { ...changed, ...document }, 'tags')
    })
  })
}
