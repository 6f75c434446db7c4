import type { FastifyInstance } from 'fastify'
import { noticeAcl } from '../acl.js'
import { created } from '../runtime/http/response.js'
import { changeItem, deleteItem } from '../runtime/http/write-item.js'
import { may, permit, permitted } from '../runtime/auth/access.js'
import { sendTagged } from '../runtime/http/response.js'
import type { Service } from '../service.js'

/** The routes of /notices and below. */
export function noticesRoutes(app: FastifyInstance, { database, notices }: Service): void {
  // index
  app.get('/notices', { onRequest: may('view', noticeAcl.collection) }, async (request, reply) => {
    return await notices.page(database, request, reply)
  })

  // create
  app.post('/notices', { onRequest: may('create', noticeAcl.collection) }, async (request, reply) => {
    const rows = await notices.createAll(database, request)
    const documents = await notices.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // update_many
  app.patch('/notices', { onRequest: may('update', noticeAcl.collection) }, async (request, reply) => {
    const data = notices.changesToMany(request)
    const where = notices.selection(request)
    const count = await notices.updateMany(database, request, where, data)
    return reply.send({ message: `Updated ${count} Notice(s) objects`, count })
  })

  // show
  app.get('/notices/:id', { onRequest: may('view', noticeAcl.item) }, async (request, reply) => {
    const notice = await notices.find(database, request, 'id')
    await permit(request, 'view', noticeAcl, notice)
    return sendTagged(request, reply, await notices.document(database, request, notice))
  })

  // update
  app.patch('/notices/:id', { onRequest: may('update', noticeAcl.item) }, async (request, reply) => {
    const notice = await changeItem(notices, database, request, 'id', permitted('update', noticeAcl))
    return sendTagged(request, reply, await notices.document(database, request, notice))
  })

  // delete
  app.delete('/notices/:id', { onRequest: may('delete', noticeAcl.item) }, async (request, reply) => {
    await deleteItem(notices, database, request, 'id', permitted('delete', noticeAcl))
    return reply.send({ message: 'Deleted' })
  })
}
