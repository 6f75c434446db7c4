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
  await models.refund.create({ data: { amount: 3, order: item.id } })
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
      expect(order).toEqual({ id: order['id'], note: 'first', lines: [], refunds: [] })
      const lines = [{ quantity: 1, secret: false, product: { name: 'mug' } }]
      expect((await send('POST', `/orders/${String(order['id'])}/fill`)).body).toEqual({ ...order, lines })
      expect((await send('GET', '/orders')).body).toEqual([{ ...order, lines }])
      expect((await service().send('GET', '/orders')).status).toBe(401)
    })

    it('are hidden from callers whom the access rules of a function on such an item do not allow to view it', async () => {
      const { body: order } = await send('POST', '/orders', { note: 'second' })
      await send('POST', `/orders/${String(order['id'])}/fill`)
      const refundsSeenBy = async (known: Known): Promise<unknown> => {
        const [first] = [(await service().send('GET', '/orders?limit=1', undefined, known)).body].flat()
        return first?.['refunds']
      }
      expect(await refundsSeenBy(caller)).toEqual([])
      expect(await refundsSeenBy(ticketOf(await logIn(service(), '', 'root')))).toMatchObject([{ amount: 3 }])
    })
  },
  {
    code: { 'src/actions/fill.ts': FILL },
    settings: { auth: true, ticket_secret: 'a secret that these tests know', ...withAdmin },
    everyEngine: true,
  },
)
