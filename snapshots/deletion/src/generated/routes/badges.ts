import type { FastifyInstance } from 'fastify'
import { created } from '../runtime/http/answer.js'
import { sendTagged } from '../runtime/server/etag.js'
import type { Service } from '../service.js'

/** The routes of /badges and below. */
export function badgesRoutes(app: FastifyInstance, { database, badges }: Service): void {
  // index
  app.get('/badges', async (request, reply) => {
    return reply.send(await badges.page(database, request, reply))
  })

  // create
  app.post('/badges', async (request, reply) => {
    const rows = await badges.items(database).create(badges.newItems(request))
    const documents = await badges.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // update_many
  app.patch('/badges', async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const data = badges.changesToMany(request)
      const where = badges.selection(request)
      const count = await badges.items(session).updateMany(where, data)
      return { message: `Updated ${count} Badge(s) objects`, count }
    })
    return reply.send(answer)
  })

  // delete_many
  app.delete('/badges', async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const where = badges.selection(request)
      const count = await badges.items(session).deleteMany(where)
      return { message: `Deleted ${count} Badge(s) objects`, count }
    })
    return reply.send(answer)
  })

  // show
  app.get('/badges/:id', async (request, reply) => {
    const badge = await badges.find(database, request, 'id')
    return sendTagged(request, reply, await badges.document(database, request, badge))
  })

  // replace
  app.put('/badges/:id', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const badge = await badges.lock(session, request, 'id')
      await badges.checkMatch(session, request, badge)
      const changed = await badges.update(session, badge, badges.replacement(request, badge))
      return badges.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // update
  app.patch('/badges/:id', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const badge = await badges.lock(session, request, 'id')
      await badges.checkMatch(session, request, badge)
      const changed = await badges.update(session, badge, badges.changes(request, badge))
      return badges.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // delete
  app.delete('/badges/:id', async (request, reply) => {
    await database.transaction(async (session) => {
      const badge = await badges.lock(session, request, 'id')
      await badges.checkMatch(session, request, badge)
      await badges.items(session).delete(badges.key(badge))
    })
    return reply.send({ message: 'Deleted' })
  })
}
