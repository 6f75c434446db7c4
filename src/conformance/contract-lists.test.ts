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
