import type { FastifyInstance } from 'fastify'
import { openAcl } from '../acl.js'
import { may, permit, permitted } from '../runtime/auth/access.js'
import { created, deleteItem, sendTagged } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /organizations. */
export function organizationsRoutes(app: FastifyInstance, { databaseFor, organizations }: Service): void {
  // List organizations
  app.get('/organizations', { onRequest: may('view', openAcl.collection) }, async (request, reply) => {
    return organizations.page(databaseFor(request), request, reply)
  })

  // Create one or more organizations
  app.post('/organizations', { onRequest: may('create', openAcl.collection) }, async (request, reply) => {
    const rows = await organizations.createAll(databaseFor(request), request)
    const documents = await organizations.documents(databaseFor(request), request, rows)
    return created(request, reply, documents)
  })

  // Update the selected organizations
  app.put('/organizations', { onRequest: may('update', openAcl.collection) }, async (request) => {
    return databaseFor(request).transaction(async (session) => {
      const data = organizations.changesToMany(request)
      const where = organizations.selection(request)
      const count = await organizations.updateMany(session, request, where, data)
      return { message: `Updated ${count} Organization(s) objects`, count }
    })
  })

  // Update the selected organizations
  app.patch('/organizations', { onRequest: may('update', openAcl.collection) }, async (request) => {
    return databaseFor(request).transaction(async (session) => {
      const data = organizations.changesToMany(request)
      const where = organizations.selection(request)
      const count = await organizations.updateMany(session, request, where, data)
      return { message: `Updated ${count} Organization(s) objects`, count }
    })
  })

  // Delete the selected organizations
  app.delete('/organizations', { onRequest: may('delete', openAcl.collection) }, async (request) => {
    const where = organizations.selection(request)
    const count = await organizations.deleteMany(databaseFor(request), where)
    return { message: `Deleted ${count} Organization(s) objects`, count }
  })

  // Get an organization
  app.get('/organizations/:slug', { onRequest: may('view', openAcl.item) }, async (request, reply) => {
    const organization = await organizations.find(databaseFor(request), request, 'slug')
    await permit(databaseFor(request), request, 'view', openAcl, organization)
    const document = await organizations.document(databaseFor(request), request, organization)
    return sendTagged(request, reply, document)
  })

  // Replace an organization
  app.put('/organizations/:slug', { onRequest: may('update', openAcl.item) }, async (request, reply) => {
    const document = await databaseFor(request).transaction(async (session) => {
      const organization = await organizations.lockToWrite(session, request, 'slug')
      await permit(session, request, 'update', openAcl, organization)
      await organizations.checkMatch(session, request, organization)
      const given = await organizations.replacement(session, request, organization)
      const data = await organizations.permitLinks(session, request, given, organization)
      const changed = await organizations.update(session, organization, data)
      return organizations.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // Update an organization
  app.patch('/organizations/:slug', { onRequest: may('update', openAcl.item) }, async (request, reply) => {
    const document = await databaseFor(request).transaction(async (session) => {
      const organization = await organizations.lockToWrite(session, request, 'slug')
      await permit(session, request, 'update', openAcl, organization)
      await organizations.checkMatch(session, request, organization)
      const given = await organizations.changes(session, request, organization)
      const data = await organizations.permitLinks(session, request, given, organization)
      const changed = await organizations.update(session, organization, data)
      return organizations.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // Delete an organization
  app.delete('/organizations/:slug', { onRequest: may('delete', openAcl.item) }, async (request) => {
    await deleteItem(organizations, databaseFor(request), request, 'slug', permitted('delete', openAcl))
    return { message: 'Deleted' }
  })
}
