import { expect, it } from 'vitest'
import { onDocument } from './documents.js'

const json = (schema: object): object => ({ content: { 'application/json': { schema } } })
const page = { $ref: '#/components/schemas/Page' }
const text = { type: 'string' }
const header = (schema: object): object => ({ schema })

onDocument(
  'headers of a contract',
  {
    openapi: '3.1.0',
    info: { title: 'Pages', version: '1' },
    paths: {
      '/pages': {
        get: {
          parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', default: 10, maximum: 50 } }],
          responses: {
            200: {
              description: 'OK',
              headers: { 'X-Number-Of-Pages': header({ type: 'integer', 'x-member': 'total' }) },
              ...json({ type: 'array', items: page }),
            },
          },
        },
        post: { requestBody: json(page), responses: { 201: { description: 'OK', ...json(page) } } },
      },
      '/pages/{slug}': {
        parameters: [{ name: 'slug', in: 'path', required: true, schema: text }],
        get: {
          responses: {
            200: {
              description: 'OK',
              headers: {
                'Last-Modified': header(text),
                'X-Title': header({ ...text, 'x-member': 'title' }),
                'X-Note': header({ ...text, 'x-member': 'note' }),
              },
              ...json(page),
            },
          },
        },
      },
    },
    components: {
      schemas: {
        Page: {
          'x-stored': true,
          'x-key': 'slug',
          type: 'object',
          required: ['slug', 'title', 'updatedAt'],
          properties: { slug: text, title: text, note: text, updatedAt: { ...text, format: 'date-time' } },
        },
      },
    },
  },
  (service) => {
    it('contain what x-member names, and the time of the last change', async () => {
      const title = 'Über\nuns 😀'
      const updatedAt = '2026-11-29T10:20:30.500+01:00'
      await service().send('POST', '/pages', { slug: 'a', title, updatedAt })
      const { headers } = await service().send('GET', '/pages/a')
      expect(headers).toMatchObject({
        'last-modified': 'Sun, 29 Nov 2026 09:20:30 GMT',
        'x-title': '%C3%9Cber%0Auns %F0%9F%98%80',
      })
      expect(headers).not.toHaveProperty('x-note')
      await service().send('POST', '/pages', { slug: 'b', title, updatedAt, note: '😀'.repeat(1000) })
      expect((await service().send('GET', '/pages/b')).headers).not.toHaveProperty('x-note')
      const list = await service().send('GET', '/pages')
      expect(list.headers).toMatchObject({ 'x-number-of-pages': '2' })
    })
  },
  { everyEngine: true },
)
