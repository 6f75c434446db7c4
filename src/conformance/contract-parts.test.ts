import { expect, it } from 'vitest'
import { onDocument } from './documents.js'

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: object): object => ({ content: { 'application/json': { schema } } })
const answers = (status: number, schema: object): object => ({
  [status]: { description: 'OK', ...json(schema) },
})
const asNumber = { 'x-db-settings': { type: 'decimal', scale: 2 } }

onDocument(
  'properties whose schemas are in parts',
  {
    openapi: '3.1.0',
    info: { title: 'Payments', version: '1' },
    paths: {
      '/payers': { post: { requestBody: json(ref('Payer')), responses: answers(201, ref('Payer')) } },
      '/notes': {
        post: {
          requestBody: json({
            type: 'object',
            properties: {
              text: { type: 'string' },
              payment: { type: 'integer' },
              author_id: { type: 'integer' },
              editor_id: { type: 'integer' },
            },
          }),
          responses: answers(201, ref('Note')),
        },
      },
      '/payments': {
        get: {
          parameters: [
            { name: 'limit', in: 'query', schema: { type: 'integer' } },
            { name: 'min_amount', in: 'query', schema: ref('Amount') },
            { name: 'since_id', in: 'query', schema: { type: 'integer' } },
            { name: 'select', in: 'query', schema: { type: 'string' } },
            { name: 'excludedAttributes', in: 'query', schema: { type: 'string' } },
            { name: 'page', in: 'query', schema: { allOf: [ref('Page')] } },
            { name: 'sort', in: 'query', schema: { allOf: [ref('Sort')], description: 'The order' } },
          ],
          responses: answers(200, { type: 'array', items: ref('Payment') }),
        },
        post: {
          requestBody: json({
            type: 'object',
            required: ['amount'],
            properties: {
              amount: { anyOf: [{ type: 'number' }, ref('Amount')] },
              fee: ref('Amount'),
              payer_id: { type: 'integer' },
            },
          }),
          responses: answers(201, ref('Payment')),
        },
      },
    },
    components: {
      schemas: {
        Page: { type: 'integer', minimum: 1 },
        Sort: { type: 'string', enum: ['amount', '-amount'], default: '-amount' },
        Amount: { type: 'string', pattern: String.raw`^\d{1,9}\.\d{2}$` },
        Payer: {
          type: 'object',
          'x-stored': true,
          properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string' } },
        },
        Note: {
          type: 'object',
          'x-stored': true,
          properties: {
            id: { type: 'integer', readOnly: true },
            text: { type: 'string' },
            payment: { type: 'integer', 'x-relation': 'Payment' },
            _embedded: {
              type: 'object',
              required: ['author'],
              properties: { author: ref('Payer'), editor: ref('Payer') },
            },
          },
        },
        Payment: {
          type: 'object',
          'x-stored': true,
          required: ['id', 'amount', '_embedded'],
          properties: {
            id: { type: 'integer', readOnly: true },
            amount: { allOf: [ref('Amount'), { description: 'What is paid' }], ...asNumber },
            notes: { type: 'array', minItems: 1, items: ref('Note') },
            fee: { anyOf: [ref('Amount'), { type: 'null' }], ...asNumber },
            _embedded: { type: 'object', required: ['payer'], properties: { payer: ref('Payer') } },
          },
        },
      },
    },
  },
  (service) => {
    it('are texts in documents and numbers in comparisons', async () => {
      const { body: payer } = await service().send('POST', '/payers', { name: 'Ada' })
      const pay = (amount: string | number, fee?: string) =>
        service().send('POST', '/payments', { amount, ...(fee && { fee }), payer_id: payer['id'] })
      const made = await pay('100.50', '0.10')
      expect(made.body).toEqual({
        id: expect.any(Number),
        amount: '100.50',
        fee: '0.10',
        _embedded: { payer },
      })
      expect((await pay(9)).body).toMatchObject({ amount: '9.00', fee: null })
      for (const amount of ['9', 9.999, 1e21]) expect((await pay(amount)).status).toBe(400)
      const list = async (query: string) =>
        Object.values((await service().send('GET', `/payments?${query}`)).body).map(
          (each) => Object(each).amount,
        )
      expect(await list('sort=amount')).toEqual(['9.00', '100.50'])
      expect(await list('')).toEqual(['100.50', '9.00'])
      expect(await list('limit=1&page=2')).toEqual(['9.00'])
      expect(await list('min_amount=10.00')).toEqual(['100.50'])
      expect(await list(`since_id=${String(made.body['id'])}`)).toEqual(['9.00'])
      expect((await service().send('GET', '/payments?select=amount&limit=1')).body).toEqual([
        { id: expect.any(Number), amount: '100.50', _embedded: { payer } },
      ])
      // What the response requires cannot be excluded.
      const kept = [{ id: expect.any(Number), amount: '100.50', _embedded: { payer } }]
      for (const query of ['excludedAttributes=amount,fee', 'select=id,fee&excludedAttributes=fee'])
        expect((await service().send('GET', `/payments?${query}&limit=1`)).body).toEqual(kept)
      expect((await service().send('GET', '/payments?excludedAttributes=pin')).status).toBe(400)
    })

    it('are left out if they are lists without items and need some', async () => {
      const { body } = await service().send('GET', '/payments?limit=1')
      const [first] = Object.values(Object(body))
      expect(Object(first)).not.toHaveProperty('notes')
      const { body: note } = await service().send('POST', '/notes', { text: 'a', payment: Object(first).id })
      expect((await service().send('GET', '/payments?limit=1')).body).toEqual([
        { ...Object(first), notes: [note] },
      ])
    })

    it('are left out with "_embedded" if one that it requires has no value', async () => {
      const { body: payer } = await service().send('POST', '/payers', { name: 'Bob' })
      const note = async (keys: object) => (await service().send('POST', '/notes', keys)).body['_embedded']
      expect(await note({ editor_id: payer['id'] })).toBeUndefined()
      expect(await note({ author_id: payer['id'] })).toEqual({ author: payer })
    })

    it('are required if "_embedded" is and requires them', async () => {
      const refused = await service().send('POST', '/payments', { amount: '1.00' })
      expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining('payer')])
    })
  },
  { settings: { auth: false, validate_responses: true }, everyEngine: true },
)
