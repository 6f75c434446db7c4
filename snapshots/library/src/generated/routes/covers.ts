import type { FastifyInstance } from 'fastify'
import { created } from '../runtime/http/answer.js'
import { sendTagged } from '../runtime/server/etag.js'
import type { Service } from '../service.js'

/** The routes of /covers and below. */
export function coversRoutes(app: FastifyInstance, { database, covers }: Service): void {
  // index
  app.get('/covers', async (request, reply) => {
    return reply.send(await covers.page(database, request, reply))
  })

  // create
  app.post('/covers', async (request, reply) => {
    const rows = await covers.items(database).create(covers.newItems(request))
    const documents = await covers.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // update_many
  app.put('/covers', async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const data = covers.changesToMany(request)
      const where = covers.selection(request)
      const count = await covers.items(session).updateMany(where, data)
      return { message: `Updated ${count} Cover(s) objects`, count }
    })
    return reply.send(answer)
  })

  // update_many
  app.patch('/covers', async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const data = covers.changesToMany(request)
      const where = covers.selection(request)
      const count = await covers.items(session).updateMany(where, data)
      return { message: `Updated ${count} Cover(s) objects`, count }
    })
    return reply.send(answer)
  })

  // delete_many
  app.delete('/covers', async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const where = covers.selection(request)
      const count = await covers.items(session).deleteMany(where)
      return { message: `Deleted ${count} Cover(s) objects`, count }
    })
    return reply.send(answer)
  })

  // collection_options
  app.options('/covers', async (request, reply) => {
    return reply.code(204).header('Allow', 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT').send()
  })

  // show
  app.get('/covers/:id', async (request, reply) => {
    const cover = await covers.find(database, request, 'id')
    return sendTagged(request, reply, await covers.document(database, request, cover))
  })

  // replace
  app.put('/covers/:id', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const cover = await covers.lock(session, request, 'id')
      await covers.checkMatch(session, request, cover)
      const changed = await covers.update(session, cover, covers.replacement(request, cover))
      return covers.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // update
  app.patch('/covers/:id', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const cover = await covers.lock(session, request, 'id')
      await covers.checkMatch(session, request, cover)
      const changed = await covers.update(session, cover, covers.changes(request, cover))
      return covers.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // delete
  app.delete('/covers/:id', async (request, reply) => {
    await database.transaction(async (session) => {
      const cover = await covers.lock(session, request, 'id')
      await covers.checkMatch(session, request, cover)
      await covers.items(session).delete(covers.key(cover))
    })
    return reply.send({ message: 'Deleted' })
  })

  // item_options
  app.options('/covers/:id', async (request, reply) => {
    return reply.code(204).header('Allow', 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT').send()
  })
}
