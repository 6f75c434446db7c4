import type { FastifyInstance } from 'fastify'
import { created } from '../runtime/http/response.js'
import { changeItem, deleteItem, replaceItem } from '../runtime/http/write-item.js'
import { sendTagged } from '../runtime/http/response.js'
import type { Service } from '../service.js'

/** The routes of /articles and below. */
export function articlesRoutes(app: FastifyInstance, { database, articles }: Service): void {
  // index
  app.get('/articles', async (request, reply) => {
    return await articles.page(database, request, reply)
  })

  // create
  app.post('/articles', async (request, reply) => {
    const rows = await articles.createAll(database, request)
    const documents = await articles.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // update_many
  app.patch('/articles', async (request, reply) => {
    const data = articles.changesToMany(request)
    const where = articles.selection(request)
    const count = await articles.updateMany(database, request, where, data)
    return reply.send({ message: `Updated ${count} Article(s) objects`, count })
  })

  // delete_many
  app.delete('/articles', async (request, reply) => {
    const where = articles.selection(request)
    const count = await articles.items(database).deleteMany(where)
    return reply.send({ message: `Deleted ${count} Article(s) objects`, count })
  })

  // show
  app.get('/articles/:id', async (request, reply) => {
    const article = await articles.find(database, request, 'id')
    return sendTagged(request, reply, await articles.document(database, request, article))
  })

  // replace
  app.put('/articles/:id', async (request, reply) => {
    const article = await replaceItem(articles, database, request, 'id')
    return sendTagged(request, reply, await articles.document(database, request, article))
  })

  // update
  app.patch('/articles/:id', async (request, reply) => {
    const article = await changeItem(articles, database, request, 'id')
    return sendTagged(request, reply, await articles.document(database, request, article))
  })

  // delete
  app.delete('/articles/:id', async (request, reply) => {
    await deleteItem(articles, database, request, 'id')
    return reply.send({ message: 'Deleted' })
  })
}
