import { beforeAll, expect, it } from 'vitest'
import { type Known, logIn, nobody, PASSWORD, ticketOf, USERS, withAdmin } from './callers.js'
import { onDocument } from './documents.js'
import type { TestResponse } from './service.js'

const content = (schema: string): string => `content: { application/json: { schema: ${schema} } }`

/** Orders contain lines, and lines a product, which have no paths of their own. */
const DOCUMENT = `openapi: 3.0.3
info: { title: Orders, version: '1' }
security: [{ session: [] }]
paths:
  /orders:
    get:
      parameters: [{ name: limit, in: query, schema: { type: integer, default: 10 } }]
      responses: { '200': { description: Orders, ${content("{ type: array, items: { $ref: '#/components/schemas/Order' } }")} } }
    post:
      requestBody: { ${content('{ type: object, properties: { note: { type: string } } }')} }
      responses: { '201': { description: The order, ${content("{ $ref: '#/components/schemas/Order' }")} } }
  /orders/{id}/fill:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    post: { operationId: fill, responses: { '200': { description: The order, ${content("{ $ref: '#/components/schemas/Order' }")} } } }
  /refunds/{id}:
    x-acl: { item: 'allow g:admin all' }
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: showRefund
      x-operation: own
      responses: { '200': { description: The refund, ${content("{ $ref: '#/components/schemas/Refund' }")} } }
  /due:
    get:
      operationId: listDue
      x-acl: { collection: 'allow authenticated all' }
      x-operation: own
      responses: { '200': { description: Payments that are due, ${content("{ type: array, items: { $ref: '#/components/schemas/Payment' } }")} } }
  /payments:
    get:
      operationId: listPayments
      x-acl: { collection: 'allow g:admin all' }
      x-operation: own
      responses: { '200': { description: Payments, ${content("{ type: array, items: { $ref: '#/components/schemas/Payment' } }")} } }
  /charges:
    get:
      operationId: listCharges
      x-acl: { collection: 'allow g:admin all' }
      x-operation: own
      responses: { '200': { description: Charges, ${content("{ type: object, properties: { data: { type: array, items: { $ref: '#/components/schemas/Charge' } } } }")} } }
    post:
      requestBody: { ${content("{ $ref: '#/components/schemas/Charge' }")} }
      responses: { '201': { description: The charge, ${content("{ $ref: '#/components/schemas/Charge' }")} } }
components:
${USERS}
    Order:
      type: object
      x-stored: true
      required: [id, lines]
      properties:
        id: { type: integer, readOnly: true }
        note: { type: string }
        lines: { type: array, readOnly: true, items: { $ref: '#/components/schemas/Line' } }
        refunds: { type: array, readOnly: true, items: { $ref: '#/components/schemas/Refund' } }
        payments: { type: array, readOnly: true, items: { $ref: '#/components/schemas/Payment' } }
        charges: { type: array, readOnly: true, items: { $ref: '#/components/schemas/Charge' } }
    Payment: &amount
      type: object
      x-stored: true
      x-row-rules: [allow everyone all]
      properties:
        id: { type: integer, readOnly: true }
        amount: { type: integer }
        order: { type: integer, writeOnly: true, x-relation: Order }
    Charge: *amount
    Refund:
      type: object
      x-stored: true
      x-row-rules: [allow everyone all]
      properties:
        id: { type: integer, readOnly: true }
        amount: { type: integer }
        order: { type: integer, writeOnly: true, x-relation: Order }
    Line:
      type: object
      x-stored: true
      x-row-rules: ['allow g:admin all', 'allow everyone view where secret=false']
      required: [quantity, product]
      properties:
        quantity: { type: integer }
        secret: { type: boolean, default: false }
        product: { $ref: '#/components/schemas/Product' }
        order: { type: integer, writeOnly: true, x-relation: Order }
    Product:
      type: object
      x-stored: true
      x-key: name
      required: [name]
      x-row-rules: [allow everyone all]
      properties: { name: { type: string } }
`

const FILL = `import { registry } from '../generated/index.js'

registry.action('fill', async ({ item, models, document }) => {
  await models.product.create({ data: { name: 'mug' } })
  for (const [index, secret] of [false, true].entries())
    await models.line.create({ data: { quantity: index + 1, secret, product: 'mug', order: item.id } })
  for (const each of [models.refund, models.payment, models.charge])
    await each.create({ data: { amount: 3, order: item.id } })
  return document('Order', item)
})
`

onDocument(
  'items that only documents of others contain',
  DOCUMENT,
  (service) => {
    let caller: Known = nobody
    const send = (method: string, path: string, body?: unknown): Promise<TestResponse> =>
      service().send(method, path, body, caller)

    beforeAll(async () => {
      await service().send('POST', '/auth/register', {
        username: 'ada',
        email: 'ada@example.com',
        password: PASSWORD,
      })
      caller = ticketOf(await logIn(service(), '', 'ada'))
    })

    it('are shown with them, as their row rules say', async () => {
      const { body: order } = await send('POST', '/orders', { note: 'first' })
      const none = { refunds: [], payments: [], charges: [] }
      expect(order).toEqual({ id: order['id'], note: 'first', lines: [], ...none })
      const lines = [{ quantity: 1, secret: false, product: { name: 'mug' } }]
      expect((await send('POST', `/orders/${String(order['id'])}/fill`)).body).toEqual({ ...order, lines })
      expect((await send('GET', '/orders')).body).toEqual([{ ...order, lines }])
      expect((await service().send('GET', '/orders')).status).toBe(401)
    })

    it.each([
      ['on such an item', 'refunds'],
      ['that lists such items', 'payments'],
      ['that lists such items, although other operations on them are served', 'charges'],
    ])(
      'are hidden from callers whom the access rules of a function %s do not allow to view them',
      async (_what, name) => {
        const { body: order } = await send('POST', '/orders', { note: 'second' })
        await send('POST', `/orders/${String(order['id'])}/fill`)
        const seenBy = async (known: Known): Promise<unknown> => {
          const [first] = [(await service().send('GET', '/orders?limit=1', undefined, known)).body].flat()
          return first?.[name]
        }
        expect(await seenBy(caller)).toEqual([])
        expect(await seenBy(ticketOf(await logIn(service(), '', 'root')))).toMatchObject([{ amount: 3 }])
      },
    )
  },
  {
    code: { 'src/actions/fill.ts': FILL },
    settings: { auth: true, ticket_secret: 'a secret that these tests know', ...withAdmin },
    everyEngine: true,
  },
)
