import type { FastifyInstance } from 'fastify'
import { created } from '../runtime/http/response.js'
import { changeItem, deleteItem, replaceItem } from '../runtime/http/write-item.js'
import { sendTagged } from '../runtime/http/response.js'
import type { Service } from '../service.js'

/** The routes of /covers and below. */
export function coversRoutes(app: FastifyInstance, { database, covers }: Service): void {
  // index
  app.get('/covers', async (request, reply) => {
    return await covers.page(database, request, reply)
  })

  // create
  app.post('/covers', async (request, reply) => {
    const rows = await covers.createAll(database, request)
    const documents = await covers.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // update_many
  app.put('/covers', async (request, reply) => {
    const data = covers.changesToMany(request)
    const where = covers.selection(request)
    const count = await covers.updateMany(database, request, where, data)
    return reply.send({ message: `Updated ${count} Cover(s) objects`, count })
  })

  // update_many
  app.patch('/covers', async (request, reply) => {
    const data = covers.changesToMany(request)
    const where = covers.selection(request)
    const count = await covers.updateMany(database, request, where, data)
    return reply.send({ message: `Updated ${count} Cover(s) objects`, count })
  })

  // delete_many
  app.delete('/covers', async (request, reply) => {
    const where = covers.selection(request)
    const count = await covers.items(database).deleteMany(where)
    return reply.send({ message: `Deleted ${count} Cover(s) objects`, count })
  })

  // collection_options
  app.options('/covers', async (request, reply) => {
    return reply.code(204).header('Allow', 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT').send()
  })

  // show
  app.get('/covers/:id', async (request, reply) => {
    const cover = await covers.find(database, request, 'id')
    return sendTagged(request, reply, await covers.document(database, request, cover))
  })

  // replace
  app.put('/covers/:id', async (request, reply) => {
    const cover = await replaceItem(covers, database, request, 'id')
    return sendTagged(request, reply, await covers.document(database, request, cover))
  })

  // update
  app.patch('/covers/:id', async (request, reply) => {
    const cover = await changeItem(covers, database, request, 'id')
    return sendTagged(request, reply, await covers.document(database, request, cover))
  })

  // delete
  app.delete('/covers/:id', async (request, reply) => {
    await deleteItem(covers, database, request, 'id')
    return reply.send({ message: 'Deleted' })
  })

  // item_options
  app.options('/covers/:id', async (request, reply) => {
    return reply.code(204).header('Allow', 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT').send()
  })
}
