import type { FastifyInstance } from 'fastify'
import { created } from '../runtime/http/answer.js'
import { sendTagged } from '../runtime/server/etag.js'
import type { Service } from '../service.js'

/** The routes of /tokens and below. */
export function tokensRoutes(app: FastifyInstance, { database, tokens }: Service): void {
  // index
  app.get('/tokens', async (request, reply) => {
    return reply.send(await tokens.page(database, request, reply))
  })

  // create
  app.post('/tokens', async (request, reply) => {
    const rows = await tokens.items(database).create(tokens.newItems(request))
    const documents = await tokens.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // update_many
  app.patch('/tokens', async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const data = tokens.changesToMany(request)
      const where = tokens.selection(request)
      const count = await tokens.items(session).updateMany(where, data)
      return { message: `Updated ${count} Token(s) objects`, count }
    })
    return reply.send(answer)
  })

  // delete_many
  app.delete('/tokens', async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const where = tokens.selection(request)
      const count = await tokens.items(session).deleteMany(where)
      return { message: `Deleted ${count} Token(s) objects`, count }
    })
    return reply.send(answer)
  })

  // show
  app.get('/tokens/:key', async (request, reply) => {
    const token = await tokens.find(database, request, 'key')
    return sendTagged(request, reply, await tokens.document(database, request, token))
  })

  // replace
  app.put('/tokens/:key', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const token = await tokens.lock(session, request, 'key')
      await tokens.checkMatch(session, request, token)
      const changed = await tokens.update(session, token, tokens.replacement(request, token))
      return tokens.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // update
  app.patch('/tokens/:key', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const token = await tokens.lock(session, request, 'key')
      await tokens.checkMatch(session, request, token)
      const changed = await tokens.update(session, token, tokens.changes(request, token))
      return tokens.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // delete
  app.delete('/tokens/:key', async (request, reply) => {
    await database.transaction(async (session) => {
      const token = await tokens.lock(session, request, 'key')
      await tokens.checkMatch(session, request, token)
      await tokens.items(session).delete(tokens.key(token))
    })
    return reply.send({ message: 'Deleted' })
  })
}
