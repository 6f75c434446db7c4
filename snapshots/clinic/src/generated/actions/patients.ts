import type { FastifyInstance } from 'fastify'
import { acl } from '../acl.js'
import type { Patient } from '../models/patient.js'
import { may, permit } from '../runtime/auth/access.js'
import type { ActionSpec, UploadedFile } from '../runtime/http/actions.js'
import type { Service } from '../service.js'
import type { UploadedAttachment } from './types.js'

/** POST /patients/{id}/attachments */
export interface UploadAttachment {
  params: {
    id: number
  }
  query: {}
  headers: {}
  body: {
    file: UploadedFile
  }
  item: Patient
  result: UploadedAttachment
  responses: {
    201: UploadedAttachment
  }
}

const uploadAttachment: ActionSpec = {
  name: 'upload_attachment',
  file: 'src/actions/upload-attachment.ts',
  params: { id: { schema: { type: 'integer' } } },
  bodies: {
    'multipart/form-data': {
      form: { file: { schema: { format: 'binary', type: 'string' }, required: true } },
    },
  },
  status: 201,
  responses: { '201': { $ref: '#/$defs/UploadedAttachment' } },
}

/** Adds the custom actions at and below /patients. */
export function patientsActions(app: FastifyInstance, { customActions, patients }: Service): void {
  // POST /patients/{id}/attachments
  app.post(
    '/patients/:id/attachments',
    { onRequest: [may('view', acl.item), may('update', acl.item)] },
    customActions.changing(uploadAttachment, async (session, request) => {
      const patient = await patients.lock(session, request, 'id')
      await permit(session, request, 'view', acl, patient)
      await permit(session, request, 'update', acl, patient)
      await patients.checkCovered(session, request, patient)
      return patient
    }),
  )
}
