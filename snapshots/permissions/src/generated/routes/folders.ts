import type { FastifyInstance } from 'fastify'
import { openAcl } from '../acl.js'
import { created } from '../runtime/http/response.js'
import { deleteItem } from '../runtime/http/write-item.js'
import { may, permit, permitted } from '../runtime/auth/access.js'
import { sendTagged } from '../runtime/http/response.js'
import type { Service } from '../service.js'

/** The routes of /folders and below. */
export function foldersRoutes(app: FastifyInstance, { database, folders, labels, pages }: Service): void {
  // index
  app.get(
    '/folders',
    { config: { accepts: ['ticket'] }, onRequest: may('view', openAcl.collection) },
    async (request, reply) => {
      return await folders.page(database, request, reply)
    },
  )

  // create
  app.post(
    '/folders',
    { config: { accepts: ['ticket'] }, onRequest: may('create', openAcl.collection) },
    async (request, reply) => {
      const rows = await folders.createAll(database, request)
      const documents = await folders.documents(database, request, rows)
      return created(request, reply, documents)
    },
  )

  // update_many
  app.put(
    '/folders',
    { config: { accepts: ['ticket'] }, onRequest: may('update', openAcl.collection) },
    async (request, reply) => {
      const answer = await database.transaction(async (session) => {
        const data = folders.changesToMany(request)
        const where = folders.selection(request)
        const count = await folders.updateMany(session, request, where, data)
        return { message: `Updated ${count} Folder(s) objects`, count }
      })
      return reply.send(answer)
    },
  )

  // update_many
  app.patch(
    '/folders',
    { config: { accepts: ['ticket'] }, onRequest: may('update', openAcl.collection) },
    async (request, reply) => {
      const answer = await database.transaction(async (session) => {
        const data = folders.changesToMany(request)
        const where = folders.selection(request)
        const count = await folders.updateMany(session, request, where, data)
        return { message: `Updated ${count} Folder(s) objects`, count }
      })
      return reply.send(answer)
    },
  )

  // show
  app.get(
    '/folders/:id',
    { config: { accepts: ['ticket'] }, onRequest: may('view', openAcl.item) },
    async (request, reply) => {
      const folder = await folders.find(database, request, 'id')
      await permit(request, 'view', openAcl, folder)
      return sendTagged(request, reply, await folders.document(database, request, folder))
    },
  )

  // replace
  app.put(
    '/folders/:id',
    { config: { accepts: ['ticket'] }, onRequest: may('update', openAcl.item) },
    async (request, reply) => {
      const document = await database.transaction(async (session) => {
        const folder = await folders.lock(session, request, 'id')
        await permit(request, 'update', openAcl, folder)
        await folders.checkMatch(session, request, folder)
        const given = folders.replacement(request, folder)
        const data = await folders.permitLinks(session, request, given, folder)
        const changed = await folders.update(session, folder, data)
        return folders.document(session, request, changed)
      })
      return sendTagged(request, reply, document)
    },
  )

  // update
  app.patch(
    '/folders/:id',
    { config: { accepts: ['ticket'] }, onRequest: may('update', openAcl.item) },
    async (request, reply) => {
      const document = await database.transaction(async (session) => {
        const folder = await folders.lock(session, request, 'id')
        await permit(request, 'update', openAcl, folder)
        await folders.checkMatch(session, request, folder)
        const given = folders.changes(request, folder)
        const data = await folders.permitLinks(session, request, given, folder)
        const changed = await folders.update(session, folder, data)
        return folders.document(session, request, changed)
      })
      return sendTagged(request, reply, document)
    },
  )

  // delete
  app.delete(
    '/folders/:id',
    { config: { accepts: ['ticket'] }, onRequest: may('delete', openAcl.item) },
    async (request, reply) => {
      await deleteItem(folders, database, request, 'id', permitted('delete', openAcl))
      return reply.send({ message: 'Deleted' })
    },
  )

  // index
  app.get(
    '/folders/:id/labels',
    { config: { accepts: ['ticket'] }, onRequest: may('view', openAcl.collection) },
    async (request, reply) => {
      const folder = await folders.find(database, request, 'id')
      await permit(request, 'view', openAcl, folder)
      return await labels.page(database, request, reply, { within: { folder: folders.key(folder) } })
    },
  )

  // create
  app.post(
    '/folders/:id/labels',
    { config: { accepts: ['ticket'] }, onRequest: may('create', openAcl.collection) },
    async (request, reply) => {
      const folder = await folders.find(database, request, 'id')
      await permit(request, 'view', openAcl, folder)
      const rows = await labels.createAll(database, request, { folder: folders.key(folder) })
      const documents = await labels.documents(database, request, rows)
      return created(request, reply, documents)
    },
  )

  // index
  app.get(
    '/folders/:id/pages',
    { config: { accepts: ['ticket'] }, onRequest: may('view', openAcl.collection) },
    async (request, reply) => {
      const folder = await folders.find(database, request, 'id')
      await permit(request, 'view', openAcl, folder)
      return await pages.page(database, request, reply, { within: { folder: folders.key(folder) } })
    },
  )

  // create
  app.post(
    '/folders/:id/pages',
    { config: { accepts: ['ticket'] }, onRequest: may('create', openAcl.collection) },
    async (request, reply) => {
      const folder = await folders.find(database, request, 'id')
      await permit(request, 'view', openAcl, folder)
      const rows = await pages.createAll(database, request, { folder: folders.key(folder) })
      const documents = await pages.documents(database, request, rows)
      return created(request, reply, documents)
    },
  )
}
