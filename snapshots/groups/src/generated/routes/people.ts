import type { FastifyInstance } from 'fastify'
import { created, sendTagged, updateItem } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /people. */
export function peopleRoutes(app: FastifyInstance, { database, people }: Service): void {
  // List people
  app.get('/people', async (request, reply) => {
    return people.page(database, request, reply)
  })

  // Create one or more people
  app.post('/people', async (request, reply) => {
    const rows = await people.createAll(database, request)
    const documents = await people.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Get a person
  app.get('/people/:login', async (request, reply) => {
    const person = await people.find(database, request, 'login')
    const document = await people.document(database, request, person)
    return sendTagged(request, reply, document)
  })

  // Update a person
  app.patch('/people/:login', async (request, reply) => {
    const person = await updateItem(people, database, request, 'login')
    const document = await people.document(database, request, person)
    return sendTagged(request, reply, document)
  })
}
