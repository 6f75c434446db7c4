import type { FastifyInstance } from 'fastify'
import { reportAcl } from '../acl.js'
import { may } from '../runtime/access/access.js'
import { optionsHandler } from '../runtime/http/options.js'
import type { ActionSpec } from '../runtime/operations/actions.js'
import type { Service } from '../service.js'

/** GET /reports/monthly */
export interface GetReportsMonthly {
  params: {}
  query: {
    month: number
  }
  headers: {}
  body: undefined
  item: undefined
  result: unknown
}

const getReportsMonthly: ActionSpec = {
  name: 'get_reports_monthly',
  file: 'src/actions/get-reports-monthly.ts',
  query: { month: { schema: { type: 'integer', minimum: 1, maximum: 12 }, required: true } },
  status: 200,
}

/** HEAD /reports/size */
export interface HeadReportsSize {
  params: {}
  query: {}
  headers: {}
  body: undefined
  item: undefined
  result: unknown
}

const headReportsSize: ActionSpec = {
  name: 'head_reports_size',
  file: 'src/actions/head-reports-size.ts',
  status: 200,
}

/** GET /reports/{name}.csv */
export interface GetReportsNameCsv {
  params: {
    name: string
  }
  query: {}
  headers: {}
  body: undefined
  item: undefined
  result: unknown
}

const getReportsNameCsv: ActionSpec = {
  name: 'get_reports_name_csv',
  file: 'src/actions/get-reports-name-csv.ts',
  params: { name: { schema: { type: 'string', maxLength: 20 } } },
  status: 200,
}

/** Adds the custom actions at and below /reports. */
export function reportsActions(app: FastifyInstance, { customActions }: Service): void {
  // The statistics of a month.
  app.get(
    '/reports/monthly',
    { onRequest: may('view', reportAcl.collection) },
    customActions.reading(getReportsMonthly),
  )

  // OPTIONS /reports/monthly
  app.options(
    '/reports/monthly',
    { onRequest: may('options', reportAcl.collection) },
    optionsHandler('GET, HEAD, OPTIONS'),
  )

  // HEAD /reports/size
  app.head(
    '/reports/size',
    { onRequest: may('view', reportAcl.collection) },
    customActions.reading(headReportsSize),
  )

  // GET /reports/{name}.csv
  app.get(
    '/reports/:name(^[^]+?).csv',
    { onRequest: may('view', reportAcl.collection) },
    customActions.reading(getReportsNameCsv),
  )
}
