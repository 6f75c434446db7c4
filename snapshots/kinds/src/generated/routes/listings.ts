import type { FastifyInstance } from 'fastify'
import { readAttributeChanges, showAttribute } from '../runtime/http/attributes.js'
import { created, deleteItem, replaceItem, sendTagged, updateItem } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /listings. */
export function listingsRoutes(app: FastifyInstance, { database, listings }: Service): void {
  // List listings
  app.get('/listings', async (request, reply) => {
    return listings.page(database, request, reply)
  })

  // Create one or more listings
  app.post('/listings', async (request, reply) => {
    const rows = await listings.createAll(database, request)
    const documents = await listings.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Update the selected listings
  app.patch('/listings', async (request) => {
    const data = listings.changesToMany(request)
    const where = listings.selection(request)
    const count = await listings.updateMany(database, request, where, data)
    return { message: `Updated ${count} Listing(s) objects`, count }
  })

  // Delete the selected listings
  app.delete('/listings', async (request) => {
    const where = listings.selection(request)
    const count = await listings.deleteMany(database, where)
    return { message: `Deleted ${count} Listing(s) objects`, count }
  })

  // Get a listing
  app.get('/listings/:id', async (request, reply) => {
    const listing = await listings.find(database, request, 'id')
    const document = await listings.document(database, request, listing)
    return sendTagged(request, reply, document)
  })

  // Replace a listing
  app.put('/listings/:id', async (request, reply) => {
    const listing = await replaceItem(listings, database, request, 'id')
    const document = await listings.document(database, request, listing)
    return sendTagged(request, reply, document)
  })

  // Update a listing
  app.patch('/listings/:id', async (request, reply) => {
    const listing = await updateItem(listings, database, request, 'id')
    const document = await listings.document(database, request, listing)
    return sendTagged(request, reply, document)
  })

  // Delete a listing
  app.delete('/listings/:id', async (request) => {
    await deleteItem(listings, database, request, 'id')
    return { message: 'Deleted' }
  })

  // Get the of anything of a listing
  app.get('/listings/:id/of_anything', async (request) => {
    const listing = await listings.find(database, request, 'id')
    return showAttribute(listings, request, listing, 'of_anything')
  })

  // Update the of anything of a listing
  app.post('/listings/:id/of_anything', async (request) => {
    return database.transaction(async (session) => {
      const listing = await listings.lock(session, request, 'id')
      const data = await readAttributeChanges(listings, session, request, listing, 'of_anything')
      const changed = await listings.update(session, listing, data)
      return showAttribute(listings, request, changed, 'of_anything')
    })
  })

  // Get the of datetime of a listing
  app.get('/listings/:id/of_datetime', async (request) => {
    const listing = await listings.find(database, request, 'id')
    return showAttribute(listings, request, listing, 'of_datetime')
  })

  // Update the of datetime of a listing
  app.post('/listings/:id/of_datetime', async (request) => {
    return database.transaction(async (session) => {
      const listing = await listings.lock(session, request, 'id')
      const data = await readAttributeChanges(listings, session, request, listing, 'of_datetime')
      const changed = await listings.update(session, listing, data)
      return showAttribute(listings, request, changed, 'of_datetime')
    })
  })

  // Get the of decimal of a listing
  app.get('/listings/:id/of_decimal', async (request) => {
    const listing = await listings.find(database, request, 'id')
    return showAttribute(listings, request, listing, 'of_decimal')
  })

  // Update the of decimal of a listing
  app.post('/listings/:id/of_decimal', async (request) => {
    return database.transaction(async (session) => {
      const listing = await listings.lock(session, request, 'id')
      const data = await readAttributeChanges(listings, session, request, listing, 'of_decimal')
      const changed = await listings.update(session, listing, data)
      return showAttribute(listings, request, changed, 'of_decimal')
    })
  })
}
