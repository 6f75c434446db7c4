import type { FastifyInstance } from 'fastify'
import { openAcl } from '../acl.js'
import { may } from '../runtime/auth/access.js'
import { created } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /entries. */
export function entriesRoutes(app: FastifyInstance, { database, entries }: Service): void {
  // List entries
  app.get('/entries', { onRequest: may('view', openAcl.collection) }, async (request, reply) => {
    return entries.page(database, request, reply)
  })

  // Create one or more entries
  app.post('/entries', { onRequest: may('create', openAcl.collection) }, async (request, reply) => {
    const rows = await entries.createAll(database, request)
    const documents = await entries.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Delete the selected entries
  app.delete('/entries', { onRequest: may('delete', openAcl.collection) }, async (request) => {
    const where = entries.selection(request)
    const count = await entries.deleteMany(database, where)
    return { message: `Deleted ${count} Entry(s) objects`, count }
  })
}
