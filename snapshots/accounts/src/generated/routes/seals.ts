import type { FastifyInstance } from 'fastify'
import { paperAcl } from '../acl.js'
import { created } from '../runtime/http/answer.js'
import { may, permit } from '../runtime/auth/access.js'
import { sendTagged } from '../runtime/server/etag.js'
import type { Service } from '../service.js'

/** The routes of /seals and below. */
export function sealsRoutes(app: FastifyInstance, { database, seals }: Service): void {
  // index
  app.get('/seals', { onRequest: may('view', paperAcl.collection) }, async (request, reply) => {
    return reply.send(await seals.page(database, request, reply))
  })

  // create
  app.post('/seals', { onRequest: may('create', paperAcl.collection) }, async (request, reply) => {
    const rows = await seals.createAll(database, request)
    const documents = await seals.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // show
  app.get('/seals/:id', { onRequest: may('view', paperAcl.item) }, async (request, reply) => {
    const seal = await seals.find(database, request, 'id')
    await permit(request, 'view', paperAcl, seal)
    return sendTagged(request, reply, await seals.document(database, request, seal))
  })

  // update
  app.patch('/seals/:id', { onRequest: may('update', paperAcl.item) }, async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const seal = await seals.lock(session, request, 'id')
      await permit(request, 'update', paperAcl, seal)
      await seals.checkMatch(session, request, seal)
      const data = seals.changes(request, seal)
      const changed = await seals.update(session, seal, data)
      return seals.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // delete
  app.delete('/seals/:id', { onRequest: may('delete', paperAcl.item) }, async (request, reply) => {
    await database.transaction(async (session) => {
      const seal = await seals.lock(session, request, 'id')
      await permit(request, 'delete', paperAcl, seal)
      await seals.checkMatch(session, request, seal)
      await seals.items(session).delete(seals.key(seal))
    })
    return reply.send({ message: 'Deleted' })
  })
}
