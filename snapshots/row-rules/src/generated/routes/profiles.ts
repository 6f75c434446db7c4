import type { FastifyInstance } from 'fastify'
import { openAcl } from '../acl.js'
import { may, permit, permitted } from '../runtime/auth/access.js'
import { created, deleteItem, replaceItem, sendTagged, updateItem } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /profiles. */
export function profilesRoutes(app: FastifyInstance, { databaseFor, profiles }: Service): void {
  // List profiles
  app.get('/profiles', { onRequest: may('view', openAcl.collection) }, async (request, reply) => {
    return profiles.page(databaseFor(request), request, reply)
  })

  // Create one or more profiles
  app.post('/profiles', { onRequest: may('create', openAcl.collection) }, async (request, reply) => {
    const rows = await profiles.createAll(databaseFor(request), request)
    const documents = await profiles.documents(databaseFor(request), request, rows)
    return created(request, reply, documents)
  })

  // Update the selected profiles
  app.put('/profiles', { onRequest: may('update', openAcl.collection) }, async (request) => {
    const data = profiles.changesToMany(request)
    const where = profiles.selection(request)
    const count = await profiles.updateMany(databaseFor(request), request, where, data)
    return { message: `Updated ${count} Profile(s) objects`, count }
  })

  // Update the selected profiles
  app.patch('/profiles', { onRequest: may('update', openAcl.collection) }, async (request) => {
    const data = profiles.changesToMany(request)
    const where = profiles.selection(request)
    const count = await profiles.updateMany(databaseFor(request), request, where, data)
    return { message: `Updated ${count} Profile(s) objects`, count }
  })

  // Delete the selected profiles
  app.delete('/profiles', { onRequest: may('delete', openAcl.collection) }, async (request) => {
    const where = profiles.selection(request)
    const count = await profiles.deleteMany(databaseFor(request), where)
    return { message: `Deleted ${count} Profile(s) objects`, count }
  })

  // Get a profile
  app.get('/profiles/:id', { onRequest: may('view', openAcl.item) }, async (request, reply) => {
    const profile = await profiles.find(databaseFor(request), request, 'id')
    await permit(databaseFor(request), request, 'view', openAcl, profile)
    const document = await profiles.document(databaseFor(request), request, profile)
    return sendTagged(request, reply, document)
  })

  // Replace a profile
  app.put('/profiles/:id', { onRequest: may('update', openAcl.item) }, async (request, reply) => {
    const profile = await replaceItem(
      profiles,
      databaseFor(request),
      request,
      'id',
      permitted('update', openAcl),
    )
    const document = await profiles.document(databaseFor(request), request, profile)
    return sendTagged(request, reply, document)
  })

  // Update a profile
  app.patch('/profiles/:id', { onRequest: may('update', openAcl.item) }, async (request, reply) => {
    const profile = await updateItem(
      profiles,
      databaseFor(request),
      request,
      'id',
      permitted('update', openAcl),
    )
    const document = await profiles.document(databaseFor(request), request, profile)
    return sendTagged(request, reply, document)
  })

  // Delete a profile
  app.delete('/profiles/:id', { onRequest: may('delete', openAcl.item) }, async (request) => {
    await deleteItem(profiles, databaseFor(request), request, 'id', permitted('delete', openAcl))
    return { message: 'Deleted' }
  })
}
