import type { FastifyInstance } from 'fastify'
import { adminAcl, openAcl } from '../acl.js'
import { created } from '../runtime/http/response.js'
import { changeItem, deleteItem } from '../runtime/http/write-item.js'
import { may, permit, permitted } from '../runtime/auth/access.js'
import { sendTagged } from '../runtime/http/response.js'
import type { Service } from '../service.js'

/** The routes of /labels and below. */
export function labelsRoutes(app: FastifyInstance, { database, labels }: Service): void {
  // index
  app.get(
    '/labels',
    { config: { accepts: ['ticket'] }, onRequest: may('view', openAcl.collection) },
    async (request, reply) => {
      return await labels.page(database, request, reply)
    },
  )

  // create
  app.post(
    '/labels',
    { config: { accepts: ['ticket'] }, onRequest: may('create', openAcl.collection) },
    async (request, reply) => {
      const rows = await labels.createAll(database, request)
      const documents = await labels.documents(database, request, rows)
      return created(request, reply, documents)
    },
  )

  // show
  app.get(
    '/labels/:id',
    { config: { accepts: ['ticket'] }, onRequest: may('view', openAcl.item) },
    async (request, reply) => {
      const label = await labels.find(database, request, 'id')
      await permit(request, 'view', openAcl, label)
      return sendTagged(request, reply, await labels.document(database, request, label))
    },
  )

  // update
  app.patch(
    '/labels/:id',
    { config: { accepts: ['ticket'] }, onRequest: may('update', adminAcl.item) },
    async (request, reply) => {
      const label = await changeItem(labels, database, request, 'id', permitted('update', adminAcl))
      return sendTagged(request, reply, await labels.document(database, request, label))
    },
  )

  // delete
  app.delete(
    '/labels/:id',
    { config: { accepts: ['ticket'] }, onRequest: may('delete', openAcl.item) },
    async (request, reply) => {
      await deleteItem(labels, database, request, 'id', permitted('delete', openAcl))
      return reply.send({ message: 'Deleted' })
    },
  )
}
