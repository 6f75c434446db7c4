import type { FastifyInstance } from 'fastify'
import { created, each } from '../runtime/http/response.js'
import { deleteItem } from '../runtime/http/write-item.js'
import { sendTagged } from '../runtime/http/response.js'
import type { Service } from '../service.js'

/** The routes of /pictures and below. */
export function picturesRoutes(app: FastifyInstance, { database, registry, pictures }: Service): void {
  // index
  app.get('/pictures', async (request, reply) => {
    return await pictures.page(database, request, reply)
  })

  // create
  app.post('/pictures', async (request, reply) => {
    const documents = await database.transaction(async (session) => {
      return each(request, pictures.newItems(request), async (data) => {
        const event = pictures.event('create', session, request, { data })
        await registry.call('validate_url_present', event)
        await registry.call('populate_name', event)
        await registry.call('populate_exif', event)
        await registry.call('readonly_url', event)
        const picture = await pictures.create(session, event.data)
        event.answered(await pictures.document(session, request, picture))
        return event.answer()
      })
    })
    return created(request, reply, documents)
  })

  // show
  app.get('/pictures/:id', async (request, reply) => {
    const picture = await pictures.find(database, request, 'id')
    return sendTagged(request, reply, await pictures.document(database, request, picture))
  })

  // replace
  app.put('/pictures/:id', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const picture = await pictures.lock(session, request, 'id')
      await pictures.checkMatch(session, request, picture)
      const data = pictures.replacement(request, picture)
      const event = pictures.event('replace', session, request, { instance: picture, data })
      await registry.call('readonly_url', event)
      const changed = await pictures.update(session, picture, event.data)
      event.answered(await pictures.document(session, request, changed))
      return event.answer()
    })
    return sendTagged(request, reply, document)
  })

  // update
  app.patch('/pictures/:id', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const picture = await pictures.lock(session, request, 'id')
      await pictures.checkMatch(session, request, picture)
      const data = pictures.changes(request, picture)
      const event = pictures.event('update', session, request, { instance: picture, data })
      await registry.call('readonly_url', event)
      const changed = await pictures.update(session, picture, event.data)
      event.answered(await pictures.document(session, request, changed))
      return event.answer()
    })
    return sendTagged(request, reply, document)
  })

  // delete
  app.delete('/pictures/:id', async (request, reply) => {
    await deleteItem(pictures, database, request, 'id')
    return reply.send({ message: 'Deleted' })
  })
}
