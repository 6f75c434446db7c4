import type { Example } from '../runtime/operations/actions.js'

/** The responses sent for unimplemented functions if the `examples` setting is on. */
export const examples: Readonly<Record<string, Example>> = {
  create_payment: { status: 201, bodies: [{ type: 'application/json', text: '{"amount":1}' }] },
  create_money_payment: {
    status: 201,
    bodies: [{ type: 'application/json', text: '{"amount":1,"currency":"EUR"}' }],
  },
}
