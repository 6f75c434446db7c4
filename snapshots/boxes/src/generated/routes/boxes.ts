import type { FastifyInstance } from 'fastify'
import { createAll } from '../runtime/http/create-all.js'
import { created, sendTagged } from '../runtime/http/entity-tags.js'
import { replaceItem } from '../runtime/http/write.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /boxes. */
export function boxesRoutes(app: FastifyInstance, { database, boxes }: Service): void {
  // List boxes
  app.get('/boxes', async (request, reply) => {
    return boxes.page(database, request, reply)
  })

  // Create one or more boxes
  app.post('/boxes', async (request, reply) => {
    const rows = await createAll(boxes, database, request)
    const documents = await boxes.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Get a box
  app.get('/boxes/:id', async (request, reply) => {
    const box = await boxes.find(database, request, 'id')
    const document = await boxes.document(database, request, box)
    return sendTagged(request, reply, document)
  })

  // Replace a box
  app.put('/boxes/:id', async (request, reply) => {
    const box = await replaceItem(boxes, database, request, 'id')
    const document = await boxes.document(database, request, box)
    return sendTagged(request, reply, document)
  })
}
