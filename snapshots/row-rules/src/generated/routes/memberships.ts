import type { FastifyInstance } from 'fastify'
import { openAcl } from '../acl.js'
import { may, permit, permitted } from '../runtime/auth/access.js'
import { created, deleteItem, replaceItem, sendTagged, updateItem } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /memberships. */
export function membershipsRoutes(app: FastifyInstance, { databaseFor, memberships }: Service): void {
  // List memberships
  app.get('/memberships', { onRequest: may('view', openAcl.collection) }, async (request, reply) => {
    return memberships.page(databaseFor(request), request, reply)
  })

  // Create one or more memberships
  app.post('/memberships', { onRequest: may('create', openAcl.collection) }, async (request, reply) => {
    const rows = await memberships.createAll(databaseFor(request), request)
    const documents = await memberships.documents(databaseFor(request), request, rows)
    return created(request, reply, documents)
  })

  // Update the selected memberships
  app.put('/memberships', { onRequest: may('update', openAcl.collection) }, async (request) => {
    return databaseFor(request).transaction(async (session) => {
      const given = memberships.changesToMany(request)
      const where = memberships.selection(request)
      const { data, checked } = await memberships.permitFieldsOfMany(session, request, where, given)
      const count = await memberships.updateMany(session, request, where, data, checked)
      return { message: `Updated ${count} Membership(s) objects`, count }
    })
  })

  // Update the selected memberships
  app.patch('/memberships', { onRequest: may('update', openAcl.collection) }, async (request) => {
    return databaseFor(request).transaction(async (session) => {
      const given = memberships.changesToMany(request)
      const where = memberships.selection(request)
      const { data, checked } = await memberships.permitFieldsOfMany(session, request, where, given)
      const count = await memberships.updateMany(session, request, where, data, checked)
      return { message: `Updated ${count} Membership(s) objects`, count }
    })
  })

  // Delete the selected memberships
  app.delete('/memberships', { onRequest: may('delete', openAcl.collection) }, async (request) => {
    const where = memberships.selection(request)
    const count = await memberships.deleteMany(databaseFor(request), where)
    return { message: `Deleted ${count} Membership(s) objects`, count }
  })

  // Get a membership
  app.get('/memberships/:id', { onRequest: may('view', openAcl.item) }, async (request, reply) => {
    const membership = await memberships.find(databaseFor(request), request, 'id')
    await permit(databaseFor(request), request, 'view', openAcl, membership)
    const document = await memberships.document(databaseFor(request), request, membership)
    return sendTagged(request, reply, document)
  })

  // Replace a membership
  app.put('/memberships/:id', { onRequest: may('update', openAcl.item) }, async (request, reply) => {
    const membership = await replaceItem(
      memberships,
      databaseFor(request),
      request,
      'id',
      permitted('update', openAcl),
    )
    const document = await memberships.document(databaseFor(request), request, membership)
    return sendTagged(request, reply, document)
  })

  // Update a membership
  app.patch('/memberships/:id', { onRequest: may('update', openAcl.item) }, async (request, reply) => {
    const membership = await updateItem(
      memberships,
      databaseFor(request),
      request,
      'id',
      permitted('update', openAcl),
    )
    const document = await memberships.document(databaseFor(request), request, membership)
    return sendTagged(request, reply, document)
  })

  // Delete a membership
  app.delete('/memberships/:id', { onRequest: may('delete', openAcl.item) }, async (request) => {
    await deleteItem(memberships, databaseFor(request), request, 'id', permitted('delete', openAcl))
    return { message: 'Deleted' }
  })
}
