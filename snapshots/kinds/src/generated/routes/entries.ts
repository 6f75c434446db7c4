import type { FastifyInstance } from 'fastify'
import { created } from '../runtime/http/answer.js'
import { sendTagged } from '../runtime/server/etag.js'
import type { Service } from '../service.js'

/** The routes of /entries and below. */
export function entriesRoutes(app: FastifyInstance, { database, entries }: Service): void {
  // index
  app.get('/entries', async (request, reply) => {
    return reply.send(await entries.page(database, request, reply))
  })

  // create
  app.post('/entries', async (request, reply) => {
    const rows = await entries.items(database).create(entries.newItems(request))
    const documents = await entries.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // update_many
  app.patch('/entries', async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const data = entries.changesToMany(request)
      const where = entries.selection(request)
      const count = await entries.items(session).updateMany(where, data)
      return { message: `Updated ${count} Entry(s) objects`, count }
    })
    return reply.send(answer)
  })

  // delete_many
  app.delete('/entries', async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const where = entries.selection(request)
      const count = await entries.items(session).deleteMany(where)
      return { message: `Deleted ${count} Entry(s) objects`, count }
    })
    return reply.send(answer)
  })

  // show
  app.get('/entries/:id', async (request, reply) => {
    const entry = await entries.find(database, request, 'id')
    return sendTagged(request, reply, await entries.document(database, request, entry))
  })

  // replace
  app.put('/entries/:id', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const entry = await entries.lock(session, request, 'id')
      await entries.checkMatch(session, request, entry)
      const changed = await entries.update(session, entry, entries.replacement(request, entry))
      return entries.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // update
  app.patch('/entries/:id', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const entry = await entries.lock(session, request, 'id')
      await entries.checkMatch(session, request, entry)
      const changed = await entries.update(session, entry, entries.changes(request, entry))
      return entries.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // delete
  app.delete('/entries/:id', async (request, reply) => {
    await database.transaction(async (session) => {
      const entry = await entries.lock(session, request, 'id')
      await entries.checkMatch(session, request, entry)
      await entries.items(session).delete(entries.key(entry))
    })
    return reply.send({ message: 'Deleted' })
  })
}
