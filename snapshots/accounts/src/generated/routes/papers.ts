import type { FastifyInstance } from 'fastify'
import { paperAcl } from '../acl.js'
import { may, permit, permitted } from '../runtime/auth/access.js'
import { findOnly, lockOnly, newOnly } from '../runtime/http/singular.js'
import { created, deleteItem, sendTagged } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /papers. */
export function papersRoutes(app: FastifyInstance, { database, papers, seals }: Service): void {
  // List papers
  app.get('/papers', { onRequest: may('view', paperAcl.collection) }, async (request, reply) => {
    return papers.page(database, request, reply)
  })

  // Create one or more papers
  app.post('/papers', { onRequest: may('create', paperAcl.collection) }, async (request, reply) => {
    const rows = await papers.createAll(database, request)
    const documents = await papers.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Update the selected papers
  app.patch('/papers', { onRequest: may('update', paperAcl.collection) }, async (request) => {
    return database.transaction(async (session) => {
      const data = papers.changesToMany(request)
      const where = papers.selection(request)
      const count = await papers.updateMany(session, request, where, data)
      return { message: `Updated ${count} Paper(s) objects`, count }
    })
  })

  // Delete the selected papers
  app.delete('/papers', { onRequest: may('delete', paperAcl.collection) }, async (request) => {
    const where = papers.selection(request)
    const count = await papers.deleteMany(database, where)
    return { message: `Deleted ${count} Paper(s) objects`, count }
  })

  // Get a paper
  app.get('/papers/:id', { onRequest: may('view', paperAcl.item) }, async (request, reply) => {
    const paper = await papers.find(database, request, 'id')
    await permit(database, request, 'view', paperAcl, paper)
    const document = await papers.document(database, request, paper)
    return sendTagged(request, reply, document)
  })

  // Replace a paper
  app.put('/papers/:id', { onRequest: may('update', paperAcl.item) }, async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const paper = await papers.lock(session, request, 'id')
      await permit(session, request, 'update', paperAcl, paper)
      await papers.checkMatch(session, request, paper)
      const given = await papers.replacement(session, request, paper)
      const data = await papers.permitLinks(session, request, given, paper)
      const changed = await papers.update(session, paper, data)
      return papers.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // Update a paper
  app.patch('/papers/:id', { onRequest: may('update', paperAcl.item) }, async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const paper = await papers.lock(session, request, 'id')
      await permit(session, request, 'update', paperAcl, paper)
      await papers.checkMatch(session, request, paper)
      const given = await papers.changes(session, request, paper)
      const data = await papers.permitLinks(session, request, given, paper)
      const changed = await papers.update(session, paper, data)
      return papers.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // Delete a paper
  app.delete('/papers/:id', { onRequest: may('delete', paperAcl.item) }, async (request) => {
    await deleteItem(papers, database, request, 'id', permitted('delete', paperAcl))
    return { message: 'Deleted' }
  })

  // Get the seal of a paper
  app.get('/papers/:id/seal', { onRequest: may('view', paperAcl.item) }, async (request, reply) => {
    const paper = await papers.find(database, request, 'id')
    await permit(database, request, 'view', paperAcl, paper)
    const seal = await findOnly(seals, database, { paper: papers.key(paper) })
    await permit(database, request, 'view', paperAcl, seal)
    const document = await seals.document(database, request, seal)
    return sendTagged(request, reply, document)
  })

  // Create the seal of a paper
  app.post('/papers/:id/seal', { onRequest: may('create', paperAcl.collection) }, async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const paper = await papers.find(session, request, 'id')
      await permit(session, request, 'view', paperAcl, paper)
      const data = await newOnly(seals, session, request, { paper: papers.key(paper) })
      const seal = await seals.create(session, data)
      return seals.document(session, request, seal)
    })
    return created(request, reply, [document])
  })

  // Delete the seal of a paper
  app.delete('/papers/:id/seal', { onRequest: may('delete', paperAcl.item) }, async (request) => {
    return database.transaction(async (session) => {
      const paper = await papers.find(session, request, 'id')
      await permit(session, request, 'view', paperAcl, paper)
      const seal = await lockOnly(seals, session, { paper: papers.key(paper) })
      await permit(session, request, 'delete', paperAcl, seal)
      await seals.checkMatch(session, request, seal)
      await seals.delete(session, seal)
      return { message: 'Deleted' }
    })
  })
}
