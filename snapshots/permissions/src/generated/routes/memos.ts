import type { FastifyInstance } from 'fastify'
import { memoAcl } from '../acl.js'
import { may, permit } from '../runtime/access/access.js'
import { createAll } from '../runtime/http/create-all.js'
import { created, sendTagged } from '../runtime/http/entity-tags.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /memos. */
export function memosRoutes(app: FastifyInstance, { database, memos }: Service): void {
  // List memos
  app.get(
    '/memos',
    { config: { accepts: ['ticket'] }, onRequest: may('view', memoAcl.collection) },
    async (request, reply) => {
      return memos.page(database, request, reply)
    },
  )

  // Create one or more memos
  app.post(
    '/memos',
    { config: { accepts: ['ticket'] }, onRequest: may('create', memoAcl.collection) },
    async (request, reply) => {
      const rows = await createAll(memos, database, request)
      const documents = await memos.documents(database, request, rows)
      return created(request, reply, documents)
    },
  )

  // Get a memo
  app.get(
    '/memos/:id',
    { config: { accepts: ['ticket'] }, onRequest: may('view', memoAcl.item) },
    async (request, reply) => {
      const memo = await memos.find(database, request, 'id')
      await permit(database, request, 'view', memoAcl, memo)
      const document = await memos.document(database, request, memo)
      return sendTagged(request, reply, document)
    },
  )
}
