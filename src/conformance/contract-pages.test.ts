import { expect, it } from 'vitest'
import type { Json, JsonObject } from '../../templates/runtime/json.js'
import { onDocument } from './documents.js'

const text = { type: 'string' }
const number = { type: 'integer' }
const flag = { type: 'boolean' }
const optional = (type: string): JsonObject => ({ type, nullable: true })
const thing = { $ref: '#/components/schemas/Thing' }
const note = { $ref: '#/components/schemas/Note' }
const invalid = {
  type: 'object',
  required: ['title', 'errors'],
  properties: {
    title: text,
    errors: { type: 'object', additionalProperties: { type: 'array', items: text } },
  },
}

/** The members of the lists' responses, all of which are required. `things` stands for the items. */
interface DeclaredList {
  readonly parameters: Readonly<Record<string, JsonObject>>
  readonly response: Readonly<Record<string, JsonObject | 'things'>>
}

const LISTS: Readonly<Record<string, DeclaredList>> = {
  aip: {
    parameters: { pageSize: number, pageToken: text },
    response: { things: 'things', nextPageToken: text, totalSize: number },
  },
  laravel: {
    parameters: { page: { ...number, default: 1 }, per_page: { ...number, default: 2 } },
    response: {
      data: 'things',
      current_page: number,
      from: optional('integer'),
      to: optional('integer'),
      last_page: number,
      next_page_url: optional('string'),
      prev_page_url: optional('string'),
      total: number,
    },
  },
  dotnet: {
    parameters: { pageNumber: { ...number, minimum: 1 }, pageSize: { ...number, default: 2 } },
    response: {
      items: 'things',
      pageNumber: number,
      totalPages: number,
      hasPreviousPage: flag,
      hasNextPage: flag,
      nextPage: number,
    },
  },
  azure: {
    parameters: { $top: { ...number, default: 2 }, $skip: number },
    response: { value: 'things', nextLink: text },
  },
  scim: {
    parameters: {
      startIndex: { ...number, default: 1 },
      count: { ...number, default: 2, 'x-paging': 'limit' },
    },
    response: { resources: 'things', totalResults: number, startIndex: number },
  },
  numbered: {
    parameters: { start: { ...number, minimum: 1 }, limit: { ...number, default: 2 } },
    response: { data: 'things', next: optional('string'), prev: optional('string') },
  },
  both: {
    parameters: {
      page: { ...number, default: 1 },
      offset: { ...number, default: 0 },
      limit: { ...number, default: 2 },
    },
    response: { data: 'things' },
  },
  named: {
    parameters: {
      window: { ...number, default: 2, 'x-paging': 'limit' },
      bookmark: { ...text, 'x-paging': 'cursor' },
    },
    response: { rows: 'things', bookmark: { ...text, 'x-member': 'next_cursor' } },
  },
  loose: {
    parameters: { limit: text, offset: text },
    response: { data: 'things' },
  },
  keyed: {
    parameters: { after: number, limit: { ...number, default: 2 } },
    response: { data: 'things', next: optional('string') },
  },
  deep: {
    parameters: {
      page: {
        type: 'object',
        properties: { number: { ...number, minimum: 1 }, size: { ...number, maximum: 9, default: 2 } },
      },
    },
    response: {
      data: 'things',
      total: { anyOf: [number, text] },
      page_count: { ...number, minimum: 1 },
    },
  },
}

function responseOf(schema: JsonObject, others: JsonObject = {}): JsonObject {
  return {
    responses: {
      200: {
        description: 'OK',
        headers: { 'X-Version': { schema: { type: 'string', enum: ['4.0'] } } },
        content: { 'application/json': { schema } },
      },
      ...others,
    },
  }
}

/** A response like those of JSON:API, whose list of errors alone says what is wrong. */
const missing = {
  description: 'Missing',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['errors'],
        properties: {
          errors: {
            type: 'array',
            minItems: 1,
            items: {
              type: 'object',
              required: ['status', 'detail'],
              properties: {
                status: text,
                detail: text,
                source: { type: 'object', properties: { pointer: text, parameter: text } },
              },
            },
          },
        },
      },
    },
  },
}

function listOf({ parameters, response }: DeclaredList): JsonObject {
  const properties = Object.entries(response).map(([name, schema]): [string, Json] => [
    name,
    schema === 'things' ? { type: 'array', items: thing } : schema,
  ])
  return {
    'x-operation': 'list',
    parameters: Object.entries(parameters).map(([name, { 'x-paging': paging, ...schema }]) => ({
      name,
      in: 'query',
      schema,
      ...(schema['type'] === 'object' ? { style: 'deepObject' } : {}),
      ...(paging === undefined ? {} : { 'x-paging': paging }),
    })),
    ...responseOf({
      type: 'object',
      required: Object.keys(response),
      properties: Object.fromEntries(properties),
    }),
  }
}

const byId = [{ name: 'id', in: 'path', required: true, schema: number }]
const REMOVALS: Readonly<Record<string, JsonObject>> = {
  empty: { type: 'object', maxProperties: 0 },
  yes: { type: 'boolean', enum: [true] },
  known: { type: 'object', maxProperties: 0 },
}

const document = {
  openapi: '3.0.3',
  info: { title: 'Pages', version: '1' },
  paths: {
    '/things': {
      post: { requestBody: { content: { 'application/json': { schema: thing } } }, ...responseOf(thing) },
    },
    '/notes': {
      post: {
        requestBody: { content: { 'application/json': { schema: note } } },
        responses: {
          201: {
            description: 'Created',
            headers: { Location: { schema: text } },
            content: { 'application/json': { schema: note } },
          },
          400: {
            description: 'Invalid',
            content: { 'application/problem+json': { schema: invalid } },
          },
        },
      },
    },
    ...Object.fromEntries(Object.entries(LISTS).map(([name, list]) => [`/${name}`, { get: listOf(list) }])),
    ...Object.fromEntries(
      Object.entries(REMOVALS).map(([name, schema]) => [
        `/${name}/{id}`,
        {
          parameters: byId,
          get: responseOf(thing, { [name === 'known' ? '404' : '4XX']: missing }),
          delete: responseOf(schema),
        },
      ]),
    ),
  },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        'x-stored': true,
        required: ['name'],
        properties: { id: { ...number, readOnly: true }, name: text },
      },
      Note: {
        type: 'object',
        'x-stored': true,
        properties: { id: { ...number, readOnly: true }, text: { ...text, minLength: 2, pattern: '^x' } },
      },
    },
  },
}

onDocument('contracts with pages of many conventions', JSON.stringify(document), (service) => {
  const get = async (path: string): Promise<unknown> => {
    const { status, body } = await service().send('GET', path)
    expect([path, status]).toEqual([path, 200])
    return body
  }
  const things = [1, 2, 3].map((id) => ({ id, name: `n${id}` }))

  it('show on each page what the response requires', async () => {
    for (const { name } of things) await service().send('POST', '/things', { name })
    const [first, last] = [things.slice(0, 2), things.slice(2)]
    expect(await get('/laravel')).toMatchObject({
      data: first,
      from: 1,
      to: 2,
      last_page: 2,
      prev_page_url: null,
    })
    expect(await get('/laravel?page=2')).toEqual({
      data: last,
      current_page: 2,
      from: 3,
      to: 3,
      last_page: 2,
      next_page_url: null,
      prev_page_url: expect.stringMatching(/\/laravel\?page=1$/),
      total: 3,
    })
    expect(await get('/laravel?page=3')).toMatchObject({ data: [], from: null, to: null })
    expect(await get('/dotnet?pageNumber=2')).toEqual({
      items: last,
      pageNumber: 2,
      totalPages: 2,
      hasPreviousPage: true,
      hasNextPage: false,
      nextPage: 0,
    })
    expect(await get('/azure')).toEqual({ value: first, nextLink: expect.stringMatching(/skip=2$/) })
    expect(await get('/azure?$skip=2')).toEqual({ value: last, nextLink: '' })
  })

  it('number items from 1, if the default or minimum of the offset is 1', async () => {
    const [first, last] = [things.slice(0, 2), things.slice(2)]
    expect(await get('/scim')).toEqual({ resources: first, totalResults: 3, startIndex: 1 })
    expect(await get('/scim?startIndex=3')).toEqual({ resources: last, totalResults: 3, startIndex: 3 })
    const next = expect.stringMatching(/\/numbered\?start=3$/)
    const prev = expect.stringMatching(/\/numbered\?start=1$/)
    expect(await get('/numbered')).toEqual({ data: first, next, prev: null })
    expect(await get('/numbered?start=3')).toEqual({ data: last, next: null, prev })
    expect(await get('/numbered?start=2')).toEqual({ data: things.slice(1), next: null, prev })
    expect(await get('/numbered?start=2&limit=1')).toEqual({
      data: things.slice(1, 2),
      next: expect.stringMatching(/\?start=3&limit=1$/),
      prev: expect.stringMatching(/\?start=1&limit=1$/),
    })
    const { status, body } = await service().send('GET', '/scim?startIndex=0')
    expect([status, body['errors']]).toEqual([
      400,
      [{ path: 'startIndex', in: 'query', message: 'must be an integer >= 1' }],
    ])
  })

  it('skip as many items as the page and the offset together say', async () => {
    expect(await get('/both?page=2')).toEqual({ data: things.slice(2) })
    expect(await get('/both?offset=1')).toEqual({ data: things.slice(1) })
    expect(await get('/both?page=2&offset=1')).toEqual({ data: [] })
  })

  it('continue after the key of an item, if the parameter accepts no other cursor', async () => {
    const next = expect.stringMatching(/\/keyed\?after=2$/)
    expect(await get('/keyed')).toEqual({ data: things.slice(0, 2), next })
    expect(await get('/keyed?after=2')).toEqual({ data: things.slice(2), next: null })
  })

  it('use the defaults in an object, count no fewer pages than declared, and always show the total', async () => {
    expect(await get('/deep')).toEqual({ data: things.slice(0, 2), total: 3, page_count: 2 })
    expect(await get('/deep?page[number]=2')).toMatchObject({ data: things.slice(2) })
    expect(await get('/deep?page[size]=9')).toEqual({ data: things, total: 3, page_count: 1 })
    const { body, headers } = await service().send('GET', '/deep?page[size]=0', undefined, {
      prefer: 'count=none',
    })
    expect([body, headers['x-version']]).toEqual([{ data: [], total: 3, page_count: 1 }, '4.0'])
  })

  it('tell what is wrong in a list of errors', async () => {
    const errorsOf = async (path: string): Promise<unknown> => (await service().send('GET', path)).body
    expect(await errorsOf('/yes/77')).toEqual({
      errors: [{ status: '404', detail: 'There is no Thing with this key.' }],
    })
    expect(await errorsOf('/yes/x')).toEqual({
      errors: [{ status: '400', detail: 'must be integer', source: { parameter: 'id' } }],
    })
    expect(await errorsOf('/known/x')).toEqual({
      errors: [{ status: '404', detail: 'must be integer', source: { parameter: 'id' } }],
    })
  })

  it('show an empty cursor on the last page, if the response requires one', async () => {
    expect(await get('/aip')).toEqual({ things, nextPageToken: '', totalSize: 3 })
    const page = Object(await get('/named'))
    expect(page['rows']).toEqual(things.slice(0, 2))
    expect(await get(`/named?bookmark=${encodeURIComponent(page['bookmark'])}`)).toEqual({
      rows: things.slice(2),
      bookmark: '',
    })
  })

  it('name no location of an item that no path leads to', async () => {
    const { status, headers, body } = await service().send('POST', '/notes', { text: 'xy' })
    expect([status, headers['location'], body]).toEqual([201, undefined, { id: 1, text: 'xy' }])
  })

  it('list errors by field, if the response does', async () => {
    expect((await service().send('POST', '/notes', { text: 'a' })).body).toEqual({
      title: 'Bad Request',
      errors: {
        text: ['must not have fewer than 2 characters', 'must match pattern "^x"'],
      },
    })
  })

  it('name the declared parameter of an impossible page', async () => {
    const errors = async (path: string): Promise<unknown> =>
      Object.values((await service().send('GET', path)).body['errors'] ?? {}).map(({ path: name }) => name)
    expect([await errors('/azure?$top=-1'), await errors('/azure?$skip=-1')]).toEqual([['$top'], ['$skip']])
    expect([await errors('/loose?limit=x'), await errors('/loose?offset=x')]).toEqual([['limit'], ['offset']])
    expect(await get('/loose?limit=1&offset=1')).toEqual({ data: things.slice(1, 2) })
  })

  it('need no body where it is optional', async () => {
    const { status, body } = await service().send('POST', '/things')
    expect([status, body['errors']]).toEqual([400, [{ path: '/name', message: 'is required' }]])
  })

  it('confirm that an item was deleted as the response declares', async () => {
    const removed = async (path: string): Promise<unknown> => (await service().send('DELETE', path)).body
    expect([await removed('/empty/1'), await removed('/yes/2')]).toEqual([{}, true])
  })
})
