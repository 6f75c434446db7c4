import type { FastifyInstance } from 'fastify'
import { noteAcl, openAcl } from '../acl.js'
import { may, permit, permitted } from '../runtime/access/access.js'
import { readAttributeChanges, showAttribute } from '../runtime/http/attributes.js'
import { createAll } from '../runtime/http/create-all.js'
import { created, sendTagged } from '../runtime/http/entity-tags.js'
import { deleteItem, replaceItem, updateItem } from '../runtime/http/write.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /notes. */
export function notesRoutes(app: FastifyInstance, { database, notes }: Service): void {
  // List notes
  app.get(
    '/notes',
    { config: { accepts: ['ticket'] }, onRequest: may('view', noteAcl.collection) },
    async (request, reply) => {
      return notes.page(database, request, reply)
    },
  )

  // Create one or more notes
  app.post(
    '/notes',
    { config: { accepts: ['ticket'] }, onRequest: may('create', noteAcl.collection) },
    async (request, reply) => {
      const rows = await createAll(notes, database, request)
      const documents = await notes.documents(database, request, rows)
      return created(request, reply, documents)
    },
  )

  // Update the selected notes
  app.patch(
    '/notes',
    { config: { accepts: ['ticket'] }, onRequest: may('update', noteAcl.collection) },
    async (request) => {
      const data = notes.changesToMany(request)
      const where = notes.selection(request)
      const count = await notes.updateMany(database, request, where, data)
      return { message: `Updated ${count} Note(s) objects`, count }
    },
  )

  // Get a note
  app.get(
    '/notes/:id',
    { config: { accepts: ['ticket'] }, onRequest: may('view', noteAcl.item) },
    async (request, reply) => {
      const note = await notes.find(database, request, 'id')
      await permit(database, request, 'view', noteAcl, note)
      const document = await notes.document(database, request, note)
      return sendTagged(request, reply, document)
    },
  )

  // Replace a note
  app.put(
    '/notes/:id',
    { config: { accepts: ['ticket'] }, onRequest: may('update', noteAcl.item) },
    async (request, reply) => {
      const note = await replaceItem(notes, database, request, 'id', permitted('update', noteAcl))
      const document = await notes.document(database, request, note)
      return sendTagged(request, reply, document)
    },
  )

  // Update a note
  app.patch(
    '/notes/:id',
    { config: { accepts: ['ticket'] }, onRequest: may('update', noteAcl.item) },
    async (request, reply) => {
      const note = await updateItem(notes, database, request, 'id', permitted('update', noteAcl))
      const document = await notes.document(database, request, note)
      return sendTagged(request, reply, document)
    },
  )

  // Delete a note
  app.delete(
    '/notes/:id',
    { config: { accepts: ['ticket'] }, onRequest: may('delete', noteAcl.item) },
    async (request) => {
      await deleteItem(notes, database, request, 'id', permitted('delete', noteAcl))
      return { message: 'Deleted' }
    },
  )

  // Get the tags of a note
  app.get(
    '/notes/:id/tags',
    { config: { accepts: ['ticket'] }, onRequest: may('view', openAcl.item) },
    async (request) => {
      const note = await notes.find(database, request, 'id')
      await permit(database, request, 'view', noteAcl, note)
      await permit(database, request, 'view', openAcl, note)
      return showAttribute(notes, request, note, 'tags')
    },
  )

  // Update the tags of a note
  app.post(
    '/notes/:id/tags',
    { config: { accepts: ['ticket'] }, onRequest: may('update', openAcl.item) },
    async (request) => {
      return database.transaction(async (session) => {
        const note = await notes.lock(session, request, 'id')
        await permit(session, request, 'view', noteAcl, note)
        await permit(session, request, 'update', openAcl, note)
        const data = await readAttributeChanges(notes, session, request, note, 'tags')
        const changed = await notes.update(session, request, note, data)
        return showAttribute(notes, request, changed, 'tags')
      })
    },
  )
}
