import type { FastifyInstance } from 'fastify'
import { openAcl } from '../acl.js'
import { may, permit, permitted } from '../runtime/auth/access.js'
import {
  created,
  deleteItem,
  forEachItem,
  replaceItem,
  sendTagged,
  updateItem,
} from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /tasks. */
export function tasksRoutes(app: FastifyInstance, { database, registry, tasks }: Service): void {
  // List tasks
  app.get('/tasks', { onRequest: may('view', openAcl.collection) }, async (request, reply) => {
    return tasks.page(database, request, reply)
  })

  // Create one or more tasks
  app.post('/tasks', { onRequest: may('create', openAcl.collection) }, async (request, reply) => {
    const documents = await database.transaction(async (session) => {
      return forEachItem(request, await tasks.newItems(session, request), async (data) => {
        const event = tasks.event('create', session, request, { data })
        const task = await tasks.create(session, event.data)
        const document = await tasks.document(session, request, task)
        event.complete(document)
        await registry.call('greet', event)
        return document
      })
    })
    return created(request, reply, documents)
  })

  // Update the selected tasks
  app.patch('/tasks', { onRequest: may('update', openAcl.collection) }, async (request) => {
    const data = tasks.changesToMany(request)
    const where = tasks.selection(request)
    const count = await tasks.updateMany(database, request, where, data)
    return { message: `Updated ${count} Task(s) objects`, count }
  })

  // Delete the selected tasks
  app.delete('/tasks', { onRequest: may('delete', openAcl.collection) }, async (request) => {
    const where = tasks.selection(request)
    const count = await tasks.deleteMany(database, where)
    return { message: `Deleted ${count} Task(s) objects`, count }
  })

  // Get a task
  app.get('/tasks/:id', { onRequest: may('view', openAcl.item) }, async (request, reply) => {
    const task = await tasks.find(database, request, 'id')
    await permit(database, request, 'view', openAcl, task)
    const document = await tasks.document(database, request, task)
    return sendTagged(request, reply, document)
  })

  // Replace a task
  app.put('/tasks/:id', { onRequest: may('update', openAcl.item) }, async (request, reply) => {
    const task = await replaceItem(tasks, database, request, 'id', permitted('update', openAcl))
    const document = await tasks.document(database, request, task)
    return sendTagged(request, reply, document)
  })

  // Update a task
  app.patch('/tasks/:id', { onRequest: may('update', openAcl.item) }, async (request, reply) => {
    const task = await updateItem(tasks, database, request, 'id', permitted('update', openAcl))
    const document = await tasks.document(database, request, task)
    return sendTagged(request, reply, document)
  })

  // Delete a task
  app.delete('/tasks/:id', { onRequest: may('delete', openAcl.item) }, async (request) => {
    await deleteItem(tasks, database, request, 'id', permitted('delete', openAcl))
    return { message: 'Deleted' }
  })
}
