import type { FastifyInstance } from 'fastify'
import { acl } from '../acl.js'
import { may, permit } from '../runtime/auth/access.js'
import { created, sendTagged } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /doctors. */
export function doctorsRoutes(app: FastifyInstance, { databaseFor, doctors, hours }: Service): void {
  // List doctors
  app.get('/doctors', { onRequest: may('view', acl.collection) }, async (request, reply) => {
    return doctors.page(databaseFor(request), request, reply)
  })

  // Create one or more doctors
  app.post('/doctors', { onRequest: may('create', acl.collection) }, async (request, reply) => {
    const rows = await doctors.createAll(databaseFor(request), request)
    const documents = await doctors.documents(databaseFor(request), request, rows)
    return created(request, reply, documents)
  })

  // Get a doctor
  app.get('/doctors/:id', { onRequest: may('view', acl.item) }, async (request, reply) => {
    const doctor = await doctors.find(databaseFor(request), request, 'id')
    await permit(databaseFor(request), request, 'view', acl, doctor)
    const document = await doctors.document(databaseFor(request), request, doctor)
    return sendTagged(request, reply, document)
  })

  // Update a doctor
  app.patch('/doctors/:id', { onRequest: may('update', acl.item) }, async (request, reply) => {
    const document = await databaseFor(request).transaction(async (session) => {
      const doctor = await doctors.lockToWrite(session, request, 'id')
      await permit(session, request, 'update', acl, doctor)
      await doctors.checkMatch(session, request, doctor)
      const given = await doctors.changes(session, request, doctor)
      const data = await doctors.permitLinks(session, request, given, doctor)
      const changed = await doctors.update(session, doctor, data)
      return doctors.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // List the hours of a doctor
  app.get('/doctors/:id/hours', { onRequest: may('view', acl.collection) }, async (request, reply) => {
    const doctor = await doctors.find(databaseFor(request), request, 'id')
    await permit(databaseFor(request), request, 'view', acl, doctor)
    return hours.page(databaseFor(request), request, reply, { within: { doctor: doctors.key(doctor) } })
  })

  // Create one or more hours of a doctor
  app.post('/doctors/:id/hours', { onRequest: may('create', acl.collection) }, async (request, reply) => {
    const doctor = await doctors.find(databaseFor(request), request, 'id')
    await permit(databaseFor(request), request, 'view', acl, doctor)
    const rows = await hours.createAll(databaseFor(request), request, { doctor: doctors.key(doctor) })
    const documents = await hours.documents(databaseFor(request), request, rows)
    return created(request, reply, documents)
  })
}
