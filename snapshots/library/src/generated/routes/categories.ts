import type { FastifyInstance } from 'fastify'
import {
  changeItem,
  created,
  deleteItem,
  optionsHandler,
  replaceItem,
  sendTagged,
} from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** The routes at and below /categories. */
export function categoriesRoutes(app: FastifyInstance, { database, categories }: Service): void {
  // Lists categories.
  app.get('/categories', async (request, reply) => {
    return categories.page(database, request, reply)
  })

  // Creates one or more categories.
  app.post('/categories', async (request, reply) => {
    const rows = await categories.createAll(database, request)
    const documents = await categories.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Changes the categories that the query selects.
  app.put('/categories', async (request) => {
    const data = categories.changesToMany(request)
    const where = categories.selection(request)
    const count = await categories.updateMany(database, request, where, data)
    return { message: `Updated ${count} Category(s) objects`, count }
  })

  // Changes the categories that the query selects.
  app.patch('/categories', async (request) => {
    const data = categories.changesToMany(request)
    const where = categories.selection(request)
    const count = await categories.updateMany(database, request, where, data)
    return { message: `Updated ${count} Category(s) objects`, count }
  })

  // Deletes the categories that the query selects.
  app.delete('/categories', async (request) => {
    const where = categories.selection(request)
    const count = await categories.deleteMany(database, where)
    return { message: `Deleted ${count} Category(s) objects`, count }
  })

  // Returns the allowed methods.
  app.options('/categories', optionsHandler('DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT'))

  // Returns a category.
  app.get('/categories/:number', async (request, reply) => {
    const category = await categories.find(database, request, 'number')
    const document = await categories.document(database, request, category)
    return sendTagged(request, reply, document)
  })

  // Replaces a category.
  app.put('/categories/:number', async (request, reply) => {
    const category = await replaceItem(categories, database, request, 'number')
    const document = await categories.document(database, request, category)
    return sendTagged(request, reply, document)
  })

  // Changes a category.
  app.patch('/categories/:number', async (request, reply) => {
    const category = await changeItem(categories, database, request, 'number')
    const document = await categories.document(database, request, category)
    return sendTagged(request, reply, document)
  })

  // Deletes a category.
  app.delete('/categories/:number', async (request) => {
    await deleteItem(categories, database, request, 'number')
    return { message: 'Deleted' }
  })

  // Returns the allowed methods.
  app.options('/categories/:number', optionsHandler('DELETE, GET, HEAD, OPTIONS, PATCH, PUT'))

  // Lists the categories of a category.
  app.get('/categories/:number/children', async (request, reply) => {
    const category = await categories.find(database, request, 'number')
    return categories.page(database, request, reply, { within: { parent: categories.key(category) } })
  })

  // Creates one or more categories of a category.
  app.post('/categories/:number/children', async (request, reply) => {
    const category = await categories.find(database, request, 'number')
    const rows = await categories.createAll(database, request, { parent: categories.key(category) })
    const documents = await categories.documents(database, request, rows)
    return created(request, reply, documents)
  })
}
