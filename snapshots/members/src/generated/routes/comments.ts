import type { FastifyInstance } from 'fastify'
import { commentAcl } from '../acl.js'
import { may, permit, permitted } from '../runtime/access/access.js'
import { createAll } from '../runtime/http/create-all.js'
import { created, sendTagged } from '../runtime/http/entity-tags.js'
import { deleteItem, updateItem } from '../runtime/http/write.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /comments. */
export function commentsRoutes(app: FastifyInstance, { database, comments }: Service): void {
  // List comments
  app.get('/comments', { onRequest: may('view', commentAcl.collection) }, async (request, reply) => {
    return comments.page(database, request, reply)
  })

  // Create one or more comments
  app.post('/comments', { onRequest: may('create', commentAcl.collection) }, async (request, reply) => {
    const rows = await createAll(comments, database, request)
    const documents = await comments.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Get a comment
  app.get('/comments/:id', { onRequest: may('view', commentAcl.item) }, async (request, reply) => {
    const comment = await comments.find(database, request, 'id')
    await permit(database, request, 'view', commentAcl, comment)
    const document = await comments.document(database, request, comment)
    return sendTagged(request, reply, document)
  })

  // Update a comment
  app.patch('/comments/:id', { onRequest: may('update', commentAcl.item) }, async (request, reply) => {
    const comment = await updateItem(comments, database, request, 'id', permitted('update', commentAcl))
    const document = await comments.document(database, request, comment)
    return sendTagged(request, reply, document)
  })

  // Delete a comment
  app.delete('/comments/:id', { onRequest: may('delete', commentAcl.item) }, async (request) => {
    await deleteItem(comments, database, request, 'id', permitted('delete', commentAcl))
    return { message: 'Deleted' }
  })
}
