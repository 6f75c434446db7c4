import type { FastifyInstance } from 'fastify'
import { noticeAcl } from '../acl.js'
import { created } from '../runtime/http/answer.js'
import { may, permit } from '../runtime/auth/access.js'
import { sendTagged } from '../runtime/server/etag.js'
import type { Service } from '../service.js'

/** The routes of /notices and below. */
export function noticesRoutes(app: FastifyInstance, { database, notices }: Service): void {
  // index
  app.get('/notices', { onRequest: may('view', noticeAcl.collection) }, async (request, reply) => {
    return reply.send(await notices.page(database, request, reply))
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
    const count = await notices.items(database).updateMany(where, data)
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
    const document = await database.transaction(async (session) => {
      const notice = await notices.lock(session, request, 'id')
      await permit(request, 'update', noticeAcl, notice)
      await notices.checkMatch(session, request, notice)
      const data = notices.changes(request, notice)
      const changed = await notices.update(session, notice, data)
      return notices.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // delete
  app.delete('/notices/:id', { onRequest: may('delete', noticeAcl.item) }, async (request, reply) => {
    await database.transaction(async (session) => {
      const notice = await notices.lock(session, request, 'id')
      await permit(request, 'delete', noticeAcl, notice)
      await notices.checkMatch(session, request, notice)
      await notices.items(session).delete(notices.key(notice))
    })
    return reply.send({ message: 'Deleted' })
  })
}
