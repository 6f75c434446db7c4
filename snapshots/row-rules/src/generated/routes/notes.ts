import type { FastifyInstance } from 'fastify'
import { openAcl } from '../acl.js'
import { may, permit, permitted } from '../runtime/access/access.js'
import { readAttributeChanges, showAttribute } from '../runtime/http/attributes.js'
import { createAll } from '../runtime/http/create-all.js'
import { created, sendTagged } from '../runtime/http/entity-tags.js'
import { permitMany } from '../runtime/http/permit-many.js'
import { deleteItem, replaceItem, updateItem } from '../runtime/http/write.js'
import { lockToWrite } from '../runtime/rules/items.js'
import { both } from '../runtime/store.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /notes. */
export function notesRoutes(app: FastifyInstance, { database, notes }: Service): void {
  // List notes
  app.get('/notes', { onRequest: may('view', openAcl.collection) }, async (request, reply) => {
    return notes.page(database, request, reply)
  })

  // Create one or more notes
  app.post('/notes', { onRequest: may('create', openAcl.collection) }, async (request, reply) => {
    const rows = await createAll(notes, database, request)
    const documents = await notes.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Update the selected notes
  app.put('/notes', { onRequest: may('update', openAcl.collection) }, async (request) => {
    return database.transaction(async (session) => {
      const given = notes.changesToMany(request)
      const where = notes.selection(request)
      const { data, checked } = await permitMany(notes, session, request, where, given)
      const count = await notes.updateMany(session, request, both(where, checked), data)
      return { message: `Updated ${count} Note(s) objects`, count }
    })
  })

  // Update the selected notes
  app.patch('/notes', { onRequest: may('update', openAcl.collection) }, async (request) => {
    return database.transaction(async (session) => {
      const given = notes.changesToMany(request)
      const where = notes.selection(request)
      const { data, checked } = await permitMany(notes, session, request, where, given)
      const count = await notes.updateMany(session, request, both(where, checked), data)
      return { message: `Updated ${count} Note(s) objects`, count }
    })
  })

  // Delete the selected notes
  app.delete('/notes', { onRequest: may('delete', openAcl.collection) }, async (request) => {
    const where = notes.selection(request)
    const count = await notes.deleteMany(database, request, where)
    return { message: `Deleted ${count} Note(s) objects`, count }
  })

  // Get a note
  app.get('/notes/:id', { onRequest: may('view', openAcl.item) }, async (request, reply) => {
    const note = await notes.find(database, request, 'id')
    await permit(database, request, 'view', openAcl, note)
    const document = await notes.document(database, request, note)
    return sendTagged(request, reply, document)
  })

  // Replace a note
  app.put('/notes/:id', { onRequest: may('update', openAcl.item) }, async (request, reply) => {
    const note = await replaceItem(notes, database, request, 'id', permitted('update', openAcl))
    const document = await notes.document(database, request, note)
    return sendTagged(request, reply, document)
  })

  // Update a note
  app.patch('/notes/:id', { onRequest: may('update', openAcl.item) }, async (request, reply) => {
    const note = await updateItem(notes, database, request, 'id', permitted('update', openAcl))
    const document = await notes.document(database, request, note)
    return sendTagged(request, reply, document)
  })

  // Delete a note
  app.delete('/notes/:id', { onRequest: may('delete', openAcl.item) }, async (request) => {
    await deleteItem(notes, database, request, 'id', permitted('delete', openAcl))
    return { message: 'Deleted' }
  })

  // Get the tags of a note
  app.get('/notes/:id/tags', { onRequest: may('view', openAcl.item) }, async (request) => {
    const note = await notes.find(database, request, 'id')
    await permit(database, request, 'view', openAcl, note)
    return showAttribute(notes, request, note, 'tags')
  })

  // Update the tags of a note
  app.post('/notes/:id/tags', { onRequest: may('update', openAcl.item) }, async (request) => {
    return database.transaction(async (session) => {
      const note = await lockToWrite(notes, session, request, 'id')
      await permit(session, request, 'update', openAcl, note)
      const data = await readAttributeChanges(notes, session, request, note, 'tags')
      const changed = await notes.update(session, request, note, data)
      return showAttribute(notes, request, changed, 'tags')
    })
  })
}
