import type { FastifyInstance } from 'fastify'
import { adminAcl, commentAcl, storyAcl } from '../acl.js'
import { may, permit, permitUnread, permitted } from '../runtime/access/access.js'
import { readAttributeChanges, showAttribute } from '../runtime/http/attributes.js'
import { createAll } from '../runtime/http/create-all.js'
import { created, sendTagged } from '../runtime/http/entity-tags.js'
import { optionsHandler } from '../runtime/http/options.js'
import { deleteItem } from '../runtime/http/write.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /stories. */
export function storiesRoutes(app: FastifyInstance, { database, comments, stories }: Service): void {
  // List stories
  app.get('/stories', { onRequest: may('view', storyAcl.collection) }, async (request, reply) => {
    return stories.page(database, request, reply)
  })

  // Create one or more stories
  app.post('/stories', { onRequest: may('create', storyAcl.collection) }, async (request, reply) => {
    const rows = await createAll(stories, database, request)
    const documents = await stories.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Update the selected stories
  app.patch('/stories', { onRequest: may('update', storyAcl.collection) }, async (request) => {
    return database.transaction(async (session) => {
      const data = stories.changesToMany(request)
      const where = stories.selection(request)
      const count = await stories.updateMany(session, request, where, data)
      return { message: `Updated ${count} Story(s) objects`, count }
    })
  })

  // Delete the selected stories
  app.delete('/stories', { onRequest: may('delete', adminAcl.collection) }, async (request) => {
    const where = stories.selection(request)
    const count = await stories.deleteMany(database, request, where)
    return { message: `Deleted ${count} Story(s) objects`, count }
  })

  // List the allowed methods
  app.options(
    '/stories',
    { onRequest: may('options', storyAcl.collection) },
    optionsHandler('DELETE, GET, HEAD, OPTIONS, PATCH, POST'),
  )

  // Get a story
  app.get('/stories/:id', { onRequest: may('view', storyAcl.item) }, async (request, reply) => {
    const story = await stories.find(database, request, 'id')
    await permit(database, request, 'view', storyAcl, story)
    const document = await stories.document(database, request, story)
    return sendTagged(request, reply, document)
  })

  // Replace a story
  app.put('/stories/:id', { onRequest: may('update', storyAcl.item) }, async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const story = await stories.lock(session, request, 'id')
      await permit(session, request, 'update', storyAcl, story)
      await stories.checkMatch(session, request, story)
      const data = await stories.replacement(session, request, story)
      const changed = await stories.update(session, request, story, data)
      return stories.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // Update a story
  app.patch('/stories/:id', { onRequest: may('update', storyAcl.item) }, async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const story = await stories.lock(session, request, 'id')
      await permit(session, request, 'update', storyAcl, story)
      await stories.checkMatch(session, request, story)
      const data = await stories.changes(session, request, story)
      const changed = await stories.update(session, request, story, data)
      return stories.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // Delete a story
  app.delete('/stories/:id', { onRequest: may('delete', storyAcl.item) }, async (request) => {
    await deleteItem(stories, database, request, 'id', permitted('delete', storyAcl))
    return { message: 'Deleted' }
  })

  // List the allowed methods
  app.options(
    '/stories/:id',
    { onRequest: may('options', storyAcl.item) },
    optionsHandler('DELETE, GET, HEAD, OPTIONS, PATCH, PUT', async (request) => {
      await permitUnread(database, request, 'options', storyAcl, () => stories.find(database, request, 'id'))
    }),
  )

  // List the comments of a story
  app.get(
    '/stories/:id/comments',
    { onRequest: may('view', storyAcl.collection) },
    async (request, reply) => {
      const story = await stories.find(database, request, 'id')
      await permit(database, request, 'view', storyAcl, story)
      return comments.page(database, request, reply, { within: { story: stories.key(story) } })
    },
  )

  // Create one or more comments of a story
  app.post(
    '/stories/:id/comments',
    { onRequest: may('create', commentAcl.collection) },
    async (request, reply) => {
      const story = await stories.find(database, request, 'id')
      await permit(database, request, 'view', storyAcl, story)
      const rows = await createAll(comments, database, request, { story: stories.key(story) })
      const documents = await comments.documents(database, request, rows)
      return created(request, reply, documents)
    },
  )

  // Get the tags of a story
  app.get('/stories/:id/tags', { onRequest: may('view', storyAcl.item) }, async (request) => {
    const story = await stories.find(database, request, 'id')
    await permit(database, request, 'view', storyAcl, story)
    return showAttribute(stories, request, story, 'tags')
  })

  // Update the tags of a story
  app.post('/stories/:id/tags', { onRequest: may('update', storyAcl.item) }, async (request) => {
    return database.transaction(async (session) => {
      const story = await stories.lock(session, request, 'id')
      await permit(session, request, 'update', storyAcl, story)
      const data = await readAttributeChanges(stories, session, request, story, 'tags')
      const changed = await stories.update(session, request, story, data)
      return showAttribute(stories, request, changed, 'tags')
    })
  })
}
