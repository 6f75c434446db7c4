import type { FastifyInstance } from 'fastify'
import { acl } from '../acl.js'
import { may, permit } from '../runtime/auth/access.js'
import { created, sendTagged } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /users. */
export function usersRoutes(app: FastifyInstance, { databaseFor, users }: Service): void {
  // List users
  app.get('/users', { onRequest: may('view', acl.collection) }, async (request, reply) => {
    return users.page(databaseFor(request), request, reply)
  })

  // Create one or more users
  app.post('/users', { onRequest: may('create', acl.collection) }, async (request, reply) => {
    const rows = await users.createAll(databaseFor(request), request)
    const documents = await users.documents(databaseFor(request), request, rows)
    return created(request, reply, documents)
  })

  // Get a user
  app.get('/users/:username', { onRequest: may('view', acl.item) }, async (request, reply) => {
    const user = await users.find(databaseFor(request), request, 'username')
    await permit(databaseFor(request), request, 'view', acl, user)
    const document = await users.document(databaseFor(request), request, user)
    return sendTagged(request, reply, document)
  })

  // Update a user
  app.patch('/users/:username', { onRequest: may('update', acl.item) }, async (request, reply) => {
    const document = await databaseFor(request).transaction(async (session) => {
      const user = await users.lockToWrite(session, request, 'username')
      await permit(session, request, 'update', acl, user)
      await users.checkMatch(session, request, user)
      const given = await users.changes(session, request, user)
      const data = await users.permitLinks(session, request, given, user)
      const changed = await users.update(session, user, data)
      return users.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })
}
