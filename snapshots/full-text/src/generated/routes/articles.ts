import type { FastifyInstance } from 'fastify'
import { created, deleteItem, replaceItem, sendTagged, updateItem } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /articles. */
export function articlesRoutes(app: FastifyInstance, { database, articles }: Service): void {
  // List articles
  app.get('/articles', async (request, reply) => {
    return articles.page(database, request, reply)
  })

  // Create one or more articles
  app.post('/articles', async (request, reply) => {
    const rows = await articles.createAll(database, request)
    const documents = await articles.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Update the selected articles
  app.patch('/articles', async (request) => {
    const data = articles.changesToMany(request)
    const where = articles.selection(request)
    const count = await articles.updateMany(database, request, where, data)
    return { message: `Updated ${count} Article(s) objects`, count }
  })

  // Delete the selected articles
  app.delete('/articles', async (request) => {
    const where = articles.selection(request)
    const count = await articles.deleteMany(database, where)
    return { message: `Deleted ${count} Article(s) objects`, count }
  })

  // Get an article
  app.get('/articles/:id', async (request, reply) => {
    const article = await articles.find(database, request, 'id')
    const document = await articles.document(database, request, article)
    return sendTagged(request, reply, document)
  })

  // Replace an article
  app.put('/articles/:id', async (request, reply) => {
    const article = await replaceItem(articles, database, request, 'id')
    const document = await articles.document(database, request, article)
    return sendTagged(request, reply, document)
  })

  // Update an article
  app.patch('/articles/:id', async (request, reply) => {
    const article = await updateItem(articles, database, request, 'id')
    const document = await articles.document(database, request, article)
    return sendTagged(request, reply, document)
  })

  // Delete an article
  app.delete('/articles/:id', async (request) => {
    await deleteItem(articles, database, request, 'id')
    return { message: 'Deleted' }
  })
}
