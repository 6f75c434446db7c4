import type { FastifyInstance } from 'fastify'
import { acl } from '../acl.js'
import { may } from '../runtime/auth/access.js'
import type { ActionSpec } from '../runtime/http/actions.js'
import type { Service } from '../service.js'

/** GET /reports/revenue */
export interface GetRevenue {
  params: {}
  query: {
    year: number
  }
  headers: {}
  body: undefined
  item: undefined
  result: string
  responses: {
    200: unknown
  }
}

const getRevenue: ActionSpec = {
  name: 'get_revenue',
  file: 'src/actions/get-revenue.ts',
  query: { year: { schema: { maximum: 9999, minimum: 2000, type: 'integer' }, required: true } },
  status: 200,
  responses: { '200': null },
}

/** Adds the custom actions at and below /reports. */
export function reportsActions(app: FastifyInstance, { customActions }: Service): void {
  // GET /reports/revenue
  app.get('/reports/revenue', { onRequest: may('view', acl.collection) }, customActions.reading(getRevenue))
}
