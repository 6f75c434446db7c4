import type { FastifyInstance } from 'fastify'
import { created, deleteItem, replaceItem, sendTagged, updateItem } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /memberships. */
export function membershipsRoutes(app: FastifyInstance, { database, memberships }: Service): void {
  // List memberships
  app.get('/memberships', async (request, reply) => {
    return memberships.page(database, request, reply)
  })

  // Create one or more memberships
  app.post('/memberships', async (request, reply) => {
    const rows = await memberships.createAll(database, request)
    const documents = await memberships.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Update the selected memberships
  app.patch('/memberships', async (request) => {
    const data = memberships.changesToMany(request)
    const where = memberships.selection(request)
    const count = await memberships.updateMany(database, request, where, data)
    return { message: `Updated ${count} Membership(s) objects`, count }
  })

  // Get a membership
  app.get('/memberships/:id', async (request, reply) => {
    const membership = await memberships.find(database, request, 'id')
    const document = await memberships.document(database, request, membership)
    return sendTagged(request, reply, document)
  })

  // Replace a membership
  app.put('/memberships/:id', async (request, reply) => {
    const membership = await replaceItem(memberships, database, request, 'id')
    const document = await memberships.document(database, request, membership)
    return sendTagged(request, reply, document)
  })

  // Update a membership
  app.patch('/memberships/:id', async (request, reply) => {
    const membership = await updateItem(memberships, database, request, 'id')
    const document = await memberships.document(database, request, membership)
    return sendTagged(request, reply, document)
  })

  // Delete a membership
  app.delete('/memberships/:id', async (request) => {
    await deleteItem(memberships, database, request, 'id')
    return { message: 'Deleted' }
  })
}
