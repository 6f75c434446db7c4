import type { FastifyInstance } from 'fastify'
import { created } from '../runtime/http/answer.js'
import { sendTagged } from '../runtime/server/etag.js'
import type { Service } from '../service.js'

/** The routes of /holdings and below. */
export function holdingsRoutes(app: FastifyInstance, { database, holdings }: Service): void {
  // index
  app.get('/holdings', async (request, reply) => {
    return reply.send(await holdings.page(database, request, reply))
  })

  // create
  app.post('/holdings', async (request, reply) => {
    const rows = await holdings.items(database).create(holdings.newItems(request))
    const documents = await holdings.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // update_many
  app.patch('/holdings', async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const data = holdings.changesToMany(request)
      const where = holdings.selection(request)
      const count = await holdings.items(session).updateMany(where, data)
      return { message: `Updated ${count} Holding(s) objects`, count }
    })
    return reply.send(answer)
  })

  // delete_many
  app.delete('/holdings', async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const where = holdings.selection(request)
      const count = await holdings.items(session).deleteMany(where)
      return { message: `Deleted ${count} Holding(s) objects`, count }
    })
    return reply.send(answer)
  })

  // show
  app.get('/holdings/:id', async (request, reply) => {
    const holding = await holdings.find(database, request, 'id')
    return sendTagged(request, reply, await holdings.document(database, request, holding))
  })

  // replace
  app.put('/holdings/:id', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const holding = await holdings.lock(session, request, 'id')
      await holdings.checkMatch(session, request, holding)
      const changed = await holdings.update(session, holding, holdings.replacement(request, holding))
      return holdings.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // update
  app.patch('/holdings/:id', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const holding = await holdings.lock(session, request, 'id')
      await holdings.checkMatch(session, request, holding)
      const changed = await holdings.update(session, holding, holdings.changes(request, holding))
      return holdings.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // delete
  app.delete('/holdings/:id', async (request, reply) => {
    await database.transaction(async (session) => {
      const holding = await holdings.lock(session, request, 'id')
      await holdings.checkMatch(session, request, holding)
      await holdings.items(session).delete(holdings.key(holding))
    })
    return reply.send({ message: 'Deleted' })
  })
}
