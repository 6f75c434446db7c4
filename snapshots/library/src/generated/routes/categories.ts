import type { FastifyInstance } from 'fastify'
import { created } from '../runtime/http/response.js'
import { changeItem, deleteItem, replaceItem } from '../runtime/http/write-item.js'
import { sendTagged } from '../runtime/http/response.js'
import type { Service } from '../service.js'

/** The routes of /categories and below. */
export function categoriesRoutes(app: FastifyInstance, { database, categories }: Service): void {
  // index
  app.get('/categories', async (request, reply) => {
    return await categories.page(database, request, reply)
  })

  // create
  app.post('/categories', async (request, reply) => {
    const rows = await categories.createAll(database, request)
    const documents = await categories.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // update_many
  app.put('/categories', async (request, reply) => {
    const data = categories.changesToMany(request)
    const where = categories.selection(request)
    const count = await categories.updateMany(database, request, where, data)
    return reply.send({ message: `Updated ${count} Category(s) objects`, count })
  })

  // update_many
  app.patch('/categories', async (request, reply) => {
    const data = categories.changesToMany(request)
    const where = categories.selection(request)
    const count = await categories.updateMany(database, request, where, data)
    return reply.send({ message: `Updated ${count} Category(s) objects`, count })
  })

  // delete_many
  app.delete('/categories', async (request, reply) => {
    const where = categories.selection(request)
    const count = await categories.items(database).deleteMany(where)
    return reply.send({ message: `Deleted ${count} Category(s) objects`, count })
  })

  // collection_options
  app.options('/categories', async (request, reply) => {
    return reply.code(204).header('Allow', 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT').send()
  })

  // show
  app.get('/categories/:number', async (request, reply) => {
    const category = await categories.find(database, request, 'number')
    return sendTagged(request, reply, await categories.document(database, request, category))
  })

  // replace
  app.put('/categories/:number', async (request, reply) => {
    const category = await replaceItem(categories, database, request, 'number')
    return sendTagged(request, reply, await categories.document(database, request, category))
  })

  // update
  app.patch('/categories/:number', async (request, reply) => {
    const category = await changeItem(categories, database, request, 'number')
    return sendTagged(request, reply, await categories.document(database, request, category))
  })

  // delete
  app.delete('/categories/:number', async (request, reply) => {
    await deleteItem(categories, database, request, 'number')
    return reply.send({ message: 'Deleted' })
  })

  // item_options
  app.options('/categories/:number', async (request, reply) => {
    return reply.code(204).header('Allow', 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT').send()
  })

  // index
  app.get('/categories/:number/children', async (request, reply) => {
    const category = await categories.find(database, request, 'number')
    return await categories.page(database, request, reply, { within: { parent: categories.key(category) } })
  })

  // create
  app.post('/categories/:number/children', async (request, reply) => {
    const category = await categories.find(database, request, 'number')
    const rows = await categories.createAll(database, request, { parent: categories.key(category) })
    const documents = await categories.documents(database, request, rows)
    return created(request, reply, documents)
  })
}
