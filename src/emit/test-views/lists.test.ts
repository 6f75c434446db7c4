import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { expect, it } from 'vitest'
import { checkProject, projectsFolder, writeFiles } from '../../testing/check-project.js'
import { emitApi } from '../../testing/emit-fixture.js'
import { temporaryFolder } from '../../testing/temporary-folder.js'

const scratch = projectsFolder()
const ROOT = join(import.meta.dirname, '../../..')

/** Returns a list operation with these parameters. */
function list(component: string, parameters: readonly string[], schema: string): string {
  const shown = parameters.map((parameter) => `        - ${parameter}\n`).join('')
  return `    get:
      parameters:
${shown}      responses: { '200': { description: Items, content: { application/json: { schema: ${schema} } } } }
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/${component}' } } } }
      responses: { '201': { description: The item, content: { application/json: { schema: { $ref: '#/components/schemas/${component}' } } } } }
`
}

const query = (name: string, schema: string, others = ''): string =>
  `{ name: '${name}', in: query, schema: ${schema}${others} }`
const array = (component: string): string =>
  `{ type: array, items: { $ref: '#/components/schemas/${component}' } }`

const DOCUMENT = `openapi: 3.1.0
info: { title: Trips, version: 1.0.0 }
paths:
  /trips:
${list(
  'Trip',
  [
    query('limit', '{ type: integer, minimum: 1, maximum: 10 }'),
    query('offset', '{ type: integer, minimum: 0 }'),
    query('title', '{ type: string }'),
    query('seats', '{ type: integer }'),
    query('min_price', '{ type: number }'),
    query('price[lt]', '{ type: number }'),
    query('departure_gte', '{ type: string, format: date-time }'),
    query('day', '{ type: string, format: date }'),
    query('open', '{ type: boolean }'),
    query('status', '{ type: array, items: { type: string, enum: [draft, live] } }', ', explode: false'),
    query('tags', '{ type: string }'),
    query('code', '{ type: string }'),
    query('operator', '{ type: string, format: uuid }'),
    query(
      'filter',
      '{ type: object, properties: { title: { type: string }, seats: { type: integer } } }',
      ', style: deepObject',
    ),
  ],
  array('Trip'),
)}  /trips/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string, format: uuid } }]
    get: { responses: { '200': { description: The trip, content: { application/json: { schema: { $ref: '#/components/schemas/Trip' } } } } } }
  /operators:
${list(
  'Operator',
  [
    query('page_size', '{ type: integer, minimum: 1 }'),
    query('page_token', '{ type: string }'),
    '{ name: x-app, in: header, required: true, schema: { type: string }, x-ignored: true }',
  ],
  `{ type: object, required: [data], properties: { data: ${array('Operator')}, meta: { type: object, properties: { next_page_token: { type: [string, 'null'] } } } } }`,
)}  /notes:
${list(
  'Note',
  [
    query('limit', '{ type: integer, minimum: 1 }'),
    query('starting_after', '{ type: string }'),
    query('text', '{ type: string, default: none }'),
  ],
  `{ type: object, properties: { data: ${array('Note')}, has_more: { type: boolean } } }`,
)}  /memos:
${list('Memo', [query('limit', '{ type: integer }'), query('starting_after', '{ type: string }'), query('text', '{ type: string }', ', required: true')], array('Memo'))}  /tenants/{tenant}/bills:
    parameters: [{ name: tenant, in: path, required: true, x-scope: tenant, schema: { type: string, pattern: '^[a-z]{2}[0-9]{3}$' } }]
${list('Bill', [query('limit', '{ type: integer, minimum: 1 }'), query('payer', '{ type: string }')], array('Bill'))}  /tenants/{tenant}/bills/{id}/lines:
    parameters:
      - { name: tenant, in: path, required: true, x-scope: tenant, schema: { type: string, pattern: '^[a-z]{2}[0-9]{3}$' } }
      - { name: id, in: path, required: true, schema: { type: string, format: uuid } }
${list('Line', [query('limit', '{ type: integer, minimum: 1 }')], array('Line'))}  /trips/any:
    post: { x-operation: own, responses: { '204': { description: Any trip } } }
  /posts:
    post:
      requestBody: { content: { application/json: { schema: { type: object, required: [title, mode], properties: { title: { type: string }, mode: { type: string, enum: [now, later] }, labels: { type: string } } } } } }
      responses: { '201': { description: The post, content: { application/json: { schema: { $ref: '#/components/schemas/Post' } } } } }
  /replies:
    post:
      requestBody: { content: { application/json: { schema: { type: object, required: [post_id, mode], properties: { post_id: { type: string, format: uuid }, mode: { type: string } } } } } }
      responses: { '201': { description: The reply, content: { application/json: { schema: { $ref: '#/components/schemas/Reply' } } } } }
components:
  schemas:
    Reply:
      type: object
      x-stored: true
      properties:
        id: { type: string, format: uuid, readOnly: true }
        post: { $ref: '#/components/schemas/Post' }
    Post:
      type: object
      x-stored: true
      properties:
        id: { type: string, format: uuid, readOnly: true }
        title: { type: string, minLength: 1 }
        labels: { type: array, items: { type: string } }
    Trip:
      type: object
      x-stored: true
      required: [title, code]
      properties:
        id: { type: string, format: uuid, readOnly: true }
        title: { type: string, maxLength: 20 }
        code: { type: string, maxLength: 20, x-db-settings: { unique: true } }
        seats: { type: integer, minimum: 1 }
        price: { type: number }
        departure: { type: string, format: date-time }
        day: { type: string, format: date }
        open: { type: boolean }
        status: { type: string, enum: [draft, live, gone] }
        tags: { type: array, items: { type: string } }
        operator: { type: string, format: uuid, x-relation: Operator }
    Operator:
      type: object
      x-stored: true
      properties:
        id: { type: string, format: uuid, readOnly: true }
        name: { type: string }
    Bill:
      type: object
      x-stored: true
      required: [kind]
      properties:
        id: { type: string, format: uuid, readOnly: true }
        kind: { type: string, oneOf: [{ const: invoice, title: Invoice }, { const: reminder }] }
        payer: { type: string }
    Line:
      type: object
      x-stored: true
      properties:
        id: { type: string, format: uuid, readOnly: true }
        text: { type: string }
        bill: { type: string, format: uuid, x-relation: Bill, writeOnly: true }
    Memo:
      type: object
      x-stored: true
      properties:
        id: { type: string, format: uuid, readOnly: true }
        text: { type: string }
    Note:
      type: object
      x-stored: true
      properties:
        id: { type: string, format: uuid, readOnly: true }
        text: { type: string }
`

function document(): string {
  const path = join(temporaryFolder(), 'api.yaml')
  writeFileSync(path, DOCUMENT)
  return path
}

it('lists have tests with rows on both sides of each filter, and of a second page', async () => {
  const { files, diagnostics } = await emitApi(document(), 'svc_sqla')
  expect(diagnostics).not.toContain('error')
  const text = [...files]
    .filter(([path]) => path.startsWith('test/generated/routes/'))
    .map(([, each]) => each)
    .join('\n')
  const titles = [...text.matchAll(/title: '(GET \/\w+ (?:selects|returns a second)[^']*)'/g)].map(
    ([, title]) => title,
  )
  expect(titles.toSorted()).toEqual(
    [
      'GET /memos returns a second page',
      'GET /memos selects by text',
      'GET /notes returns a second page',
      'GET /notes selects by text',
      'GET /operators returns a second page',
      'GET /trips returns a second page',
      ...'title seats min_price price[lt] departure_gte day open status tags code operator filter[title] filter[seats]'
        .split(' ')
        .map((name) => `GET /trips selects by ${name}`),
    ].toSorted(),
  )
  // The rows have the default of another filter, unless that is required.
  expect(text).not.toMatch(/GET \/notes returns a second page',\s+reason/)
  expect(text).toMatch(
    /GET \/memos returns a second page',\s+reason: 'The parameter text always selects items\.'/,
  )
  expect(text).toContain("'/tenants/aa000/bills'")
  expect(text).not.toMatch(/bills[^']*',\s+reason/)
  // The tenant in the path is that of the bill.
  expect(text).toMatch(/GET \/tenants\/\{tenant\}\/bills\/\{id\}\/lines answers as declared',\s+method/)
  // Bodies that the model alone does not know.
  expect(text).toMatch(/POST \/replies answers as declared',\s+method[^}]*\bpost_id: '\{post 1\}'/)
  expect(text).toMatch(/POST \/posts answers as declared',\s+method[^}]*\bmode: 'now'/)
  const folder = join(scratch, 'sql')
  writeFiles(folder, files)
  await checkProject(folder)
  // The tests find a service that ignores filters.
  const runtime = join(folder, 'dist/src/generated/runtime/contract/query.js')
  writeFileSync(runtime, readFileSync(runtime, 'utf8').replace(/function addFilter\([^)]*\) \{/, '$& return'))
  const options = {
    cwd: folder,
    preferLocal: true,
    localDir: ROOT,
    env: { CI: 'true' },
    reject: false,
  } as const
  const { stdout, exitCode } = await execa('node', ['dist/test/run.js'], options)
  expect(exitCode).toBe(1)
  expect(stdout).toContain('GET /trips selects by min_price')
}, 240_000)

const mongo = process.env['TEST_MONGODB_URL']

it.skipIf(mongo === undefined)(
  'the tests of lists pass on MongoDB',
  async () => {
    const { files } = await emitApi(document(), 'svc_mongodb')
    const folder = join(scratch, 'mongo')
    writeFiles(folder, files)
    await checkProject(folder)
  },
  240_000,
)
