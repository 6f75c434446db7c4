import type { FastifyInstance } from 'fastify'
import { adminAcl, commentAcl, storyAcl } from '../acl.js'
import { created } from '../runtime/http/response.js'
import { deleteItem } from '../runtime/http/write-item.js'
import { may, permit, permitted, permitUnread } from '../runtime/auth/access.js'
import { sendTagged } from '../runtime/http/response.js'
import type { Service } from '../service.js'

/** The routes of /stories and below. */
export function storiesRoutes(app: FastifyInstance, { database, comments, stories }: Service): void {
  // index
  app.get('/stories', { onRequest: may('view', storyAcl.collection) }, async (request, reply) => {
    return await stories.page(database, request, reply)
  })

  // create
  app.post('/stories', { onRequest: may('create', storyAcl.collection) }, async (request, reply) => {
    const rows = await stories.createAll(database, request)
    const documents = await stories.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // update_many
  app.patch('/stories', { onRequest: may('update', storyAcl.collection) }, async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const data = stories.changesToMany(request)
      const where = stories.selection(request)
      const count = await stories.updateMany(session, request, where, data)
      return { message: `Updated ${count} Story(s) objects`, count }
    })
    return reply.send(answer)
  })

  // delete_many
  app.delete('/stories', { onRequest: may('delete', adminAcl.collection) }, async (request, reply) => {
    const where = stories.selection(request)
    const count = await stories.items(database).deleteMany(where)
    return reply.send({ message: `Deleted ${count} Story(s) objects`, count })
  })

  // collection_options
  app.options('/stories', { onRequest: may('options', storyAcl.collection) }, async (request, reply) => {
    return reply.code(204).header('Allow', 'DELETE, GET, HEAD, OPTIONS, PATCH, POST').send()
  })

  // show
  app.get('/stories/:id', { onRequest: may('view', storyAcl.item) }, async (request, reply) => {
    const story = await stories.find(database, request, 'id')
    await permit(request, 'view', storyAcl, story)
    return sendTagged(request, reply, await stories.document(database, request, story))
  })

  // replace
  app.put('/stories/:id', { onRequest: may('update', storyAcl.item) }, async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const story = await stories.lock(session, request, 'id')
      await permit(request, 'update', storyAcl, story)
      await stories.checkMatch(session, request, story)
      const given = stories.replacement(request, story)
      const data = await stories.permitLinks(session, request, given, story)
      const changed = await stories.update(session, story, data)
      return stories.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // update
  app.patch('/stories/:id', { onRequest: may('update', storyAcl.item) }, async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const story = await stories.lock(session, request, 'id')
      await permit(request, 'update', storyAcl, story)
      await stories.checkMatch(session, request, story)
      const given = stories.changes(request, story)
      const data = await stories.permitLinks(session, request, given, story)
      const changed = await stories.update(session, story, data)
      return stories.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // delete
  app.delete('/stories/:id', { onRequest: may('delete', storyAcl.item) }, async (request, reply) => {
    await deleteItem(stories, database, request, 'id', permitted('delete', storyAcl))
    return reply.send({ message: 'Deleted' })
  })

  // item_options
  app.options('/stories/:id', { onRequest: may('options', storyAcl.item) }, async (request, reply) => {
    await permitUnread(request, 'options', storyAcl, () => stories.find(database, request, 'id'))
    return reply.code(204).header('Allow', 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT').send()
  })

  // index
  app.get(
    '/stories/:id/comments',
    { onRequest: may('view', storyAcl.collection) },
    async (request, reply) => {
      const story = await stories.find(database, request, 'id')
      await permit(request, 'view', storyAcl, story)
      return await comments.page(database, request, reply, { within: { story: stories.key(story) } })
    },
  )

  // create
  app.post(
    '/stories/:id/comments',
    { onRequest: may('create', commentAcl.collection) },
    async (request, reply) => {
      const story = await stories.find(database, request, 'id')
      await permit(request, 'view', storyAcl, story)
      const rows = await comments.createAll(database, request, { story: stories.key(story) })
      const documents = await comments.documents(database, request, rows)
      return created(request, reply, documents)
    },
  )

  // show
  app.get('/stories/:id/tags', { onRequest: may('view', storyAcl.item) }, async (request, reply) => {
    const story = await stories.find(database, request, 'id')
    await permit(request, 'view', storyAcl, story)
    return reply.send(stories.attribute(request, story, 'tags'))
  })

  // update
  app.post('/stories/:id/tags', { onRequest: may('update', storyAcl.item) }, async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const story = await stories.lock(session, request, 'id')
      await permit(request, 'update', storyAcl, story)
      const data = stories.attributeChanges(request, story, 'tags')
      const changed = await stories.update(session, story, data)
      return stories.attribute(request, changed, 'tags')
    })
    return reply.send(answer)
  })
}
