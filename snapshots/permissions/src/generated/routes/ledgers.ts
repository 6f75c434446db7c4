import type { FastifyInstance } from 'fastify'
import { adminAcl, openAcl } from '../acl.js'
import { created } from '../runtime/http/response.js'
import { may, permit } from '../runtime/auth/access.js'
import { sendTagged } from '../runtime/http/response.js'
import type { Service } from '../service.js'

/** The routes of /ledgers and below. */
export function ledgersRoutes(app: FastifyInstance, { database, ledgers }: Service): void {
  // index
  app.get(
    '/ledgers',
    { config: { accepts: ['ticket'] }, onRequest: may('view', adminAcl.collection) },
    async (request, reply) => {
      return await ledgers.page(database, request, reply)
    },
  )

  // create
  app.post(
    '/ledgers',
    { config: { accepts: ['ticket'] }, onRequest: may('create', adminAcl.collection) },
    async (request, reply) => {
      const rows = await ledgers.createAll(database, request)
      const documents = await ledgers.documents(database, request, rows)
      return created(request, reply, documents)
    },
  )

  // show
  app.get(
    '/ledgers/:id',
    { config: { accepts: ['ticket'] }, onRequest: may('view', adminAcl.item) },
    async (request, reply) => {
      const ledger = await ledgers.find(database, request, 'id')
      await permit(request, 'view', adminAcl, ledger)
      return sendTagged(request, reply, await ledgers.document(database, request, ledger))
    },
  )

  // show
  app.get(
    '/ledgers/:id/lines',
    { config: { accepts: ['ticket'] }, onRequest: may('view', openAcl.item) },
    async (request, reply) => {
      const ledger = await ledgers.find(database, request, 'id')
      await permit(request, 'view', adminAcl, ledger)
      await permit(request, 'view', openAcl, ledger)
      return reply.send(ledgers.attribute(request, ledger, 'lines'))
    },
  )

  // update
  app.post(
    '/ledgers/:id/lines',
    { config: { accepts: ['ticket'] }, onRequest: may('update', openAcl.item) },
    async (request, reply) => {
      const answer = await database.transaction(async (session) => {
        const ledger = await ledgers.lock(session, request, 'id')
        await permit(request, 'view', adminAcl, ledger)
        await permit(request, 'update', openAcl, ledger)
        const data = ledgers.attributeChanges(request, ledger, 'lines')
        const changed = await ledgers.update(session, ledger, data)
        return ledgers.attribute(request, changed, 'lines')
      })
      return reply.send(answer)
    },
  )
}
