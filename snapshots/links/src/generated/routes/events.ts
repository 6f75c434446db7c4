import type { FastifyInstance } from 'fastify'
import { createAll } from '../runtime/http/create-all.js'
import { created, sendTagged } from '../runtime/http/entity-tags.js'
import { permitMany } from '../runtime/http/permit-many.js'
import { deleteItem } from '../runtime/http/write.js'
import { unlink, unlinkMany } from '../runtime/links/unlink.js'
import { both } from '../runtime/store.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /events. */
export function eventsRoutes(app: FastifyInstance, { database, categories, events }: Service): void {
  // List events
  app.get('/events', async (request, reply) => {
    return events.page(database, request, reply)
  })

  // Create one or more events
  app.post('/events', async (request, reply) => {
    const rows = await createAll(events, database, request)
    const documents = await events.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Update the selected events
  app.patch('/events', async (request) => {
    return database.transaction(async (session) => {
      const given = events.changesToMany(request)
      const where = events.selection(request)
      const { data, checked } = await permitMany(events, session, request, where, given)
      const count = await events.updateMany(session, request, both(where, checked), data)
      return { message: `Updated ${count} Event(s) objects`, count }
    })
  })

  // Get an event
  app.get('/events/:id', async (request, reply) => {
    const eventItem = await events.find(database, request, 'id')
    const document = await events.document(database, request, eventItem)
    return sendTagged(request, reply, document)
  })

  // Replace an event
  app.put('/events/:id', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const eventItem = await events.lock(session, request, 'id')
      await events.checkMatch(session, request, eventItem)
      const data = await events.replacement(session, request, eventItem)
      const changed = await events.update(session, request, eventItem, data)
      return events.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // Update an event
  app.patch('/events/:id', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const eventItem = await events.lock(session, request, 'id')
      await events.checkMatch(session, request, eventItem)
      const data = await events.changes(session, request, eventItem)
      const changed = await events.update(session, request, eventItem, data)
      return events.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // Delete an event
  app.delete('/events/:id', async (request) => {
    await deleteItem(events, database, request, 'id')
    return { message: 'Deleted' }
  })

  // List the categories of an event
  app.get('/events/:id/categories', async (request, reply) => {
    const eventItem = await events.find(database, request, 'id')
    return categories.page(database, request, reply, { within: { events: events.key(eventItem) } })
  })

  // Create one or more categories of an event
  app.post('/events/:id/categories', async (request, reply) => {
    const eventItem = await events.find(database, request, 'id')
    const rows = await createAll(categories, database, request, { events: events.key(eventItem) })
    const documents = await categories.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Remove the selected categories from an event
  app.delete('/events/:id/categories', async (request) => {
    return database.transaction(async (session) => {
      const eventItem = await events.find(session, request, 'id')
      const where = categories.selection(request, { within: { events: events.key(eventItem) } })
      const count = await unlinkMany(categories, session, request, { events: events.key(eventItem) }, where)
      return { message: `Deleted ${count} Category(s) objects`, count }
    })
  })

  // Get a category of an event
  app.get('/events/:id/categories/:name', async (request, reply) => {
    const eventItem = await events.find(database, request, 'id')
    const category = await categories.find(database, request, 'name', { events: events.key(eventItem) })
    const document = await categories.document(database, request, category)
    return sendTagged(request, reply, document)
  })

  // Replace a category of an event
  app.put('/events/:id/categories/:name', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const eventItem = await events.find(session, request, 'id')
      const category = await categories.lock(session, request, 'name', { events: events.key(eventItem) })
      await categories.checkMatch(session, request, category)
      const data = await categories.replacement(session, request, category, { events: events.key(eventItem) })
      const changed = await categories.update(session, request, category, data)
      return categories.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // Update a category of an event
  app.patch('/events/:id/categories/:name', async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const eventItem = await events.find(session, request, 'id')
      const category = await categories.lock(session, request, 'name', { events: events.key(eventItem) })
      await categories.checkMatch(session, request, category)
      const data = await categories.changes(session, request, category, { events: events.key(eventItem) })
      const changed = await categories.update(session, request, category, data)
      return categories.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // Remove a category from an event
  app.delete('/events/:id/categories/:name', async (request) => {
    return database.transaction(async (session) => {
      const eventItem = await events.find(session, request, 'id')
      const category = await categories.lock(session, request, 'name', { events: events.key(eventItem) })
      await categories.checkMatch(session, request, category)
      await unlink(categories, session, request, { events: events.key(eventItem) }, category)
      return { message: 'Deleted' }
    })
  })
}
