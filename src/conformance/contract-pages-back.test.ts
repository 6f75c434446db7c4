import { beforeAll, expect, it } from 'vitest'
import { onDocument } from './documents.js'
import type { Body } from './service.js'

const text = { type: 'string' }
const query = (name: string, schema: object, others: object = {}): object => ({
  name,
  in: 'query',
  schema,
  ...others,
})
const song = { $ref: '#/components/schemas/Song' }
const sort = query('sort', { type: 'string', enum: ['title', '-title'] })
const lists = (parameters: readonly object[], envelope: object): object => ({
  get: {
    parameters: [sort, ...parameters],
    responses: {
      200: {
        description: 'A page',
        content: { 'application/json': { schema: { type: 'object', properties: envelope } } },
      },
    },
  },
})
const data = { data: { type: 'array', items: song } }
const links = {
  links: {
    type: 'object',
    properties: { prev: { type: ['string', 'null'] }, next: { type: ['string', 'null'] } },
  },
}
const page = { type: 'object', properties: { size: { type: 'integer' }, after: text, before: text } }

onDocument(
  'pages that a cursor begins or ends',
  {
    openapi: '3.1.0',
    info: { title: 'Songs', version: '1' },
    paths: {
      '/songs': {
        ...lists(
          [query('page[size]', { type: 'integer' }), query('page[after]', text), query('page[before]', text)],
          { ...data, ...links },
        ),
        post: {
          requestBody: { content: { 'application/json': { schema: song } } },
          responses: { 201: { description: 'OK', content: { 'application/json': { schema: song } } } },
        },
      },
      '/tracks': lists([query('page', page, { style: 'deepObject' })], { ...data, ...links }),
      '/tunes': lists([query('limit', { type: 'integer' }), query('after', text), query('before', text)], {
        ...data,
        paging: {
          type: 'object',
          properties: {
            cursors: { type: 'object', properties: { before: text, after: text } },
            has_next: { type: 'boolean' },
            has_previous: { type: 'boolean' },
          },
        },
      }),
    },
    components: {
      schemas: {
        Song: {
          'x-stored': true,
          type: 'object',
          required: ['title'],
          properties: { id: { type: 'string', format: 'uuid', readOnly: true }, title: text },
        },
      },
    },
  },
  (service) => {
    const get = async (path: string): Promise<Body> => {
      const { status, body } = await service().send('GET', path)
      expect([path, status]).toEqual([path, 200])
      return body
    }
    const titlesIn = ({ data: songs }: Body): string =>
      [songs]
        .flat()
        .map((each) => String(each?.['title']))
        .join('')

    beforeAll(async () => {
      for (const title of 'cabed') await service().send('POST', '/songs', { title })
    })

    it.each(['songs', 'tracks'])('lead from one to the next and back by the links of /%s', async (name) => {
      const pathIn = (body: Body, rel: string): string =>
        String(body['links']?.[rel]).replace(/^http:\/\/[^/]+/, '')
      const first = await get(`/${name}?sort=-title&page[size]=2`)
      const second = await get(pathIn(first, 'next'))
      const third = await get(pathIn(second, 'next'))
      expect([first, second, third].map(titlesIn)).toEqual(['ed', 'cb', 'a'])
      expect([first['links']?.['prev'], third['links']?.['next']]).toEqual([null, null])
      const back = await get(pathIn(third, 'prev'))
      const start = await get(pathIn(back, 'prev'))
      expect([back, start].map(titlesIn)).toEqual(['cb', 'ed'])
      expect(start['links']?.['prev']).toBeNull()
      expect(titlesIn(await get(pathIn(start, 'next')))).toBe('cb')
    })

    it('have the cursors of both directions', async () => {
      const first = await get('/tunes?sort=title&limit=2')
      const { cursors } = first['paging'] ?? {}
      expect([titlesIn(first), cursors?.['before'], first['paging']]).toMatchObject([
        'ab',
        undefined,
        { has_next: true, has_previous: false },
      ])
      const second = await get(`/tunes?sort=title&limit=2&after=${String(cursors?.['after'])}`)
      expect([titlesIn(second), second['paging']]).toMatchObject([
        'cd',
        { has_next: true, has_previous: true },
      ])
      const back = await get(
        `/tunes?sort=title&limit=2&before=${String(second['paging']?.['cursors']?.['before'])}`,
      )
      expect([titlesIn(back), back['paging']]).toMatchObject(['ab', { has_next: true, has_previous: false }])
      expect(back['paging']?.['cursors']).toEqual(cursors)
    })
  },
  { everyEngine: true },
)
