import { expect, it } from 'vitest'
import { onEveryEngine } from './suite.js'
import { onDocument } from './documents.js'
import { userCode } from './user-code.js'

const MAKE_SLUG = `
import { setTimeout as sleep } from 'node:timers/promises'
import { registry } from '../generated/index.js'

registry.add('make_slug', async () => {
  await sleep(5)
  if (process.env['SLUGS'] === 'none') throw new Error('no more slugs')
  return 'slug-' + Math.random()
})
`

onEveryEngine(
  'handlers',
  (service) => {
    it('awaits defaults, once for each item, and stores nothing if one of them rejects', async () => {
      const create = (body: unknown) => service().send('POST', '/v1/stories', body)
      const first = await create({ name: 'one' })
      expect([first.status, first.body['slug']]).toEqual([201, expect.stringMatching(/^slug-/)])
      const { status, body } = await create([{ name: 'two' }, { name: 'three' }])
      const slugs = [body['data']?.[0]?.['slug'], body['data']?.[1]?.['slug']]
      expect([status, new Set([...slugs, first.body['slug']]).size]).toEqual([201, 3])
      process.env['SLUGS'] = 'none'
      expect((await create([{ name: 'four' }, { name: 'five' }])).status).toBe(500)
      delete process.env['SLUGS']
      expect((await service().send('GET', '/v1/stories?_count')).body).toEqual({ total: 3 })
    })
  },
  { settings: { auth: false }, code: { ...userCode('handlers'), 'src/defaults/make-slug.ts': MAKE_SLUG } },
)

const json = (name: string): object => ({
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
})
const created = (name: string): object => ({ responses: { 201: { description: 'Created', ...json(name) } } })

onDocument(
  'defaults of relationships',
  {
    openapi: '3.1.0',
    info: { title: 'Tasks', version: '1' },
    paths: {
      '/boards': { post: { requestBody: json('Board'), ...created('Board') } },
      '/tasks': { post: { requestBody: json('NewTask'), ...created('Task') } },
    },
    components: {
      schemas: {
        Board: {
          type: 'object',
          'x-stored': true,
          'x-key': 'name',
          properties: { name: { type: 'string' } },
        },
        NewTask: { type: 'object', properties: { title: { type: 'string' }, other_id: { type: 'string' } } },
        Task: {
          type: 'object',
          'x-stored': true,
          required: ['board'],
          properties: {
            id: { type: 'integer' },
            title: { type: 'string' },
            board: { $ref: '#/components/schemas/Board', 'x-db-settings': { default: '{{inbox}}' } },
            other_id: { type: 'string', 'x-relation': 'Board', 'x-db-settings': { default: '{{inbox}}' } },
          },
        },
      },
    },
  },
  (service) => {
    it('are the keys that your functions return', async () => {
      const post = (path: string, body: object) => service().send('POST', path, body)
      expect((await post('/tasks', { title: 'too soon' })).status).toBe(400)
      for (const name of ['inbox', 'done']) await post('/boards', { name })
      const board = { name: 'inbox' }
      expect((await post('/tasks', { title: 'new' })).body).toMatchObject({ board, other_id: 'inbox' })
      expect((await post('/tasks', { other_id: 'done' })).body).toMatchObject({ board, other_id: 'done' })
    })
  },
  {
    code: {
      'src/defaults/inbox.ts': `
import { registry } from '../generated/index.js'

registry.add('inbox', async () => 'inbox')
`,
    },
    everyEngine: true,
  },
)
