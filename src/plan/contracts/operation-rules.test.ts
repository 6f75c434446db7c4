import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Service } from '../../ir/index.js'
import { analyzePath } from '../../testing/analyze-files.js'
import { temporaryFolder } from '../../testing/temporary-folder.js'
import { apiChanges } from '../api-changes.js'
import { OPERATION_RULES } from '../rules.js'

type Mutable = { [key: string]: Mutable | Mutable[] | string | number | boolean | null }
type Edit = (operation: Mutable, document: Mutable) => void

const TODAY = '2026-06-15'

/** Returns a part of a document, which the edits of a test know to be an object. */
function at(value: Mutable, ...steps: readonly string[]): Mutable {
  let found: Mutable | Mutable[] | string | number | boolean | null | undefined = value
  for (const step of steps) {
    if (typeof found !== 'object' || found === null) throw new Error(`nothing at ${steps.join('/')}`)
    found = Array.isArray(found) ? found[Number(step)] : found[step]
  }
  if (typeof found !== 'object' || found === null || Array.isArray(found))
    throw new Error(`nothing at ${steps.join('/')}`)
  return found
}

const BASE = {
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  servers: [{ url: '/v1' }],
  components: {
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer' },
      key: { type: 'apiKey', in: 'header', name: 'x-key' },
      oauth: {
        type: 'oauth2',
        flows: {
          clientCredentials: { tokenUrl: 'https://a.example/token', scopes: { read: '', write: '' } },
        },
      },
    },
  },
  webhooks: { paid: { post: { responses: { 200: { description: 'OK' } } } } },
  paths: {
    '/orders/{id}': {
      post: {
        operationId: 'changeOrder',
        tags: ['orders'],
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'limit', in: 'query', schema: { type: 'integer' } },
          { name: 'dry', in: 'query', required: true, schema: { type: 'boolean' } },
          { name: 'old', in: 'query', deprecated: true, schema: { type: 'string' } },
          {
            name: 'x-filter',
            in: 'header',
            schema: { type: 'object', properties: { kind: { type: 'string' } } },
          },
        ],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['name'],
                properties: {
                  name: { type: 'string' },
                  note: { type: 'string' },
                  size: { type: 'integer', default: 1 },
                  old: { type: 'string', deprecated: true },
                  number: { type: 'integer', readOnly: true },
                  secret: { type: 'string', writeOnly: true },
                },
              },
            },
            'text/csv': {},
          },
        },
        responses: {
          200: {
            description: 'OK',
            headers: {
              'X-Total': { required: true, schema: { type: 'integer' } },
              'X-Hint': { schema: { type: 'string' } },
            },
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['id', 'secret'],
                  properties: {
                    id: { type: 'string' },
                    note: { type: 'string' },
                    secret: { type: 'string', writeOnly: true },
                    hidden: { type: 'string', writeOnly: true },
                    number: { type: 'integer', readOnly: true },
                  },
                },
              },
              'text/csv': {},
            },
          },
          404: { description: 'Not found' },
        },
      },
    },
    '/ping': { get: { responses: { 204: { description: 'OK' } } } },
  },
}

function serviceOf(edits: readonly Edit[]): Service {
  const document: Mutable = JSON.parse(JSON.stringify(BASE))
  for (const edit of edits) edit(at(document, 'paths', '/orders/{id}', 'post'), document)
  const folder = temporaryFolder()
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'api.json'), JSON.stringify(document))
    return analyzePath(join(folder, 'api.json')).service
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Returns the changes from the document with the first edits to that with all. */
function changes(edit: Edit, before: readonly Edit[] = []): readonly string[] {
  return apiChanges(serviceOf(before), serviceOf([...before, edit]), TODAY).map(
    ({ where, at: part, rule, breaking }) =>
      `${breaking ? '!' : ' '} ${where}${part === undefined ? '' : ` ${part}`} ${rule}`,
  )
}

const parameter = (operation: Mutable, index: number): Mutable => at(operation, 'parameters', String(index))
const listAt = (value: Mutable, key: string): (Mutable | string)[] => {
  const list = value[key]
  if (!Array.isArray(list)) throw new Error(`no list ${key}`)
  return list
}
const body = (operation: Mutable): Mutable => at(operation, 'requestBody')
const bodySchema = (operation: Mutable): Mutable =>
  at(body(operation), 'content', 'application/json', 'schema')
const answer = (operation: Mutable): Mutable => at(operation, 'responses', '200')
const answerSchema = (operation: Mutable): Mutable =>
  at(answer(operation), 'content', 'application/json', 'schema')
const property = (schema: Mutable, name: string): Mutable => at(schema, 'properties', name)
const set =
  (part: (operation: Mutable) => Mutable, key: string, value: Mutable[string] | undefined): Edit =>
  (operation) => {
    if (value === undefined) delete part(operation)[key]
    else part(operation)[key] = value
  }
const self = (operation: Mutable): Mutable => operation
const text = { type: 'string' }
const security = (...alternatives: Mutable[]): Edit => set(self, 'security', alternatives)
const removed: Edit = (_operation, document) => delete at(document, 'paths')['/orders/{id}']
const deprecated = set(self, 'deprecated', true)
const sunset = (date: string | undefined): Edit => set(self, 'x-sunset', date)

const POST = 'POST /orders/{id}'

/** For each rule on operations, an edit that it reports, and its line. Rules on access and on the form of items have tests of their own. */
const EDITS: Readonly<
  Record<keyof typeof OPERATION_RULES, readonly [line: string, edit: Edit, before?: readonly Edit[]] | null>
> = {
  'endpoint-added': [
    '  GET /new',
    (_operation, document) =>
      void (at(document, 'paths')['/new'] = { get: { responses: { 204: { description: '' } } } }),
  ],
  'api-removed-without-deprecation': [`! ${POST}`, removed],
  'api-removed-with-deprecation': [`  ${POST}`, removed, [deprecated, sunset('2026-06-01')]],
  'api-removed-before-sunset': [`! ${POST}`, removed, [deprecated, sunset('2026-07-01')]],
  'endpoint-deprecated': [`  ${POST}`, deprecated],
  'endpoint-deprecated-with-sunset': [
    `  ${POST}`,
    (operation) => void Object.assign(operation, { deprecated: true, 'x-sunset': '2027-01-01' }),
  ],
  'endpoint-reactivated': [`  ${POST}`, set(self, 'deprecated', false), [deprecated]],
  'api-sunset-added': [`  ${POST}`, sunset('2027-01-01'), [deprecated]],
  'sunset-deleted': [`! ${POST}`, sunset(undefined), [deprecated, sunset('2027-01-01')]],
  'api-sunset-date-changed-too-small': [
    `! ${POST}`,
    sunset('2026-12-01'),
    [deprecated, sunset('2027-01-01')],
  ],
  'api-sunset-date-postponed': [`  ${POST}`, sunset('2027-12-01'), [deprecated, sunset('2027-01-01')]],
  'api-prefix-changed': ['! /v1', (_operation, document) => void (document['servers'] = [{ url: '/v2' }])],
  'api-operation-id-removed': [`  ${POST}`, set(self, 'operationId', undefined)],
  'api-operation-id-added': [
    `  ${POST}`,
    set(self, 'operationId', 'changeOrder'),
    [set(self, 'operationId', undefined)],
  ],
  'api-tag-removed': [`  ${POST}`, set(self, 'tags', undefined)],
  'api-tag-added': [`  ${POST}`, (operation) => void listAt(operation, 'tags').push('new')],
  'api-security-added': [`  ${POST}`, security({ token: [] }, { key: [] }), [security({ token: [] })]],
  'api-security-removed': [`! ${POST}`, security({ token: [] }), [security({ token: [] }, { key: [] })]],
  'api-security-scope-added': [
    `! ${POST}`,
    security({ oauth: listOf('read', 'write') }),
    [security({ oauth: listOf('read') })],
  ],
  'api-security-scope-removed': [
    `  ${POST}`,
    security({ oauth: listOf('read') }),
    [security({ oauth: listOf('read', 'write') })],
  ],
  'api-form-changed': null,
  'api-item-changed': null,
  'access-narrowed': null,
  'access-widened': null,
  'access-changed': null,
  // A parameter in the path is another path.
  'new-request-path-parameter': null,
  'new-required-request-parameter': [
    `! ${POST} query.q`,
    (operation) =>
      void listAt(operation, 'parameters').push({ name: 'q', in: 'query', required: true, schema: text }),
  ],
  'new-optional-request-parameter': [
    `  ${POST} cookie.q`,
    (operation) => void listAt(operation, 'parameters').push({ name: 'q', in: 'cookie', schema: text }),
  ],
  'request-parameter-removed': [
    `! ${POST} query.limit`,
    (operation) => void listAt(operation, 'parameters').splice(1, 1),
  ],
  'request-parameter-removed-with-deprecation': [
    `  ${POST} query.old`,
    (operation) => void listAt(operation, 'parameters').splice(3, 1),
  ],
  'request-parameter-became-required': [
    `! ${POST} query.limit`,
    (operation) => void (parameter(operation, 1)['required'] = true),
  ],
  'request-parameter-became-optional': [
    `  ${POST} query.dry`,
    (operation) => void (parameter(operation, 2)['required'] = false),
  ],
  'request-parameter-deprecated': [
    `  ${POST} query.limit`,
    (operation) => void (parameter(operation, 1)['deprecated'] = true),
  ],
  'request-parameter-reactivated': [
    `  ${POST} query.old`,
    (operation) => void (parameter(operation, 3)['deprecated'] = false),
  ],
  'request-parameter-style-changed': [
    `! ${POST} query.tags`,
    (operation) => void (parameter(operation, 5)['explode'] = false),
    [
      (operation) =>
        void listAt(operation, 'parameters').push({
          name: 'tags',
          in: 'query',
          schema: { type: 'array', items: text },
        }),
    ],
  ],
  'request-body-added-required': [
    `! ${POST} body`,
    (operation) =>
      void (operation['requestBody'] = at(
        JSON.parse(JSON.stringify(BASE)),
        'paths',
        '/orders/{id}',
        'post',
        'requestBody',
      )),
    [set(self, 'requestBody', undefined)],
  ],
  'request-body-added-optional': [
    `  ${POST} body`,
    (operation) => void (operation['requestBody'] = { content: { 'application/json': {} } }),
    [set(self, 'requestBody', undefined)],
  ],
  'request-body-removed': [`! ${POST} body`, set(self, 'requestBody', undefined)],
  'request-body-became-required': [
    `! ${POST} body`,
    set(body, 'required', true),
    [set(body, 'required', false)],
  ],
  'request-body-became-optional': [`  ${POST} body`, set(body, 'required', false)],
  'request-body-media-type-added': [
    `  ${POST} body`,
    (operation) => void (at(body(operation), 'content')['application/xml'] = {}),
  ],
  'request-body-media-type-removed': [
    `! ${POST} body`,
    (operation) => delete at(body(operation), 'content')['text/csv'],
  ],
  'request-body-media-type-schema-added': [
    `! ${POST} body(text/csv)`,
    (operation) => void (at(body(operation), 'content', 'text/csv')['schema'] = { type: 'string' }),
  ],
  'request-body-media-type-schema-removed': [
    `  ${POST} body`,
    (operation) => delete at(body(operation), 'content', 'application/json')['schema'],
  ],
  'response-success-status-added': [
    `  ${POST} 202`,
    (operation) => void (at(operation, 'responses')['202'] = { description: '' }),
  ],
  'response-success-status-removed': [
    `! ${POST} 202`,
    (operation) => delete at(operation, 'responses')['202'],
    [(operation) => void (at(operation, 'responses')['202'] = { description: '' })],
  ],
  'response-non-success-status-added': [
    `  ${POST} 409`,
    (operation) => void (at(operation, 'responses')['409'] = { description: '' }),
  ],
  'response-non-success-status-removed': [
    `  ${POST} 404`,
    (operation) => delete at(operation, 'responses')['404'],
  ],
  'response-media-type-added': [
    `  ${POST} 200.body`,
    (operation) => void (at(answer(operation), 'content')['application/xml'] = {}),
  ],
  'response-media-type-removed': [
    `! ${POST} 200.body`,
    (operation) => delete at(answer(operation), 'content')['text/csv'],
  ],
  'response-body-media-type-schema-added': [
    `  ${POST} 200.body(text/csv)`,
    (operation) => void (at(answer(operation), 'content', 'text/csv')['schema'] = { type: 'string' }),
  ],
  'response-body-media-type-schema-removed': [
    `! ${POST} 200.body`,
    (operation) => delete at(answer(operation), 'content', 'application/json')['schema'],
  ],
  'response-header-added': [
    `  ${POST} 200.header.x-new`,
    (operation) => void (at(answer(operation), 'headers')['X-New'] = { schema: text }),
  ],
  'required-response-header-removed': [
    `! ${POST} 200.header.x-total`,
    (operation) => delete at(answer(operation), 'headers')['X-Total'],
  ],
  'optional-response-header-removed': [
    `! ${POST} 200.header.x-hint`,
    (operation) => delete at(answer(operation), 'headers')['X-Hint'],
  ],
  'response-header-became-optional': [
    `! ${POST} 200.header.x-total`,
    (operation) => void (at(answer(operation), 'headers', 'X-Total')['required'] = false),
  ],
  'response-header-became-required': [
    `  ${POST} 200.header.x-hint`,
    (operation) => void (at(answer(operation), 'headers', 'X-Hint')['required'] = true),
  ],
  'new-required-request-property': [
    `! ${POST} body.more`,
    (operation) => {
      at(bodySchema(operation), 'properties')['more'] = text
      listAt(bodySchema(operation), 'required').push('more')
    },
  ],
  'new-required-request-property-with-default': [
    `! ${POST} body.more`,
    (operation) => {
      at(bodySchema(operation), 'properties')['more'] = { type: 'string', default: 'a' }
      listAt(bodySchema(operation), 'required').push('more')
    },
  ],
  'new-optional-request-property': [
    `  ${POST} body.more`,
    (operation) => void (at(bodySchema(operation), 'properties')['more'] = text),
  ],
  'new-required-request-header-property': [
    `! ${POST} header.x-filter.more`,
    (operation) => {
      const schema = at(parameter(operation, 4), 'schema')
      at(schema, 'properties')['more'] = text
      schema['required'] = listOf('more')
    },
  ],
  'request-property-removed': [
    `! ${POST} body.note`,
    (operation) => delete at(bodySchema(operation), 'properties')['note'],
  ],
  'request-property-became-required': [
    `! ${POST} body.note`,
    (operation) => void listAt(bodySchema(operation), 'required').push('note'),
  ],
  'request-property-became-required-with-default': [
    `! ${POST} body.size`,
    (operation) => void listAt(bodySchema(operation), 'required').push('size'),
  ],
  'request-property-became-optional': [
    `  ${POST} body.name`,
    (operation) => delete bodySchema(operation)['required'],
  ],
  'request-header-property-became-required': [
    `! ${POST} header.x-filter.kind`,
    (operation) => void (at(parameter(operation, 4), 'schema')['required'] = listOf('kind')),
  ],
  'request-header-property-became-enum': [
    `! ${POST} header.x-filter.kind`,
    (operation) => void (property(at(parameter(operation, 4), 'schema'), 'kind')['enum'] = listOf('a')),
  ],
  'request-property-deprecated': [
    `  ${POST} body.note`,
    (operation) => void (property(bodySchema(operation), 'note')['deprecated'] = true),
  ],
  'request-property-reactivated': [
    `  ${POST} body.old`,
    (operation) => delete property(bodySchema(operation), 'old')['deprecated'],
  ],
  'request-optional-property-became-read-only': [
    `  ${POST} body.note`,
    (operation) => void (property(bodySchema(operation), 'note')['readOnly'] = true),
  ],
  'request-optional-property-became-not-read-only': [
    `  ${POST} body.number`,
    (operation) => delete property(bodySchema(operation), 'number')['readOnly'],
  ],
  'request-optional-property-became-write-only': [
    `  ${POST} body.note`,
    (operation) => void (property(bodySchema(operation), 'note')['writeOnly'] = true),
  ],
  'request-optional-property-became-not-write-only': [
    `  ${POST} body.secret`,
    (operation) => delete property(bodySchema(operation), 'secret')['writeOnly'],
  ],
  'request-required-property-became-read-only': [
    `  ${POST} body.name`,
    (operation) => void (property(bodySchema(operation), 'name')['readOnly'] = true),
  ],
  'request-required-property-became-not-read-only': [
    `  ${POST} body.number`,
    (operation) => delete property(bodySchema(operation), 'number')['readOnly'],
    [(operation) => void listAt(bodySchema(operation), 'required').push('number')],
  ],
  'request-required-property-became-write-only': [
    `  ${POST} body.name`,
    (operation) => void (property(bodySchema(operation), 'name')['writeOnly'] = true),
  ],
  'request-required-property-became-not-write-only': [
    `  ${POST} body.secret`,
    (operation) => delete property(bodySchema(operation), 'secret')['writeOnly'],
    [(operation) => void listAt(bodySchema(operation), 'required').push('secret')],
  ],
  'response-required-property-added': [
    `  ${POST} 200.body.more`,
    (operation) => {
      at(answerSchema(operation), 'properties')['more'] = text
      listAt(answerSchema(operation), 'required').push('more')
    },
  ],
  'response-required-property-removed': [
    `! ${POST} 200.body.id`,
    (operation) => {
      delete at(answerSchema(operation), 'properties')['id']
      listAt(answerSchema(operation), 'required').shift()
    },
  ],
  'response-optional-property-added': [
    `  ${POST} 200.body.more`,
    (operation) => void (at(answerSchema(operation), 'properties')['more'] = text),
  ],
  'response-optional-property-removed': [
    `! ${POST} 200.body.note`,
    (operation) => delete at(answerSchema(operation), 'properties')['note'],
  ],
  'response-required-write-only-property-added': [
    `  ${POST} 200.body.more`,
    (operation) => {
      at(answerSchema(operation), 'properties')['more'] = { type: 'string', writeOnly: true }
      listAt(answerSchema(operation), 'required').push('more')
    },
  ],
  'response-required-write-only-property-removed': [
    `  ${POST} 200.body.secret`,
    (operation) => {
      delete at(answerSchema(operation), 'properties')['secret']
      listAt(answerSchema(operation), 'required').pop()
    },
  ],
  'response-optional-write-only-property-added': [
    `  ${POST} 200.body.more`,
    (operation) =>
      void (at(answerSchema(operation), 'properties')['more'] = { type: 'string', writeOnly: true }),
  ],
  'response-optional-write-only-property-removed': [
    `  ${POST} 200.body.hidden`,
    (operation) => delete at(answerSchema(operation), 'properties')['hidden'],
  ],
  'response-property-became-optional': [
    `! ${POST} 200.body.id`,
    (operation) => void listAt(answerSchema(operation), 'required').shift(),
  ],
  'response-property-became-required': [
    `  ${POST} 200.body.note`,
    (operation) => void listAt(answerSchema(operation), 'required').push('note'),
  ],
  'response-write-only-property-became-optional': [
    `  ${POST} 200.body.secret`,
    (operation) => void listAt(answerSchema(operation), 'required').pop(),
  ],
  'response-write-only-property-became-required': [
    `  ${POST} 200.body.hidden`,
    (operation) => void listAt(answerSchema(operation), 'required').push('hidden'),
  ],
  'response-property-deprecated': [
    `  ${POST} 200.body.note`,
    (operation) => void (property(answerSchema(operation), 'note')['deprecated'] = true),
  ],
  'response-property-reactivated': [
    `  ${POST} 200.body.note`,
    (operation) => delete property(answerSchema(operation), 'note')['deprecated'],
    [(operation) => void (property(answerSchema(operation), 'note')['deprecated'] = true)],
  ],
  'response-optional-property-became-read-only': [
    `  ${POST} 200.body.note`,
    (operation) => void (property(answerSchema(operation), 'note')['readOnly'] = true),
  ],
  'response-optional-property-became-not-read-only': [
    `  ${POST} 200.body.number`,
    (operation) => delete property(answerSchema(operation), 'number')['readOnly'],
  ],
  'response-optional-property-became-write-only': [
    `  ${POST} 200.body.note`,
    (operation) => void (property(answerSchema(operation), 'note')['writeOnly'] = true),
  ],
  'response-optional-property-became-not-write-only': [
    `  ${POST} 200.body.hidden`,
    (operation) => delete property(answerSchema(operation), 'hidden')['writeOnly'],
  ],
  'response-required-property-became-read-only': [
    `  ${POST} 200.body.id`,
    (operation) => void (property(answerSchema(operation), 'id')['readOnly'] = true),
  ],
  'response-required-property-became-not-read-only': [
    `  ${POST} 200.body.id`,
    (operation) => delete property(answerSchema(operation), 'id')['readOnly'],
    [(operation) => void (property(answerSchema(operation), 'id')['readOnly'] = true)],
  ],
  'response-required-property-became-write-only': [
    `  ${POST} 200.body.id`,
    (operation) => void (property(answerSchema(operation), 'id')['writeOnly'] = true),
  ],
  'response-required-property-became-not-write-only': [
    `! ${POST} 200.body.secret`,
    (operation) => delete property(answerSchema(operation), 'secret')['writeOnly'],
  ],
  'webhook-added': [
    '  webhook sent',
    (_operation, document) =>
      void (at(document, 'webhooks')['sent'] = { post: { responses: { 200: { description: '' } } } }),
  ],
  'webhook-removed': ['! webhook paid', (_operation, document) => delete at(document, 'webhooks')['paid']],
}

function listOf(...texts: readonly string[]): Mutable[] {
  return JSON.parse(JSON.stringify(texts))
}

const CASES = Object.entries(EDITS).flatMap(([rule, found]) => {
  if (found === null) return []
  const [line, edit, before = []] = found
  return [{ rule, line, edit, before }]
})

test.each(CASES)('reports $rule', ({ rule, line, edit, before }) => {
  expect(changes(edit, before)).toEqual([`${line} ${rule}`])
})

test('reports nothing for the same document', () => {
  expect(changes(() => {})).toEqual([])
  expect(changes((_operation, document) => void (at(document, 'info')['title'] = 'Renamed'))).toEqual([])
})
