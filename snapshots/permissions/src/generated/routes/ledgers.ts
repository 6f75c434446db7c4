import type { FastifyInstance } from 'fastify'
import { adminAcl, openAcl } from '../acl.js'
import { may, permit } from '../runtime/access/access.js'
import { readAttributeChanges, showAttribute } from '../runtime/http/attributes.js'
import { createAll } from '../runtime/http/create-all.js'
import { created, sendTagged } from '../runtime/http/entity-tags.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /ledgers. */
export function ledgersRoutes(app: FastifyInstance, { database, ledgers }: Service): void {
  // List ledgers
  app.get(
    '/ledgers',
    { config: { accepts: ['ticket'] }, onRequest: may('view', adminAcl.collection) },
    async (request, reply) => {
      return ledgers.page(database, request, reply)
    },
  )

  // Create one or more ledgers
  app.post(
    '/ledgers',
    { config: { accepts: ['ticket'] }, onRequest: may('create', adminAcl.collection) },
    async (request, reply) => {
      const rows = await createAll(ledgers, database, request)
      const documents = await ledgers.documents(database, request, rows)
      return created(request, reply, documents)
    },
  )

  // Get a ledger
  app.get(
    '/ledgers/:id',
    { config: { accepts: ['ticket'] }, onRequest: may('view', adminAcl.item) },
    async (request, reply) => {
      const ledger = await ledgers.find(database, request, 'id')
      await permit(database, request, 'view', adminAcl, ledger)
      const document = await ledgers.document(database, request, ledger)
      return sendTagged(request, reply, document)
    },
  )

  // Get the lines of a ledger
  app.get(
    '/ledgers/:id/lines',
    { config: { accepts: ['ticket'] }, onRequest: may('view', openAcl.item) },
    async (request) => {
      const ledger = await ledgers.find(database, request, 'id')
      await permit(database, request, 'view', adminAcl, ledger)
      await permit(database, request, 'view', openAcl, ledger)
      return showAttribute(ledgers, request, ledger, 'lines')
    },
  )

  // Update the lines of a ledger
  app.post(
    '/ledgers/:id/lines',
    { config: { accepts: ['ticket'] }, onRequest: may('update', openAcl.item) },
    async (request) => {
      return database.transaction(async (session) => {
        const ledger = await ledgers.lock(session, request, 'id')
        await permit(session, request, 'view', adminAcl, ledger)
        await permit(session, request, 'update', openAcl, ledger)
        const data = await readAttributeChanges(ledgers, session, request, ledger, 'lines')
        const changed = await ledgers.update(session, request, ledger, data)
        return showAttribute(ledgers, request, changed, 'lines')
      })
    },
  )
}
