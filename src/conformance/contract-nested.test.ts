import { expect, it } from 'vitest'
import { onDocument } from './documents.js'

const itemOf = (name: string): object => ({
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
})
const listOf = (name: string): object => ({
  content: {
    'application/json': { schema: { type: 'array', items: { $ref: `#/components/schemas/${name}` } } },
  },
})
const pathOf = (name: string): object => ({
  get: { responses: { 200: { description: 'Items', ...listOf(name) } } },
  post: {
    requestBody: itemOf(name),
    responses: { 201: { description: 'Created', ...itemOf(name) } },
  },
})
const stored = (properties: object): object => ({
  type: 'object',
  'x-stored': true,
  required: Object.keys(properties),
  properties: { id: { type: 'integer' }, ...properties },
})

const document = {
  openapi: '3.0.3',
  info: { title: 'Places', version: '1' },
  paths: {
    '/countries': pathOf('Country'),
    '/cities': pathOf('City'),
    '/streets': pathOf('Street'),
    '/houses': pathOf('House'),
  },
  components: {
    schemas: {
      Country: stored({ name: { type: 'string' } }),
      City: stored({ country: { $ref: '#/components/schemas/Country' } }),
      Street: stored({ city: { $ref: '#/components/schemas/City' } }),
      House: stored({ street: { $ref: '#/components/schemas/Street' } }),
    },
  },
}

onDocument(
  'responses with related items of related items',
  document,
  (service) => {
    it('contain each of them as its schema says', async () => {
      const country = { id: 1, name: 'Peru' }
      const city = { id: 2, country }
      const street = { id: 3, city }
      const house = { id: 4, street }
      for (const [path, item] of Object.entries({
        countries: country,
        cities: city,
        streets: street,
        houses: house,
      }))
        expect((await service().send('POST', `/${path}`, item)).body).toEqual(item)
      const list = async (path: string): Promise<unknown> => (await service().send('GET', path)).body
      expect(await list('/cities')).toEqual([city])
      expect(await list('/streets')).toEqual([street])
      expect(await list('/houses')).toEqual([house])
    })
  },
  { everyEngine: true },
)
