import type { FastifyInstance } from 'fastify'
import { created } from '../runtime/http/response.js'
import { changeItem, deleteItem, replaceItem } from '../runtime/http/write-item.js'
import { sendTagged } from '../runtime/http/response.js'
import type { Service } from '../service.js'

/** The routes of /samples and below. */
export function samplesRoutes(app: FastifyInstance, { database, samples }: Service): void {
  // index
  app.get('/samples', async (request, reply) => {
    return await samples.page(database, request, reply)
  })

  // create
  app.post('/samples', async (request, reply) => {
    const rows = await samples.createAll(database, request)
    const documents = await samples.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // update_many
  app.put('/samples', async (request, reply) => {
    const data = samples.changesToMany(request)
    const where = samples.selection(request)
    const count = await samples.updateMany(database, request, where, data)
    return reply.send({ message: `Updated ${count} Sample(s) objects`, count })
  })

  // update_many
  app.patch('/samples', async (request, reply) => {
    const data = samples.changesToMany(request)
    const where = samples.selection(request)
    const count = await samples.updateMany(database, request, where, data)
    return reply.send({ message: `Updated ${count} Sample(s) objects`, count })
  })

  // delete_many
  app.delete('/samples', async (request, reply) => {
    const where = samples.selection(request)
    const count = await samples.items(database).deleteMany(where)
    return reply.send({ message: `Deleted ${count} Sample(s) objects`, count })
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
    const sample = await replaceItem(samples, database, request, 'id')
    return sendTagged(request, reply, await samples.document(database, request, sample))
  })

  // update
  app.patch('/samples/:id', async (request, reply) => {
    const sample = await changeItem(samples, database, request, 'id')
    return sendTagged(request, reply, await samples.document(database, request, sample))
  })

  // delete
  app.delete('/samples/:id', async (request, reply) => {
    await deleteItem(samples, database, request, 'id')
    return reply.send({ message: 'Deleted' })
  })

  // item_options
  app.options('/samples/:id', async (request, reply) => {
    return reply.code(204).header('Allow', 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT').send()
  })
}
