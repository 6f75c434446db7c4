import type { FastifyInstance } from 'fastify'
import type { ActionSpec } from '../runtime/operations/actions.js'
import type { Service } from '../service.js'
import type { Payment } from './types.js'

/** POST /payments */
export interface CreatePayment {
  params: {}
  query: {}
  headers: {}
  body: Payment
  item: undefined
  result: Payment
  responses: {
    201: Payment
  }
}

const createPayment: ActionSpec = {
  name: 'create_payment',
  file: 'src/actions/create-payment.ts',
  bodies: { 'application/json': { schema: { $ref: '#/$defs/Payment' } } },
  status: 201,
  responses: { '201': { $ref: '#/$defs/Payment' } },
}

/** Adds the custom actions at and below /payments. */
export function paymentsActions(app: FastifyInstance, { customActions }: Service): void {
  // POST /payments
  app.post(
    '/payments',
    { config: { lifecycle: { deprecation: '@1767225600', sunset: 'Fri, 01 Jan 2027 00:00:00 GMT' } } },
    customActions.changing(createPayment),
  )
}
