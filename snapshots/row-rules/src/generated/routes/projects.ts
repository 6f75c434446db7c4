import type { FastifyInstance } from 'fastify'
import { openAcl } from '../acl.js'
import { may, permit, permitted } from '../runtime/auth/access.js'
import { created, deleteItem, sendTagged } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /projects. */
export function projectsRoutes(app: FastifyInstance, { databaseFor, notes, projects }: Service): void {
  // List projects
  app.get('/projects', { onRequest: may('view', openAcl.collection) }, async (request, reply) => {
    return projects.page(databaseFor(request), request, reply)
  })

  // Create one or more projects
  app.post('/projects', { onRequest: may('create', openAcl.collection) }, async (request, reply) => {
    const rows = await projects.createAll(databaseFor(request), request)
    const documents = await projects.documents(databaseFor(request), request, rows)
    return created(request, reply, documents)
  })

  // Update the selected projects
  app.put('/projects', { onRequest: may('update', openAcl.collection) }, async (request) => {
    return databaseFor(request).transaction(async (session) => {
      const data = projects.changesToMany(request)
      const where = projects.selection(request)
      const count = await projects.updateMany(session, request, where, data)
      return { message: `Updated ${count} Project(s) objects`, count }
    })
  })

  // Update the selected projects
  app.patch('/projects', { onRequest: may('update', openAcl.collection) }, async (request) => {
    return databaseFor(request).transaction(async (session) => {
      const data = projects.changesToMany(request)
      const where = projects.selection(request)
      const count = await projects.updateMany(session, request, where, data)
      return { message: `Updated ${count} Project(s) objects`, count }
    })
  })

  // Delete the selected projects
  app.delete('/projects', { onRequest: may('delete', openAcl.collection) }, async (request) => {
    const where = projects.selection(request)
    const count = await projects.deleteMany(databaseFor(request), where)
    return { message: `Deleted ${count} Project(s) objects`, count }
  })

  // Get a project
  app.get('/projects/:id', { onRequest: may('view', openAcl.item) }, async (request, reply) => {
    const project = await projects.find(databaseFor(request), request, 'id')
    await permit(databaseFor(request), request, 'view', openAcl, project)
    const document = await projects.document(databaseFor(request), request, project)
    return sendTagged(request, reply, document)
  })

  // Replace a project
  app.put('/projects/:id', { onRequest: may('update', openAcl.item) }, async (request, reply) => {
    const document = await databaseFor(request).transaction(async (session) => {
      const project = await projects.lockToWrite(session, request, 'id')
      await permit(session, request, 'update', openAcl, project)
      await projects.checkMatch(session, request, project)
      const given = await projects.replacement(session, request, project)
      const data = await projects.permitLinks(session, request, given, project)
      const changed = await projects.update(session, project, data)
      return projects.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // Update a project
  app.patch('/projects/:id', { onRequest: may('update', openAcl.item) }, async (request, reply) => {
    const document = await databaseFor(request).transaction(async (session) => {
      const project = await projects.lockToWrite(session, request, 'id')
      await permit(session, request, 'update', openAcl, project)
      await projects.checkMatch(session, request, project)
      const given = await projects.changes(session, request, project)
      const data = await projects.permitLinks(session, request, given, project)
      const changed = await projects.update(session, project, data)
      return projects.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // Delete a project
  app.delete('/projects/:id', { onRequest: may('delete', openAcl.item) }, async (request) => {
    await deleteItem(projects, databaseFor(request), request, 'id', permitted('delete', openAcl))
    return { message: 'Deleted' }
  })

  // List the notes of a project
  app.get('/projects/:id/notes', { onRequest: may('view', openAcl.collection) }, async (request, reply) => {
    const project = await projects.find(databaseFor(request), request, 'id')
    await permit(databaseFor(request), request, 'view', openAcl, project)
    return notes.page(databaseFor(request), request, reply, { within: { project: projects.key(project) } })
  })

  // Create one or more notes of a project
  app.post(
    '/projects/:id/notes',
    { onRequest: may('create', openAcl.collection) },
    async (request, reply) => {
      const project = await projects.find(databaseFor(request), request, 'id')
      await permit(databaseFor(request), request, 'view', openAcl, project)
      const rows = await notes.createAll(databaseFor(request), request, { project: projects.key(project) })
      const documents = await notes.documents(databaseFor(request), request, rows)
      return created(request, reply, documents)
    },
  )
}
