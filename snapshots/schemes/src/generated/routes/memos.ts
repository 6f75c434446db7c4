import type { FastifyInstance } from 'fastify'
import { authenticatedAcl, everyoneAcl } from '../acl.js'
import { may, permit, permitted } from '../runtime/access/access.js'
import { createAll } from '../runtime/http/create-all.js'
import { created, sendTagged } from '../runtime/http/entity-tags.js'
import { deleteItem } from '../runtime/http/write.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /memos. */
export function memosRoutes(app: FastifyInstance, { database, memos }: Service): void {
  // List memos
  app.get(
    '/memos',
    { config: { accepts: ['scheme:basic'] }, onRequest: may('view', authenticatedAcl.collection) },
    async (request, reply) => {
      return memos.page(database, request, reply)
    },
  )

  // Create one or more memos
  app.post(
    '/memos',
    { config: { accepts: ['scheme:legacy'] }, onRequest: may('create', authenticatedAcl.collection) },
    async (request, reply) => {
      const rows = await createAll(memos, database, request)
      const documents = await memos.documents(database, request, rows)
      return created(request, reply, documents)
    },
  )

  // Update the selected memos
  app.put(
    '/memos',
    { config: { accepts: ['scheme:digest'] }, onRequest: may('update', authenticatedAcl.collection) },
    async (request) => {
      const data = memos.changesToMany(request)
      const where = memos.selection(request)
      const count = await memos.updateMany(database, request, where, data)
      return { message: `Updated ${count} Memo(s) objects`, count }
    },
  )

  // Update the selected memos
  app.patch(
    '/memos',
    { config: { accepts: ['scheme:bare'] }, onRequest: may('update', authenticatedAcl.collection) },
    async (request) => {
      const data = memos.changesToMany(request)
      const where = memos.selection(request)
      const count = await memos.updateMany(database, request, where, data)
      return { message: `Updated ${count} Memo(s) objects`, count }
    },
  )

  // Get a memo
  app.get(
    '/memos/:id',
    { config: { accepts: ['scheme:oauth'] }, onRequest: may('view', everyoneAcl.item) },
    async (request, reply) => {
      const memo = await memos.find(database, request, 'id')
      await permit(database, request, 'view', everyoneAcl, memo)
      const document = await memos.document(database, request, memo)
      return sendTagged(request, reply, document)
    },
  )

  // Delete a memo
  app.delete(
    '/memos/:id',
    {
      config: { accepts: ['scheme:oauth', 'scheme:basic', 'scheme:legacy'] },
      onRequest: may('delete', authenticatedAcl.item),
    },
    async (request) => {
      await deleteItem(memos, database, request, 'id', permitted('delete', authenticatedAcl))
      return { message: 'Deleted' }
    },
  )
}
