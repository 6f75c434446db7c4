import type { FastifyInstance } from 'fastify'
import { created } from '../runtime/http/response.js'
import { deleteItem } from '../runtime/http/write-item.js'
import { sendTagged } from '../runtime/http/response.js'
import type { Service } from '../service.js'

/** The routes of /notes and below. */
export function notesRoutes(app: FastifyInstance, { database, notes }: Service): void {
  // index
  app.get('/notes', async (request, reply) => {
    return await notes.page(database, request, reply)
  })

  // create
  app.post('/notes', async (request, reply) => {
    const rows = await notes.createAll(database, request)
    const documents = await notes.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // show
  app.get('/notes/:id', async (request, reply) => {
    const note = await notes.find(database, request, 'id')
    return sendTagged(request, reply, await notes.document(database, request, note))
  })

  // delete
  app.delete('/notes/:id', async (request, reply) => {
    await deleteItem(notes, database, request, 'id')
    return reply.send({ message: 'Deleted' })
  })
}
