import type { FastifyInstance } from 'fastify'
import { acl } from '../acl.js'
import type { Attachment } from '../models/attachment.js'
import { may, permit } from '../runtime/auth/access.js'
import type { ActionSpec } from '../runtime/http/actions.js'
import type { Service } from '../service.js'

/** GET /attachments/{id}/content */
export interface DownloadAttachment {
  params: {
    id: string
  }
  query: {}
  headers: {}
  body: undefined
  item: Attachment
  result: unknown
  responses: {
    200: unknown
  }
}

const downloadAttachment: ActionSpec = {
  name: 'download_attachment',
  file: 'src/actions/download-attachment.ts',
  params: { id: { schema: { type: 'string' } } },
  status: 200,
  responses: { '200': null },
}

/** Adds the custom actions at and below /attachments. */
export function attachmentsActions(app: FastifyInstance, { customActions, attachments }: Service): void {
  // GET /attachments/{id}/content
  app.get(
    '/attachments/:id/content',
    { onRequest: may('view', acl.item) },
    customActions.reading(downloadAttachment, async (session, request) => {
      const attachment = await attachments.find(session, request, 'id')
      await permit(session, request, 'view', acl, attachment)
      return attachment
    }),
  )
}
