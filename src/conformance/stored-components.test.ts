import { expect, it } from 'vitest'
import { onDocument } from './documents.js'

const reference = (name: string): object => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: object): object => ({ 'application/json': { schema } })
const note = { description: 'A note.', content: json(reference('Note')) }
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } }

onDocument(
  'a stored component in own operations',
  {
    openapi: '3.0.3',
    info: { title: 'Notes', version: '1' },
    paths: {
      '/notes': { post: { requestBody: { content: json(reference('Note')) }, responses: { 201: note } } },
      '/notes/{id}': { parameters: [id], get: { responses: { 200: note } } },
      '/notes/{id}/pin': { parameters: [id], post: { operationId: 'pin', responses: { 200: note } } },
      '/notes/{id}/page': {
        parameters: [id],
        post: {
          operationId: 'page',
          requestBody: { required: true, content: json(reference('Draft')) },
          responses: {
            200: {
              description: 'Notes.',
              content: json({
                type: 'object',
                properties: { items: { type: 'array', items: reference('Note') }, draft: reference('Draft') },
              }),
            },
          },
        },
      },
    },
    components: {
      schemas: {
        Note: {
          type: 'object',
          'x-stored': true,
          required: ['title'],
          properties: {
            id: { type: 'integer', readOnly: true },
            title: { type: 'string' },
            pinned: { type: 'boolean' },
          },
        },
        Draft: {
          type: 'object',
          required: ['id', 'text'],
          properties: { id: { type: 'integer', readOnly: true }, text: { type: 'string' } },
        },
      },
    },
  },
  (service) => {
    it('can answer with the document of an item', async () => {
      const send = service().send
      const key = (await send('POST', '/notes', { title: 'Milk' })).body['id']
      expect((await send('POST', `/notes/${key}/pin`)).body).toMatchObject({
        id: key,
        title: 'Milk',
        pinned: true,
      })
      const page = (await send('POST', `/notes/${key}/page`, { text: 'x' })).body
      expect(page).toMatchObject({ items: [{ title: 'Milk' }], draft: { id: 1, text: 'x' } })
    })

    it('has the declared component in openapi.json', async () => {
      const { components, paths } = (await service().send('GET', '/openapi.json')).body as never as {
        components: { schemas: Record<string, { required?: string[] }> }
        paths: Record<string, Record<string, { responses: Record<string, { content: object }> }>>
      }
      expect(components.schemas['Note']?.required).toEqual(['title'])
      const of = (path: string, verb: string): string =>
        JSON.stringify(paths[path]?.[verb]?.responses['200']?.content)
      expect(of('/notes/{id}', 'get')).toContain('#/components/schemas/Note"')
      expect(of('/notes/{id}/pin', 'post')).toContain('#/components/schemas/Note"')
    })
  },
  {
    code: {
      'src/actions/pin.ts': `
import { registry } from '../generated/index.js'
registry.action('pin', async ({ item, models, document }) => {
  const note = await models.note.update({ where: { id: item.id }, data: { pinned: true } })
  return document('Note', note ?? item)
})`,
      'src/actions/page.ts': `
import { type Draft, registry } from '../generated/index.js'
registry.action('page', async ({ item, body, document }) => {
  const given: Draft = { text: body.text }
  return { items: [await document('Note', item)], draft: { ...given, id: 1 } }
})`,
    },
  },
)
