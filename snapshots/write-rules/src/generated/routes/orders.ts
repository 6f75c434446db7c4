import type { FastifyInstance } from 'fastify'
import { openAcl } from '../acl.js'
import { may, permit, permitted } from '../runtime/access/access.js'
import { readAttributeChanges, showAttribute } from '../runtime/http/attributes.js'
import { createAll } from '../runtime/http/create-all.js'
import { created, sendTagged } from '../runtime/http/entity-tags.js'
import { permitMany } from '../runtime/http/permit-many.js'
import { deleteItem } from '../runtime/http/write.js'
import { both } from '../runtime/store.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /orders. */
export function ordersRoutes(app: FastifyInstance, { database, orders }: Service): void {
  // List orders
  app.get('/orders', { onRequest: may('view', openAcl.collection) }, async (request, reply) => {
    return orders.page(database, request, reply)
  })

  // Create one or more orders
  app.post('/orders', { onRequest: may('create', openAcl.collection) }, async (request, reply) => {
    const rows = await createAll(orders, database, request)
    const documents = await orders.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Update the selected orders
  app.put('/orders', { onRequest: may('update', openAcl.collection) }, async (request) => {
    return database.transaction(async (session) => {
      const given = orders.changesToMany(request)
      const where = orders.selection(request)
      const { data, checked } = await permitMany(orders, session, request, where, given)
      const count = await orders.updateMany(session, request, both(where, checked), data)
      return { message: `Updated ${count} Order(s) objects`, count }
    })
  })

  // Update the selected orders
  app.patch('/orders', { onRequest: may('update', openAcl.collection) }, async (request) => {
    return database.transaction(async (session) => {
      const given = orders.changesToMany(request)
      const where = orders.selection(request)
      const { data, checked } = await permitMany(orders, session, request, where, given)
      const count = await orders.updateMany(session, request, both(where, checked), data)
      return { message: `Updated ${count} Order(s) objects`, count }
    })
  })

  // Get an order
  app.get('/orders/:id', { onRequest: may('view', openAcl.item) }, async (request, reply) => {
    const order = await orders.find(database, request, 'id')
    await permit(database, request, 'view', openAcl, order)
    const document = await orders.document(database, request, order)
    return sendTagged(request, reply, document)
  })

  // Replace an order
  app.put('/orders/:id', { onRequest: may('update', openAcl.item) }, async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const order = await orders.lock(session, request, 'id')
      await permit(session, request, 'update', openAcl, order)
      await orders.checkMatch(session, request, order)
      const data = await orders.replacement(session, request, order)
      const changed = await orders.update(session, request, order, data)
      return orders.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // Update an order
  app.patch('/orders/:id', { onRequest: may('update', openAcl.item) }, async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const order = await orders.lock(session, request, 'id')
      await permit(session, request, 'update', openAcl, order)
      await orders.checkMatch(session, request, order)
      const data = await orders.changes(session, request, order)
      const changed = await orders.update(session, request, order, data)
      return orders.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // Delete an order
  app.delete('/orders/:id', { onRequest: may('delete', openAcl.item) }, async (request) => {
    await deleteItem(orders, database, request, 'id', permitted('delete', openAcl))
    return { message: 'Deleted' }
  })

  // Get the history of an order
  app.get('/orders/:id/history', { onRequest: may('view', openAcl.item) }, async (request) => {
    const order = await orders.find(database, request, 'id')
    await permit(database, request, 'view', openAcl, order)
    return showAttribute(orders, request, order, 'history')
  })

  // Update the history of an order
  app.post('/orders/:id/history', { onRequest: may('update', openAcl.item) }, async (request) => {
    return database.transaction(async (session) => {
      const order = await orders.lock(session, request, 'id')
      await permit(session, request, 'update', openAcl, order)
      const data = await readAttributeChanges(orders, session, request, order, 'history')
      const changed = await orders.update(session, request, order, data)
      return showAttribute(orders, request, changed, 'history')
    })
  })

  // Get the labels of an order
  app.get('/orders/:id/labels', { onRequest: may('view', openAcl.item) }, async (request) => {
    const order = await orders.find(database, request, 'id')
    await permit(database, request, 'view', openAcl, order)
    return showAttribute(orders, request, order, 'labels')
  })

  // Update the labels of an order
  app.post('/orders/:id/labels', { onRequest: may('update', openAcl.item) }, async (request) => {
    return database.transaction(async (session) => {
      const order = await orders.lock(session, request, 'id')
      await permit(session, request, 'update', openAcl, order)
      const data = await readAttributeChanges(orders, session, request, order, 'labels')
      const changed = await orders.update(session, request, order, data)
      return showAttribute(orders, request, changed, 'labels')
    })
  })
}
