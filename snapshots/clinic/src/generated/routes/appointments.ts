import type { FastifyInstance } from 'fastify'
import { acl } from '../acl.js'
import { may, permit } from '../runtime/auth/access.js'
import { sendTagged } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /appointments. */
export function appointmentsRoutes(app: FastifyInstance, { databaseFor, appointments }: Service): void {
  // List appointments
  app.get('/appointments', { onRequest: may('view', acl.collection) }, async (request, reply) => {
    return appointments.page(databaseFor(request), request, reply)
  })

  // Get an appointment
  app.get('/appointments/:id', { onRequest: may('view', acl.item) }, async (request, reply) => {
    const appointment = await appointments.find(databaseFor(request), request, 'id')
    await permit(databaseFor(request), request, 'view', acl, appointment)
    const document = await appointments.document(databaseFor(request), request, appointment)
    return sendTagged(request, reply, document)
  })
}
