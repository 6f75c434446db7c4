import { beforeAll, expect, it } from 'vitest'
import { onDocument } from './documents.js'
import type { Body } from './service.js'

const content = (schema: object): object => ({ content: { 'application/json': { schema } } })
const ok = (schema: object): object => ({ 200: { description: 'OK', ...content(schema) } })
const query = (name: string, schema: object): object => ({ name, in: 'query', schema })
const text = { type: 'string' }
const integer = { type: 'integer' }
const patient = { $ref: '#/components/schemas/Patient' }

onDocument(
  'lists whose elements contain items',
  {
    openapi: '3.1.0',
    info: { title: 'Patients', version: '1' },
    paths: {
      '/Patient': {
        get: {
          parameters: [
            query('_count', { ...integer, default: 20 }),
            query('_offset', { ...integer, default: 0 }),
            query('_sort', { ...text, enum: ['family'] }),
            query('family', text),
            { ...query('api-version', { ...text, enum: ['1.0'] }), required: true },
          ],
          responses: ok({
            type: 'object',
            required: ['resourceType', 'link', 'entry'],
            properties: {
              resourceType: { const: 'Bundle' },
              total: integer,
              link: {
                type: 'array',
                items: { type: 'object', properties: { relation: text, url: text } },
              },
              entry: {
                type: 'array',
                items: {
                  type: 'object',
                  required: ['search', 'fullUrl'],
                  properties: {
                    fullUrl: text,
                    resource: patient,
                    search: { type: 'object', 'x-value': { mode: 'match' } },
                    score: { type: 'number' },
                  },
                },
              },
            },
          }),
        },
        post: {
          requestBody: content(patient),
          responses: { 201: { description: 'OK', ...content(patient) } },
        },
      },
      '/Patient/{id}': {
        get: {
          parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
          responses: ok(patient),
        },
      },
      '/connection': {
        get: {
          parameters: [
            query('limit', integer),
            query('cursor', text),
            query('sort', { ...text, enum: ['family'] }),
          ],
          responses: ok({
            type: 'object',
            properties: {
              edges: { type: 'array', items: { type: 'object', properties: { node: patient } } },
              links: { type: 'array', items: { type: 'object', properties: { rel: text, href: text } } },
            },
          }),
        },
      },
    },
    components: {
      schemas: {
        Patient: {
          'x-stored': true,
          type: 'object',
          required: ['family'],
          properties: { id: { ...text, format: 'uuid', readOnly: true }, family: text },
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
    const list = (body: Body, name: string): readonly Body[] => [body[name] ?? []].flat()
    const pathIn = (url: unknown): string => String(url).replace(/^http:\/\/[^/]+/, '')

    beforeAll(async () => {
      for (const family of ['Moe', 'Doe', 'Roe']) await service().send('POST', '/Patient', { family })
    })

    it('show the item, its URL and constants in each element', async () => {
      const body = await get('/Patient?_count=2&_sort=family&api-version=1.0')
      expect([body['resourceType'], body['total']]).toEqual(['Bundle', 3])
      const entries = list(body, 'entry')
      expect(entries.map((each) => each['resource']?.['family'])).toEqual(['Doe', 'Moe'])
      for (const { fullUrl, resource, ...others } of entries) {
        expect(others).toEqual({ search: { mode: 'match' } })
        expect(await get(pathIn(fullUrl))).toEqual(resource)
      }
    })

    it('have a list of the links to other pages', async () => {
      const links = list(await get('/Patient?_count=1&_offset=1&_sort=family&api-version=1.0'), 'link')
      expect(links.map((each) => each['relation'])).toEqual(['self', 'first', 'previous', 'next', 'last'])
      const next = links.find((each) => String(each['relation']) === 'next')
      const entries = list(await get(pathIn(next?.['url'])), 'entry')
      expect(entries.map((each) => each['resource']?.['family'])).toEqual(['Roe'])
    })

    it('continue at a cursor in such a link', async () => {
      const first = await get('/connection?limit=2&sort=family')
      const next = list(first, 'links').find((each) => String(each['rel']) === 'next')
      const second = await get(pathIn(next?.['href']))
      const families = [first, second].map((page) =>
        list(page, 'edges').map((each) => each['node']?.['family']),
      )
      expect(families).toEqual([['Doe', 'Moe'], ['Roe']])
      expect(list(second, 'links').map((each) => each['rel'])).not.toContain('next')
    })

    it('filter by the members of the items', async () => {
      const entries = list(await get('/Patient?family=Roe&api-version=1.0'), 'entry')
      expect(entries.map((each) => each['resource']?.['family'])).toEqual(['Roe'])
      expect((await service().send('GET', '/Patient?api-version=2.0')).status).toBe(400)
    })
  },
  { everyEngine: true },
)
