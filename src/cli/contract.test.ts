import { afterEach, beforeEach, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { makeSandbox, type Sandbox } from '../testing/sandbox.js'
import { stages } from '../stages.js'

let box: Sandbox
beforeEach(() => {
  box = makeSandbox(stages)
})
afterEach(() => box.end())

const PAGE = "schema: { type: array, items: { $ref: '#/components/schemas/Pet' } }"

/** Returns a document with stored pets and plain owners. */
function document(parameter = '{ name: name, in: query, schema: { type: string } }'): string {
  return `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
paths:
  /pets:
    get:
      operationId: listPets
      parameters:
        - { name: limit, in: query, schema: { type: integer } }
        - ${parameter}
      responses: { '200': { description: Pets, content: { application/json: { ${PAGE} } } } }
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
      responses: { '201': { description: The pet, content: { application/json: {} } } }
  /owners:
    get: { responses: { '200': { description: Owners, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Owner' } } } } } } }
  /best:
    get: { responses: { '200': { description: The best pet, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } } } }
  /ping:
    get: { responses: { '204': { description: Alive } } }
components:
  schemas:
    Pet:
      type: object
      x-stored: true
      properties: { id: { type: integer, readOnly: true }, name: { type: string } }
    Owner:
      type: object
      properties: { name: { type: string } }
`
}

test('inspect --contract lists how each operation is answered, what it lacks and the line that adds it', async () => {
  box.write('api.yaml', document())
  const { exit, out } = await box.run('inspect ./api.yaml --contract --json')
  expect(exit).toBe(0)
  expect(JSON.parse(out)).toEqual([
    {
      operation: 'GET /pets',
      operationId: 'listPets',
      answers: 'contract',
      lacks: [],
      file: 'api.yaml',
      line: 5,
    },
    expect.objectContaining({
      operation: 'POST /pets',
      answers: 'svcgen',
      lacks: [
        {
          message: 'declares no schema for its success response',
          line: 'content: { application/json: { schema: … } }',
        },
      ],
    }),
    expect.objectContaining({
      operation: 'GET /owners',
      answers: 'own',
      lacks: [{ message: 'Owner is not stored', line: 'x-stored: true, in Owner' }],
    }),
    expect.objectContaining({
      operation: 'GET /best',
      answers: 'own',
      lacks: [expect.objectContaining({ line: 'x-item: …, if it is always the item with this key' })],
    }),
    expect.objectContaining({ operation: 'GET /ping', answers: 'own', lacks: [] }),
  ])
  const text = (await box.run('inspect ./api.yaml --contract')).out
  expect(text).toMatch(/GET \/pets +to the letter +api\.yaml:5\n/)
  expect(text).toMatch(
    /GET \/owners +by your function +api\.yaml:\d+ +Owner is not stored +x-stored: true, in Owner\n/,
  )
})

const ENVELOPES = `openapi: 3.0.3
info: { title: Orders, version: '1' }
paths:
  /:
    get: { responses: { '200': { description: Orders, content: { application/json: { schema: { $ref: '#/components/schemas/OrdersResponse' } } } } } }
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/OrderRequest' } } } }
      responses: { '201': { description: Receipts, content: { application/json: { schema: { type: array, items: { type: string } } } } } }
  /{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    put: { responses: { '200': { description: The order, content: { application/json: { schema: { $ref: '#/components/schemas/OrderResponse' } } } } } }
    delete: { responses: { '204': { description: Deleted } } }
  /{id}/close:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    put: { responses: { '200': { description: The order, content: { application/json: { schema: { $ref: '#/components/schemas/OrderResponse' } } } } } }
components:
  schemas:
    Meta: { type: object, properties: { total: { type: integer } } }
    OrdersResponse:
      type: object
      properties:
        data: { type: array, items: { $ref: '#/components/schemas/Order' } }
        meta: { $ref: '#/components/schemas/Meta' }
        took: { type: number }
    OrderResponse: { type: object, properties: { data: { $ref: '#/components/schemas/Order' } } }
    OrderRequest: { type: object, properties: { note: { type: string } } }
    Order: { type: object, properties: { id: { type: integer }, note: { type: string } } }
`

test('inspect --contract names the component in an envelope, and why an operation is not served', async () => {
  const reports = async (text: string): Promise<readonly (readonly [string, string, string])[]> => {
    box.write('api.yaml', text)
    const { out } = await box.run('inspect ./api.yaml --contract --json')
    const operations: readonly {
      operation: string
      answers: string
      lacks: readonly { message: string }[]
    }[] = JSON.parse(out)
    return operations.map((each) => [
      each.operation,
      each.answers,
      each.lacks.map(({ message }) => message).join('; '),
    ])
  }
  const missing = 'Order is not stored'
  expect((await reports(ENVELOPES)).map(([, , lacks]) => lacks)).toEqual([
    missing,
    missing,
    missing,
    '',
    missing,
  ])
  expect(await reports(ENVELOPES.replace('Order: { type: object,', '$& x-stored: true,'))).toEqual([
    [
      'GET /',
      'contract',
      'leaves out "took"; GET / returns all items of Order, because it declares no limit',
    ],
    ['POST /', 'own', 'returns something other than the component Order'],
    ['PUT /{id}', 'own', 'declares no body'],
    ['DELETE /{id}', 'contract', ''],
    ['PUT /{id}/close', 'own', ''],
  ])
})

test('inspect --contract finds the operation of a problem in a file of one line, or with comments at any place', async () => {
  const listOf = (name: string): object => ({
    get: {
      parameters: [{ name: 'page', in: 'query', schema: { type: 'integer', default: '1' } }],
      responses: {
        200: {
          description: '} is text',
          content: {
            'application/json': {
              schema: { type: 'array', items: { $ref: `#/components/schemas/${name}` } },
            },
          },
        },
      },
    },
  })
  const Pet = { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } }
  const document = {
    openapi: '3.0.3',
    info: { title: 'Pets', version: '1' },
    paths: { '/pets': listOf('Pet'), '/owners': listOf('Owner') },
    components: { schemas: { Pet: { ...Pet, 'x-stored': true }, Owner: Pet } },
  }
  const read = 'The default "1" is not of type integer; it is read as 1'
  for (const text of [JSON.stringify(document), stringify(document).replaceAll('\n', '\n# A comment\n')]) {
    box.write('api.yaml', text)
    const { out } = await box.run('inspect ./api.yaml --contract --json')
    expect(JSON.parse(out)).toMatchObject([
      { answers: 'contract', lacks: [{ message: read }] },
      { answers: 'own', lacks: [{ message: 'Owner is not stored' }, { message: read }] },
    ])
  }
})

test('inspect --contract suggests what an only member contains, and asks what a POST to an item does', async () => {
  const json = (name: string): string =>
    `{ description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } } }`
  box.write(
    'api.yaml',
    `openapi: 3.0.3
info: { title: Shop, version: '1' }
paths:
  /categories/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { responses: { '200': ${json('Category')} } }
  /goods:
    get: { responses: { '200': { description: OK, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Good' } } } } } } }
  /goods/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    post: { responses: { '200': ${json('Good')} } }
components:
  schemas:
    Category: { type: object, properties: { category: { $ref: '#/components/schemas/CategoryFields' } } }
    CategoryFields: { type: object, properties: { id: { type: integer }, name: { type: string } } }
    Good: { type: object, x-stored: true, properties: { id: { type: integer }, name: { type: string } } }
`,
  )
  const { out } = await box.run('inspect ./api.yaml --contract --json')
  expect(JSON.parse(out)).toMatchObject([
    { lacks: [{ line: 'x-stored: true, in CategoryFields' }] },
    { answers: 'contract' },
    {
      lacks: [
        {
          message: 'is a POST to the path of one item of Good, which can mean anything',
          line: 'x-operation: update',
        },
      ],
    },
  ])
})

const ONLY_ITEMS = `openapi: 3.0.3
info: { title: Settings, version: '1' }
paths:
  /settings:
    get: { responses: { '200': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Setting' } } } } } }
    put:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Setting' } } } }
      responses: { '200': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Setting' } } } } }
    delete: { responses: { '200': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Setting' } } } } } }
  /users:
    get: { responses: { '200': { description: OK, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/User' } } } } } } }
  /users/{id}/setting:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { responses: { '200': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Setting' } } } } } }
    put:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Setting' } } } }
      responses: { '200': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Setting' } } } } }
components:
  schemas:
    User: { type: object, x-stored: true, properties: { id: { type: integer } } }
    Setting:
      type: object
      x-stored: true
      properties: { theme: { type: string }, user_id: { type: integer, writeOnly: true, x-relation: User, x-db-settings: { uselist: false } } }
`

test('inspect --contract says that nothing creates the only item at a path, and suggests keys only where they can be', async () => {
  box.write('api.yaml', ONLY_ITEMS)
  const { out } = await box.run('inspect ./api.yaml --contract --json')
  const operations: readonly { operation: string; answers: string; lacks: readonly { line: string }[] }[] =
    JSON.parse(out)
  const found = operations.map(({ operation, answers, lacks: [lack] }) => [operation, answers, lack?.line])
  const only = 'x-item: …, if it is always the item with this key'
  expect(found.filter(([operation]) => operation?.includes('etting'))).toEqual([
    ['GET /settings', 'own', only],
    ['PUT /settings', 'own', `${only}, or x-operation: replace, if the body contains the key`],
    ['DELETE /settings', 'own', only],
    [
      'GET /users/{id}/setting',
      'contract',
      'a POST, or a 201 beside the 200 of PUT, which then creates the item',
    ],
    ['PUT /users/{id}/setting', 'contract', undefined],
  ])
})

test('inspect --contract does not say so of an item that an operation at another path creates', async () => {
  const setting = "{ application/json: { schema: { $ref: '#/components/schemas/Setting' } } }"
  const post = `  /new:
    post: { x-operation: create, requestBody: { content: ${setting} }, responses: { '201': { description: OK, content: ${setting} } } }
`
  box.write('api.yaml', ONLY_ITEMS.replace('components:\n', `${post}components:\n`))
  const { out } = await box.run('inspect ./api.yaml --contract --json')
  expect(JSON.parse(out)).toContainEqual(
    expect.objectContaining({ operation: 'GET /users/{id}/setting', answers: 'contract', lacks: [] }),
  )
})

test('a parameter with x-scope that shows something with the items below it is not a list of them', async () => {
  const projects =
    "{ application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Project' } } } }"
  box.write(
    'api.yaml',
    `openapi: 3.0.3
info: { title: Projects, version: '1' }
paths:
  /{org}:
    parameters: [&org { name: org, in: path, required: true, x-scope: org_id, schema: { type: string } }]
    get: { responses: { '200': { description: OK, content: { application/json: { schema: { type: object, properties: { title: { type: string }, projects: { type: array, items: { $ref: '#/components/schemas/Project' } } } } } } } } }
  /{org}/projects:
    parameters: [*org]
    get: { parameters: [{ name: limit, in: query, schema: { type: integer } }], responses: { '200': { description: OK, content: ${projects} } } }
  /{org}/projects/{id}:
    parameters: [*org, { name: id, in: path, required: true, schema: { type: integer } }]
    get: { responses: { '200': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Project' } } } } } }
components:
  schemas:
    Project: { type: object, x-stored: true, properties: { id: { type: integer }, name: { type: string } } }
`,
  )
  const { out } = await box.run('inspect ./api.yaml --contract --json')
  expect(JSON.parse(out)).toMatchObject([
    { answers: 'own' },
    { answers: 'contract' },
    { answers: 'contract' },
  ])
})

const NOTES = `openapi: 3.0.3
info: { title: Notes, version: '1' }
paths:
  /notes:
    get:
      parameters: [{ name: open, in: query, schema: { type: boolean, default: true } }, { name: limit, in: query, schema: { type: integer } }]
      responses: { '200': { description: OK, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Note' } } } } } }
    post:
      requestBody: { content: { application/json: { schema: { type: object, required: [title], properties: { title: { type: string }, text: { type: string }, open: { type: boolean } } } } } }
      responses: { '201': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } } }
  /notes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    put:
      requestBody: { content: { application/json: { schema: { type: object, properties: { title: { type: string }, text: { type: string } } } } } }
      responses: { '200': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } } }
components:
  schemas:
    Note: { type: object, x-stored: true, properties: { id: { type: integer }, title: { type: string }, text: { type: string }, open: { type: boolean } } }
`

test('inspect --contract says which items a default hides, and what a PUT removes that each item has', async () => {
  const lacks = async (text: string): Promise<readonly unknown[]> => {
    box.write('api.yaml', text)
    const operations: readonly { operation: string; lacks: readonly unknown[] }[] = JSON.parse(
      (await box.run('inspect ./api.yaml --contract --json')).out,
    )
    return operations.flatMap((each) => each.lacks)
  }
  const hidden = {
    message: 'lists only items with the value true without the parameter "open", because of its default',
    line: 'x-ignored: true, next to the parameter, if it does not select items',
  }
  expect(await lacks(NOTES)).toEqual([
    hidden,
    {
      message:
        'removes "title" if a request leaves it out, although the operation that creates items requires it',
      line: 'x-operation: update, if the item keeps what a request leaves out',
    },
  ])
  expect(await lacks(NOTES.replace('put:', '$&\n      x-operation: update'))).toEqual([hidden])
})

test.each([
  ['', '', 'contract', 'leaves out "_links/self"'],
  ['required: [self], ', '', 'nothing', 'The response of POST /boxes requires "_links/self", which'],
  ['required: [self], ', 'create', 'nothing', 'The response of POST /boxes requires "_links/self", which'],
  // The path of a function of the user's.
  ['required: [self], ', 'own', 'nothing', 'The response of POST /boxes requires "_links/self", which'],
])(
  'inspect --contract says that items without a path of their own have no URL: %s%s',
  async (required, operation, answers, message) => {
    const create = operation === 'create' ? 'x-operation: create' : ''
    const own = `  /boxes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { x-operation: own, responses: { '200': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Box' } } } } } }
`
    box.write(
      'api.yaml',
      `openapi: 3.0.3
info: { title: Boxes, version: '1' }
paths:
  /boxes:
    post:
      ${create}
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Box' } } } }
      responses: { '201': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Box' } } } } }
${operation === 'own' ? own : ''}components:
  schemas:
    Box:
      type: object
      x-stored: true
      properties:
        id: { type: integer }
        _links: { type: object, ${required}properties: { self: { type: object, properties: { href: { type: string } } } } }
`,
    )
    const { out } = await box.run('inspect ./api.yaml --contract --json')
    const [post]: readonly unknown[] = JSON.parse(out)
    expect(post).toMatchObject({ answers, lacks: [{ message: expect.stringContaining(message) }] })
  },
)

const INVOICES = `openapi: 3.0.3
info: { title: Invoices, version: '1' }
paths:
  /invoices:
    get:
      parameters:
        - { name: limit, in: query, schema: { type: integer } }
        - { name: sort, in: query, schema: { type: string, enum: [total] } }
      responses: { '200': { description: Invoices, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Invoice' } } } } } }
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/InvoiceWrite' } } } }
      responses: { '201': { description: The invoice, content: { application/json: { schema: { $ref: '#/components/schemas/Invoice' } } } } }
components:
  schemas:
    LineWrite: { type: object, properties: { text: { type: string } } }
    Line:
      type: object
      x-stored: true
      properties: { id: { type: integer }, text: { type: string }, invoice: { type: integer, x-relation: Invoice } }
    InvoiceWrite:
      type: object
      properties: { total: { type: string }, lines: { type: array, items: { $ref: '#/components/schemas/LineWrite' } } }
    Invoice:
      type: object
      x-stored: true
      properties:
        id: { type: integer }
        total: { type: string, pattern: '^\\d+\\.\\d{2}$' }
        lines: { type: array, items: { $ref: '#/components/schemas/Line' } }
`

test('inspect --contract names orders of texts that are numbers, and requests that contain new related items', async () => {
  const reports = async (text: string): Promise<unknown> => {
    box.write('api.yaml', text)
    const all: readonly { answers: string; lacks: readonly { message: string }[] }[] = JSON.parse(
      (await box.run('inspect ./api.yaml --contract --json')).out,
    )
    return all.map(({ answers, lacks }) => [answers, ...lacks.map(({ message }) => message)])
  }
  const own = ['own', 'contains new items of Line in "lines", not the keys of existing ones']
  const formatted = INVOICES.replace(/pattern: '.*'/, 'format: decimal')
  for (const text of [INVOICES, formatted])
    expect(await reports(text)).toEqual([
      [
        'nothing',
        '"sort" cannot sort a list of Invoice by "total": its values are numbers in texts, which would be sorted as texts (GET /invoices)',
      ],
      own,
    ])
  const decimal = INVOICES.replace("d{2}$'", '$&, x-db-settings: { type: decimal, scale: 2 }')
  const meant = INVOICES.replace('name: sort,', '$& x-sort: { total: total },')
  const fixed = INVOICES.replace('d+', 'd{4}')
  for (const text of [decimal, meant, fixed]) expect(await reports(text)).toEqual([['contract'], own])
  const existing = decimal.replace('LineWrite: { type: object, properties: {', '$& id: { type: integer },')
  expect(await reports(existing)).toEqual([
    ['contract'],
    ['contract', 'takes only existing items of Line in "lines", and no operation creates one'],
  ])
})

test('inspect --contract names an item that requests need and no operation creates', async () => {
  const owner = "owner: { $ref: '#/components/schemas/Owner' }"
  const schema = "{ application/json: { schema: { $ref: '#/components/schemas/Pet' } } }"
  const text = document()
    .replace('The pet, content: { application/json: {} }', `The pet, content: ${schema}`)
    .replace(
      "{ schema: { $ref: '#/components/schemas/Pet' } } } }",
      "{ schema: { $ref: '#/components/schemas/Pet' } } }, required: true }",
    )
    .replace('name: { type: string } }', `name: { type: string }, ${owner} }\n      required: [owner]`)
    .replace(
      'properties: { name: { type: string } }',
      'x-stored: true\n      properties: { id: { type: integer }, name: { type: string } }',
    )
  const create = `post: { requestBody: { content: ${schema.replace('Pet', 'Owner')} }, responses: { '201': { description: Owner } } }`
  const lacks = async (api: string): Promise<unknown> => {
    box.write('api.yaml', api)
    const all: readonly { operation: string; lacks: readonly object[] }[] = JSON.parse(
      (await box.run('inspect ./api.yaml --contract --json')).out,
    )
    return all.find(({ operation }) => operation === 'POST /pets')?.lacks
  }
  expect(await lacks(text)).toEqual([
    {
      message: 'needs an existing item of Owner in "owner", and no operation creates one',
      line: 'a POST that creates it, unless a function of yours or an import does; x-operation: own, if your function creates the items in the body',
    },
  ])
  expect(await lacks(text.replace('  /owners:', `$&\n    ${create}`))).toEqual([])
})

test('inspect --contract names texts that look like resource names', async () => {
  const schema = "{ application/json: { schema: { $ref: '#/components/schemas/Pet' } } }"
  const item = `/pets/{pet}:
    parameters: [{ name: pet, in: path, required: true, schema: { type: integer } }]
    get: { responses: { '200': { description: The pet, content: ${schema} } } }`
  const text = document()
    .replace('The pet, content: { application/json: {} }', `The pet, content: ${schema}`)
    .replace('  /owners:', `  ${item}\n  /owners:`)
    .replace(
      'name: { type: string } }',
      'name: { type: string }, parent: { type: string, pattern: ^pets/.+$ } }',
    )
  box.write('api.yaml', text)
  const reports: readonly { operation: string; lacks: readonly object[] }[] = JSON.parse(
    (await box.run('inspect ./api.yaml --contract --json')).out,
  )
  expect(reports.find(({ operation }) => operation === 'POST /pets')?.lacks).toEqual([
    {
      message: 'stores the resource name of Pet in "parent" as text, so that it is no relationship',
      line: 'a property with its key and "x-relation: Pet", if it should be one',
    },
  ])
  expect(reports.find(({ operation }) => operation === 'GET /pets/{pet}')?.lacks).toEqual([])
})

test.each([
  ['deletedAt', 'string'],
  ['archived', 'boolean'],
])(
  'inspect --contract says that a DELETE whose response has "%s" might keep the item',
  async (mark, type) => {
    const schema = "{ application/json: { schema: { $ref: '#/components/schemas/Pet' } } }"
    const items = (remove: string): string =>
      document()
        .replace(
          /\n {2}\/owners:/,
          `
  /pets/{petId}:
    parameters: [{ name: petId, in: path, required: true, schema: { type: integer } }]
    delete:${remove}
      responses: { '200': { description: The pet, content: ${schema} } }
  /owners:`,
        )
        .replace('name: { type: string } }', `name: { type: string }, ${mark}: { type: ${type} } }`)
    const reports = async (text: string): Promise<unknown> => {
      box.write('api.yaml', text)
      const all: readonly { operation: string; answers: string; lacks: readonly { line: string }[] }[] =
        JSON.parse((await box.run('inspect ./api.yaml --contract --json')).out)
      return all
        .filter(({ operation }) => operation.includes('{'))
        .map(({ answers, lacks }) => [answers, lacks.map(({ line }) => line)])
    }
    expect(await reports(items(''))).toEqual([['own', ['x-operation: delete, if it removes the item']]])
    expect(await reports(items('\n      x-operation: delete'))).toEqual([['contract', []]])
  },
)

test('inspect --contract names no line for operations that are always functions, or that an error keeps from being served', async () => {
  const path = '/orgs/{org}/pets'
  const text = document().replace('  /pets:', `  ${path}:`)
  const pet = `schema: { $ref: '#/components/schemas/Pet' }`
  const response = `responses: { '200': { description: A pet, content: { application/json: { ${pet} } } } }`
  box.write(
    'api.yaml',
    text.replace(
      '  /owners:',
      `    delete: { responses: { '204': { description: No pets } } }
  /pets/{pet}:feed:
    post: { ${response} }
  /owners:`,
    ),
  )
  const { out } = await box.run('inspect ./api.yaml --contract --json')
  const lacks = new Map(
    JSON.parse(out).map((each: { operation: string; lacks: unknown }) => [each.operation, each.lacks]),
  )
  expect([lacks.get(`DELETE ${path}`), lacks.get('POST /pets/{pet}:feed')]).toEqual([[], []])
})

test('inspect --contract takes no object for what selects a page, whatever its name is', async () => {
  box.write(
    'api.yaml',
    document('{ name: start, in: query, style: deepObject, explode: true, schema: { type: object } }'),
  )
  const { exit, out } = await box.run('inspect ./api.yaml --contract --json')
  expect(exit).toBe(1)
  expect(JSON.parse(out)[0].lacks[0].message).toBe(
    'The parameter "start" has no known meaning for a list of Pet (GET /pets)',
  )
})

test('inspect --contract lists errors with the operations that they concern', async () => {
  box.write('api.yaml', document('{ name: near, in: query, schema: { type: string } }'))
  const { exit, out } = await box.run('inspect ./api.yaml --contract --json')
  expect(exit).toBe(1)
  const [list, ...others] = JSON.parse(out)
  expect(list).toMatchObject({
    answers: 'nothing',
    lacks: [
      {
        message: 'The parameter "near" has no known meaning for a list of Pet (GET /pets)',
        line: expect.stringContaining('x-filter'),
      },
    ],
  })
  expect(others.map(({ answers }: { answers: string }) => answers)).toEqual(['svcgen', 'own', 'own', 'own'])
})

test('a problem outside of all operations is not attributed to the last one', async () => {
  box.write(
    'api.yaml',
    document()
      .replace('properties: { id', 'required: [secret]\n      properties: { secret: { type: string }, id')
      .replace(
        "schema: { $ref: '#/components/schemas/Pet' } } } }\n      responses: { '201'",
        "schema: { type: object, properties: { name: { type: string } } } } } }\n      responses: { '201'",
      ),
  )
  const { err } = await box.run('inspect ./api.yaml')
  expect(err).toContain('SVC8083')
  const { out } = await box.run('inspect ./api.yaml --contract --json')
  const operations: readonly { operation: string; lacks: unknown }[] = JSON.parse(out)
  expect(operations.find(({ operation }) => operation === 'GET /ping')).toMatchObject({ lacks: [] })
})

test('a list whose path alone selects items is a function, unless x-operation says that it lists all', async () => {
  const pet = `{ type: array, items: { $ref: '#/components/schemas/Pet' } }`
  const list = (extra = ''): string =>
    `    get: { ${extra}responses: { '200': { description: Pets, content: { application/json: { schema: ${pet} } } } } }`
  const paths = `  /me/pets:
${list()}
  /pets/lost:
${list()}
  /pets/known:
${list('x-operation: list, ')}
  /pets/named:
${list('parameters: [{ name: name, in: query, schema: { type: string } }], ')}
  /owners:`
  box.write('api.yaml', document().replace('  /owners:', paths))
  const { out } = await box.run('inspect ./api.yaml --contract --json')
  const answers = new Map(
    JSON.parse(out).map((each: { operation: string; answers: string }) => [each.operation, each.answers]),
  )
  expect(
    ['/me/pets', '/pets/lost', '/pets/known', '/pets/named'].map((path) => answers.get(`GET ${path}`)),
  ).toEqual(['own', 'own', 'contract', 'contract'])
})

test('an item below a path that selects items is the business of a function, unless x-operation says that it may be any', async () => {
  const pet = `{ $ref: '#/components/schemas/Pet' }`
  const content = (schema: string): string => `content: { application/json: { schema: ${schema} } }`
  const answer = `responses: { '200': { description: Pet, ${content(pet)} } }`
  const parameters = (name: string): string =>
    `    parameters: [{ name: ${name}, in: path, required: true, schema: { type: integer } }]`
  const list = `{ '200': { description: Pets, ${content(`{ type: array, items: ${pet} }`)} } }`
  const paths = `  /me/pets:
    get: { parameters: [{ name: name, in: query, schema: { type: string } }], responses: ${list} }
    post: { requestBody: { ${content(pet)} }, ${answer} }
  /me/pets/{petId}:
${parameters('petId')}
    get: { ${answer} }
    patch: { requestBody: { ${content(pet)} }, ${answer} }
    delete: { responses: { '204': { description: Deleted } } }
  /my/pets:
    post: { x-operation: create, requestBody: { ${content(pet)} }, ${answer} }
  /my/pets/{petId}:
${parameters('petId')}
    get: { x-operation: show, ${answer} }
  /pets/lost:
    get: { responses: ${list} }
  /pets/lost/{petId}:
${parameters('petId')}
    delete: { responses: { '204': { description: Deleted } } }
    get: { ${answer} }
  /owners:`
  box.write('api.yaml', document().replace('  /owners:', paths))
  const { out } = await box.run('inspect ./api.yaml --contract --json')
  const answers: readonly { operation: string; answers: string }[] = JSON.parse(out)
  expect(
    answers
      .filter(({ operation }) => /\/(?:me|my|lost)\b/.test(operation))
      .map(({ operation, answers: by }) => `${operation}: ${by}`),
  ).toEqual([
    'GET /me/pets: own',
    'POST /me/pets: own',
    'GET /me/pets/{petId}: own',
    'PATCH /me/pets/{petId}: own',
    'DELETE /me/pets/{petId}: own',
    'POST /my/pets: contract',
    'GET /my/pets/{petId}: contract',
    'GET /pets/lost: own',
    'DELETE /pets/lost/{petId}: own',
    'GET /pets/lost/{petId}: own',
  ])
})

test.each<[what: string, parts: Parts, lacks: readonly unknown[]]>([
  [
    'a day that limits times',
    { parameter: '{ name: born_to, in: query, schema: { type: string, format: date } }' },
    [
      expect.stringContaining('its values are days, those of "born_at" are times'),
      expect.stringContaining('x-filter: own'),
    ],
  ],
  [
    'a comparison of numbers in texts',
    { parameter: '{ name: price_gte, in: query, schema: { type: string } }' },
    [
      expect.stringContaining('the values of "price" are numbers in texts'),
      'Write "x-db-settings: { type: decimal, scale: 2 }" next to "price", which stores them as numbers, or "x-filter: own" next to the parameter',
    ],
  ],
  [
    'a link that no line describes',
    { links: 'required: [self, owner]' },
    [
      'The response of GET /pets requires "_links/owner", which the service has no value for',
      expect.stringContaining('x-link: /orders/{id}/lines'),
    ],
  ],
  [
    'a link to something unknown',
    { link: "x-link: '/owners/{owner}'" },
    [
      expect.stringContaining('contains "owner", which is not a property of Pet'),
      expect.stringContaining('in braces'),
    ],
  ],
  [
    'an optional link that no line describes',
    {},
    ['leaves out "_links/owner"', 'x-link: /path/{id}, next to the link'],
  ],
  [
    'a member of errors without a value',
    { error: 'required: [reason]', link: 'x-link: /owners' },
    [
      'has no value for "reason" in errors, which your function in src/errors.ts makes',
      'x-value: …, next to the property',
    ],
  ],
])('inspect --contract says what is missing for %s', async (_what, parts, lacks) => {
  box.write('api.yaml', listOfPets(parts))
  const { out } = await box.run('inspect ./api.yaml --contract --json')
  expect(JSON.parse(out)[0]?.lacks.map(Object.values).flat()).toEqual(expect.arrayContaining([...lacks]))
})

interface Parts {
  readonly parameter?: string
  readonly links?: string
  readonly link?: string
  readonly error?: string
}

function listOfPets({
  parameter = '{ name: name, in: query, schema: { type: string } }',
  links = 'required: [self]',
  link = 'title: The owner',
  error = 'title: An error',
}: Parts): string {
  return `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
paths:
  /pets:
    get:
      parameters:
        - { name: limit, in: query, schema: { type: integer } }
        - ${parameter}
      responses:
        '200': { description: Pets, content: { application/json: { ${PAGE} } } }
        default:
          description: An error
          content: { application/json: { schema: { type: object, properties: { message: { type: string }, reason: { type: array } }, ${error} } } }
  /pets/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    delete: { responses: { '204': { description: Deleted } } }
components:
  schemas:
    Pet:
      type: object
      x-stored: true
      properties:
        id: { type: integer, readOnly: true }
        name: { type: string }
        born_at: { type: string, format: date-time }
        price: { type: string, pattern: '^\\d+\\.\\d{2}$' }
        _links:
          type: object
          ${links}
          properties: { self: { type: string }, owner: { type: string, ${link} } }
`
}

/** Carriers, whose list contains summaries, with vehicles below them, and bids that contain the summary of a carrier. */
const CARRIERS = `openapi: 3.1.0
info: { title: Freight, version: 1.0.0 }
paths:
  /carriers:
    get: { responses: { '200': { description: Carriers, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Summary' } } } } } } }
  /carriers/{carrierId}:
    get:
      parameters: [{ name: carrierId, in: path, required: true, schema: { type: string, format: uuid } }]
      responses: { '200': { description: The carrier, content: { application/json: { schema: { $ref: '#/components/schemas/Carrier' } } } } }
  /carriers/{carrierId}/vehicles:
    parameters: [{ name: carrierId, in: path, required: true, schema: { type: string, format: uuid } }]
    get: { responses: { '200': { description: Vehicles, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Vehicle' } } } } } } }
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Vehicle' } } } }
      responses: { '201': { description: The vehicle, content: { application/json: { schema: { $ref: '#/components/schemas/Vehicle' } } } } }
  /carriers/{carrierId}/vehicles/{plate}:
    delete:
      parameters:
        - { name: carrierId, in: path, required: true, schema: { type: string, format: uuid } }
        - { name: plate, in: path, required: true, schema: { type: string } }
      responses: { '204': { description: Deleted } }
  /bids:
    post:
      requestBody: { content: { application/json: { schema: { type: object, properties: { carrierId: { type: string } , note: { type: string } } } } } }
      responses: { '201': { description: The bid, content: { application/json: { schema: { $ref: '#/components/schemas/Bid' } } } } }
components:
  schemas:
    Summary: { type: object, properties: { id: { type: string, format: uuid }, name: { type: string } } }
    Carrier:
      x-stored: true
      allOf:
        - $ref: '#/components/schemas/Summary'
        - { type: object, properties: { vehicles: { type: array, items: { $ref: '#/components/schemas/Vehicle' } } } }
    Vehicle:
      type: object
      x-stored: true
      x-key: plate
      properties: { plate: { type: string }, seats: { type: integer } }
    Bid:
      type: object
      x-stored: true
      properties: { id: { type: integer }, note: { type: string }, carrier: { $ref: '#/components/schemas/Summary' } }
`

const ONE_CARRIER = 'x-db-settings: { type: relationship, document: Vehicle, backref_name: carrier }'

test('inspect --contract names the component of the items if a list contains summaries', async () => {
  box.write('api.yaml', CARRIERS.replace('Carrier:\n      x-stored: true', 'Carrier:'))
  const { out } = await box.run('inspect ./api.yaml --contract --json')
  expect(JSON.parse(out)[0]).toMatchObject({
    operation: 'GET /carriers',
    lacks: [
      { message: 'Carrier, of which Summary is a part, is not stored', line: 'x-stored: true, in Carrier' },
    ],
  })
})

/** Returns what the first operation of a document lacks. */
async function lacksIn(document: string): Promise<unknown> {
  box.write('api.yaml', document)
  return JSON.parse((await box.run('inspect ./api.yaml --contract --json')).out)[0].lacks
}

test('inspect --contract does not suggest to store what an operation only returns', async () => {
  const lacksOf = (property: string) =>
    lacksIn(
      `
openapi: 3.1.0
info: { title: Logins, version: '1' }
paths:
  /login:
    post: { responses: { '200': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Token' } } } } } }
components:
  schemas: { Token: { type: object, properties: { ${property}: { type: string }, expiresIn: { type: integer } } } }
`,
    )
  expect(await lacksOf('accessToken')).toEqual([])
  expect(await lacksOf('tokenId')).toMatchObject([{ message: 'Token is not stored' }])
})

test('inspect --contract says that items without a path have no Location', async () => {
  const lacksOf = (paths: string) =>
    lacksIn(
      `
openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /notes:
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
      responses: { '201': { description: OK, headers: { Location: { schema: { type: string } } }, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } } }
${paths}
components:
  schemas: { Note: { x-stored: true, type: object, properties: { id: { type: integer }, text: { type: string } } } }
`,
    )
  expect(await lacksOf('')).toMatchObject([{ message: 'leaves out "Location"' }])
  const parameter = 'parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]'
  expect(
    await lacksOf(`  /notes/{id}: { ${parameter}, delete: { responses: { '204': { description: OK } } } }`),
  ).toEqual([])
})

test('inspect --contract names what the items of a list have besides the component, and what x-member can take', async () => {
  const lacksOf = async (operation: string, members: string): Promise<unknown> => {
    box.write(
      'api.yaml',
      `
openapi: 3.1.0
info: { title: Roofs, version: '1' }
paths:
  /owners:
    get: { responses: { '200': { description: OK, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Owner' } } } } } } }
  /roofs:
    get: { ${operation} responses: { '200': { description: OK, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Row' } } } } } } }
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Roof' } } } }
      responses: { '201': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Roof' } } } } }
components:
  schemas:
    Owner: { x-stored: true, type: object, properties: { id: { type: integer }, pin: { type: string, writeOnly: true } } }
    Roof:
      x-stored: true
      type: object
      properties:
        id: { type: integer }
        title: { type: string }
        address: { type: object, properties: { city: { type: string }, door: { type: string, writeOnly: true } } }
        owner: { $ref: '#/components/schemas/Owner' }
        maker: { type: integer, writeOnly: true, x-relation: Owner }
    Row: { type: object, required: [city], properties: { id: { type: integer }, title: { type: string }, city: { type: string${members} } } }
`,
    )
    const { out } = await box.run('inspect ./api.yaml --contract --json')
    return JSON.parse(out)[1].lacks.map(({ message, line }: Record<string, string>) => [message, line])
  }
  const whole = ['GET /roofs returns all items of Roof, because it declares no limit', expect.any(String)]
  expect(await lacksOf('', '')).toEqual([
    ['returns "city" as well, which Roof lacks', 'x-operation: list, if it returns items of Roof'],
  ])
  const named = (members: string) => lacksOf('x-operation: list, ', members)
  expect(await named('')).toEqual([
    [
      expect.stringContaining('requires "city", which'),
      expect.stringContaining('Name the value with "x-member"'),
    ],
    whole,
  ])
  expect(await named(', x-member: address.city')).toEqual([
    whole,
    ['The response of GET /roofs requires "address", which items of Roof need not have', expect.any(String)],
  ])
  const parameter = 'x-operation: list, parameters: [{ name: city, in: query, schema: { type: string } }], '
  expect(await lacksOf(parameter, ', x-member: address.city')).toContainEqual([
    expect.stringContaining(
      'by "city", which shows "address.city": "address" of Roof is stored as one value',
    ),
    expect.stringContaining('Write "x-filter: own" next to the parameter'),
  ])
  expect(await named(', x-member: parent.title')).toContainEqual([
    expect.stringContaining('names no known value, because "parent" is not a stored property'),
    expect.stringContaining('write "x-member: parent_id.title"'),
  ])
  for (const path of ['address.town', 'address.door', 'id', 'owner.pin', 'owner', 'owner.id.x'])
    expect(await named(`, x-member: ${path}`)).toContainEqual([
      expect.stringContaining(
        `"x-member: ${path}" of "city" in the response of GET /roofs names no known value of this type`,
      ),
      expect.stringContaining('"address.city"'),
    ])
  expect(await named(', x-member: maker.pin')).toContainEqual([
    '"x-member: maker.pin" of "city" in the response of GET /roofs shows what is in "maker", which is "writeOnly"',
    'Remove "writeOnly" from "maker", which responses then contain if they declare it',
  ])
})

test('inspect --contract says whether a response has no schema or allows any object', async () => {
  const pets = document('{ name: page, in: query, schema: { type: integer, default: 1 } }')
  const lackOf = async (content: string): Promise<unknown> => {
    box.write('api.yaml', pets.replace('content: { application/json: {} }', content))
    const [, { answers, lacks }] = JSON.parse((await box.run('inspect ./api.yaml --contract --json')).out)
    return [answers, lacks[0].message]
  }
  for (const schema of ['{ type: object }', '{ type: object, title: A pet, additionalProperties: true }'])
    expect(await lackOf(`content: { application/json: { schema: ${schema} } }`)).toEqual([
      'svcgen',
      'declares a success response that can be any object',
    ])
  expect(await lackOf('content: { application/json: {} }')).toEqual([
    'svcgen',
    'declares no schema for its success response',
  ])
})

test('a DELETE that only removes an item from a list is a warning, unless the list is meant', async () => {
  const warnings = async (text: string): Promise<string> => {
    box.write('api.yaml', text)
    return (await box.run('inspect ./api.yaml')).err
  }
  const list = "vehicles: { type: array, items: { $ref: '#/components/schemas/Vehicle' }"
  const warning =
    'DELETE /carriers/{carrierId}/vehicles/{plate} removes the Vehicle from "vehicles" of Carrier and does not delete it'
  const err = await warnings(CARRIERS)
  expect(err).toContain(`SVC8093: ${warning}`)
  expect(err).toContain(ONE_CARRIER)
  for (const settings of [ONE_CARRIER, 'x-db-settings: { many_to_many: true }'])
    expect(await warnings(CARRIERS.replace(list, `${list}, ${settings}`))).not.toContain('SVC8093')
})

test('operations that change a read-only list are functions, unless each item belongs to one list', async () => {
  const answers = async (text: string): Promise<readonly unknown[]> => {
    box.write('api.yaml', text)
    const operations: readonly { operation: string; answers: string; lacks: readonly unknown[] }[] =
      JSON.parse((await box.run('inspect ./api.yaml --contract --json')).out)
    return operations
      .filter(({ operation }) => /^(?:POST|DELETE) .carriers/.test(operation))
      .map((each) => [each.answers, ...each.lacks])
  }
  const readOnly = CARRIERS.replace('vehicles: { type: array', 'vehicles: { readOnly: true, type: array')
  const lack = {
    message: 'changes "vehicles" of Carrier, which is many-to-many and "readOnly"',
    line: `${ONE_CARRIER}, next to "vehicles", if each Vehicle belongs to one Carrier`,
  }
  expect(await answers(readOnly)).toEqual([
    ['own', lack],
    ['own', lack],
  ])
  expect(await answers(readOnly.replace('readOnly: true', `readOnly: true, ${ONE_CARRIER}`))).toEqual([
    ['contract'],
    ['contract'],
  ])
})

test('a key in a body beside a copy of an item says how the copy becomes a relationship', async () => {
  box.write('api.yaml', CARRIERS)
  expect((await box.run('inspect ./api.yaml')).err).toContain(
    'Write "x-relation: Carrier" next to "carrier" of Bid, which stores a copy',
  )
  box.write(
    'api.yaml',
    CARRIERS.replace(
      "carrier: { $ref: '#/components/schemas/Summary'",
      "carrier: { x-relation: Carrier, $ref: '#/components/schemas/Summary'",
    ),
  )
  expect((await box.run('inspect ./api.yaml')).err).not.toContain('SVC8085')
})

test('a list whose name does not fit the only relationship back is a warning', async () => {
  const warnings = async (list: string, key = 'seller'): Promise<string> => {
    box.write(
      'api.yaml',
      CARRIERS.replace(
        '  schemas:\n',
        `  schemas:
    Person: { type: object, x-stored: true, properties: { id: { type: integer }, ${list}: { type: array, items: { $ref: '#/components/schemas/Offer' } } } }
    Offer: { type: object, x-stored: true, properties: { id: { type: integer }, ${key}: { type: integer, x-relation: Person } } }
`,
      ),
    )
    return (await box.run('inspect ./api.yaml')).err
  }
  expect(await warnings('favorites')).toContain(
    'SVC8094: "favorites" of Person contains the items of Offer whose "seller" is the Person',
  )
  for (const [list, key] of [
    ['offers', 'seller'],
    ['open_offers', 'seller'],
    ['favorites', 'person_id'],
  ] as const)
    expect(await warnings(list, key)).not.toContain('SVC8094')
})

test('a numeric cursor cannot be a key that is a text', async () => {
  const cursor = '{ name: starting_after, in: query, schema: { type: integer } }'
  box.write('api.yaml', document(cursor))
  expect((await box.run('inspect ./api.yaml')).err).not.toContain('SVC8070')
  box.write('api.yaml', document(cursor).replace('id: { type: integer', 'id: { type: string'))
  expect((await box.run('inspect ./api.yaml')).err).toContain(
    '"starting_after" is a number, which cannot be the text "id" of the item before the page (GET /pets)',
  )
})

test('plan says that a function is no longer called if its operation is answered from stored items again', async () => {
  const own = document().replace('operationId: listPets', 'operationId: listPets\n      x-operation: own')
  box.write('api.yaml', own)
  await box.run('generate ./api.yaml -o ./out')
  const stub = 'out/src/actions/list-pets.ts'
  box.write(stub, box.read(stub).replace('throw new NotImplemented()', 'return []'))
  box.write('api.yaml', document())
  const { functions } = JSON.parse((await box.run('plan ./api.yaml -o ./out --json')).out)
  expect(functions).toEqual([
    {
      file: 'src/actions/list-pets.ts',
      line: 4,
      column: 18,
      change: 'is no longer called, because the service answers GET /pets from stored items',
    },
  ])
})

test('the README shows a handler for a property that requests can set', async () => {
  const pet = 'id: { type: integer, readOnly: true }, name:'
  box.write(
    'api.yaml',
    document().replace(pet, pet.replace('name:', 'code: { type: string, readOnly: true }, name:')),
  )
  await box.run('generate ./api.yaml -o ./out')
  expect(box.read('out/README.md')).toContain("registry.add('tidy_name'")
})

test('plan says that existing items have no value in a new scope of their path', async () => {
  box.write('api.yaml', document())
  await box.run('generate ./api.yaml -o ./out')
  const shop = '{ name: shop, in: path, required: true, x-scope: shop_id, schema: { type: string } }'
  box.write(
    'api.yaml',
    document().replace('  /pets:\n', `  /shops/{shop}/pets:\n    parameters: [${shop}]\n`),
  )
  const { database } = JSON.parse((await box.run('plan ./api.yaml -o ./out --json')).out)
  expect(database).toEqual([
    {
      step: 'add column pet.shop_id',
      destructive: false,
      rows: 'no value, so that no path selects them',
    },
  ])
})

test('ACCESS.md says whose rules items without routes of their own follow', async () => {
  const payment = "{ type: array, items: { $ref: '#/components/schemas/Payment' } }"
  const payments = `get: { x-operation: own, x-acl: { collection: [allow g:admin view] }, responses: { '200': { description: Payments, content: { application/json: { schema: ${payment} } } } } }`
  const text = document()
    .replace('paths:', 'x-acl: { collection: allow everyone all }\npaths:')
    .replace('  /owners:', `  /payments:\n    ${payments}\n  /owners:`)
    .replace('name: { type: string } }', `name: { type: string }, payments: ${payment} }`)
  const stored = 'x-stored: true, type: object, properties: { id: { type: integer, readOnly: true }'
  box.write('api.yaml', `${text}    Payment: { ${stored}, pet_id: { type: integer, x-relation: Pet } } }\n`)
  expect((await box.run('generate ./api.yaml -o ./out')).exit).toBe(0)
  expect(box.read('out/ACCESS.md')).toContain(
    'The items of Payment have no routes of their own. Other documents contain them for callers whom the rules of `GET /payments` allow',
  )
  box.write('api.yaml', box.read('api.yaml').replace(`  /payments:\n    ${payments}\n`, ''))
  await box.run('generate ./api.yaml -o ./out --force')
  expect(box.read('out/ACCESS.md')).toContain(
    'Everyone who can see a document can also see these items in it.',
  )
})

test('the parameters of a path have their names wherever people read the path', async () => {
  const parameter = '{ name: bfs-number, in: path, required: true, schema: { type: integer } }'
  const path = '/towns/{bfs-number}'
  const declared = document().replace('/ping:', `${path}:\n    parameters: [${parameter}]`)
  box.write('api.yaml', declared.replace('paths:', 'x-acl: { collection: allow everyone all }\npaths:'))
  const outputs: string[] = []
  for (const command of ['inspect ./api.yaml', 'inspect ./api.yaml --contract', 'plan ./api.yaml -o ./out'])
    outputs.push((await box.run(command)).out)
  expect((await box.run('generate ./api.yaml -o ./out')).exit).toBe(0)
  for (const file of [
    'ACCESS.md',
    'README.md',
    'src/actions/get-towns-bfs-number.ts',
    'test/generated/actions/towns.ts',
  ])
    outputs.push(box.read(`out/${file}`))
  expect(outputs.map((text) => [text.includes(path), text.includes('{bfsNumber}')])).toEqual(
    outputs.map(() => [true, false]),
  )
})

test('a credential with the name of a property cannot be mistaken for a filter', async () => {
  const secured = (security: string, parameter?: string): string =>
    document(parameter)
      .replace(
        'components:\n',
        'components:\n  securitySchemes: { key: { type: apiKey, in: query, name: name } }\n',
      )
      .replace('operationId: listPets', `operationId: listPets\n      security: [${security}]`)
  const message = 'The parameter "name" contains credentials and has the name of a property of Pet'
  const errors = async (text: string): Promise<string> => {
    box.write('api.yaml', text)
    return (await box.run('inspect ./api.yaml')).err
  }
  expect(await errors(secured('{ key: [] }'))).toContain(message)
  expect(await errors(secured('{}'))).not.toContain('SVC8070')
  const ignored = '{ name: name, in: query, x-ignored: true, schema: { type: string } }'
  expect(await errors(secured('{ key: [] }', ignored))).not.toContain('SVC8070')
})

test('a PUT that creates its item with rules of the item only is a warning', async () => {
  const warnings = async (acl: string): Promise<string> => {
    box.write(
      'api.yaml',
      `openapi: 3.1.0
info: { title: Settings, version: '1' }
security: [{ session: [] }]
paths:
  /settings:
    x-item: site
    x-acl: ${acl}
    get: { responses: { 200: { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Settings' } } } } } }
    put:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Settings' } } } }
      responses: { 200: { description: Replaced }, 201: { description: Created } }
components:
  securitySchemes: { session: { type: apiKey, in: cookie, name: sid, x-ticket: { secret: ticket_secret } } }
  schemas:
    Settings: { type: object, x-stored: true, properties: { title: { type: string } } }
`,
    )
    return (await box.run('inspect ./api.yaml')).err
  }
  const rules = "item: 'allow g:admin all; allow authenticated view'"
  expect(await warnings(`{ ${rules} }`)).toContain(
    'SVC5052: Everyone who can send PUT /settings can create the item',
  )
  expect(await warnings(`{ collection: 'allow g:admin create', ${rules} }`)).not.toContain('SVC5052')
})

test('a path that finds items by a field that callers cannot see is a warning', async () => {
  const warnings = async (keys: string): Promise<string> => {
    box.write(
      'api.yaml',
      `openapi: 3.1.0
info: { title: Members, version: '1' }
security: [{ session: [] }, {}]
x-acl: { item: 'allow everyone view' }
paths:
  /members/{email}:
    parameters: [{ name: email, in: path, required: true, schema: { type: string } }]
    get: { responses: { 200: { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Member' } } } } } }
components:
  securitySchemes: { session: { type: apiKey, in: cookie, name: sid, x-ticket: { secret: ticket_secret } } }
  schemas:
    Member:
      type: object
      x-stored: true
      x-key: id
      ${keys}
      properties: { id: { type: string }, email: { type: string, x-db-settings: { unique: true } } }
`,
    )
    return (await box.run('inspect ./api.yaml')).err
  }
  const warning = 'SVC5053: GET /members/{email} finds items by "email", which "everyone" cannot see'
  expect(await warnings('x-public-fields: [id]')).toContain(warning)
  expect(await warnings('x-auth-fields: [id]')).toContain(warning.replace('everyone', 'authenticated'))
  expect(await warnings('x-public-fields: [id, email]')).not.toContain('SVC5053')
})

test('a list in an order by a field that callers cannot see is a warning', async () => {
  const warnings = async (keys: string): Promise<string> => {
    box.write(
      'api.yaml',
      `openapi: 3.1.0
info: { title: Members, version: '1' }
security: [{ session: [] }]
x-acl: { collection: 'allow authenticated view' }
paths:
  /members:
    get: { x-sort: 'name,-salary', responses: { 200: { description: OK, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Member' } } } } } } }
components:
  securitySchemes: { session: { type: apiKey, in: cookie, name: sid, x-ticket: { secret: ticket_secret } } }
  schemas:
    Member:
      type: object
      x-stored: true
      ${keys}
      properties: { id: { type: integer, readOnly: true }, name: { type: string }, salary: { type: integer } }
`,
    )
    return (await box.run('inspect ./api.yaml')).err
  }
  const warning = 'SVC5059: GET /members sorts by "salary", which "authenticated" cannot see'
  for (const keys of ['x-auth-fields: [id, name]', 'x-hidden-fields: [salary]'])
    expect(await warnings(keys)).toContain(warning)
  for (const keys of ['x-auth-fields: [id, name, salary]', 'x-public-fields: [id]'])
    expect(await warnings(keys)).not.toContain('SVC5059')
})

test('inspect --contract says how a list with UUIDs gets an order that means something', async () => {
  const text = document().replace(
    'id: { type: integer, readOnly: true }',
    'id: { type: string, format: uuid, readOnly: true }, created: { type: string, format: date-time }',
  )
  const lacksOf = async (order: string, api = text): Promise<unknown> => {
    box.write('api.yaml', api.replace('operationId: listPets', `operationId: listPets${order}`))
    const { out } = await box.run('inspect ./api.yaml --contract --json')
    return JSON.parse(out)[0].lacks
  }
  const arbitrary = (field: string): object => ({
    message: 'returns the items in the order of their UUIDs, which is arbitrary',
    line: `x-sort: -${field}, in the operation`,
  })
  expect(await lacksOf('')).toEqual([arbitrary('created')])
  const seconds = `made: { type: integer, x-db-settings: { default: '{{time.time}}' } }`
  const order = '- { name: order, in: query, schema: { type: string, enum: [asc, desc] } }'
  const directed = text
    .replace('created: { type: string, format: date-time }', seconds)
    .replace('      parameters:\n', `$&        ${order}\n`)
  expect(await lacksOf('', directed)).toEqual([arbitrary('made')])
  expect(await lacksOf('\n      x-sort: -created, name')).toEqual([])
  expect(await lacksOf('\n      x-sort: born')).toEqual([
    {
      message: '"x-sort: born" of GET /pets contains "born", by which a list of Pet cannot be sorted',
      line: 'Use created, id or name, after "-" for the reverse order',
    },
  ])
})

test('inspect --contract names properties that nothing ever sets', async () => {
  const lacksOf = async (properties: string, pet = ''): Promise<unknown> => {
    const shown = "content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } }"
    box.write(
      'api.yaml',
      document()
        .replace('content: { application/json: {} }', shown)
        .replace('name: { type: string } }\n    Owner', `name: { type: string }, ${properties} }\n    Owner`)
        .replace('x-stored: true\n', `x-stored: true\n${pet}`),
    )
    const { out } = await box.run('inspect ./api.yaml --contract --json')
    return JSON.parse(out)[1].lacks
  }
  const born = 'born: { type: string, format: date, readOnly: true'
  expect(await lacksOf(`${born} }, seen: { type: string, readOnly: true }`)).toEqual([
    {
      message:
        'creates items without "born" and "seen", which responses show and no request, default or handler sets',
      line: 'x-db-settings: { default: … }, next to the property, unless code of yours sets it',
    },
  ])
  expect(await lacksOf(`${born}, x-db-settings: { default: '{{datetime.date.today}}' } }`)).toEqual([])
  expect(await lacksOf(`${born} }`, '      x-event-handlers: { before_create: [born] }\n')).toEqual([])
  expect(await lacksOf('born: { type: string, format: date }')).toEqual([])
})

test('inspect --contract names required properties that nothing sets, even if a function changes items', async () => {
  const note = "{ application/json: { schema: { $ref: '#/components/schemas/Note' } } }"
  const users =
    "{ application/json: { schema: { type: array, items: { $ref: '#/components/schemas/User' } } } }"
  box.write(
    'api.yaml',
    `openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /notes:
    post:
      requestBody: { content: { application/json: { schema: { properties: { text: { type: string } } } } } }
      responses: { 201: { description: created, content: ${note} } }
  /notes/{id}/archive:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    post: { responses: { 200: { description: archived, content: ${note} } } }
  /users:
    get: { responses: { 200: { description: all, content: ${users} } } }
components:
  schemas:
    User: { x-stored: true, type: object, properties: { id: { type: integer } } }
    Note:
      x-stored: true
      type: object
      required: [id, born, author]
      properties:
        id: { type: integer }
        text: { type: string }
        seen: { type: string, readOnly: true }
        born: { type: string, format: date, readOnly: true }
        author: { $ref: '#/components/schemas/User' }
`,
  )
  const { out } = await box.run('inspect ./api.yaml --contract --json')
  const message =
    'creates items without "author" and "born", which responses show and no request, default or handler sets'
  expect(JSON.parse(out)[0].lacks).toMatchObject([{ message }])
})

test('the help for the "x-action" of another tool says what to do with it', async () => {
  box.write('api.yaml', document().replace('    post:\n', '    post:\n      x-action: create\n'))
  expect((await box.run('inspect ./api.yaml')).err).toContain('Rename the key if it is one of another tool')
})

test('the help for a key that requests cannot set names "readOnly"', async () => {
  const parameter = '{ name: petId, in: query, schema: { type: integer } }'
  box.write(
    'api.yaml',
    document()
      .replace('    post:\n', `    post:\n      parameters: [${parameter}]\n`)
      .replace(
        'content: { application/json: {} }',
        "content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } }",
      ),
  )
  const { out } = await box.run('inspect ./api.yaml --contract --json')
  expect(JSON.parse(out)[1].lacks[0].line).toBe(
    'Remove "readOnly" from "id" of Pet if the parameter contains the key of the new item, or write "x-ignored: true" next to it',
  )
})

test('a body that describes changes of parts is that of a function', async () => {
  const changes =
    '{ type: object, properties: { name: { type: string }, Operations: { type: array, items: { type: object, properties: { op: { type: string }, path: { type: string }, value: {} } } } } }'
  const pet = "{ $ref: '#/components/schemas/Pet' }"
  const item = (line: string): string => `  /pets/{petId}:
    parameters: [{ name: petId, in: path, required: true, schema: { type: integer } }]
    patch:
      ${line}
      requestBody: { content: { application/json: { schema: ${changes} } } }
      responses: { '200': { description: The pet, content: { application/json: { schema: ${pet} } } } }
`
  const reported = async (line: string): Promise<unknown> => {
    box.write('api.yaml', document().replace('  /owners:\n', `${item(line)}  /owners:\n`))
    const { out } = await box.run('inspect ./api.yaml --contract --json')
    const { answers, lacks } = JSON.parse(out)[2]
    return [answers, lacks[0].message]
  }
  expect(await reported('operationId: patchPet')).toEqual([
    'own',
    'describes changes in "Operations" of its body, not properties of Pet',
  ])
  expect(await reported('x-operation: update')).toEqual([
    'contract',
    'Nothing stores "Operations" in the body of PATCH /pets/{petId}, because Pet has no such property',
  ])
})

test('"x-sort" of an operation that is not a list is an error', async () => {
  box.write('api.yaml', document().replace('    post:\n', '    post:\n      x-sort: name\n'))
  const { err } = await box.run('inspect ./api.yaml')
  expect(err).toContain(
    '"x-sort" in POST /pets has no effect, because the operation is not a list of stored items',
  )
})

test('inspect --contract names the component to store if others are parts of it', async () => {
  const response = (name: string, isList = false): string => {
    const schema = `{ $ref: '#/components/schemas/${name}' }`
    const content = isList ? `{ type: array, items: ${schema} }` : schema
    return `responses: { '200': { description: OK, content: { application/json: { schema: ${content} } } } }`
  }
  const text = (stored: string): string => `openapi: 3.1.0
info: { title: Visits, version: 1.0.0 }
paths:
  /visits:
    get: { parameters: [{ name: limit, in: query, schema: { type: integer } }], ${response('Visit', true)} }
  /visits/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { ${response('VisitDetail')} }
    delete: { ${response('Visit')} }
  /visits/{id}/cancel:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    post: { ${response('Visit')} }
  /me/visits:
    get: { ${response('VisitDetailSummary', true)} }
components:
  schemas:
    Visit: { type: object, properties: { id: { type: integer, readOnly: true }, on: { type: string, format: date } } }
    VisitDetail:
      ${stored}
      allOf: [{ $ref: '#/components/schemas/Visit' }, { type: object, properties: { note: { type: string } } }]
    VisitDetailSummary: { type: object, properties: { id: { type: integer }, note: { type: string } } }
`
  const lines = async (stored: string): Promise<unknown> => {
    box.write('api.yaml', text(stored))
    const { out } = await box.run('inspect ./api.yaml --contract --json')
    const found: readonly { lacks: readonly { line: string }[] }[] = JSON.parse(out)
    return found.flatMap(({ lacks }) => lacks.map(({ line }) => line))
  }
  expect(await lines('description: With the note.')).toEqual(Array(5).fill('x-stored: true, in VisitDetail'))
  expect(await lines('x-stored: true')).toEqual([])
})

test('inspect --contract says why a request never answers its 409', async () => {
  const text = document().replace(
    "'201': { description: The pet, content: { application/json: {} } }",
    `'201': { description: The pet, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }, '409': { description: Exists }`,
  )
  const lacksOf = async (name: string): Promise<unknown> => {
    box.write('api.yaml', text.replace('name: { type: string } }\n    Owner', `name: ${name} }\n    Owner`))
    const { out } = await box.run('inspect ./api.yaml --contract --json')
    return JSON.parse(out)[1].lacks
  }
  expect(await lacksOf('{ type: string }')).toEqual([
    {
      message: 'never answers its 409, because no property of Pet that a request contains is unique',
      line: 'x-db-settings: { unique: true }, next to the property of which no two items can have the same value',
    },
  ])
  expect(await lacksOf('{ type: string, x-db-settings: { unique: true } }')).toEqual([])
})

test('inspect --who-can lists the items that a caller can remove from a list, which is an update', async () => {
  const item = (name: string): string =>
    `{ name: ${name}, in: path, required: true, schema: { type: integer } }`
  box.write(
    'api.yaml',
    `openapi: 3.1.0
info: { title: Rooms, version: 1.0.0 }
security: [{ session: [] }]
x-acl: { collection: allow authenticated all }
paths:
  /rooms/{id}:
    parameters: [${item('id')}]
    get: { responses: { '200': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Room' } } } } } }
  /rooms/{id}/tags/{tag}:
    parameters: [${item('id')}, ${item('tag')}]
    delete: { responses: { '204': { description: Removed } } }
components:
  securitySchemes:
    session: { type: apiKey, in: cookie, name: sid, x-ticket: { secret: auth_tkt_secret } }
  schemas:
    Room:
      type: object
      x-stored: true
      x-row-rules: [allow everyone view, allow authenticated update]
      properties: { id: { type: integer, readOnly: true }, tags: { type: array, items: { $ref: '#/components/schemas/Tag' }, x-db-settings: { many_to_many: true } } }
    Tag:
      type: object
      x-stored: true
      x-row-rules: [allow everyone view, allow authenticated update where name=open]
      properties: { id: { type: integer, readOnly: true }, name: { type: string } }
`,
  )
  const { out } = await box.runArgv(['inspect', './api.yaml', '--who-can', 'delete /rooms/{id}/tags/{tag}'])
  expect(out).toMatch(/authenticated +name=open +yes/)
})

test('a POST that returns a user, such as a login, is a function for which nothing is missing', async () => {
  box.write(
    'api.yaml',
    `openapi: 3.1.0
info: { title: People, version: 1.0.0 }
security: [{ bearer: [] }]
paths:
  /login:
    post:
      requestBody: { content: { application/json: { schema: { type: object, properties: { name: { type: string } } } } } }
      responses: { '200': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Person' } } } } }
  /me:
    get: { responses: { '200': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Person' } } } } } }
components:
  securitySchemes: { bearer: { type: http, scheme: bearer } }
  schemas:
    Person: { x-stored: true, x-auth-model: true, type: object, properties: { id: { type: integer, readOnly: true }, name: { type: string } } }
`,
  )
  expect(JSON.parse((await box.run('inspect ./api.yaml --contract --json')).out)).toMatchObject([
    { operation: 'POST /login', answers: 'own', lacks: [] },
    { operation: 'GET /me', answers: 'contract' },
  ])
})

test('the caller has no second path if the document declares one', async () => {
  const ownPath = async (item: string): Promise<string> => {
    box.write(
      'api.yaml',
      `openapi: 3.1.0
info: { title: People, version: 1.0.0 }
security: [{ bearer: [] }]
x-acl: { collection: allow authenticated all }
paths:
  /people:
    get: { responses: { '200': { description: OK, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Person' } } } } } } }
  /me:
    x-item: ${item}
    get: { responses: { '200': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Person' } } } } } }
components:
  securitySchemes: { bearer: { type: http, scheme: bearer } }
  schemas:
    Person: { x-stored: true, x-auth-model: true, type: object, properties: { id: { type: string }, name: { type: string } } }
`,
    )
    return (await box.run('inspect ./api.yaml')).out
  }
  expect(await ownPath('ada')).toContain('GET /people/self')
  const own = await ownPath('self')
  expect(own).toContain('GET /me')
  expect(own).not.toContain('/people/self')
})

test('inspect --who-can says that nobody can create items for whom no row rule allows it', async () => {
  box.write(
    'api.yaml',
    `openapi: 3.1.0
info: { title: Rooms, version: 1.0.0 }
security: [{ session: [] }]
x-acl: { collection: allow authenticated all }
paths:
  /rooms:
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Room' } } } }
      responses: { '201': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Room' } } } } }
components:
  securitySchemes:
    session: { type: apiKey, in: cookie, name: sid, x-ticket: { secret: auth_tkt_secret } }
  schemas:
    Room:
      type: object
      x-stored: true
      x-row-rules: [allow g:admin all, allow authenticated view]
      properties: { id: { type: integer, readOnly: true }, name: { type: string } }
`,
  )
  const { out } = await box.runArgv(['inspect', './api.yaml', '--who-can', 'post /rooms'])
  expect(out).toMatch(/authenticated +no/)
  expect(out).toMatch(/g:admin +all rows +yes/)
})

test('the help for a parameter without a meaning names a field that fits, or the component that the field copies', async () => {
  const helpFor = async (parameter: string, pet: string): Promise<string> => {
    box.write(
      'api.yaml',
      document(parameter).replace('name: { type: string } }\n    Owner', `${pet} }\n    Owner`),
    )
    const { out } = await box.run('inspect ./api.yaml --contract --json')
    return JSON.parse(out)[0].lacks[0].line
  }
  const time = '{ type: string, format: date-time }'
  expect(await helpFor(`{ name: since, in: query, schema: ${time} }`, `born: ${time}`)).toContain(
    'as in "x-filter: born__gte"',
  )
  const dates = `seen: ${time}, bornDay: ${time}`
  expect(await helpFor(`{ name: bornedTo, in: query, schema: ${time} }`, dates)).toContain(
    'as in "x-filter: bornDay__lte"',
  )
  const owner = `owner: { type: object, properties: { id: { type: integer }, name: { type: string } } }`
  expect(await helpFor('{ name: owner.name, in: query, schema: { type: string } }', owner)).toBe(
    'Write "x-filter: own" next to the parameter, and select the items with a function of yours in src/filters/',
  )
  expect(
    await helpFor(
      '{ name: parent.name, in: query, schema: { type: string } }',
      'name: { type: string }, parent: { type: object, properties: { id: { type: integer }, name: { type: string } } }',
    ),
  ).toBe(
    'Write "x-relation: Pet" next to "parent" of Pet, which stores a copy, or filter yourself with "x-filter: own"',
  )
})

test('the help for "expand" names the component that has the relationship', async () => {
  const expand = '{ name: expand, in: query, schema: { type: string, enum: [owner] } }'
  box.write('api.yaml', document(expand))
  const { out } = await box.run('inspect ./api.yaml --contract --json')
  expect(JSON.parse(out)[0].lacks[0].line).toBe(
    'Declare "owner" as a relationship in Pet, store the component of the response instead if it extends Pet, write "x-ignored: true" next to it, or write the operation yourself with "x-operation: own"',
  )
})

test('inspect --contract says what the identifiers at the path of a relationship must be', async () => {
  const identifier = { type: 'object', properties: { id: { type: 'string' }, type: { const: 'people' } } }
  const list = { type: 'array', items: identifier }
  const content = (data: object) => ({
    content: { 'application/json': { schema: { type: 'object', properties: { data } } } },
  })
  const path = (data: object) => ({
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    get: { responses: { 200: { description: 'OK', ...content(data) } } },
    patch: { requestBody: content(data), responses: { 204: { description: 'OK' } } },
    post: { requestBody: content(data), responses: { 204: { description: 'OK' } } },
  })
  const related = (data: object) => ({
    type: 'object',
    properties: { data: { ...data, 'x-relation': 'Person' } },
  })
  const resource = (relationships: object) => ({
    type: 'object',
    'x-stored': true,
    properties: {
      id: { type: 'string', readOnly: true },
      type: { const: 'things' },
      attributes: { type: 'object', properties: { title: { type: 'string' } } },
      relationships: { type: 'object', properties: relationships },
    },
  })
  const article = { schema: { $ref: '#/components/schemas/Article' } }
  const text = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Articles', version: '1' },
    paths: {
      '/articles/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        get: { responses: { 200: { description: 'OK', content: { 'application/json': article } } } },
      },
      '/articles/{id}/relationships/author': path(list),
      '/articles/{id}/relationships/editors': path(identifier),
    },
    components: {
      schemas: {
        Person: { ...resource({}) },
        Article: resource({ author: related(identifier), editors: related(list) }),
      },
    },
  })
  box.write('api.yaml', text)
  const operations: readonly { operation: string; answers: string; lacks: readonly { message: string }[] }[] =
    JSON.parse((await box.run('inspect ./api.yaml --contract --json')).out)
  expect(
    operations
      .filter(({ operation }) => operation.includes('relationships'))
      .map(({ answers, lacks: [lack] }) => [answers, lack?.message]),
  ).toEqual([
    ['own', 'has no single identifier in "data" of its response, although "author" is one item'],
    ['own', 'has no single identifier in "data" of its body, although "author" is one item'],
    ['own', 'concerns "author", which is one item'],
    ['own', 'has no list of identifiers in "data" of its response, although "editors" is a list'],
    ['own', 'has no list of identifiers in "data" of its body, although "editors" is a list'],
    ['own', 'adds some items to "editors"'],
  ])
})

test('a parameter that accepts only numbers is a warning if the key is text', async () => {
  const content = "content: { application/json: { schema: { $ref: '#/components/schemas/Hook' } } }"
  const warnings = async (parameter: string, key: string): Promise<string> => {
    box.write(
      'api.yaml',
      `
openapi: 3.1.0
info: { title: Hooks, version: '1' }
paths:
  /hooks:
    post: { requestBody: { ${content} }, responses: { '201': { description: OK, ${content} } } }
  /hooks/{hookId}:
    parameters: [{ name: hookId, in: path, required: true, schema: { type: ${parameter} } }]
    get: { responses: { '200': { description: OK, ${content} } } }
components:
  schemas:
    Hook: { x-stored: true, type: object, properties: { id: { type: ${key}, readOnly: true }, url: { type: string } } }
`,
    )
    return (await box.run('inspect ./api.yaml')).err
  }
  expect(await warnings('integer', 'string')).toContain(
    'SVC8095: The parameter "hookId" of GET /hooks/{hookId} accepts only numbers, but "id" of Hook',
  )
  for (const type of ['integer', 'string'])
    for (const parameter of [type, 'string']) expect(await warnings(parameter, type)).not.toContain('SVC8095')
})

test('inspect --contract says what identifies the only item below another one', async () => {
  const content = "content: { application/json: { schema: { $ref: '#/components/schemas/Settings' } } }"
  box.write(
    'api.yaml',
    `
openapi: 3.1.0
info: { title: Settings, version: '1' }
paths:
  /apps/{appId}/settings:
    parameters: [{ name: appId, in: path, required: true, schema: { type: string }, x-scope: app_id }]
    get: { responses: { '200': { description: OK, ${content} } } }
components:
  schemas:
    Settings: { x-stored: true, type: object, properties: { theme: { type: string } } }
`,
  )
  const [{ lacks }] = JSON.parse((await box.run('inspect ./api.yaml --contract --json')).out)
  expect(lacks).toEqual([
    {
      message: 'concerns one item of Settings below "{appId}", to which Settings has no relationship',
      line: expect.stringContaining('x-db-settings: { unique: true }'),
    },
  ])
})

test('inspect --contract says that a HEAD is answered as the GET beside it', async () => {
  const head = "head: { responses: { '200': { description: Pets } } }"
  box.write('api.yaml', document().replace('  /pets:\n', `  /pets:\n    ${head}\n`))
  const operations: readonly { operation: string; answers: string; lacks: readonly unknown[] }[] = JSON.parse(
    (await box.run('inspect ./api.yaml --contract --json')).out,
  )
  expect(operations.find(({ operation }) => operation === 'HEAD /pets')).toMatchObject({
    answers: 'contract',
    lacks: [],
  })
})

test('an item that contains a stored one is not a wrapper of it', async () => {
  const documents = async (members: string): Promise<unknown> => {
    box.write(
      'api.yaml',
      `
openapi: 3.1.0
info: { title: Invoices, version: '1' }
paths:
  /partners/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { responses: { '200': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Partner' } } } } } }
  /invoices/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { responses: { '200': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Invoice' } } } } } }
components:
  schemas:
    Partner: { x-stored: true, type: object, properties: { id: { type: integer }, name: { type: string } } }
    Invoice: { type: object, properties: { partner: { $ref: '#/components/schemas/Partner' }, ${members} } }
`,
    )
    const operations: readonly {
      operation: string
      answers: string
      lacks: readonly { message: string }[]
    }[] = JSON.parse((await box.run('inspect ./api.yaml --contract --json')).out)
    const found = operations.find(({ operation }) => operation === 'GET /invoices/{id}')
    return [found?.answers, found?.lacks[0]?.message]
  }
  const text = '{ type: string }'
  const invoice = `id: { type: integer }, number: ${text}, due: ${text}, comment: ${text}`
  expect(await documents(invoice)).toEqual(['own', 'Invoice is not stored'])
  // As in JSON-RPC.
  expect(await documents(`id: ${text}, jsonrpc: { const: '2.0' }`)).toEqual(['contract', expect.anything()])
})

test('a key in a body is not taken for what a path below others contains, if the path contains another property', async () => {
  box.write(
    'api.yaml',
    `openapi: 3.0.3
info: { title: Books, version: '1' }
paths:
  /shops/{shop}/books:
    parameters: [{ name: shop, in: path, required: true, schema: { type: string }, x-scope: shop }]
    post: { requestBody: { ${JSON_BOOK} }, responses: { '200': { description: OK, ${JSON_BOOK} } } }
  /shops/{shop}/books/{book}:
    parameters:
      - { name: shop, in: path, required: true, schema: { type: string }, x-scope: shop }
      - { name: book, in: path, required: true, schema: { type: string }, x-key: code }
    get: { responses: { '200': { description: OK, ${JSON_BOOK} } } }
components:
  schemas:
    Book:
      type: object
      x-stored: true
      x-unique-together: [[shop, code]]
      required: [code]
      properties: { id: { type: string, format: uuid }, code: { type: string } }
`,
  )
  const { exit, err } = await box.run('inspect ./api.yaml')
  expect([exit, err]).toEqual([0, ''])
})

const JSON_BOOK = "content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } }"

test('inspect --contract names the members of the page that a list leaves out', async () => {
  const page = PAGE.replace(
    'schema: ',
    'schema: { type: object, properties: { meta: { type: object, properties: { total: { type: integer }, took: { type: integer } } }, data: ',
  )
  box.write('api.yaml', document().replace(PAGE, `${page} } }`))
  const { out } = await box.run('inspect ./api.yaml --contract')
  expect(out).toMatch(/GET \/pets +to the letter +api\.yaml:5 +leaves out "took"/)
})
