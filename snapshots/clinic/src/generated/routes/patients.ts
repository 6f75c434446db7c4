import type { FastifyInstance } from 'fastify'
import { acl } from '../acl.js'
import { may, permit } from '../runtime/auth/access.js'
import { created, sendTagged } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /patients. */
export function patientsRoutes(app: FastifyInstance, { databaseFor, attachments, patients }: Service): void {
  // List patients
  app.get('/patients', { onRequest: may('view', acl.collection) }, async (request, reply) => {
    return patients.page(databaseFor(request), request, reply)
  })

  // Create one or more patients
  app.post('/patients', { onRequest: may('create', acl.collection) }, async (request, reply) => {
    const rows = await patients.createAll(databaseFor(request), request)
    const documents = await patients.documents(databaseFor(request), request, rows)
    return created(request, reply, documents)
  })

  // Get a patient
  app.get('/patients/:id', { onRequest: may('view', acl.item) }, async (request, reply) => {
    const patient = await patients.find(databaseFor(request), request, 'id')
    await permit(databaseFor(request), request, 'view', acl, patient)
    const document = await patients.document(databaseFor(request), request, patient)
    return sendTagged(request, reply, document)
  })

  // Update a patient
  app.patch('/patients/:id', { onRequest: may('update', acl.item) }, async (request, reply) => {
    const document = await databaseFor(request).transaction(async (session) => {
      const patient = await patients.lockToWrite(session, request, 'id')
      await permit(session, request, 'update', acl, patient)
      await patients.checkMatch(session, request, patient)
      const given = await patients.changes(session, request, patient)
      const data = await patients.permitLinks(session, request, given, patient)
      const changed = await patients.update(session, patient, data)
      return patients.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // List the attachments of a patient
  app.get('/patients/:id/attachments', { onRequest: may('view', acl.collection) }, async (request, reply) => {
    const patient = await patients.find(databaseFor(request), request, 'id')
    await permit(databaseFor(request), request, 'view', acl, patient)
    return attachments.page(databaseFor(request), request, reply, {
      within: { patient: patients.key(patient) },
    })
  })
}
