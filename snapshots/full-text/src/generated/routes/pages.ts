import type { FastifyInstance } from 'fastify'
import { created } from '../runtime/http/response.js'
import { changeItem, deleteItem, replaceItem } from '../runtime/http/write-item.js'
import { sendTagged } from '../runtime/http/response.js'
import type { Service } from '../service.js'

/** The routes of /pages and below. */
export function pagesRoutes(app: FastifyInstance, { database, pages }: Service): void {
  // index
  app.get('/pages', async (request, reply) => {
    return await pages.page(database, request, reply)
  })

  // create
  app.post('/pages', async (request, reply) => {
    const rows = await pages.createAll(database, request)
    const documents = await pages.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // update_many
  app.patch('/pages', async (request, reply) => {
    const data = pages.changesToMany(request)
    const where = pages.selection(request)
    const count = await pages.updateMany(database, request, where, data)
    return reply.send({ message: `Updated ${count} Page(s) objects`, count })
  })

  // delete_many
  app.delete('/pages', async (request, reply) => {
    const where = pages.selection(request)
    const count = await pages.items(database).deleteMany(where)
    return reply.send({ message: `Deleted ${count} Page(s) objects`, count })
  })

  // show
  app.get('/pages/:slug', async (request, reply) => {
    const page = await pages.find(database, request, 'slug')
    return sendTagged(request, reply, await pages.document(database, request, page))
  })

  // replace
  app.put('/pages/:slug', async (request, reply) => {
    const page = await replaceItem(pages, database, request, 'slug')
    return sendTagged(request, reply, await pages.document(database, request, page))
  })

  // update
  app.patch('/pages/:slug', async (request, reply) => {
    const page = await changeItem(pages, database, request, 'slug')
    return sendTagged(request, reply, await pages.document(database, request, page))
  })

  // delete
  app.delete('/pages/:slug', async (request, reply) => {
    await deleteItem(pages, database, request, 'slug')
    return reply.send({ message: 'Deleted' })
  })
}
