import type { FastifyInstance } from 'fastify'
import { openAcl } from '../acl.js'
import { may, permit, permitted } from '../runtime/access/access.js'
import { createAll } from '../runtime/http/create-all.js'
import { created, sendTagged } from '../runtime/http/entity-tags.js'
import { permitMany } from '../runtime/http/permit-many.js'
import { deleteItem } from '../runtime/http/write.js'
import { both } from '../runtime/store.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /folders. */
export function foldersRoutes(app: FastifyInstance, { database, folders, labels, pages }: Service): void {
  // List folders
  app.get(
    '/folders',
    { config: { accepts: ['ticket'] }, onRequest: may('view', openAcl.collection) },
    async (request, reply) => {
      return folders.page(database, request, reply)
    },
  )

  // Create one or more folders
  app.post(
    '/folders',
    { config: { accepts: ['ticket'] }, onRequest: may('create', openAcl.collection) },
    async (request, reply) => {
      const rows = await createAll(folders, database, request)
      const documents = await folders.documents(database, request, rows)
      return created(request, reply, documents)
    },
  )

  // Update the selected folders
  app.put(
    '/folders',
    { config: { accepts: ['ticket'] }, onRequest: may('update', openAcl.collection) },
    async (request) => {
      return database.transaction(async (session) => {
        const given = folders.changesToMany(request)
        const where = folders.selection(request)
        const { data, checked } = await permitMany(folders, session, request, where, given)
        const count = await folders.updateMany(session, request, both(where, checked), data)
        return { message: `Updated ${count} Folder(s) objects`, count }
      })
    },
  )

  // Update the selected folders
  app.patch(
    '/folders',
    { config: { accepts: ['ticket'] }, onRequest: may('update', openAcl.collection) },
    async (request) => {
      return database.transaction(async (session) => {
        const given = folders.changesToMany(request)
        const where = folders.selection(request)
        const { data, checked } = await permitMany(folders, session, request, where, given)
        const count = await folders.updateMany(session, request, both(where, checked), data)
        return { message: `Updated ${count} Folder(s) objects`, count }
      })
    },
  )

  // Get a folder
  app.get(
    '/folders/:id',
    { config: { accepts: ['ticket'] }, onRequest: may('view', openAcl.item) },
    async (request, reply) => {
      const folder = await folders.find(database, request, 'id')
      await permit(database, request, 'view', openAcl, folder)
      const document = await folders.document(database, request, folder)
      return sendTagged(request, reply, document)
    },
  )

  // Replace a folder
  app.put(
    '/folders/:id',
    { config: { accepts: ['ticket'] }, onRequest: may('update', openAcl.item) },
    async (request, reply) => {
      const document = await database.transaction(async (session) => {
        const folder = await folders.lock(session, request, 'id')
        await permit(session, request, 'update', openAcl, folder)
        await folders.checkMatch(session, request, folder)
        const data = await folders.replacement(session, request, folder)
        const changed = await folders.update(session, request, folder, data)
        return folders.document(session, request, changed)
      })
      return sendTagged(request, reply, document)
    },
  )

  // Update a folder
  app.patch(
    '/folders/:id',
    { config: { accepts: ['ticket'] }, onRequest: may('update', openAcl.item) },
    async (request, reply) => {
      const document = await database.transaction(async (session) => {
        const folder = await folders.lock(session, request, 'id')
        await permit(session, request, 'update', openAcl, folder)
        await folders.checkMatch(session, request, folder)
        const data = await folders.changes(session, request, folder)
        const changed = await folders.update(session, request, folder, data)
        return folders.document(session, request, changed)
      })
      return sendTagged(request, reply, document)
    },
  )

  // Delete a folder
  app.delete(
    '/folders/:id',
    { config: { accepts: ['ticket'] }, onRequest: may('delete', openAcl.item) },
    async (request) => {
      await deleteItem(folders, database, request, 'id', permitted('delete', openAcl))
      return { message: 'Deleted' }
    },
  )

  // List the labels of a folder
  app.get(
    '/folders/:id/labels',
    { config: { accepts: ['ticket'] }, onRequest: may('view', openAcl.collection) },
    async (request, reply) => {
      const folder = await folders.find(database, request, 'id')
      await permit(database, request, 'view', openAcl, folder)
      return labels.page(database, request, reply, { within: { folder: folders.key(folder) } })
    },
  )

  // Create one or more labels of a folder
  app.post(
    '/folders/:id/labels',
    { config: { accepts: ['ticket'] }, onRequest: may('create', openAcl.collection) },
    async (request, reply) => {
      const folder = await folders.find(database, request, 'id')
      await permit(database, request, 'view', openAcl, folder)
      const rows = await createAll(labels, database, request, { folder: folders.key(folder) })
      const documents = await labels.documents(database, request, rows)
      return created(request, reply, documents)
    },
  )

  // List the pages of a folder
  app.get(
    '/folders/:id/pages',
    { config: { accepts: ['ticket'] }, onRequest: may('view', openAcl.collection) },
    async (request, reply) => {
      const folder = await folders.find(database, request, 'id')
      await permit(database, request, 'view', openAcl, folder)
      return pages.page(database, request, reply, { within: { folder: folders.key(folder) } })
    },
  )

  // Create one or more pages of a folder
  app.post(
    '/folders/:id/pages',
    { config: { accepts: ['ticket'] }, onRequest: may('create', openAcl.collection) },
    async (request, reply) => {
      const folder = await folders.find(database, request, 'id')
      await permit(database, request, 'view', openAcl, folder)
      const rows = await createAll(pages, database, request, { folder: folders.key(folder) })
      const documents = await pages.documents(database, request, rows)
      return created(request, reply, documents)
    },
  )
}
