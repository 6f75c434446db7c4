import type { FastifyInstance } from 'fastify'
import { created } from '../runtime/http/response.js'
import { changeItem, deleteItem, replaceItem } from '../runtime/http/write-item.js'
import { sendTagged } from '../runtime/http/response.js'
import type { Service } from '../service.js'

/** The routes of /authors and below. */
export function authorsRoutes(app: FastifyInstance, { database, authors }: Service): void {
  // index
  app.get('/authors', async (request, reply) => {
    return await authors.page(database, request, reply)
  })

  // create
  app.post('/authors', async (request, reply) => {
    const rows = await authors.createAll(database, request)
    const documents = await authors.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // update_many
  app.patch('/authors', async (request, reply) => {
    const data = authors.changesToMany(request)
    const where = authors.selection(request)
    const count = await authors.updateMany(database, request, where, data)
    return reply.send({ message: `Updated ${count} Author(s) objects`, count })
  })

  // delete_many
  app.delete('/authors', async (request, reply) => {
    const where = authors.selection(request)
    const count = await authors.items(database).deleteMany(where)
    return reply.send({ message: `Deleted ${count} Author(s) objects`, count })
  })

  // show
  app.get('/authors/:id', async (request, reply) => {
    const author = await authors.find(database, request, 'id')
    return sendTagged(request, reply, await authors.document(database, request, author))
  })

  // replace
  app.put('/authors/:id', async (request, reply) => {
    const author = await replaceItem(authors, database, request, 'id')
    return sendTagged(request, reply, await authors.document(database, request, author))
  })

  // update
  app.patch('/authors/:id', async (request, reply) => {
    const author = await changeItem(authors, database, request, 'id')
    return sendTagged(request, reply, await authors.document(database, request, author))
  })

  // delete
  app.delete('/authors/:id', async (request, reply) => {
    await deleteItem(authors, database, request, 'id')
    return reply.send({ message: 'Deleted' })
  })
}
