import type { FastifyInstance } from 'fastify'
import { created, deleteItem, replaceItem, sendTagged, updateItem } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /tokens. */
export function tokensRoutes(app: FastifyInstance, { database, tokens }: Service): void {
  // List tokens
  app.get('/tokens', async (request, reply) => {
    return tokens.page(database, request, reply)
  })

  // Create one or more tokens
  app.post('/tokens', async (request, reply) => {
    const rows = await tokens.createAll(database, request)
    const documents = await tokens.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Update the selected tokens
  app.patch('/tokens', async (request) => {
    const data = tokens.changesToMany(request)
    const where = tokens.selection(request)
    const count = await tokens.updateMany(database, request, where, data)
    return { message: `Updated ${count} Token(s) objects`, count }
  })

  // Delete the selected tokens
  app.delete('/tokens', async (request) => {
    const where = tokens.selection(request)
    const count = await tokens.deleteMany(database, where)
    return { message: `Deleted ${count} Token(s) objects`, count }
  })

  // Get a token
  app.get('/tokens/:key', async (request, reply) => {
    const token = await tokens.find(database, request, 'key')
    const document = await tokens.document(database, request, token)
    return sendTagged(request, reply, document)
  })

  // Replace a token
  app.put('/tokens/:key', async (request, reply) => {
    const token = await replaceItem(tokens, database, request, 'key')
    const document = await tokens.document(database, request, token)
    return sendTagged(request, reply, document)
  })

  // Update a token
  app.patch('/tokens/:key', async (request, reply) => {
    const token = await updateItem(tokens, database, request, 'key')
    const document = await tokens.document(database, request, token)
    return sendTagged(request, reply, document)
  })

  // Delete a token
  app.delete('/tokens/:key', async (request) => {
    await deleteItem(tokens, database, request, 'key')
    return { message: 'Deleted' }
  })
}
