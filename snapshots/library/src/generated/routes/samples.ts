import type { FastifyInstance } from 'fastify'
import { created } from '../runtime/http/answer.js'
import { sendTagged } from '../runtime/server/etag.js'
import type { Service } from '../service.js'

/** The routes of /samples and below. */
export function samplesRoutes(app: FastifyInstance, { database, samples }: Service): void {
  // index
  app.get('/samples', async (request, reply) => {
    return reply.send(await samples.page(database, request, reply))
  })

  // create
  app.post('/samples', async (request, reply) => {
    const rows = await samples.items(database).create(samples.newItems(request))
    const documents = await samples.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // update_many
  app.put('/samples', async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const data = samples.changesToMany(request)
      const where = samples.selection(request)
      const count = await samples.items(session).updateMany(where, data)
      return { message: `Updated ${count} Sample(s) objects`, count }
    })
    return reply.send(answer)
  })

  // update_many
  app.patch('/samples', async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const data = samples.changesToMany(request)
      const where = samples.selection(request)
      const count = await samples.items(session).updateMany(where, data)
      return { message: `Updated ${count} Sample(s) objects`, count }
    })
    return reply.send(answer)
  })

  // delete_many
  app.delete('/samples', async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const where = samples.selection(request)
      const count = await samples.items(session).deleteMany(where)
      return { message: `Deleted ${count} Sample(s) objects`, count }
    })
    return reply.send(answer)
  })

  // collection_options
  app.options('/samples', async (request, reply) => {
    return reply.code(204).header('Allow', 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT').send()
  })

  // show
  app.get('/samples/:id', async (request, reply) => {
    const sample = await samples.find(database, request, 'id')
    return sendTagged(request, reply, await samples.document(database, request, sample))
  })

  // replace
  app.put('/samples/:id', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const sample = await samples.lock(session, request, 'id')
      await samples.checkMatch(session, request, sample)
      const changed = await samples.update(session, sample, samples.replacement(request, sample))
      return samples.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // update
  app.patch('/samples/:id', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const sample = await samples.lock(session, request, 'id')
      await samples.checkMatch(session, request, sample)
      const changed = await samples.update(session, sample, samples.changes(request, sample))
      return samples.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // delete
  app.delete('/samples/:id', async (request, reply) => {
    await database.transaction(async (session) => {
      const sample = await samples.lock(session, request, 'id')
      await samples.checkMatch(session, request, sample)
      await samples.items(session).delete(samples.key(sample))
    })
    return reply.send({ message: 'Deleted' })
  })

  // item_options
  app.options('/samples/:id', async (request, reply) => {
    return reply.code(204).header('Allow', 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT').send()
  })
}
