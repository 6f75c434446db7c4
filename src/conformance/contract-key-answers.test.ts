import { expect, it } from 'vitest'
import { onDocument } from './documents.js'

const json = (schema: object): object => ({ content: { 'application/json': { schema } } })
const component = (name: string): object => ({ $ref: `#/components/schemas/${name}` })
const creates = (name: string, answer: object): object => ({
  post: {
    requestBody: { required: true, ...json(component(name)) },
    responses: { 201: { description: 'The key', ...json(answer) } },
  },
})
const show = (name: string, param: string, type: string): object => ({
  parameters: [{ name: param, in: 'path', required: true, schema: { type } }],
  get: { responses: { 200: { description: 'OK', ...json(component(name)) } } },
})
const stored = (key: object): object => ({
  'x-stored': true,
  type: 'object',
  required: ['title'],
  properties: { id: key, title: { type: 'string' } },
})
const page = {
  ...stored({ type: 'string' }),
  required: ['title', 'slug'],
  properties: { slug: { type: 'string' }, title: { type: 'string' } },
}

onDocument(
  'requests that create items and answer with their keys',
  {
    openapi: '3.1.0',
    info: { title: 'Keys', version: '1' },
    paths: {
      '/jobs': creates('Job', { type: 'integer' }),
      '/jobs/{jobId}': show('Job', 'jobId', 'integer'),
      '/jobs/{jobId}/steps': {
        parameters: [{ name: 'jobId', in: 'path', required: true, schema: { type: 'integer' } }],
        ...creates('Step', {
          type: 'object',
          required: ['success', 'stepId'],
          properties: { success: { const: true }, stepId: { type: 'string' } },
        }),
      },
      '/steps/{stepId}': show('Step', 'stepId', 'integer'),
      '/notes': creates('Note', { type: 'string', format: 'uuid' }),
      '/notes/{id}': show('Note', 'id', 'string'),
      '/parcels': creates('Parcel', { type: 'object', properties: { state: { type: 'string' } } }),
      '/parcels/{id}': show('Parcel', 'id', 'string'),
      '/pages': creates('Page', { type: 'string', 'x-member': 'slug' }),
      '/pages/{slug}': show('Page', 'slug', 'string'),
    },
    components: {
      schemas: {
        Job: stored({ type: 'integer', readOnly: true }),
        Step: {
          ...stored({}),
          properties: {
            id: { type: 'integer', readOnly: true },
            title: { type: 'string' },
            job: { ...component('Job'), writeOnly: true },
          },
        },
        Note: stored({ type: 'string', format: 'uuid', readOnly: true }),
        Parcel: stored({ allOf: [{ type: 'string', format: 'uuid' }], readOnly: true }),
        Page: page,
      },
    },
  },
  (service) => {
    const create = async (path: string, body: object) => {
      const { status, body: sent } = await service().send('POST', path, body)
      return { status, sent }
    }

    it.each([
      ['/jobs', 'a number'],
      ['/notes', 'a UUID'],
      ['/pages', 'a text with "x-member"'],
    ])('answer %s with %s', async (path) => {
      const { status, sent } = await create(path, {
        title: 'One',
        ...(path === '/pages' ? { slug: 'one' } : {}),
      })
      expect([status, typeof sent]).toEqual([201, path === '/jobs' ? 'number' : 'string'])
      expect((await service().send('GET', `${path}/${String(sent)}`)).body).toMatchObject({ title: 'One' })
    })

    it('are functions if the answer is an object with other members', async () => {
      expect((await create('/parcels', { title: 'One' })).status).toBe(501)
    })

    it('answer below an item with an object that contains the key of the new one and constants', async () => {
      const { sent: job } = await create('/jobs', { title: 'Two' })
      const { status, sent } = await create(`/jobs/${String(job)}/steps`, { title: 'First' })
      expect([status, sent]).toEqual([201, { success: true, stepId: '1' }])
      expect((await service().send('GET', '/steps/1')).body).toEqual({ id: 1, title: 'First' })
    })
  },
  { everyEngine: true },
)
