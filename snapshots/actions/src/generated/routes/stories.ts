import type { FastifyInstance } from 'fastify'
import { storyAcl } from '../acl.js'
import { changeItem, created, optionsHandler, sendTagged } from '../runtime/http/write-item.js'
import { may, permit, permitted } from '../runtime/auth/access.js'
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
    const story = await changeItem(stories, database, request, 'id', permitted('update', storyAcl))
    const document = await stories.document(database, request, story)
    return sendTagged(request, reply, document)
  })
}
