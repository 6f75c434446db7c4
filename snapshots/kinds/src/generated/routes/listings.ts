import type { FastifyInstance } from 'fastify'
import { created } from '../runtime/http/response.js'
import { changeItem, deleteItem, replaceItem } from '../runtime/http/write-item.js'
import { sendTagged } from '../runtime/http/response.js'
import type { Service } from '../service.js'

/** The routes of /listings and below. */
export function listingsRoutes(app: FastifyInstance, { database, listings }: Service): void {
  // index
  app.get('/listings', async (request, reply) => {
    return await listings.page(database, request, reply)
  })

  // create
  app.post('/listings', async (request, reply) => {
    const rows = await listings.createAll(database, request)
    const documents = await listings.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // update_many
  app.patch('/listings', async (request, reply) => {
    const data = listings.changesToMany(request)
    const where = listings.selection(request)
    const count = await listings.updateMany(database, request, where, data)
    return reply.send({ message: `Updated ${count} Listing(s) objects`, count })
  })

  // delete_many
  app.delete('/listings', async (request, reply) => {
    const where = listings.selection(request)
    const count = await listings.items(database).deleteMany(where)
    return reply.send({ message: `Deleted ${count} Listing(s) objects`, count })
  })

  // show
  app.get('/listings/:id', async (request, reply) => {
    const listing = await listings.find(database, request, 'id')
    return sendTagged(request, reply, await listings.document(database, request, listing))
  })

  // replace
  app.put('/listings/:id', async (request, reply) => {
    const listing = await replaceItem(listings, database, request, 'id')
    return sendTagged(request, reply, await listings.document(database, request, listing))
  })

  // update
  app.patch('/listings/:id', async (request, reply) => {
    const listing = await changeItem(listings, database, request, 'id')
    return sendTagged(request, reply, await listings.document(database, request, listing))
  })

  // delete
  app.delete('/listings/:id', async (request, reply) => {
    await deleteItem(listings, database, request, 'id')
    return reply.send({ message: 'Deleted' })
  })

  // show
  app.get('/listings/:id/of_anything', async (request, reply) => {
    const listing = await listings.find(database, request, 'id')
    return reply.send(listings.attribute(request, listing, 'of_anything'))
  })

  // update
  app.post('/listings/:id/of_anything', async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const listing = await listings.lock(session, request, 'id')
      const data = listings.attributeChanges(request, listing, 'of_anything')
      const changed = await listings.update(session, listing, data)
      return listings.attribute(request, changed, 'of_anything')
    })
    return reply.send(answer)
  })

  // show
  app.get('/listings/:id/of_datetime', async (request, reply) => {
    const listing = await listings.find(database, request, 'id')
    return reply.send(listings.attribute(request, listing, 'of_datetime'))
  })

  // update
  app.post('/listings/:id/of_datetime', async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const listing = await listings.lock(session, request, 'id')
      const data = listings.attributeChanges(request, listing, 'of_datetime')
      const changed = await listings.update(session, listing, data)
      return listings.attribute(request, changed, 'of_datetime')
    })
    return reply.send(answer)
  })

  // show
  app.get('/listings/:id/of_decimal', async (request, reply) => {
    const listing = await listings.find(database, request, 'id')
    return reply.send(listings.attribute(request, listing, 'of_decimal'))
  })

  // update
  app.post('/listings/:id/of_decimal', async (request, reply) => {
    const answer = await database.transaction(async (session) => {
      const listing = await listings.lock(session, request, 'id')
      const data = listings.attributeChanges(request, listing, 'of_decimal')
      const changed = await listings.update(session, listing, data)
      return listings.attribute(request, changed, 'of_decimal')
    })
    return reply.send(answer)
  })
}
