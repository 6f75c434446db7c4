import type { FastifyInstance } from 'fastify'
import { paperAcl, teamAcl } from '../acl.js'
import { may, permit, permitted } from '../runtime/auth/access.js'
import { findOnly, lockOnly, newOnly } from '../runtime/http/singular.js'
import { created, deleteItem, sendTagged } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /teams. */
export function teamsRoutes(app: FastifyInstance, { database, papers, seals, teams }: Service): void {
  // List teams
  app.get('/teams', { onRequest: may('view', teamAcl.collection) }, async (request, reply) => {
    return teams.page(database, request, reply)
  })

  // Create one or more teams
  app.post('/teams', { onRequest: may('create', teamAcl.collection) }, async (request, reply) => {
    const rows = await teams.createAll(database, request)
    const documents = await teams.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Update the selected teams
  app.patch('/teams', { onRequest: may('update', teamAcl.collection) }, async (request) => {
    return database.transaction(async (session) => {
      const data = teams.changesToMany(request)
      const where = teams.selection(request)
      const count = await teams.updateMany(session, request, where, data)
      return { message: `Updated ${count} Team(s) objects`, count }
    })
  })

  // Get a team
  app.get('/teams/:code', { onRequest: may('view', teamAcl.item) }, async (request, reply) => {
    const team = await teams.find(database, request, 'code')
    await permit(database, request, 'view', teamAcl, team)
    const document = await teams.document(database, request, team)
    return sendTagged(request, reply, document)
  })

  // Replace a team
  app.put('/teams/:code', { onRequest: may('update', teamAcl.item) }, async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const team = await teams.lock(session, request, 'code')
      await permit(session, request, 'update', teamAcl, team)
      await teams.checkMatch(session, request, team)
      const given = await teams.replacement(session, request, team)
      const data = await teams.permitLinks(session, request, given, team)
      const changed = await teams.update(session, team, data)
      return teams.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // Update a team
  app.patch('/teams/:code', { onRequest: may('update', teamAcl.item) }, async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const team = await teams.lock(session, request, 'code')
      await permit(session, request, 'update', teamAcl, team)
      await teams.checkMatch(session, request, team)
      const given = await teams.changes(session, request, team)
      const data = await teams.permitLinks(session, request, given, team)
      const changed = await teams.update(session, team, data)
      return teams.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // Delete a team
  app.delete('/teams/:code', { onRequest: may('delete', teamAcl.item) }, async (request) => {
    await deleteItem(teams, database, request, 'code', permitted('delete', teamAcl))
    return { message: 'Deleted' }
  })

  // List the papers of a team
  app.get('/teams/:code/papers', { onRequest: may('view', paperAcl.collection) }, async (request, reply) => {
    const team = await teams.find(database, request, 'code')
    await permit(database, request, 'view', teamAcl, team)
    return papers.page(database, request, reply, { within: { team: teams.key(team) } })
  })

  // Create one or more papers of a team
  app.post(
    '/teams/:code/papers',
    { onRequest: may('create', paperAcl.collection) },
    async (request, reply) => {
      const team = await teams.find(database, request, 'code')
      await permit(database, request, 'view', teamAcl, team)
      const rows = await papers.createAll(database, request, { team: teams.key(team) })
      const documents = await papers.documents(database, request, rows)
      return created(request, reply, documents)
    },
  )

  // Get a paper of a team
  app.get('/teams/:code/papers/:id', { onRequest: may('view', paperAcl.item) }, async (request, reply) => {
    const team = await teams.find(database, request, 'code')
    await permit(database, request, 'view', teamAcl, team)
    const paper = await papers.find(database, request, 'id', { team: teams.key(team) })
    await permit(database, request, 'view', paperAcl, paper)
    const document = await papers.document(database, request, paper)
    return sendTagged(request, reply, document)
  })

  // Update a paper of a team
  app.patch(
    '/teams/:code/papers/:id',
    { onRequest: may('update', paperAcl.item) },
    async (request, reply) => {
      const document = await database.transaction(async (session) => {
        const team = await teams.find(session, request, 'code')
        await permit(session, request, 'view', teamAcl, team)
        const paper = await papers.lock(session, request, 'id', { team: teams.key(team) })
        await permit(session, request, 'update', paperAcl, paper)
        await papers.checkMatch(session, request, paper)
        const given = await papers.changes(session, request, paper, { team: teams.key(team) })
        const data = await papers.permitLinks(session, request, given, paper)
        const changed = await papers.update(session, paper, data)
        return papers.document(session, request, changed)
      })
      return sendTagged(request, reply, document)
    },
  )

  // Delete a paper of a team
  app.delete('/teams/:code/papers/:id', { onRequest: may('delete', paperAcl.item) }, async (request) => {
    return database.transaction(async (session) => {
      const team = await teams.find(session, request, 'code')
      await permit(session, request, 'view', teamAcl, team)
      const paper = await papers.lock(session, request, 'id', { team: teams.key(team) })
      await permit(session, request, 'delete', paperAcl, paper)
      await papers.checkMatch(session, request, paper)
      await papers.delete(session, paper)
      return { message: 'Deleted' }
    })
  })

  // Get the seal of a paper
  app.get(
    '/teams/:code/papers/:id/seal',
    { onRequest: may('view', paperAcl.item) },
    async (request, reply) => {
      const team = await teams.find(database, request, 'code')
      await permit(database, request, 'view', teamAcl, team)
      const paper = await papers.find(database, request, 'id', { team: teams.key(team) })
      await permit(database, request, 'view', paperAcl, paper)
      const seal = await findOnly(seals, database, { paper: papers.key(paper) })
      await permit(database, request, 'view', paperAcl, seal)
      const document = await seals.document(database, request, seal)
      return sendTagged(request, reply, document)
    },
  )

  // Create the seal of a paper
  app.post(
    '/teams/:code/papers/:id/seal',
    { onRequest: may('create', paperAcl.collection) },
    async (request, reply) => {
      const document = await database.transaction(async (session) => {
        const team = await teams.find(session, request, 'code')
        await permit(session, request, 'view', teamAcl, team)
        const paper = await papers.find(session, request, 'id', { team: teams.key(team) })
        await permit(session, request, 'view', paperAcl, paper)
        const data = await newOnly(seals, session, request, { paper: papers.key(paper) })
        const seal = await seals.create(session, data)
        return seals.document(session, request, seal)
      })
      return created(request, reply, [document])
    },
  )

  // Update the seal of a paper
  app.patch(
    '/teams/:code/papers/:id/seal',
    { onRequest: may('update', paperAcl.item) },
    async (request, reply) => {
      const document = await database.transaction(async (session) => {
        const team = await teams.find(session, request, 'code')
        await permit(session, request, 'view', teamAcl, team)
        const paper = await papers.find(session, request, 'id', { team: teams.key(team) })
        await permit(session, request, 'view', paperAcl, paper)
        const seal = await lockOnly(seals, session, { paper: papers.key(paper) })
        await permit(session, request, 'update', paperAcl, seal)
        await seals.checkMatch(session, request, seal)
        const data = await seals.changes(session, request, seal, { paper: papers.key(paper) })
        const changed = await seals.update(session, seal, data)
        return seals.document(session, request, changed)
      })
      return sendTagged(request, reply, document)
    },
  )

  // Delete the seal of a paper
  app.delete('/teams/:code/papers/:id/seal', { onRequest: may('delete', paperAcl.item) }, async (request) => {
    return database.transaction(async (session) => {
      const team = await teams.find(session, request, 'code')
      await permit(session, request, 'view', teamAcl, team)
      const paper = await papers.find(session, request, 'id', { team: teams.key(team) })
      await permit(session, request, 'view', paperAcl, paper)
      const seal = await lockOnly(seals, session, { paper: papers.key(paper) })
      await permit(session, request, 'delete', paperAcl, seal)
      await seals.checkMatch(session, request, seal)
      await seals.delete(session, seal)
      return { message: 'Deleted' }
    })
  })
}
