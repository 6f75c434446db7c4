import { describe, expect, test } from 'vitest'
import { readText } from '../testing/read-text.js'
import type { Api, Method, Parameter, Resource } from '../api/api.js'

/** Adds a header and a title to RAML text and reads it. Throws if there are problems. */
function read(text: string, files?: Readonly<Record<string, string>>): Api {
  const { api, problems } = readText(`#%RAML 0.8\ntitle: Stories\n${text}`, files)
  expect(problems).toEqual([])
  if (api === null) throw new Error('nothing was read')
  return api
}

/**
 * Adds a header and a title to RAML text, reads it, and returns the problems found. Line numbers refer to the given
 * text.
 */
function problemsOf(text: string, files?: Readonly<Record<string, string>>): readonly string[] {
  const { problems } = readText(`#%RAML 0.8\ntitle: Stories\n${text}`, files)
  return problems.map((problem) =>
    problem.replace(/ (\d+):/, (_all, line: string) => ` ${Number(line) - 2}:`),
  )
}

function resource({ resources }: Pick<Resource, 'resources'>, path: string): Resource {
  const found = resources.find((one) => one.path === path)
  if (found === undefined) throw new Error(`no ${path}`)
  return found
}

function method(of: Resource, verb: string): Method {
  const found = of.methods.find((one) => one.verb === verb)
  if (found === undefined) throw new Error(`no ${verb}`)
  return found
}

function names(parameters: readonly Parameter[]): readonly string[] {
  return parameters.map(({ name }) => name)
}

describe('the first line', () => {
  test.each([
    ['#%RAML 0.8\ntitle: x', []],
    ['#%RAML 0.8 \t\r\ntitle: x\r\n', []],
    ['\uFEFF#%RAML 0.8\ntitle: x', []],
    [' #%RAML 0.8\ntitle: x', ['SVC2001 1:1']],
    ['# RAML 0.8\ntitle: x', ['SVC2001 1:1']],
    ['title: x', ['SVC2001 1:1']],
    ['{"swagger": "2.0"}', ['SVC2001 1:1']],
    ['#%RAML 1.0\ntitle: x', ['SVC2002 1:1']],
    ['#%RAML 0.8', ['SVC2003 1:1']],
    ['#%RAML 0.8\n- a', ['SVC2003 2:1']],
    ['#%RAML 0.8\n/a: {}', ['SVC2004 2:1']],
  ])('is checked in %j', (text, problems) => {
    expect(readText(text).problems).toEqual(problems)
  })
})

test('line endings with CRLF produce the same result as with LF', () => {
  const text = `#%RAML 0.8
title: "a
  b"
documentation:
  - title: >
      folded
      text
    content: !include start.md
schemas:
  - story: !include story.json
    other: |
      {
        "type": "object"
      }
/a:
  description: plain
    text
  get:
    queryParameters:
      p: {example: {a: 1,
        b: 2}}`
  const files = { 'start.md': '# Start\nof it\n', 'story.json': '{\n  "a": 1\n}\n' }
  const withoutLocations = (key: string, value: unknown): unknown => {
    if (value instanceof Map) return [...value]
    if (key === 'id') return null
    return typeof value === 'object' && value !== null && 'start' in value ? null : value
  }
  const meaning = (from: string, others: Readonly<Record<string, string>>): unknown => {
    const { api } = readText(from, others)
    return api === null ? null : JSON.stringify({ ...api, file: null }, withoutLocations)
  }
  const crlf = (from: string): string => from.replaceAll('\n', '\r\n')
  const others = Object.fromEntries(Object.entries(files).map(([path, content]) => [path, crlf(content)]))
  expect(meaning(crlf(text), others)).toBe(meaning(text, files))
})

describe('the root', () => {
  test('keeps the text of numbers', () => {
    expect(read('version: 1.0')).toMatchObject({ title: 'Stories', version: '1.0' })
  })

  test('can include documentation', () => {
    const text = 'documentation:\n  - title: Start\n    content: !include start.md\n  - !include more.yaml'
    const files = { 'start.md': '# Start', 'more.yaml': 'title: More\ncontent: x' }
    expect(read(text, files).description).toBe('# Start')
  })

  test.each([
    ['baseURI: http://localhost', 'SVC2005 1:1'],
    ['stories:\n  get:', 'SVC2005 1:1'],
    ['mediaType: []', 'SVC2006 1:12'],
    ['protocols: HTTP', 'SVC2006 1:12'],
    ['documentation: {}', 'SVC2006 1:16'],
    ['documentation: [{title: x}]', 'SVC2006 1:17'],
    ['traits: x', 'SVC2006 1:9'],
    ['protocols: [https]', 'SVC2013 1:13'],
    ['baseUri: http://{host', 'SVC2014 1:10'],
    ['baseUri: http://{}', 'SVC2014 1:10'],
    ['baseUri: http://localhost/{version}', 'SVC2011 1:10'],
    ['version: 1\nbaseUri: http://x/{version}\nbaseUriParameters: {version: }', 'SVC2012 3:21'],
    ['traits:\n  - a: {}\n  - a: {}', 'SVC2017 3:5'],
    ['traits:\n  a: {}', 'SVC2062 2:3'],
    ['title: again', 'SVC1012 1:1'],
  ])('%j is reported', (text, problem) => {
    expect(problemsOf(text)).toEqual([problem])
  })

  test('suggests similar keys', () => {
    const { diagnostics } = readText('#%RAML 0.8\ntitle: x\nbaseUrl: http://localhost\nstories: {get: }')
    expect(diagnostics.map(({ help }) => help)).toEqual([
      'Did you mean "baseUri"?',
      'Did you mean "/stories"? Resources start with a slash',
    ])
  })
})

describe('resources', () => {
  test('nest to any depth, and a key can have several segments', () => {
    const api = read('/users/{id}:\n  /stories:\n    /{storyId}{mediaTypeExtension}:\n      get:')
    const stories = resource(resource(api, '/users/{id}'), '/stories')
    const story = resource(stories, '/{storyId}')
    expect(story.absolutePath).toBe('/users/{id}/stories/{storyId}')
    expect(names(resource(api, '/users/{id}').uriParameters)).toEqual(['id'])
    expect(names(story.uriParameters)).toEqual(['storyId'])
  })

  test('below the root resource have paths that start with a single slash', () => {
    expect(resource(resource(read('/:\n  /users: {}'), '/'), '/users').absolutePath).toBe('/users')
  })

  test('can have empty methods', () => {
    const a = resource(read('/a:\n  patch:\n  get: {}\n'), '/a')
    expect(a.methods.map(({ verb }) => verb)).toEqual(['patch', 'get'])
  })

  test.each([
    ['/a:\n  get:\n    /b:\n      get:', 'SVC2016 3:5'],
    ['/a:\n  GET: {}', 'SVC2005 2:3'],
    ['/a:\n  get?: {}', 'SVC2005 2:3'],
    ['/a:\n  protocols: [HTTP]', 'SVC2005 2:3'],
    ['/a: x', 'SVC2006 1:5'],
    ['/a:\n  get: []', 'SVC2006 2:8'],
    ['/{}: {}', 'SVC2014 1:1'],
    ['/a/{b: {}', 'SVC2014 1:1'],
    ['/a/b: {}\n/a:\n  /b: {}', 'SVC2015 3:3'],
    ['/a:\n  get:\n    responses:\n      ok: {}', 'SVC2034 4:7'],
  ])('%j is reported', (text, problem) => {
    expect(problemsOf(text)).toEqual([problem])
  })
})

describe('named parameters', () => {
  const of = (text: string): Parameter | undefined =>
    method(resource(read(`/a:\n  get:\n    queryParameters:\n      p: ${text}`), '/a'), 'get')
      .queryParameters[0]

  test('are optional strings by default, except URI parameters, which are required', () => {
    expect(of('')).toMatchObject({ schema: { type: 'string' }, required: false })
    const a = resource(read('/a/{b}/{c}:\n  uriParameters:\n    b: {required: false}'), '/a/{b}/{c}')
    expect(a.uriParameters.map(({ required }) => required)).toEqual([false, true])
  })

  test('can have several types', () => {
    expect(of('[{type: integer}, {type: date}]')?.schema).toEqual({
      anyOf: [{ type: 'integer' }, { type: 'string', format: 'http-date' }],
    })
  })

  test('can be repeated, and have defaults of their type', () => {
    expect(of('{type: integer, repeat: true, default: 3}')).toMatchObject({
      schema: { type: 'array', items: { type: 'integer' }, default: [3] },
      style: 'form',
      explode: true,
    })
  })

  test('keep the text of values', () => {
    expect(of('{default: 1.0, example: 007, enum: [1.0, yes, 007]}')?.schema).toEqual({
      type: 'string',
      enum: ['1.0', 'yes', '007'],
      default: '1.0',
      examples: ['007'],
    })
  })

  test.each([
    ['{type: int}', 'SVC2020 4:17'],
    ['{type: integer, enum: [1]}', 'SVC2021 4:26'],
    ['{type: integer, enum: [1, {}], default: 1, example: 1}', 'SVC2021 4:26'],
    ['{minimum: 1}', 'SVC2021 4:11'],
    ['{enum: []}', 'SVC2022 4:17'],
    ['{enum: [a, a]}', 'SVC2022 4:21'],
    ['{enum: {}}', 'SVC2006 4:17'],
    ['{minLength: X}', 'SVC2006 4:22'],
    ['{required: t}', 'SVC2006 4:21'],
    ['{required: True}', 'SVC1051 4:21'],
    ['{required: FALSE}', 'SVC1051 4:21'],
    ['{required: yes}', 'SVC1051 4:21'],
    ['{repeat: off}', 'SVC1051 4:19'],
    ['{requierd: true}', 'SVC2005 4:11'],
    ['[]', 'SVC2024 4:10'],
    ['x', 'SVC2006 4:10'],
    ['{type: file}', 'SVC2026 4:17'],
    ['{example: {a: 1}}', 'SVC2036 4:20'],
  ])('%s is reported', (text, problem) => {
    expect(problemsOf(`/a:\n  get:\n    queryParameters:\n      p: ${text}`)).toEqual([problem])
  })
})

describe('bodies', () => {
  const bodiesOf = (body: string, root = ''): Method['bodies'] =>
    method(resource(read(`${root}/a:\n  post:\n    body:\n${body}`), '/a'), 'post').bodies

  test("without a media type use the root's default media type", () => {
    expect(bodiesOf('      schema: "{}"', 'mediaType: application/json\n')).toMatchObject([
      { mediaType: 'application/json', schema: { name: null, source: { isJson: true } } },
    ])
    expect(bodiesOf('', 'mediaType: application/json\n')).toMatchObject([{ mediaType: 'application/json' }])
    expect(bodiesOf('')).toEqual([])
  })

  test('use the text of the schema that they refer to', () => {
    const body = '      application/json:\n        schema: story\n      text/xml:\n        schema: <a/>'
    const bodies = bodiesOf(body, 'schemas:\n  - story: |\n      {}\n    other: x\n')
    expect(bodies.map(({ schema }) => [schema?.name, schema?.source.isJson])).toEqual([
      ['story', true],
      [null, false],
    ])
  })

  test('can have descriptions and forms', () => {
    const body =
      '      description: x\n      multipart/form-data:\n        description: y\n        formParameters:\n          f: {type: file}'
    expect(bodiesOf(body)).toMatchObject([
      { formParameters: [{ name: 'f', schema: { type: 'string', format: 'binary' } }] },
    ])
  })

  test.each([
    ['{application/json: , schema: "{}"}', 'SVC2030 3:32'],
    ['{schema: "{}", application/json: }', 'SVC2030 3:26'],
    ['{schema: "{}"}', 'SVC2031 3:5'],
    ['{text/x: {formParameters: , example: x}}', 'SVC2033 3:21'],
    ['{text/x: {schema: {}}}', 'SVC2035 3:29'],
    ['{text/x: {example: {}}}', 'SVC2036 3:30'],
    ['{application/json: {schema: story}}', 'SVC2037 3:39'],
    ['{application/json: {schema: a story}}', 'SVC2037 3:39'],
    ['{json: {}}', 'SVC2005 3:12'],
    ['foo', 'SVC2006 3:11'],
  ])('%s is reported', (body, problem) => {
    expect(problemsOf(`/a:\n  post:\n    body: ${body}`)).toEqual([problem])
  })

  test('in responses cannot be forms', () => {
    const text = '/a:\n  get:\n    responses: {200: {body: {text/x: {formParameters: }}}}'
    expect(problemsOf(text)).toEqual(['SVC2032 3:39'])
  })
})

describe('security', () => {
  const schemes =
    'securitySchemes:\n  - ticket:\n      type: x-Ticket\n      settings: {secret: s, http_only: yes}\n'

  test('schemes can have any settings', () => {
    const api = read(`${schemes}securedBy: [ticket]\n/a:\n  securedBy: [null, ticket]\n  get:`)
    expect(api.securitySchemes.get('ticket')?.settings.map(({ key }) => key)).toEqual(['secret', 'http_only'])
    expect(api.securedBy).toMatchObject([{ scheme: 'ticket', scopes: [] }])
    const a = resource(api, '/a')
    expect(a.securedBy?.map(({ scheme }) => scheme)).toEqual([null, 'ticket'])
    expect(method(a, 'get').securedBy).toBeNull()
  })

  test.each([
    ['securedBy: [tickt]', 'SVC2042 5:13'],
    ['securedBy: ticket', 'SVC2006 5:12'],
    ['securedBy:', 'SVC2006 5:11'],
    ['/a: {get: {securedBy: [x]}}', 'SVC2042 5:24'],
  ])('%s is reported', (text, problem) => {
    expect(problemsOf(schemes + text)).toEqual([problem])
  })

  test.each([
    ['type: OAuth2', 'SVC2040 3:13'],
    ['description: x', 'SVC2040 2:5'],
    ['{type: OAuth 2.0, settings: {}}', 'SVC2041 3:25'],
    ['{type: OAuth 1.0, settings: {requestTokenUri: x}}', 'SVC2041 3:25'],
    ['{type: x-a, setings: {}}', 'SVC2005 3:19'],
  ])('a scheme with %s is reported', (scheme, problem) => {
    expect(problemsOf(`securitySchemes:\n  - s:\n      ${scheme}`)).toEqual([problem])
  })
})

test('an invalid list does not cause follow-up errors', () => {
  const text =
    'traits:\n  - !include gone.raml\nsecuritySchemes: !include gone.raml\nsecuredBy: [x]\n/a: {is: [y], get: }'
  expect(problemsOf(text)).toEqual(['SVC1031 2:14', 'SVC1031 3:27'])
})
