import type { FastifyInstance } from 'fastify'
import { created, deleteItem, forEachItem, sendTagged } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /pictures. */
export function picturesRoutes(app: FastifyInstance, { database, registry, pictures }: Service): void {
  // List pictures
  app.get('/pictures', async (request, reply) => {
    return pictures.page(database, request, reply)
  })

  // Create one or more pictures
  app.post('/pictures', async (request, reply) => {
    const documents = await database.transaction(async (session) => {
      return forEachItem(request, await pictures.newItems(session, request), async (data) => {
        const event = pictures.event('create', session, request, { data })
        await registry.call('validate_url_present', event)
        await registry.call('populate_name', event)
        await registry.call('populate_exif', event)
        await registry.call('readonly_url', event)
        const picture = await pictures.create(session, event.data)
        return pictures.document(session, request, picture)
      })
    })
    return created(request, reply, documents)
  })

  // Get a picture
  app.get('/pictures/:id', async (request, reply) => {
    const picture = await pictures.find(database, request, 'id')
    const document = await pictures.document(database, request, picture)
    return sendTagged(request, reply, document)
  })

  // Replace a picture
  app.put('/pictures/:id', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const picture = await pictures.lock(session, request, 'id')
      await pictures.checkMatch(session, request, picture)
      const data = await pictures.replacement(session, request, picture)
      const event = pictures.event('replace', session, request, { instance: picture, data })
      await registry.call('readonly_url', event)
      const changed = await pictures.update(session, picture, event.data)
      return pictures.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // Update a picture
  app.patch('/pictures/:id', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const picture = await pictures.lock(session, request, 'id')
      await pictures.checkMatch(session, request, picture)
      const data = await pictures.changes(session, request, picture)
      const event = pictures.event('update', session, request, { instance: picture, data })
      await registry.call('readonly_url', event)
      const changed = await pictures.update(session, picture, event.data)
      return pictures.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // Delete a picture
  app.delete('/pictures/:id', async (request) => {
    await deleteItem(pictures, database, request, 'id')
    return { message: 'Deleted' }
  })
}
