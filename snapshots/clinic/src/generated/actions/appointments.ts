import type { FastifyInstance } from 'fastify'
import { acl } from '../acl.js'
import type { Appointment } from '../models/appointment.js'
import { may, permit } from '../runtime/auth/access.js'
import type { ActionSpec } from '../runtime/http/actions.js'
import type { Service } from '../service.js'
import type { BookedAppointment, Booking } from './types.js'

/** POST /appointments */
export interface BookAppointment {
  params: {}
  query: {}
  headers: {}
  body: Booking
  item: undefined
  result: BookedAppointment
  responses: {
    201: BookedAppointment
    409: undefined
  }
}

const bookAppointment: ActionSpec = {
  name: 'book_appointment',
  file: 'src/actions/book-appointment.ts',
  bodies: { 'application/json': { schema: { $ref: '#/$defs/Booking' } } },
  status: 201,
  responses: { '201': { $ref: '#/$defs/BookedAppointment' }, '409': null },
}

/** POST /appointments/{id}/cancel */
export interface CancelAppointment {
  params: {
    id: number
  }
  query: {}
  headers: {}
  body: undefined
  item: Appointment
  result: unknown
  responses: {
    204: undefined
    403: undefined
    409: undefined
  }
}

const cancelAppointment: ActionSpec = {
  name: 'cancel_appointment',
  file: 'src/actions/cancel-appointment.ts',
  params: { id: { schema: { type: 'integer' } } },
  status: 204,
  responses: { '204': null, '403': null, '409': null },
}

/** POST /appointments/{id}/complete */
export interface CompleteAppointment {
  params: {
    id: number
  }
  query: {}
  headers: {}
  body: undefined
  item: Appointment
  result: unknown
  responses: {
    204: undefined
    403: undefined
    409: undefined
  }
}

const completeAppointment: ActionSpec = {
  name: 'complete_appointment',
  file: 'src/actions/complete-appointment.ts',
  params: { id: { schema: { type: 'integer' } } },
  status: 204,
  responses: { '204': null, '403': null, '409': null },
}

/** Adds the custom actions at and below /appointments. */
export function appointmentsActions(app: FastifyInstance, { customActions, appointments }: Service): void {
  // POST /appointments
  app.post(
    '/appointments',
    { onRequest: may('create', acl.collection) },
    customActions.changing(bookAppointment),
  )

  // POST /appointments/{id}/cancel
  app.post(
    '/appointments/:id/cancel',
    { onRequest: [may('view', acl.item), may('update', acl.item)] },
    customActions.changing(cancelAppointment, async (session, request) => {
      const appointment = await appointments.lock(session, request, 'id')
      await permit(session, request, 'view', acl, appointment)
      await permit(session, request, 'update', acl, appointment)
      await appointments.checkCovered(session, request, appointment)
      return appointment
    }),
  )

  // POST /appointments/{id}/complete
  app.post(
    '/appointments/:id/complete',
    { onRequest: [may('view', acl.item), may('update', acl.item)] },
    customActions.changing(completeAppointment, async (session, request) => {
      const appointment = await appointments.lock(session, request, 'id')
      await permit(session, request, 'view', acl, appointment)
      await permit(session, request, 'update', acl, appointment)
      await appointments.checkCovered(session, request, appointment)
      return appointment
    }),
  )
}
