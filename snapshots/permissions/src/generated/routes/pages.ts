import type { FastifyInstance } from 'fastify'
import { openAcl } from '../acl.js'
import { may, permit, permitted } from '../runtime/access/access.js'
import { createAll } from '../runtime/http/create-all.js'
import { created, sendTagged } from '../runtime/http/entity-tags.js'
import { deleteItem, replaceItem, updateItem } from '../runtime/http/write.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /pages. */
export function pagesRoutes(app: FastifyInstance, { database, pages }: Service): void {
  // List pages
  app.get(
    '/pages',
    { config: { accepts: ['ticket'] }, onRequest: may('view', openAcl.collection) },
    async (request, reply) => {
      return pages.page(database, request, reply)
    },
  )

  // Create one or more pages
  app.post(
    '/pages',
    { config: { accepts: ['ticket'] }, onRequest: may('create', openAcl.collection) },
    async (request, reply) => {
      const rows = await createAll(pages, database, request)
      const documents = await pages.documents(database, request, rows)
      return created(request, reply, documents)
    },
  )

  // Update the selected pages
  app.patch(
    '/pages',
    { config: { accepts: ['ticket'] }, onRequest: may('update', openAcl.collection) },
    async (request) => {
      const data = pages.changesToMany(request)
      const where = pages.selection(request)
      const count = await pages.updateMany(database, request, where, data)
      return { message: `Updated ${count} Page(s) objects`, count }
    },
  )

  // Get a page
  app.get(
    '/pages/:id',
    { config: { accepts: ['ticket'] }, onRequest: may('view', openAcl.item) },
    async (request, reply) => {
      const page2 = await pages.find(database, request, 'id')
      await permit(database, request, 'view', openAcl, page2)
      const document = await pages.document(database, request, page2)
      return sendTagged(request, reply, document)
    },
  )

  // Replace a page
  app.put(
    '/pages/:id',
    { config: { accepts: ['ticket'] }, onRequest: may('update', openAcl.item) },
    async (request, reply) => {
      const page2 = await replaceItem(pages, database, request, 'id', permitted('update', openAcl))
      const document = await pages.document(database, request, page2)
      return sendTagged(request, reply, document)
    },
  )

  // Update a page
  app.patch(
    '/pages/:id',
    { config: { accepts: ['ticket'] }, onRequest: may('update', openAcl.item) },
    async (request, reply) => {
      const page2 = await updateItem(pages, database, request, 'id', permitted('update', openAcl))
      const document = await pages.document(database, request, page2)
      return sendTagged(request, reply, document)
    },
  )

  // Delete a page
  app.delete(
    '/pages/:id',
    { config: { accepts: ['ticket'] }, onRequest: may('delete', openAcl.item) },
    async (request) => {
      await deleteItem(pages, database, request, 'id', permitted('delete', openAcl))
      return { message: 'Deleted' }
    },
  )
}
