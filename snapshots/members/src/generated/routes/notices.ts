import type { FastifyInstance } from 'fastify'
import { noticeAcl } from '../acl.js'
import { may, permit, permitted } from '../runtime/access/access.js'
import { createAll } from '../runtime/http/create-all.js'
import { created, sendTagged } from '../runtime/http/entity-tags.js'
import { deleteItem, updateItem } from '../runtime/http/write.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /notices. */
export function noticesRoutes(app: FastifyInstance, { database, notices }: Service): void {
  // List notices
  app.get('/notices', { onRequest: may('view', noticeAcl.collection) }, async (request, reply) => {
    return notices.page(database, request, reply)
  })

  // Create one or more notices
  app.post('/notices', { onRequest: may('create', noticeAcl.collection) }, async (request, reply) => {
    const rows = await createAll(notices, database, request)
    const documents = await notices.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Update the selected notices
  app.patch('/notices', { onRequest: may('update', noticeAcl.collection) }, async (request) => {
    const data = notices.changesToMany(request)
    const where = notices.selection(request)
    const count = await notices.updateMany(database, request, where, data)
    return { message: `Updated ${count} Notice(s) objects`, count }
  })

  // Get a notice
  app.get('/notices/:id', { onRequest: may('view', noticeAcl.item) }, async (request, reply) => {
    const notice = await notices.find(database, request, 'id')
    await permit(database, request, 'view', noticeAcl, notice)
    const document = await notices.document(database, request, notice)
    return sendTagged(request, reply, document)
  })

  // Update a notice
  app.patch('/notices/:id', { onRequest: may('update', noticeAcl.item) }, async (request, reply) => {
    const notice = await updateItem(notices, database, request, 'id', permitted('update', noticeAcl))
    const document = await notices.document(database, request, notice)
    return sendTagged(request, reply, document)
  })

  // Delete a notice
  app.delete('/notices/:id', { onRequest: may('delete', noticeAcl.item) }, async (request) => {
    await deleteItem(notices, database, request, 'id', permitted('delete', noticeAcl))
    return { message: 'Deleted' }
  })
}
