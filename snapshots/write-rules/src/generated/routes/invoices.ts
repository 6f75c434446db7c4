import type { FastifyInstance } from 'fastify'
import { openAcl } from '../acl.js'
import { may, permit, permitted } from '../runtime/auth/access.js'
import {
  created,
  deleteItem,
  forEachItem,
  replaceItem,
  sendTagged,
  updateItem,
} from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /invoices. */
export function invoicesRoutes(app: FastifyInstance, { database, registry, invoices }: Service): void {
  // List invoices
  app.get('/invoices', { onRequest: may('view', openAcl.collection) }, async (request, reply) => {
    return invoices.page(database, request, reply)
  })

  // Create one or more invoices
  app.post('/invoices', { onRequest: may('create', openAcl.collection) }, async (request, reply) => {
    const documents = await database.transaction(async (session) => {
      return forEachItem(request, await invoices.newItems(session, request), async (data) => {
        const event = invoices.event('create', session, request, { data })
        await registry.call('number_invoice', event)
        const invoice = await invoices.create(session, event.data)
        return invoices.document(session, request, invoice)
      })
    })
    return created(request, reply, documents)
  })

  // Get an invoice
  app.get('/invoices/:id', { onRequest: may('view', openAcl.item) }, async (request, reply) => {
    const invoice = await invoices.find(database, request, 'id')
    await permit(database, request, 'view', openAcl, invoice)
    const document = await invoices.document(database, request, invoice)
    return sendTagged(request, reply, document)
  })

  // Replace an invoice
  app.put('/invoices/:id', { onRequest: may('update', openAcl.item) }, async (request, reply) => {
    const invoice = await replaceItem(invoices, database, request, 'id', permitted('update', openAcl))
    const document = await invoices.document(database, request, invoice)
    return sendTagged(request, reply, document)
  })

  // Update an invoice
  app.patch('/invoices/:id', { onRequest: may('update', openAcl.item) }, async (request, reply) => {
    const invoice = await updateItem(invoices, database, request, 'id', permitted('update', openAcl))
    const document = await invoices.document(database, request, invoice)
    return sendTagged(request, reply, document)
  })

  // Delete an invoice
  app.delete('/invoices/:id', { onRequest: may('delete', openAcl.item) }, async (request) => {
    await deleteItem(invoices, database, request, 'id', permitted('delete', openAcl))
    return { message: 'Deleted' }
  })
}
