import type { FastifyInstance } from 'fastify'
import { created } from '../runtime/http/response.js'
import { changeItem, deleteItem, replaceItem } from '../runtime/http/write-item.js'
import { sendTagged } from '../runtime/http/response.js'
import type { Service } from '../service.js'

/** The routes of /tokens and below. */
export function tokensRoutes(app: FastifyInstance, { database, tokens }: Service): void {
  // index
  app.get('/tokens', async (request, reply) => {
    return await tokens.page(database, request, reply)
  })

  // create
  app.post('/tokens', async (request, reply) => {
    const rows = await tokens.createAll(database, request)
    const documents = await tokens.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // update_many
  app.patch('/tokens', async (request, reply) => {
    const data = tokens.changesToMany(request)
    const where = tokens.selection(request)
    const count = await tokens.updateMany(database, request, where, data)
    return reply.send({ message: `Updated ${count} Token(s) objects`, count })
  })

  // delete_many
  app.delete('/tokens', async (request, reply) => {
    const where = tokens.selection(request)
    const count = await tokens.items(database).deleteMany(where)
    return reply.send({ message: `Deleted ${count} Token(s) objects`, count })
  })

  // show
  app.get('/tokens/:key', async (request, reply) => {
    const token = await tokens.find(database, request, 'key')
    return sendTagged(request, reply, await tokens.document(database, request, token))
  })

  // replace
  app.put('/tokens/:key', async (request, reply) => {
    const token = await replaceItem(tokens, database, request, 'key')
    return sendTagged(request, reply, await tokens.document(database, request, token))
  })

  // update
  app.patch('/tokens/:key', async (request, reply) => {
    const token = await changeItem(tokens, database, request, 'key')
    return sendTagged(request, reply, await tokens.document(database, request, token))
  })

  // delete
  app.delete('/tokens/:key', async (request, reply) => {
    await deleteItem(tokens, database, request, 'key')
    return reply.send({ message: 'Deleted' })
  })
}
