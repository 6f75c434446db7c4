import type { FastifyInstance } from 'fastify'
import { paperAcl } from '../acl.js'
import { created } from '../runtime/http/response.js'
import { changeItem, deleteItem } from '../runtime/http/write-item.js'
import { may, permit, permitted } from '../runtime/auth/access.js'
import { sendTagged } from '../runtime/http/response.js'
import type { Service } from '../service.js'

/** The routes of /seals and below. */
export function sealsRoutes(app: FastifyInstance, { database, seals }: Service): void {
  // index
  app.get('/seals', { onRequest: may('view', paperAcl.collection) }, async (request, reply) => {
    return await seals.page(database, request, reply)
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
    const seal = await changeItem(seals, database, request, 'id', permitted('update', paperAcl))
    return sendTagged(request, reply, await seals.document(database, request, seal))
  })

  // delete
  app.delete('/seals/:id', { onRequest: may('delete', paperAcl.item) }, async (request, reply) => {
    await deleteItem(seals, database, request, 'id', permitted('delete', paperAcl))
    return reply.send({ message: 'Deleted' })
  })
}
