import type { JsonObject } from '../runtime/json.js'

/** The shared schemas to which parameters and bodies refer, by name. */
export const schemas: Readonly<Record<string, JsonObject>> = {
  BookedAppointment: {
    properties: {
      ends: { format: 'date-time', type: 'string' },
      id: { type: 'integer' },
      price: { type: 'string' },
      starts: { format: 'date-time', type: 'string' },
      state: { type: 'string' },
    },
    required: ['ends', 'id', 'price', 'starts', 'state'],
    type: 'object',
  },
  Booking: {
    additionalProperties: false,
    properties: {
      doctor: { type: 'integer' },
      patient: { type: 'integer' },
      service: { type: 'integer' },
      starts: { format: 'date-time', type: 'string' },
    },
    required: ['doctor', 'patient', 'service', 'starts'],
    type: 'object',
  },
  UploadedAttachment: {
    properties: { id: { type: 'string' }, name: { type: 'string' } },
    required: ['id', 'name'],
    type: 'object',
  },
}
