import type { FastifyInstance } from 'fastify'
import { authenticatedAcl } from '../acl.js'
import { may } from '../runtime/auth/access.js'
import type { ActionSpec } from '../runtime/http/actions.js'
import type { Service } from '../service.js'

/** GET /reports */
export interface GetReports {
  params: {}
  query: {}
  headers: {}
  body: undefined
  item: undefined
  result: unknown
}

const getReports: ActionSpec = { name: 'get_reports', file: 'src/actions/get-reports.ts', status: 200 }

/** Adds the custom actions at and below /reports. */
export function reportsActions(app: FastifyInstance, { customActions }: Service): void {
  // GET /reports
  app.get(
    '/reports',
    {
      config: { accepts: ['scheme:partner'], scopes: { partner: ['reports'] } },
      onRequest: may('view', authenticatedAcl.collection),
    },
    customActions.reading(getReports),
  )
}
