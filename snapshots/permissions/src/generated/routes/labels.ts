import type { FastifyInstance } from 'fastify'
import { adminAcl, openAcl } from '../acl.js'
import { may, permit, permitted } from '../runtime/access/access.js'
import { createAll } from '../runtime/http/create-all.js'
import { created, sendTagged } from '../runtime/http/entity-tags.js'
import { deleteItem, updateItem } from '../runtime/http/write.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /labels. */
export function labelsRoutes(app: FastifyInstance, { database, labels }: Service): void {
  // List labels
  app.get(
    '/labels',
    { config: { accepts: ['ticket'] }, onRequest: may('view', openAcl.collection) },
    async (request, reply) => {
      return labels.page(database, request, reply)
    },
  )

  // Create one or more labels
  app.post(
    '/labels',
    { config: { accepts: ['ticket'] }, onRequest: may('create', openAcl.collection) },
    async (request, reply) => {
      const rows = await createAll(labels, database, request)
      const documents = await labels.documents(database, request, rows)
      return created(request, reply, documents)
    },
  )

  // Get a label
  app.get(
    '/labels/:id',
    { config: { accepts: ['ticket'] }, onRequest: may('view', openAcl.item) },
    async (request, reply) => {
      const label = await labels.find(database, request, 'id')
      await permit(database, request, 'view', openAcl, label)
      const document = await labels.document(database, request, label)
      return sendTagged(request, reply, document)
    },
  )

  // Update a label
  app.patch(
    '/labels/:id',
    { config: { accepts: ['ticket'] }, onRequest: may('update', adminAcl.item) },
    async (request, reply) => {
      const label = await updateItem(labels, database, request, 'id', permitted('update', adminAcl))
      const document = await labels.document(database, request, label)
      return sendTagged(request, reply, document)
    },
  )

  // Delete a label
  app.delete(
    '/labels/:id',
    { config: { accepts: ['ticket'] }, onRequest: may('delete', openAcl.item) },
    async (request) => {
      await deleteItem(labels, database, request, 'id', permitted('delete', openAcl))
      return { message: 'Deleted' }
    },
  )
}
