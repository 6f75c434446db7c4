import type { FastifyInstance } from 'fastify'
import { noteAcl, openAcl } from '../acl.js'
import { created } from '../runtime/http/response.js'
import { changeItem, deleteItem, replaceItem } from '../runtime/http/write-item.js'
import { may, permit, permitted } from '../runtime/auth/access.js'
import { sendTagged } from '../runtime/http/response.js'
import type { Service } from '../service.js'

/** The routes of /notes and below. */
export function notesRoutes(app: FastifyInstance, { database, notes }: Service): void {
  // index
  app.get(
    '/notes',
    { config: { accepts: ['ticket'] }, onRequest: may('view', noteAcl.collection) },
    async (request, reply) => {
      return await notes.page(database, request, reply)
    },
  )

  // create
  app.post(
    '/notes',
    { config: { accepts: ['ticket'] }, onRequest: may('create', noteAcl.collection) },
    async (request, reply) => {
      const rows = await notes.createAll(database, request)
      const documents = await notes.documents(database, request, rows)
      return created(request, reply, documents)
    },
  )

  // update_many
  app.patch(
    '/notes',
    { config: { accepts: ['ticket'] }, onRequest: may('update', noteAcl.collection) },
    async (request, reply) => {
      const data = notes.changesToMany(request)
      const where = notes.selection(request)
      const count = await notes.updateMany(database, request, where, data)
      return reply.send({ message: `Updated ${count} Note(s) objects`, count })
    },
  )

  // show
  app.get(
    '/notes/:id',
    { config: { accepts: ['ticket'] }, onRequest: may('view', noteAcl.item) },
    async (request, reply) => {
      const note = await notes.find(database, request, 'id')
      await permit(request, 'view', noteAcl, note)
      return sendTagged(request, reply, await notes.document(database, request, note))
    },
  )

  // replace
  app.put(
    '/notes/:id',
    { config: { accepts: ['ticket'] }, onRequest: may('update', noteAcl.item) },
    async (request, reply) => {
      const note = await replaceItem(notes, database, request, 'id', permitted('update', noteAcl))
      return sendTagged(request, reply, await notes.document(database, request, note))
    },
  )

  // update
  app.patch(
    '/notes/:id',
    { config: { accepts: ['ticket'] }, onRequest: may('update', noteAcl.item) },
    async (request, reply) => {
      const note = await changeItem(notes, database, request, 'id', permitted('update', noteAcl))
      return sendTagged(request, reply, await notes.document(database, request, note))
    },
  )

  // delete
  app.delete(
    '/notes/:id',
    { config: { accepts: ['ticket'] }, onRequest: may('delete', noteAcl.item) },
    async (request, reply) => {
      await deleteItem(notes, database, request, 'id', permitted('delete', noteAcl))
      return reply.send({ message: 'Deleted' })
    },
  )

  // show
  app.get(
    '/notes/:id/tags',
    { config: { accepts: ['ticket'] }, onRequest: may('view', openAcl.item) },
    async (request, reply) => {
      const note = await notes.find(database, request, 'id')
      await permit(request, 'view', noteAcl, note)
      await permit(request, 'view', openAcl, note)
      return reply.send(notes.attribute(request, note, 'tags'))
    },
  )

  // update
  app.post(
    '/notes/:id/tags',
    { config: { accepts: ['ticket'] }, onRequest: may('update', openAcl.item) },
    async (request, reply) => {
      const answer = await database.transaction(async (session) => {
        const note = await notes.lock(session, request, 'id')
        await permit(request, 'view', noteAcl, note)
        await permit(request, 'update', openAcl, note)
        const data = notes.attributeChanges(request, note, 'tags')
        const changed = await notes.update(session, note, data)
        return notes.attribute(request, changed, 'tags')
      })
      return reply.send(answer)
    },
  )
}
