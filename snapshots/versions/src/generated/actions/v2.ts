import type { FastifyInstance } from 'fastify'
import type { ActionSpec } from '../runtime/operations/actions.js'
import type { Service } from '../service.js'
import type { Money } from './types.js'

/** POST /v2/payments */
export interface CreateMoneyPayment {
  params: {}
  query: {}
  headers: {}
  body: Money
  item: undefined
  result: Money
  responses: {
    201: Money
  }
}

const createMoneyPayment: ActionSpec = {
  name: 'create_money_payment',
  file: 'src/actions/create-money-payment.ts',
  bodies: { 'application/json': { schema: { $ref: '#/$defs/Money' } } },
  status: 201,
  responses: { '201': { $ref: '#/$defs/Money' } },
}

/** Adds the custom actions at and below /v2. */
export function v2Actions(app: FastifyInstance, { customActions }: Service): void {
  // POST /v2/payments
  app.post('/v2/payments', customActions.changing(createMoneyPayment))
}
