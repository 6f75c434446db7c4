import type { FastifyInstance } from 'fastify'
import { paperAcl, peopleAcl } from '../acl.js'
import { may, permit, permitted } from '../runtime/auth/access.js'
import { created, deleteItem, sendTagged } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /people. */
export function peopleRoutes(app: FastifyInstance, { database, papers, people }: Service): void {
  // List people
  app.get('/people', { onRequest: may('view', peopleAcl.collection) }, async (request, reply) => {
    return people.page(database, request, reply)
  })

  // Create one or more people
  app.post('/people', { onRequest: may('create', peopleAcl.collection) }, async (request, reply) => {
    const rows = await people.createAll(database, request)
    const documents = await people.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Get a person
  app.get('/people/:login_name', { onRequest: may('view', peopleAcl.item) }, async (request, reply) => {
    const person = await people.find(database, request, 'login_name')
    await permit(database, request, 'view', peopleAcl, person)
    const document = await people.document(database, request, person)
    return sendTagged(request, reply, document)
  })

  // Update a person
  app.patch('/people/:login_name', { onRequest: may('update', peopleAcl.item) }, async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const person = await people.lock(session, request, 'login_name')
      await permit(session, request, 'update', peopleAcl, person)
      await people.checkMatch(session, request, person)
      const given = await people.changes(session, request, person)
      const data = await people.permitLinks(session, request, given, person)
      const changed = await people.update(session, person, data)
      return people.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // Delete a person
  app.delete('/people/:login_name', { onRequest: may('delete', peopleAcl.item) }, async (request) => {
    await deleteItem(people, database, request, 'login_name', permitted('delete', peopleAcl))
    return { message: 'Deleted' }
  })

  // List the papers of a person
  app.get(
    '/people/:login_name/papers',
    { onRequest: may('view', paperAcl.collection) },
    async (request, reply) => {
      const person = await people.find(database, request, 'login_name')
      await permit(database, request, 'view', peopleAcl, person)
      return papers.page(database, request, reply, { within: { author: people.key(person) } })
    },
  )

  // Create one or more papers of a person
  app.post(
    '/people/:login_name/papers',
    { onRequest: may('create', paperAcl.collection) },
    async (request, reply) => {
      const person = await people.find(database, request, 'login_name')
      await permit(database, request, 'view', peopleAcl, person)
      const rows = await papers.createAll(database, request, { author: people.key(person) })
      const documents = await papers.documents(database, request, rows)
      return created(request, reply, documents)
    },
  )
}
