import type { FastifyInstance } from 'fastify'
import { acl } from '../acl.js'
import { may, permitted } from '../runtime/auth/access.js'
import { deleteItem } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /hours. */
export function hoursRoutes(app: FastifyInstance, { databaseFor, hours }: Service): void {
  // Delete a hour
  app.delete('/hours/:id', { onRequest: may('delete', acl.item) }, async (request) => {
    await deleteItem(hours, databaseFor(request), request, 'id', permitted('delete', acl))
    return { message: 'Deleted' }
  })
}
