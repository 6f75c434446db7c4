import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Collector } from '../../diagnostics/collector.js'
import { readOpenApi } from '../../openapi/index.js'
import { temporaryFolder } from '../../testing/temporary-folder.js'
import { analyze } from '../index.js'

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const ok = (schema: object) => ({
  200: { description: 'OK', content: { 'application/json': { schema } } },
})
const id = { type: 'string', format: 'uuid', readOnly: true }

const limit = { name: 'limit', in: 'query', schema: { type: 'integer' } }

const ORDER = {
  '/orders/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: id }],
    'x-acl': { collection: 'allow authenticated view' },
    get: { responses: ok(reference('Order')) },
  },
}

/**
 * Returns the warnings about an order with a buyer, where the users have this `x-acl`, both have these row rules, and these
 * paths show orders.
 */
function warnings(
  acl: object,
  rowRules: readonly string[],
  orderRules: readonly string[] = ['allow authenticated view'],
  showing: object = ORDER,
): readonly string[] {
  const path = join(temporaryFolder(), 'api.json')
  const document = {
    openapi: '3.1.0',
    info: { title: 'Orders', version: '1' },
    security: [{ bearer: [] }],
    paths: {
      '/users': {
        'x-acl': acl,
        get: { parameters: [limit], responses: ok({ type: 'array', items: reference('User') }) },
      },
      ...showing,
    },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Order: {
          type: 'object',
          'x-stored': true,
          'x-row-rules': orderRules,
          required: ['id', 'buyer'],
          properties: { id, note: { type: 'string' }, buyer: { type: 'string', 'x-relation': 'User' } },
        },
        User: {
          type: 'object',
          'x-stored': true,
          'x-auth-model': true,
          'x-row-rules': rowRules,
          required: ['id'],
          properties: { id, groups: { type: 'array', items: { type: 'string', enum: ['admin'] } } },
        },
      },
    },
  }
  writeFileSync(path, JSON.stringify(document))
  const collector = new Collector()
  const { api } = readOpenApi(path, { includeRoot: null, collector })
  if (api !== null) analyze(api, { engine: 'svc_sqla', collector })
  expect(collector.hasErrors).toBe(false)
  return collector.sorted().flatMap(({ code, message }) => (code === 'SVC8113' ? [message] : []))
}

const hidden =
  'The response of GET /orders/{id} requires "buyer", but "authenticated" cannot view items of User'

test.each([
  ['the rules of its list', { collection: 'allow g:admin view' }, ['allow everyone view'], [hidden]],
  ['row rules', { collection: 'allow authenticated view' }, ['allow g:admin view'], [hidden]],
  [
    'nothing',
    { collection: 'allow g:admin view', item: 'allow authenticated view' },
    ['allow everyone view'],
    [],
  ],
  [
    'conditions of row rules',
    { collection: 'allow authenticated view' },
    ['allow g:admin view', 'allow authenticated view where id={{user.id}}'],
    [
      'The response of GET /orders/{id} requires "buyer", but "authenticated" can view all items of Order, and no row rule shows the User of each',
    ],
  ],
])('a related item is hidden by %s', (_, acl, rowRules, expected) => {
  expect(warnings(acl, rowRules)).toEqual(expected)
})

test.each([
  ['the item itself', 'id={{user.id}}', 'buyer={{user.id}}', false],
  ['the items that refer to it', 'orders.note=open', 'note=open', false],
  ['a value of both', 'groups={{user.groups}}', 'buyer.groups={{user.groups}}', false],
  ['something else', 'id={{user.id}}', 'note=open', true],
])('conditions on both sides that select %s', (_, user, order, isReported) => {
  const acl = { collection: 'allow authenticated view' }
  const found = warnings(
    acl,
    [`allow authenticated view where ${user}`],
    [`allow authenticated view where ${order}`],
  )
  expect(found).toEqual(
    isReported
      ? [
          `The response of GET /orders/{id} requires "buyer", but "authenticated" and "g:admin" can view items with "${order}" of Order, and no row rule shows the User of each`,
        ]
      : [],
  )
})

test.each([
  ['an array', { type: 'array', items: reference('Order') }],
  ['an envelope', { type: 'object', properties: { data: { type: 'array', items: reference('Order') } } }],
])('the items of a list in %s have hidden related items, too', (_, schema) => {
  const list = { '/orders': { get: { parameters: [limit], responses: ok(schema) } } }
  const acl = { collection: 'allow g:admin view' }
  expect(warnings(acl, ['allow everyone view'], undefined, list)).toEqual([hidden.replace('/{id}', '')])
})
