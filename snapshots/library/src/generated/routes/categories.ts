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

/** Adds the routes at and below /categories. */
export function categoriesRoutes(app: FastifyInstance, { database, categories }: Service): void {
  // List categories
  app.get('/categories', async (request, reply) => {
    return categories.page(database, request, reply)
  })

  // Create one or more categories
  app.post('/categories', async (request, reply) => {
    const rows = await categories.createAll(database, request)
    const documents = await categories.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Update the selected categories
  app.put('/categories', async (request) => {
    const data = categories.changesToMany(request)
    const where = categories.selection(request)
    const count = await categories.updateMany(database, request, where, data)
    return { message: `Updated ${count} Category(s) objects`, count }
  })

  // Update the selected categories
  app.patch('/categories', async (request) => {
    const data = categories.changesToMany(request)
    const where = categories.selection(request)
    const count = await categories.updateMany(database, request, where, data)
    return { message: `Updated ${count} Category(s) objects`, count }
  })

  // Delete the selected categories
  app.delete('/categories', async (request) => {
    const where = categories.selection(request)
    const count = await categories.deleteMany(database, where)
    return { message: `Deleted ${count} Category(s) objects`, count }
  })

  // List the allowed methods
  app.options('/categories', optionsHandler('DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT'))

  // Get a category
  app.get('/categories/:number', async (request, reply) => {
    const category = await categories.find(database, request, 'number')
    const document = await categories.document(database, request, category)
    return sendTagged(request, reply, document)
  })

  // Replace a category
  app.put('/categories/:number', async (request, reply) => {
    const category = await replaceItem(categories, database, request, 'number')
    const document = await categories.document(database, request, category)
    return sendTagged(request, reply, document)
  })

  // Update a category
  app.patch('/categories/:number', async (request, reply) => {
    const category = await updateItem(categories, database, request, 'number')
    const document = await categories.document(database, request, category)
    return sendTagged(request, reply, document)
  })

  // Delete a category
  app.delete('/categories/:number', async (request) => {
    await deleteItem(categories, database, request, 'number')
    return { message: 'Deleted' }
  })

  // List the allowed methods
  app.options('/categories/:number', optionsHandler('DELETE, GET, HEAD, OPTIONS, PATCH, PUT'))

  // List the children of a category
  app.get('/categories/:number/children', async (request, reply) => {
    const category = await categories.find(database, request, 'number')
    return categories.page(database, request, reply, { within: { parent: categories.key(category) } })
  })

  // Create one or more children of a category
  app.post('/categories/:number/children', async (request, reply) => {
    const category = await categories.find(database, request, 'number')
    const rows = await categories.createAll(database, request, { parent: categories.key(category) })
    const documents = await categories.documents(database, request, rows)
    return created(request, reply, documents)
  })
}
