import type { FastifyInstance } from 'fastify'
import { openAcl } from '../acl.js'
import { created } from '../runtime/http/response.js'
import { changeItem, deleteItem, replaceItem } from '../runtime/http/write-item.js'
import { may, permit, permitted } from '../runtime/auth/access.js'
import { sendTagged } from '../runtime/http/response.js'
import type { Service } from '../service.js'

/** The routes of /pages and below. */
export function pagesRoutes(app: FastifyInstance, { database, pages }: Service): void {
  // index
  app.get(
    '/pages',
    { config: { accepts: ['ticket'] }, onRequest: may('view', openAcl.collection) },
    async (request, reply) => {
      return await pages.page(database, request, reply)
    },
  )

  // create
  app.post(
    '/pages',
    { config: { accepts: ['ticket'] }, onRequest: may('create', openAcl.collection) },
    async (request, reply) => {
      const rows = await pages.createAll(database, request)
      const documents = await pages.documents(database, request, rows)
      return created(request, reply, documents)
    },
  )

  // update_many
  app.patch(
    '/pages',
    { config: { accepts: ['ticket'] }, onRequest: may('update', openAcl.collection) },
    async (request, reply) => {
      const data = pages.changesToMany(request)
      const where = pages.selection(request)
      const count = await pages.updateMany(database, request, where, data)
      return reply.send({ message: `Updated ${count} Page(s) objects`, count })
    },
  )

  // show
  app.get(
    '/pages/:id',
    { config: { accepts: ['ticket'] }, onRequest: may('view', openAcl.item) },
    async (request, reply) => {
      const page = await pages.find(database, request, 'id')
      await permit(request, 'view', openAcl, page)
      return sendTagged(request, reply, await pages.document(database, request, page))
    },
  )

  // replace
  app.put(
    '/pages/:id',
    { config: { accepts: ['ticket'] }, onRequest: may('update', openAcl.item) },
    async (request, reply) => {
      const page = await replaceItem(pages, database, request, 'id', permitted('update', openAcl))
      return sendTagged(request, reply, await pages.document(database, request, page))
    },
  )

  // update
  app.patch(
    '/pages/:id',
    { config: { accepts: ['ticket'] }, onRequest: may('update', openAcl.item) },
    async (request, reply) => {
      const page = await changeItem(pages, database, request, 'id', permitted('update', openAcl))
      return sendTagged(request, reply, await pages.document(database, request, page))
    },
  )

  // delete
  app.delete(
    '/pages/:id',
    { config: { accepts: ['ticket'] }, onRequest: may('delete', openAcl.item) },
    async (request, reply) => {
      await deleteItem(pages, database, request, 'id', permitted('delete', openAcl))
      return reply.send({ message: 'Deleted' })
    },
  )
}
