import type { FastifyInstance } from 'fastify'
import { openAcl } from '../acl.js'
import { may, permit, permitted } from '../runtime/auth/access.js'
import { created, deleteItem, sendTagged } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /teams. */
export function teamsRoutes(app: FastifyInstance, { database, teams }: Service): void {
  // List teams
  app.get('/teams', { onRequest: may('view', openAcl.collection) }, async (request, reply) => {
    return teams.page(database, request, reply)
  })

  // Create one or more teams
  app.post('/teams', { onRequest: may('create', openAcl.collection) }, async (request, reply) => {
    const rows = await teams.createAll(database, request)
    const documents = await teams.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Delete the selected teams
  app.delete('/teams', { onRequest: may('delete', openAcl.collection) }, async (request) => {
    const where = teams.selection(request)
    const count = await teams.deleteMany(database, where)
    return { message: `Deleted ${count} Team(s) objects`, count }
  })

  // Get a team
  app.get('/teams/:name', { onRequest: may('view', openAcl.item) }, async (request, reply) => {
    const team = await teams.find(database, request, 'name')
    await permit(database, request, 'view', openAcl, team)
    const document = await teams.document(database, request, team)
    return sendTagged(request, reply, document)
  })

  // Replace a team
  app.put('/teams/:name', { onRequest: may('update', openAcl.item) }, async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const team = await teams.lock(session, request, 'name')
      await permit(session, request, 'update', openAcl, team)
      await teams.checkMatch(session, request, team)
      const given = await teams.replacement(session, request, team)
      const data = await teams.permitLinks(session, request, given, team)
      const changed = await teams.update(session, team, data)
      return teams.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // Update a team
  app.patch('/teams/:name', { onRequest: may('update', openAcl.item) }, async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const team = await teams.lock(session, request, 'name')
      await permit(session, request, 'update', openAcl, team)
      await teams.checkMatch(session, request, team)
      const given = await teams.changes(session, request, team)
      const data = await teams.permitLinks(session, request, given, team)
      const changed = await teams.update(session, team, data)
      return teams.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // Delete a team
  app.delete('/teams/:name', { onRequest: may('delete', openAcl.item) }, async (request) => {
    await deleteItem(teams, database, request, 'name', permitted('delete', openAcl))
    return { message: 'Deleted' }
  })
}
