import type { FastifyInstance } from 'fastify'
import { created, deleteItem, replaceItem, sendTagged, updateItem } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /projects. */
export function projectsRoutes(app: FastifyInstance, { database, memberships, projects }: Service): void {
  // List projects
  app.get('/projects', async (request, reply) => {
    return projects.page(database, request, reply)
  })

  // Create one or more projects
  app.post('/projects', async (request, reply) => {
    const rows = await projects.createAll(database, request)
    const documents = await projects.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Get a project
  app.get('/projects/:name', async (request, reply) => {
    const project = await projects.find(database, request, 'name')
    const document = await projects.document(database, request, project)
    return sendTagged(request, reply, document)
  })

  // Replace a project
  app.put('/projects/:name', async (request, reply) => {
    const project = await replaceItem(projects, database, request, 'name')
    const document = await projects.document(database, request, project)
    return sendTagged(request, reply, document)
  })

  // Update a project
  app.patch('/projects/:name', async (request, reply) => {
    const project = await updateItem(projects, database, request, 'name')
    const document = await projects.document(database, request, project)
    return sendTagged(request, reply, document)
  })

  // Delete a project
  app.delete('/projects/:name', async (request) => {
    await deleteItem(projects, database, request, 'name')
    return { message: 'Deleted' }
  })

  // List the memberships of a project
  app.get('/projects/:name/memberships', async (request, reply) => {
    const project = await projects.find(database, request, 'name')
    return memberships.page(database, request, reply, { within: { project: projects.key(project) } })
  })

  // Create one or more memberships of a project
  app.post('/projects/:name/memberships', async (request, reply) => {
    const project = await projects.find(database, request, 'name')
    const rows = await memberships.createAll(database, request, { project: projects.key(project) })
    const documents = await memberships.documents(database, request, rows)
    return created(request, reply, documents)
  })
}
