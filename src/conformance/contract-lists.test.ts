import { expect, it } from 'vitest'
import { onDocument } from './documents.js'

const comment = { $ref: '#/components/schemas/Comment' }
const json = (schema: object): object => ({ content: { 'application/json': { schema } } })
const query = (name: string, schema: object): object => ({ name, in: 'query', schema })

onDocument(
  'lists',
  {
    openapi: '3.1.0',
    info: { title: 'Comments', version: '1' },
    paths: {
      '/comments': {
        get: {
          'x-sort': '-state,written',
          parameters: [
            query('limit', { type: 'integer', default: 2 }),
            query('cursor', { type: 'string' }),
            query('sort', { type: 'string', enum: ['text', '-text'] }),
            query('q', { type: 'string' }),
          ],
          responses: {
            200: {
              description: 'Comments',
              ...json({
                type: 'object',
                required: ['data', 'next_cursor'],
                properties: {
                  data: { type: 'array', items: comment },
                  next_cursor: { type: ['string', 'null'] },
                },
              }),
            },
          },
        },
        post: { requestBody: json(comment), responses: { 201: { description: 'Made', ...json(comment) } } },
      },
      '/newest': {
        get: {
          'x-operation': 'list',
          'x-sort': '-written',
          parameters: [query('max_results', { type: 'integer' }), query('after', { type: 'string' })],
          responses: { 200: { description: 'Comments', ...json({ type: 'array', items: comment }) } },
        },
      },
      '/recent': {
        get: {
          'x-operation': 'list',
          'x-sort': '-written',
          parameters: [
            query('limit', { type: 'integer', default: 2 }),
            query('after', { type: 'string' }),
            query('order', { type: 'string', enum: ['asc', 'desc'] }),
          ],
          responses: {
            200: {
              description: 'Comments',
              ...json({
                type: 'object',
                required: ['data', 'first_id', 'last_id'],
                properties: {
                  data: { type: 'array', items: comment },
                  first_id: { type: 'string' },
                  last_id: { type: ['string', 'null'] },
                },
              }),
            },
          },
        },
      },
      '/comments/{commentId}': {
        delete: {
          parameters: [{ name: 'commentId', in: 'path', required: true, schema: { type: 'string' } }],
          responses: {
            200: {
              description: 'Deleted',
              ...json({
                type: 'object',
                required: ['id', 'deleted'],
                properties: { id: { type: 'string' }, deleted: { type: 'boolean' } },
              }),
            },
          },
        },
      },
    },
    components: {
      schemas: {
        Comment: {
          type: 'object',
          'x-stored': true,
          required: ['text', 'state', 'written'],
          properties: {
            id: { type: 'string', format: 'uuid', readOnly: true },
            text: { type: 'string' },
            state: { type: 'string', enum: ['hidden', 'shown'] },
            written: { type: 'string', format: 'date-time' },
          },
        },
      },
    },
  },
  (service) => {
    const list = async (
      path: string,
    ): Promise<readonly [string, { data: unknown; next_cursor: unknown }]> => {
      const { body } = await service().send('GET', path)
      const { data = body } = body
      const texts = Array.isArray(data) ? data : Object.values(Object(data))
      return [texts.map(({ text }) => text).join(' '), Object(body)]
    }

    it('are in the declared order, unless a parameter selects another one', async () => {
      const made: [string, string, number][] = [
        ['b', 'hidden', 4],
        ['a', 'shown', 2],
        ['d', 'shown', 1],
        ['c shown', 'shown', 3],
      ]
      for (const [text, state, day] of made)
        await service().send('POST', '/comments', { text, state, written: `2026-01-0${day}T00:00:00Z` })
      const [first, { next_cursor }] = await list('/comments')
      expect(first).toBe('d a')
      expect((await list(`/comments?cursor=${encodeURIComponent(String(next_cursor))}`))[0]).toBe('c shown b')
      expect((await list('/comments?sort=text&limit=4'))[0]).toBe('a b c shown d')
      const newest = await service().send('GET', '/newest?max_results=2')
      const [, second] = Object.values(newest.body)
      expect((await list('/newest?max_results=2'))[0]).toBe('b c shown')
      expect((await list(`/newest?after=${Object(second).id}`))[0]).toBe('a d')
    })

    it('are in the declared order or the opposite one, and contain the keys of the first and the last item', async () => {
      const get = async (search: string): Promise<Record<string, unknown>> =>
        (await service().send('GET', `/recent?${search}`)).body
      const [first, second] = Object.values(Object((await get(''))['data']))
      expect(await get('')).toMatchObject({ first_id: Object(first).id, last_id: Object(second).id })
      expect(await get('limit=0')).toEqual({ data: [], first_id: '', last_id: null })
      expect((await list('/recent'))[0]).toBe('b c shown')
      expect((await list('/recent?order=desc'))[0]).toBe('b c shown')
      expect((await list(`/recent?order=desc&after=${Object(second).id}`))[0]).toBe('a d')
      expect((await list('/recent?order=asc'))[0]).toBe('d a')
    })

    it('lose items whose deletion is confirmed', async () => {
      const [first] = Object.values(Object((await service().send('GET', '/recent')).body['data']))
      const { id } = Object(first)
      expect((await service().send('DELETE', `/comments/${id}`)).body).toEqual({ id, deleted: true })
      expect((await list('/recent'))[0]).toBe('c shown a')
    })
  },
  { everyEngine: true },
)

const task = { $ref: '#/components/schemas/Task' }
const direction = { type: 'string', enum: ['asc', 'desc'] }
const inQuery = (name: string, schema: object): object => ({
  name,
  in: 'query',
  ...(Object(schema).type === 'object' ? { style: 'deepObject', explode: true } : {}),
  schema,
})
const listed = (...parameters: readonly object[]): object => ({
  get: {
    parameters,
    responses: {
      200: {
        description: 'Tasks',
        content: { 'application/json': { schema: { type: 'array', items: task } } },
      },
    },
  },
})

onDocument(
  'lists with objects of filters and directions by field',
  {
    openapi: '3.0.3',
    info: { title: 'Tasks', version: '1' },
    paths: {
      '/sources': {
        post: {
          requestBody: {
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Source' } } },
          },
          responses: {
            201: {
              description: 'Created',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Source' } } },
            },
          },
        },
      },
      '/tasks': {
        ...listed(inQuery('filter', { type: 'object' }), inQuery('sort_by', { type: 'object' })),
        post: {
          requestBody: { content: { 'application/json': { schema: task } } },
          responses: { 201: { description: 'Created', content: { 'application/json': { schema: task } } } },
        },
      },
      '/declared': {
        ...listed(inQuery('sort', { type: 'object', properties: { name: direction, size: direction } })),
      },
    },
    components: {
      schemas: {
        Source: { type: 'object', 'x-stored': true, properties: { id: { type: 'integer' } } },
        Task: {
          type: 'object',
          'x-stored': true,
          properties: {
            id: { type: 'integer' },
            name: { type: 'string' },
            size: { type: 'integer' },
            source_id: { type: 'integer', 'x-relation': 'Source' },
            pin: { type: 'string', writeOnly: true },
          },
        },
      },
    },
  },
  (service) => {
    it('are filtered by keys of related items and sorted by several fields', async () => {
      for (const id of [1, 2]) await service().send('POST', '/sources', { id })
      for (const [id, name, size, source_id] of [
        [1, 'b', 1, 1],
        [2, 'a', 1, 2],
        [3, 'c', 2, 1],
      ])
        await service().send('POST', '/tasks', { id, name, size, source_id, pin: '1' })
      const ids = async (query: string): Promise<unknown> => {
        const { status, body } = await service().send('GET', query)
        return status === 200 ? Object.values(body).map((each) => each['id']) : status
      }
      expect(await ids('/tasks?filter[source_id]=1')).toEqual([1, 3])
      expect(await ids('/tasks?filter[source_id]=1&filter[size_gt]=1')).toEqual([3])
      expect(await ids('/tasks?sort_by[size]=desc&sort_by[name]=asc')).toEqual([3, 2, 1])
      expect(await ids('/tasks?sort_by[name]=DESC')).toEqual([3, 1, 2])
      for (const query of ['filter[pin]=1', 'sort_by[pin]=asc', 'sort_by[name]=up', 'sort_by[nope]=asc'])
        expect([query, await ids(`/tasks?${query}`)]).toEqual([query, 400])
      expect(await ids('/declared?sort[size]=asc&sort[name]=desc')).toEqual([1, 2, 3])
      expect(await ids('/declared?sort[id]=asc')).toBe(400)
    })
  },
)
