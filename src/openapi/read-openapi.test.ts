import { describe, expect, test } from 'vitest'
import type { Api, Body, Method, Resource } from '../api/api.js'
import { Collector } from '../diagnostics/collector.js'
import { printOrdered } from '../ir/index.js'
import { toJson } from '../schema/node.js'
import { readOpenApiText } from '../testing/read-openapi-text.js'

const HEAD = 'openapi: 3.1.0\ninfo: {title: Stories, version: 1.0}\n'

/** Adds a version and a title to YAML text and reads it. Throws if there are problems. */
function read(text: string, files?: Readonly<Record<string, string>>, head = HEAD): Api {
  const { api, problems } = readOpenApiText(`${head}${text}`, files)
  expect(problems).toEqual([])
  if (api === null) throw new Error('nothing was read')
  return api
}

/** Returns the problems in YAML text. Line numbers refer to the given text. */
function problemsOf(
  text: string,
  {
    files,
    version = '3.1.0',
  }: { readonly files?: Readonly<Record<string, string>>; readonly version?: string } = {},
): readonly string[] {
  const { problems } = readOpenApiText(`${HEAD.replace('3.1.0', version)}${text}`, files)
  return problems.map((problem) =>
    problem.replace(/ (\d+):/, (_all, line: string) => ` ${Number(line) - 2}:`),
  )
}

function resource({ resources }: Api, path: string): Resource {
  const found = resources.find((one) => one.path === path)
  if (found === undefined) throw new Error(`no ${path}`)
  return found
}

function method(api: Api, path: string, verb: string): Method {
  const found = resource(api, path).methods.find((one) => one.verb === verb)
  if (found === undefined) throw new Error(`no ${verb}`)
  return found
}

function schemaOf(body: Body | undefined): unknown {
  const node = body?.schema?.source.parse(new Collector())
  return node === null || node === undefined ? null : toJson(node)
}

/** Returns a component after it has been read with its own dialect. */
function component(text: string, head = HEAD): unknown {
  const api = read(`paths: {}\ncomponents:\n  schemas:\n    A:\n      ${text}`, {}, head)
  const node = api.schemas.get('A')?.source.parse(new Collector())
  if (node?.kind !== 'map') throw new Error('no A')
  return toJson({ ...node, entries: node.entries.filter(({ key }) => key !== '$defs') })
}

describe('the version', () => {
  test.each([
    ['openapi: 3.0.3', ['SVC8006 1:1']],
    ['openapi: "3.1"', ['SVC8006 1:1']],
    ['swagger: "2.0"', ['SVC8001 1:1']],
    ['openapi: 2.0', ['SVC8001 1:10']],
    ['openapi: 4.0.0', ['SVC8001 1:10']],
    ['opneapi: 3.0.0', ['SVC8001 1:1']],
    ['{"info": {}}', ['SVC8001 1:1']],
    ['[]', ['SVC8001 1:1']],
    ['', ['SVC8001 1:1']],
    ['openapi: 3.2.0\ninfo: {title: x, version: y}', ['SVC8002 1:10']],
    ['openapi: 3\ninfo: {title: x, version: y}\npaths: {}', ['SVC8002 1:10']],
  ])('is checked in %j', (text, problems) => {
    expect(readOpenApiText(text).problems).toEqual(problems)
  })

  test('of Swagger is reported with a converter', () => {
    expect(readOpenApiText('swagger: "2.0"').diagnostics.map(({ message, help }) => [message, help])).toEqual(
      [
        [
          'Swagger 2.0 is not supported',
          'Convert the file to OpenAPI 3, for example with "npx swagger2openapi"',
        ],
      ],
    )
  })
})

test('JSON and YAML give the same API', () => {
  const json = {
    openapi: '3.1.0',
    info: { title: 'Stories', version: '1' },
    paths: { '/a': { get: { tags: ['x'] } } },
  }
  const read = [JSON.stringify(json), JSON.stringify(json, null, 2)].flatMap((text) =>
    ['api.json', 'api.yaml', 'api'].map((name) => readOpenApiText(text, {}, name)),
  )
  expect(read.map(({ problems }) => problems)).toEqual(read.map(() => []))
  expect(read.map(({ api }) => api?.resources[0]?.methods[0]?.tags)).toEqual(read.map(() => ['x']))
})

test('JSON that is only YAML is read by its name', () => {
  const text = '{openapi: 3.1.0, info: {title: x, version: 1}, paths: {},}'
  expect(readOpenApiText(text, {}, 'api.yaml').problems).toEqual([])
  expect(readOpenApiText(text, {}, 'api.json').problems).toEqual(['SVC1040 1:2'])
})

describe('the root', () => {
  test.each([
    ['', ''],
    ['servers: []', ''],
    ['servers: [{url: /}]', ''],
    ['servers: [{url: /v1/}, {url: /v2}]', '/v1'],
    ["servers: [{url: 'https://api.example.com/v1'}]", '/v1'],
    ["servers: [{url: '//api.example.com/v1/x?y=1'}]", '/v1/x'],
    ["servers: [{url: '{scheme}://x/{v}', variables: {scheme: {default: https}, v: {default: v2}}}]", '/v2'],
    ['servers: [{url: v1}]', '/v1'],
  ])('%s has the base path %j', (text, basePath) => {
    expect(read(`paths: {}\n${text}`).basePath).toBe(basePath)
  })

  test('a path item can be shared, and references are resolved everywhere', () => {
    const api = read(
      `paths:
  /a:
    $ref: '#/components/pathItems/A'
    description: own
  /b/{id}: {$ref: 'parts/b.yaml#/paths/~1b~1%7Bid%7D'}
components:
  pathItems:
    A:
      description: theirs
      parameters: [{$ref: '#/components/parameters/Q'}]
      get: {responses: {200: {$ref: '#/components/responses/R'}}}
  parameters: {Q: {name: q, in: query, schema: {$ref: '#/components/schemas/Id'}}}
  responses: {R: {description: x, headers: {X-Count: {$ref: '#/components/headers/C'}}, content: {application/json: {schema: {$ref: '#/components/schemas/A'}, examples: {one: {$ref: '#/components/examples/E'}}}}}}
  headers: {C: {schema: {type: integer}}}
  examples: {E: {value: {id: 1}}}
  schemas: {Id: {type: integer}, A: {properties: {id: {$ref: '#/components/schemas/Id'}}}}`,
      {
        'parts/b.yaml': `paths:
  /b/{id}:
    get:
      parameters: [{name: id, in: path, required: true, schema: {$ref: 'id.json'}}]
      responses: {200: {description: x, content: {application/json: {schema: {$ref: '../api.yaml#/components/schemas/A'}}}}}`,
        'parts/id.json': '{"type": "string"}',
      },
    )
    const get = method(api, '/a', 'get')
    expect(resource(api, '/a').description).toBe('own')
    expect(get.queryParameters).toMatchObject([
      { name: 'q', schema: { $ref: '#/$defs/Id' }, style: 'form', explode: true },
    ])
    expect(get.responses).toMatchObject([
      { status: 200, headers: [{ name: 'X-Count', schema: { type: 'integer' } }] },
    ])
    const [body] = get.responses[0]?.bodies ?? []
    expect(body?.schema?.name).toBe('A')
    expect(body?.example && toJson(body.example)).toEqual({ id: 1 })
    const b = method(api, '/b/{id}', 'get')
    expect(b.uriParameters.map(({ schema }) => schema)).toEqual([{ $ref: '#/$defs/id' }])
    expect(b.responses[0]?.bodies[0]?.schema?.source).toBe(body?.schema?.source)
  })
})

describe('structure', () => {
  test.each([
    ['path: {}', ['SVC8003 1:1']],
    ['paths: []', ['SVC8004 1:8']],
    ['paths: {/a: {get: x}}', ['SVC8004 1:19']],
    ['paths: {/a: {get: {deprecated: maybe}}}', ['SVC8005 1:32']],
    ['paths: {/a: {get: {summary: []}}}', ['SVC8005 1:29']],
    ['paths: {/a: {get: {parameters: {}}}}', ['SVC8004 1:32']],
    ['paths: {/a: {get: {responses: {200: {}}}}}', ['SVC8006 1:37']],
    ['paths: {/a: {get: {sumary: x}}}', ['SVC8003 1:20']],
    ['paths: {a: {get: {}}}', ['SVC8025 1:9']],
    ["paths: {'/a?b=1': {get: {}}}", ['SVC8025 1:9']],
    ["paths: {'/a#b': {get: {}}}", ['SVC8025 1:9']],
    ['paths: {"/a/{b}": {get: {}}, "/a/{c}": {get: {}}}', ['SVC8021 1:9', 'SVC8020 1:30']],
    [`servers: [{url: "/${'a'.repeat(2000)}"}]\npaths: {}`, ['SVC2018 1:17']],
    [`paths: {? "/${'a'.repeat(2000)}" : {get: {}}}`, ['SVC2018 1:11']],
    ['paths: {/a: {get: {operationId: x}, put: {operationId: x}}}', ['SVC8023 1:56']],
    ['paths: {/a: {get: {parameters: [{in: query, schema: {}}]}}}', ['SVC8026 1:33']],
    ['paths: {/a: {get: {parameters: [{name: x, in: body, schema: {}}]}}}', ['SVC8026 1:47']],
    ['paths: {/a: {get: {parameters: [{name: x, in: query}]}}}', ['SVC8024 1:33']],
    ['paths: {/a: {get: {parameters: [{name: x, in: query, style: matrix, schema: {}}]}}}', ['SVC8024 1:61']],
    [
      'paths: {/a: {get: {parameters: [{name: x, in: query, schema: {}}, {name: x, in: query, schema: {}}]}}}',
      ['SVC8024 1:67'],
    ],
    ['paths: {/a: {get: {parameters: [{name: x, in: query, type: string, schema: {}}]}}}', ['SVC8003 1:54']],
    ['paths: {"/a/{b}": {get: {parameters: [{name: b, in: path, schema: {}}]}}}', ['SVC8024 1:46']],
    ['paths: {/a: {get: {parameters: [{name: b, in: path, required: true, schema: {}}]}}}', ['SVC8022 1:40']],
    ['paths: {"/a{b": {get: {}}}', ['SVC8025 1:9']],
    ['paths: {/a: {get: {x-action: "yes"}}}', ['SVC3009 1:30']],
    [
      'paths: {/a: {get: {parameters: [{name: x, in: query, schema: {}, content: {application/json: {}}}]}}}',
      ['SVC8024 1:66'],
    ],
    [
      "paths: {/a: {get: {parameters: [{name: x, in: query, schema: {$ref: '#/components/parameters/P'}}]}}}\ncomponents: {parameters: {P: {name: x, in: query, schema: {}}}}",
      ['SVC8004 1:69'],
    ],
    [
      'paths: {/a: {get: {parameters: [{name: x, in: query, schema: {type: integer, default: ten}}]}}}',
      ['SVC3032 1:87'],
    ],
    ['paths: {/a: {get: {requestBody: {content: {}}}}}', ['SVC8028 1:20']],
    ['paths: {/a: {put: {requestBody: {content: {json: {}}}}}}', ['SVC8029 1:44']],
    ['paths: {/a: {get: {responses: {OK: {description: x}}}}}', ['SVC8027 1:32']],
    ["paths: {/a: {get: {responses: {200: {$ref: '#/components/responses/A'}}}}}", ['SVC8010 1:44']],
    ["paths: {/a: {get: {responses: {200: {$ref: '#/x-a'}}}}}\nx-a: {$ref: '#/x-a'}", ['SVC8011 2:13']],
    ["paths: {/a: {get: {responses: {200: {$ref: 'https://x/a.yaml'}}}}}", ['SVC1033 1:44']],
    ["paths: {/a: {get: {responses: {200: {$ref: '../a.yaml'}}}}}", ['SVC1032 1:44']],
    ["paths: {/a: {get: {responses: {200: {$ref: 'a.yaml'}}}}}", ['SVC1031 1:44']],
    ['paths: {/a: {get: {security: [{x: []}]}}}', ['SVC8030 1:32']],
    ['paths: {}\ncomponents: {securitySchemes: {a: {type: bearer}}}', ['SVC8031 2:42']],
    ['paths: {}\ncomponents: {securitySchemes: {a: {type: apiKey, in: query}}}', ['SVC8031 2:42']],
    ['paths: {}\ncomponents: {securitySchemes: {a: {type: http}}}', ['SVC8031 2:42']],
    ['paths: {}\nservers: [{url: "/{v}"}]', ['SVC8050 2:17']],
    ['paths: {/a: {x-acl: a, get: {}}}', ['SVC8032 1:21']],
  ])('%s is reported', (text, problems) => {
    expect(problemsOf(text)).toEqual(problems)
  })

  test.each([
    ["$ref: '#/components/responses/Storie'", 'Did you mean "#/components/responses/Story"?'],
    ["$ref: '#/components/response/Story'", 'Did you mean "#/components/responses/Story"?'],
    ["$ref: '#/definitions/Story'", 'Did you mean "#/components/responses/Story"?'],
    ["$ref: '/#/components/responses/Story'", 'Did you mean "#/components/responses/Story"?'],
    ["$ref: 'Story'", undefined],
  ])('%s has the help %s', (reference, help) => {
    const { diagnostics } = readOpenApiText(
      `${HEAD}paths: {/a: {get: {responses: {200: {${reference}}}}}}\ncomponents: {responses: {Story: {description: x}}}`,
    )
    expect(diagnostics.map((each) => each.help ?? undefined)).toEqual([help])
  })
})

describe('parameters', () => {
  test('of an operation replace those of its path, and reserved headers are ignored', () => {
    const api = read(`paths:
  /a/{id}:
    parameters:
      - {name: id, in: path, required: true, schema: {type: string}}
      - {name: page, in: query, schema: {type: integer}}
      - {name: X-Trace, in: header, schema: {type: string}}
      - {name: Accept, in: header, schema: {type: string}}
    get:
      parameters:
        - {name: page, in: query, required: true, deprecated: true, schema: {type: string}, example: a, x-b: 1}
        - {name: x-trace, in: header, schema: {type: integer}}
        - {name: sid, in: cookie, schema: {type: string}}
        - {name: where, in: query, content: {application/json: {schema: {type: object}}}}
        - {name: in, in: query, style: deepObject, schema: {type: object}}
        - {name: ids, in: query, explode: false, schema: {type: array}}`)
    expect(resource(api, '/a/{id}').uriParameters).toMatchObject([
      { name: 'id', required: true, style: 'simple', explode: false },
    ])
    const get = method(api, '/a/{id}', 'get')
    expect(get.queryParameters).toMatchObject([
      {
        name: 'page',
        required: true,
        deprecated: true,
        schema: { type: 'string', examples: ['a'] },
        kept: { 'x-b': 1 },
      },
      { name: 'where', isJson: true, schema: { type: 'object' } },
      { name: 'in', style: 'deepObject', explode: false },
      { name: 'ids', style: 'form', explode: false },
    ])
    expect(get.headers).toMatchObject([{ name: 'x-trace', schema: { type: 'integer' } }])
    expect(get.cookies).toMatchObject([{ name: 'sid', style: 'form', explode: true }])
  })
})

describe('operations', () => {
  test('have bodies, responses and details', () => {
    const api = read(`paths:
  /a:
    servers: [{url: /x}]
    post:
      operationId: createA
      summary: Create
      tags: [a]
      deprecated: true
      x-action: true
      x-more: [1]
      externalDocs: {url: y}
      callbacks: {done: {'{$request.body#/url}': {post: {responses: {200: {description: x}}}}}}
      requestBody:
        required: true
        description: The item
        content:
          application/json: {schema: {type: object}, example: {a: 1}}
          multipart/form-data: {schema: {type: object}, encoding: {a: {contentType: image/png}}}
      responses:
        2xx: {description: Good, links: {next: {operationId: createA}}}
        default: {description: Bad}
        x-none: 1`)
    const post = method(api, '/a', 'post')
    expect(post).toMatchObject({
      operationId: { name: 'createA' },
      summary: 'Create',
      tags: ['a'],
      versioned: { deprecated: true, prefix: '/x' },
      isAction: true,
      isBodyRequired: true,
      bodies: [
        { mediaType: 'application/json' },
        { mediaType: 'multipart/form-data', kept: { encoding: { a: { contentType: 'image/png' } } } },
      ],
      responses: [
        { status: '2XX', description: 'Good' },
        { status: 'default', description: 'Bad' },
      ],
      kept: { 'x-more': [1] },
    })
  })

  test('have callbacks that can lead back to their own path', () => {
    const api = read(`paths:
  /a:
    post:
      callbacks: {done: {x: {$ref: '#/paths/~1a'}}}
      responses: {200: {description: x}}`)
    expect(printOrdered(api.document ?? null).length).toBeLessThan(500)
  })
})

describe('schemas', () => {
  test('keep their names, and a body that is a reference is the component with the shared schemas', () => {
    const api = read(`paths:
  /a:
    post:
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Story'}}}}
      responses: {200: {description: x, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Story'}}}}}}
components:
  schemas:
    Story: {type: object, properties: {title: {type: string, x-db-settings: {type: string}}, next: {$ref: '#/components/schemas/Story'}, tag: {$ref: '#/components/schemas/Tag/properties/name'}}}
    Tag: {properties: {name: {type: string}}}`)
    const post = method(api, '/a', 'post')
    const [body] = post.bodies
    expect(body?.schema).toMatchObject({ name: 'Story', source: { namesSettings: true, isJson: true } })
    expect(body?.schema?.source).toBe(api.schemas.get('Story')?.source)
    expect(schemaOf(body)).toMatchObject({
      properties: {
        title: { type: 'string', _db_settings: { type: 'string' } },
        next: { $ref: '#/$defs/Story' },
        tag: { $ref: '#/$defs/name' },
      },
      $defs: { Tag: {}, name: { type: 'string' } },
    })
    const list = post.responses[0]?.bodies[0]
    expect(list?.schema?.name).toBeNull()
    expect(schemaOf(list)).toMatchObject({ items: { $ref: '#/$defs/Story' } })
  })

  test.each([
    ['{$ref: "#/components/schemas/A"}', ['SVC8011 4:15']],
    ['{allOf: [{$ref: "#/components/schemas/B"}]}', ['SVC8010 4:24']],
    ['[]', ['SVC8004 4:8']],
    ['{type: strin}', ['SVC8042 4:15']],
    ['{type: string, nullable: true}', ['SVC8040 4:23']],
    ['{maximum: 1, exclusiveMaximum: true}', ['SVC8040 4:21']],
    ['{type: string, maxLength: "3"}', ['SVC8042 4:34']],
    ['{type: string, maxLenght: 3}', ['SVC8041 4:23']],
    ['{type: string, pattern: "["}', ['SVC8042 4:32']],
    ['{required: true}', ['SVC8040 4:9']],
    ['{items: [{type: string}]}', ['SVC8040 4:9']],
    ['{properties: {a: {x-db-setting: {}}}}', ['SVC8003 4:26']],
    ['{x-row-rules: [], _row_rules: []}', ['SVC8003 4:9']],
    ['{discriminator: {propertyName: a, mapping: {x: Bcd}}}', ['SVC8042 4:55']],
  ])('%s is reported', (text, problems) => {
    expect(problemsOf(`paths: {}\ncomponents:\n  schemas:\n    A: ${text}`)).toEqual(problems)
  })

  test.each([
    ['{type: string, nullable: true}', { type: ['string', 'null'] }],
    ['{type: string, enum: [a], nullable: true}', { type: ['string', 'null'], enum: ['a', null] }],
    [
      '{title: x, nullable: true, allOf: [{type: string}]}',
      { title: 'x', anyOf: [{ allOf: [{ type: 'string' }] }, { type: 'null' }] },
    ],
    ['{nullable: true}', {}],
    ['{minimum: 1, exclusiveMinimum: true}', { exclusiveMinimum: 1 }],
    ['{minimum: 1, exclusiveMinimum: false}', { minimum: 1 }],
    ['{type: string, example: a}', { type: 'string', examples: ['a'] }],
    ['{example: {$ref: x}}', { examples: [{ $ref: 'x' }] }],
    ['{xml: {name: a}, x-foo: 1, deprecated: true}', { xml: { name: 'a' }, 'x-foo': 1, deprecated: true }],
    [
      '{x-unique-together: [[a, b]], x-auth-model: true}',
      { _unique_together: [['a', 'b']], _auth_model: true },
    ],
    ['{additionalProperties: false}', { additionalProperties: false }],
  ])('%s of OpenAPI 3.0 is converted', (text, converted) => {
    expect(component(text, HEAD.replace('3.1.0', '3.0.3'))).toEqual(converted)
  })

  test('siblings of a reference are ignored in 3.0, with a warning, and kept in 3.1', () => {
    const text = `paths: {}
components:
  schemas:
    A: {properties: {b: {$ref: '#/components/schemas/B', description: x, maxLength: 1}}}
    B: {type: string}`
    expect(problemsOf(text, { version: '3.0.0' })).toEqual(['SVC8012 4:74'])
    const node = read(text).schemas.get('A')?.source.parse(new Collector())
    expect(node && toJson(node)).toMatchObject({
      properties: { b: { $ref: '#/$defs/B', description: 'x', maxLength: 1 } },
    })
  })

  test('properties with "required: true" are required, with a warning', () => {
    const { api, problems } = readOpenApiText(`${HEAD}paths: {}
components: {schemas: {A: {required: [b], properties: {a: {required: true}, b: {}}}}}`)
    expect(problems).toEqual(['SVC8040 4:60'])
    const node = api?.schemas.get('A')?.source.parse(new Collector())
    expect(node && toJson(node)).toMatchObject({ required: ['b', 'a'], properties: { a: {} } })
  })

  test('in other files have unique names, and a component that refers to a file names its schema', () => {
    const api = read(
      `paths: {}
components:
  schemas:
    Story: {$ref: 'schemas/story.json'}
    Tag: {properties: {own: {$ref: 'schemas/tag.yaml#/Tag'}}}`,
      {
        'schemas/story.json':
          '{"properties": {"next": {"$ref": "#"}, "tag": {"$ref": "tag.yaml#/Tag"}, "x": {"$ref": "#/definitions/x"}}, "definitions": {"x": {"type": "string"}}}',
        'schemas/tag.yaml': 'Tag: {properties: {story: {$ref: story.json}}}',
      },
    )
    const node = api.schemas.get('Story')?.source.parse(new Collector())
    expect(node && toJson(node)).toMatchObject({
      properties: {
        next: { $ref: '#/$defs/Story' },
        tag: { $ref: '#/$defs/Tag2' },
        x: { $ref: '#/$defs/x' },
      },
      $defs: {
        Tag: { properties: { own: { $ref: '#/$defs/Tag2' } } },
        Tag2: { properties: { story: { $ref: '#/$defs/Story' } } },
        x: { type: 'string' },
      },
    })
  })

  test('can have names that OpenAPI does not allow, with a warning', () => {
    const text =
      "paths: {}\ncomponents:\n  schemas:\n    'Page«A b»': {properties: {x: {$ref: '#/components/schemas/Page%C2%ABA%20b%C2%BB'}}}"
    const { api, problems } = readOpenApiText(`${HEAD}${text}`)
    expect(problems).toEqual(['SVC8043 6:5'])
    expect([...(api?.schemas.keys() ?? [])]).toEqual(['Page_A_b'])
  })

  test('of 3.1 can refer to anchors and have their own identifiers', () => {
    const api = read(`paths: {}
components:
  schemas:
    A: {$id: 'https://x/a', $defs: {b: {type: string, $anchor: b}}, properties: {c: {$ref: '#/$defs/b'}}}
    D: {properties: {e: {$ref: '#b'}}}`)
    expect(
      [...api.schemas.values()]
        .map(({ source }) => source.parse(new Collector()))
        .map((node) => node && toJson(node)),
    ).toMatchObject([
      { properties: { c: { $ref: '#/$defs/b' } } },
      { properties: { e: { $ref: '#/$defs/b' } } },
    ])
  })

  test('with a discriminator refer to components of the emitted document', () => {
    expect(
      component('{discriminator: {propertyName: t, mapping: {a: A, b: "#/components/schemas/A"}}}'),
    ).toEqual({
      discriminator: {
        propertyName: 't',
        mapping: { a: '#/components/schemas/A', b: '#/components/schemas/A' },
      },
    })
  })
})

describe('security', () => {
  const SCHEMES = `components:
  securitySchemes:
    token: {type: http, scheme: Bearer}
    login: {type: http, scheme: basic}
    key: {type: apiKey, in: header, name: X-Key}
    query: {type: apiKey, in: query, name: key}
    ticket: {type: apiKey, in: cookie, name: auth, x-ticket: {secret: s, hashalg: sha512}}
    apiKey: {type: apiKey, in: header, name: Authorization, x-api-key: true}
    emptyKey: {type: apiKey, in: header, name: Authorization, x-api-key: {}}
    plain: {type: apiKey, in: header, name: authorization}
    oauth: {type: oauth2, flows: {authorizationCode: {authorizationUrl: 'https://a', tokenUrl: 'https://t', scopes: {read: x}}, implicit: {authorizationUrl: 'https://b', scopes: {read: x, write: y}}}}
    oidc: {type: openIdConnect, openIdConnectUrl: 'https://o'}
    tls: {type: mutualTLS}
  x-acls:
    admins: {collection: 'allow g:admin all', item: [allow g:admin all, deny everyone all]}
`

  test('schemes have their kinds', () => {
    const { securitySchemes } = read(`paths: {}\n${SCHEMES}`)
    expect([...securitySchemes.values()].map(({ name, kind, inputs }) => [name, kind, ...inputs])).toEqual([
      ['token', 'bearer'],
      ['login', 'basic'],
      ['key', 'custom', { in: 'header', name: 'x-key' }],
      ['query', 'custom', { in: 'query', name: 'key' }],
      ['ticket', 'ticket'],
      ['apiKey', 'api_key'],
      ['emptyKey', 'api_key'],
      ['plain', 'custom'],
      ['oauth', 'bearer'],
      ['oidc', 'bearer'],
      ['tls', 'custom'],
      ['admins', 'acl'],
    ])
    expect(securitySchemes.get('oauth')?.oauth).toEqual({
      authorizationUri: 'https://a',
      accessTokenUri: 'https://t',
      grants: ['code', 'token'],
      scopes: ['read', 'write'],
    })
    const settings = (name: string) =>
      securitySchemes.get(name)?.settings.map(({ key, value }) => [key, toJson(value)])
    expect(settings('ticket')).toEqual([
      ['secret', 's'],
      ['hashalg', 'sha512'],
      ['cookie_name', 'auth'],
    ])
    expect(settings('admins')).toEqual([
      ['collection', 'allow g:admin all'],
      ['item', ['allow g:admin all', 'deny everyone all']],
    ])
  })

  test('of an operation is its own; ACLs are those of the operation, its path and the root', () => {
    const api = read(`x-acl: admins
security: [ticket: []]
paths:
  /a:
    x-acl: {collection: allow everyone view}
    get: {}
    put: {security: []}
  /a/{id}:
    parameters: [{name: id, in: path, required: true, schema: {}}]
    get: {security: [{oauth: [read], key: []}, {}]}
    put: {x-acl: {item: allow everyone all}}
  /b:
    get: {security: [token: []]}
    put: {}
${SCHEMES}`)
    const securityOf = (path: string, verb: string) =>
      method(api, path, verb).securedBy?.map(({ scheme, scopes, and }) => [
        scheme,
        ...scopes,
        ...and.map((other) => other.scheme),
      ]) ?? null
    expect(api.securedBy?.map(({ scheme }) => scheme)).toEqual(['ticket', 'admins'])
    expect(resource(api, '/a').securedBy?.map(({ scheme }) => scheme)).toEqual(['a_acl'])
    expect(securityOf('/a', 'get')).toBeNull()
    expect(securityOf('/a', 'put')).toEqual([[null]])
    expect(securityOf('/a/{id}', 'get')).toEqual([['oauth', 'read', 'key'], [null]])
    expect(securityOf('/a/{id}', 'put')).toEqual([['put_a_id_acl']])
    expect(securityOf('/b', 'get')).toEqual([['token']])
    expect(securityOf('/b', 'put')).toBeNull()
  })
})

test('a chain of thousands of references is read', () => {
  const count = 3000
  const schemas = Array.from(
    { length: count },
    (_, at) => `A${at}: {properties: {b: {$ref: '#/components/schemas/A${(at + 1) % count}'}}}`,
  )
  const responses = Array.from(
    { length: count },
    (_, at) => `R${at}: {$ref: '#/components/responses/R${at + 1}'}`,
  )
  const api =
    read(`paths: {/a: {get: {responses: {200: {$ref: '#/components/responses/R1'}}, parameters: [{name: q, in: query, schema: {$ref: '#/components/schemas/A0'}}]}}}
components: {schemas: {${schemas.join(', ')}}, responses: {${responses.join(', ')}, R${count}: {description: x}}}`)
  expect(method(api, '/a', 'get').responses).toMatchObject([{ status: 200, description: 'x' }])
  expect(api.components?.used.size).toBe(count)
})

test('the document is not larger than its files if its path items refer to each other', () => {
  const levels = Array.from(
    { length: 30 },
    (_, at) =>
      `    C${at}: {post: {callbacks: {a: {x: {$ref: '#/components/pathItems/C${at + 1}'}}, b: {x: {$ref: '#/components/pathItems/C${at + 1}'}}}}}`,
  )
  const text = `paths: {/a: {$ref: '#/components/pathItems/C0'}}\ncomponents:\n  pathItems:\n${levels.join('\n')}\n    C30: {}`
  expect(printOrdered(read(text).document ?? null).length).toBeLessThan(2 * text.length)
})

test('references by $id and $dynamicRef lead to the schemas that declare them', () => {
  const { api, problems } = readOpenApiText(`${HEAD}paths:
  /a:
    get:
      parameters:
        - {name: q, in: query, schema: {$ref: 'https://example.com/schemas/tree'}}
        - {name: r, in: query, schema: {$ref: pet.json}}
      responses: {200: {description: x}}
components:
  schemas:
    Tree: {$id: 'https://example.com/schemas/tree', $dynamicAnchor: node, properties: {t: {$dynamicRef: '#node'}}}
    Pet: {$id: 'https://example.com/schemas/pet.json', type: string}`)
  expect(problems).toEqual([])
  expect(Object.fromEntries(api?.components?.used ?? [])).toMatchObject({
    Tree: { properties: { t: { $ref: '#/$defs/Tree' } } },
    Pet: { type: 'string' },
  })
})

test('references in the definitions of a schema with $id lead to its other definitions', () => {
  const { api, problems } = readOpenApiText(`${HEAD}paths:
  /a:
    get:
      parameters: [{name: q, in: query, schema: {$id: 'https://example.com/x', $ref: '#/$defs/c', $defs: {a: {type: integer}, b: {$ref: '#/$defs/a'}, c: {items: {$ref: '#/$defs/b'}}}}}]
      responses: {200: {description: x}}`)
  expect(problems).toEqual([])
  expect(Object.fromEntries(api?.components?.used ?? [])).toEqual({
    a: { type: 'integer' },
    b: { $ref: '#/$defs/a' },
    c: { items: { $ref: '#/$defs/b' } },
  })
})

test('schemas can be true and false', () => {
  const { api, problems } = readOpenApiText(`${HEAD}paths:
  /a:
    post:
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/None'}}}}
      responses: {200: {description: x, content: {application/json: {schema: true}}}}
components: {schemas: {None: false, Any: true}}`)
  expect(problems).toEqual([])
  const [method] = api?.resources[0]?.methods ?? []
  const schemas = [...(method?.bodies ?? []), ...(method?.responses[0]?.bodies ?? [])].map((body) =>
    body.schema?.source.parse(new Collector()),
  )
  expect(schemas.map((node) => node && toJson(node))).toMatchObject([{ not: {} }, {}])
})

test('dependencies of older JSON Schema are read, with a warning', () => {
  const { api, problems } = readOpenApiText(`${HEAD}paths:
  /a: {get: {parameters: [{name: q, in: query, schema: {$ref: '#/components/schemas/A'}}], responses: {200: {description: x}}}}
components:
  schemas:
    A: {dependencies: {a: [b], c: {required: [d]}}}`)
  expect(problems).toEqual(['SVC8040 7:9'])
  expect(api?.components?.used.get('A')).toEqual({
    dependentRequired: { a: ['b'] },
    dependentSchemas: { c: { required: ['d'] } },
  })
})

test('$dynamicRef leads to the schema that the referring one declares', () => {
  const { api, problems } = readOpenApiText(`${HEAD}paths:
  /a:
    get:
      parameters:
        - {name: q, in: query, schema: {$ref: '#/components/schemas/Pets'}}
        - {name: r, in: query, schema: {$ref: '#/components/schemas/Owners'}}
      responses: {200: {description: x}}
components:
  schemas:
    List:
      $id: list
      $defs: {item: {$dynamicAnchor: item}}
      type: object
      required: [data]
      properties: {data: {type: array, items: {$dynamicRef: '#item'}}}
    Pets: {$ref: list, $defs: {item: {$dynamicAnchor: item, $ref: '#/components/schemas/Pet'}}}
    Owners:
      $defs: {item: {$dynamicAnchor: item, type: string}}
      allOf: [{$ref: '#/components/schemas/List'}, {properties: {total: {type: integer}}}]
    Pet: {type: object}`)
  expect(problems).toEqual([])
  expect(Object.fromEntries(api?.components?.used ?? [])).toMatchObject({
    Pets: { required: ['data'], properties: { data: { items: { $ref: '#/$defs/Pet' } } } },
    Owners: { allOf: [{ properties: { data: { items: { type: 'string' } } } }, {}] },
  })
})

test('$dynamicRef leads to the schema with the anchor that extends the one with the reference', () => {
  const { api, problems } = readOpenApiText(`${HEAD}paths:
  /a:
    get:
      parameters:
        - {name: q, in: query, schema: {$ref: '#/components/schemas/StrictTree'}}
        - {name: r, in: query, schema: {$ref: '#/components/schemas/NamedTree'}}
        - {name: s, in: query, schema: {$ref: '#/components/schemas/Tree'}}
      responses: {200: {description: x}}
components:
  schemas:
    Tree: {$id: 'https://example.com/tree', $dynamicAnchor: node, type: object, properties: {t: {$dynamicRef: '#node'}}}
    StrictTree: {$id: 'https://example.com/strict', $dynamicAnchor: node, $ref: tree, unevaluatedProperties: false}
    NamedTree: {$id: named, $dynamicAnchor: node, $ref: tree, required: [name], properties: {name: {type: string}}}`)
  expect(problems).toEqual([])
  expect(Object.fromEntries(api?.components?.used ?? [])).toMatchObject({
    Tree: { properties: { t: { $ref: '#/$defs/Tree' } } },
    StrictTree: { properties: { t: { $ref: '#/$defs/StrictTree' } }, unevaluatedProperties: false },
    NamedTree: {
      properties: { name: { type: 'string' } },
      allOf: [{ properties: { t: { $ref: '#/$defs/NamedTree' } } }],
    },
  })
})

test('many schemas that bind many dynamic references are one error', () => {
  const names = Array.from({ length: 1000 }, (_, at) => at)
  const items = names.map((at) => `p${at}: {$dynamicRef: '#i'}`)
  const lists = names.map(
    (at) => `S${at}: {$ref: '#/components/schemas/List', $defs: {i: {$dynamicAnchor: i, type: string}}}`,
  )
  const { problems } = readOpenApiText(`${HEAD}paths: {}
components: {schemas: {List: {$defs: {i: {$dynamicAnchor: i}}, properties: {${items.join(', ')}}}, ${lists.join(', ')}}}`)
  expect(problems.map((problem) => problem.split(' ')[0])).toEqual(['SVC1016'])
})

test('more than 1,000 references in a row are an error', () => {
  const chain = Array.from({ length: 20_000 }, (_, at) => `A${at}: {$ref: '#/components/schemas/A${at + 1}'}`)
  const { problems } = readOpenApiText(`${HEAD}paths: {}
components: {schemas: {${chain.join(', ')}, A20000: {type: string}}}`)
  expect(problems.map((problem) => problem.split(' ')[0])).toEqual(['SVC8004'])
})

test.each([
  'x-Row-Rules',
  'x_row_rules',
  'x-rowRules',
  'xRowRules',
  'rowRules',
  'ReadOnly',
  'x-writeOnly',
  'x-writable-By',
  'readonly',
])('the misspelled key %s in a schema is reported', (key) => {
  const { problems } = readOpenApiText(`${HEAD}paths: {}
components: {schemas: {A: {type: object, ${key}: true}}}`)
  expect(problems.map((problem) => problem.split(' ')[0])).toEqual(['SVC8003'])
})

test.each([
  ['2020-01-01', '2020-01-01'],
  ['10:30', '10:30'],
  ['1.2.3', '1.2.3'],
  ['5m', '5m'],
  ['0x1F', 31],
  ['1e3', 1000],
])('the default %s without quotes is %j', (text, value) => {
  const { api } = readOpenApiText(`${HEAD}paths:
  /a:
    get:
      parameters: [{name: q, in: query, schema: {default: ${text}}}]
      responses: {200: {description: x}}`)
  expect(method(api ?? read(''), '/a', 'get').queryParameters[0]?.schema['default']).toBe(value)
})
