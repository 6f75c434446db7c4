import type { FastifyInstance } from 'fastify'
import { storyAcl } from '../acl.js'
import { may, permit } from '../runtime/auth/access.js'
import { created, optionsHandler, sendTagged } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /stories. */
export function storiesRoutes(app: FastifyInstance, { database, stories }: Service): void {
  // List stories
  app.get('/stories', { onRequest: may('view', storyAcl.collection) }, async (request, reply) => {
    return stories.page(database, request, reply)
  })

  // Create one or more stories
  app.post('/stories', { onRequest: may('create', storyAcl.collection) }, async (request, reply) => {
    const rows = await stories.createAll(database, request)
    const documents = await stories.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // List the allowed methods
  app.options(
    '/stories',
    { onRequest: may('options', storyAcl.collection) },
    optionsHandler('GET, HEAD, OPTIONS, POST'),
  )

  // Get a story
  app.get('/stories/:id', { onRequest: may('view', storyAcl.item) }, async (request, reply) => {
    const story = await stories.find(database, request, 'id')
    await permit(database, request, 'view', storyAcl, story)
    const document = await stories.document(database, request, story)
    return sendTagged(request, reply, document)
  })

  // Update a story
  app.patch('/stories/:id', { onRequest: may('update', storyAcl.item) }, async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const story = await stories.lock(session, request, 'id')
      await permit(session, request, 'update', storyAcl, story)
      await stories.checkMatch(session, request, story)
      const given = await stories.changes(session, request, story)
      const data = await stories.permitLinks(session, request, given, story)
      const changed = await stories.update(session, story, data)
      return stories.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })
}
