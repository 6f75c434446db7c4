import type { FastifyInstance } from 'fastify'
import {
  created,
  deleteItem,
  optionsHandler,
  replaceItem,
  sendTagged,
  updateItem,
} from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /samples. */
export function samplesRoutes(app: FastifyInstance, { database, samples }: Service): void {
  // List samples
  app.get('/samples', async (request, reply) => {
    return samples.page(database, request, reply)
  })

  // Create one or more samples
  app.post('/samples', async (request, reply) => {
    const rows = await samples.createAll(database, request)
    const documents = await samples.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Update the selected samples
  app.put('/samples', async (request) => {
    const data = samples.changesToMany(request)
    const where = samples.selection(request)
    const count = await samples.updateMany(database, request, where, data)
    return { message: `Updated ${count} Sample(s) objects`, count }
  })

  // Update the selected samples
  app.patch('/samples', async (request) => {
    const data = samples.changesToMany(request)
    const where = samples.selection(request)
    const count = await samples.updateMany(database, request, where, data)
    return { message: `Updated ${count} Sample(s) objects`, count }
  })

  // Delete the selected samples
  app.delete('/samples', async (request) => {
    const where = samples.selection(request)
    const count = await samples.deleteMany(database, where)
    return { message: `Deleted ${count} Sample(s) objects`, count }
  })

  // List the allowed methods
  app.options('/samples', optionsHandler('DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT'))

  // Get a sample
  app.get('/samples/:id', async (request, reply) => {
    const sample = await samples.find(database, request, 'id')
    const document = await samples.document(database, request, sample)
    return sendTagged(request, reply, document)
  })

  // Replace a sample
  app.put('/samples/:id', async (request, reply) => {
    const sample = await replaceItem(samples, database, request, 'id')
    const document = await samples.document(database, request, sample)
    return sendTagged(request, reply, document)
  })

  // Update a sample
  app.patch('/samples/:id', async (request, reply) => {
    const sample = await updateItem(samples, database, request, 'id')
    const document = await samples.document(database, request, sample)
    return sendTagged(request, reply, document)
  })

  // Delete a sample
  app.delete('/samples/:id', async (request) => {
    await deleteItem(samples, database, request, 'id')
    return { message: 'Deleted' }
  })

  // List the allowed methods
  app.options('/samples/:id', optionsHandler('DELETE, GET, HEAD, OPTIONS, PATCH, PUT'))
}
