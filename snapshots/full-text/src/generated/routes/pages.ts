import type { FastifyInstance } from 'fastify'
import { created, deleteItem, replaceItem, sendTagged, updateItem } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /pages. */
export function pagesRoutes(app: FastifyInstance, { database, pages }: Service): void {
  // List pages
  app.get('/pages', async (request, reply) => {
    return pages.page(database, request, reply)
  })

  // Create one or more pages
  app.post('/pages', async (request, reply) => {
    const rows = await pages.createAll(database, request)
    const documents = await pages.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Update the selected pages
  app.patch('/pages', async (request) => {
    const data = pages.changesToMany(request)
    const where = pages.selection(request)
    const count = await pages.updateMany(database, request, where, data)
    return { message: `Updated ${count} Page(s) objects`, count }
  })

  // Delete the selected pages
  app.delete('/pages', async (request) => {
    const where = pages.selection(request)
    const count = await pages.deleteMany(database, where)
    return { message: `Deleted ${count} Page(s) objects`, count }
  })

  // Get a page
  app.get('/pages/:slug', async (request, reply) => {
    const page2 = await pages.find(database, request, 'slug')
    const document = await pages.document(database, request, page2)
    return sendTagged(request, reply, document)
  })

  // Replace a page
  app.put('/pages/:slug', async (request, reply) => {
    const page2 = await replaceItem(pages, database, request, 'slug')
    const document = await pages.document(database, request, page2)
    return sendTagged(request, reply, document)
  })

  // Update a page
  app.patch('/pages/:slug', async (request, reply) => {
    const page2 = await updateItem(pages, database, request, 'slug')
    const document = await pages.document(database, request, page2)
    return sendTagged(request, reply, document)
  })

  // Delete a page
  app.delete('/pages/:slug', async (request) => {
    await deleteItem(pages, database, request, 'slug')
    return { message: 'Deleted' }
  })
}
