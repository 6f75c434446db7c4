import { beforeAll, expect, it } from 'vitest'
import { PASSWORD, withAdmin } from './callers.js'
import { onDocument } from './documents.js'

const string = { type: 'string', 'x-db-settings': { type: 'string' } }
const model = (field: string): object => ({
  type: 'object',
  'x-row-rules': ['allow authenticated all where {{mine}}'],
  properties: {
    id: { type: 'integer', 'x-db-settings': { type: 'id_field', primary_key: true } },
    [field]: string,
  },
})
const collection = (name: string): object => {
  const schema = { $ref: `#/components/schemas/${name}` }
  return {
    get: { responses: { 200: { description: 'OK' } } },
    post: {
      requestBody: { content: { 'application/json': { schema } } },
      responses: { 201: { description: 'Created' } },
    },
  }
}

onDocument(
  'one function for the rows of several models',
  {
    openapi: '3.1.0',
    info: { title: 'Work', version: '1' },
    security: [{ key: [] }],
    'x-acl': { collection: 'allow authenticated all', item: 'allow authenticated all' },
    paths: { '/notes': collection('Note'), '/tasks': collection('Task') },
    components: {
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'Authorization', 'x-api-key': true } },
      schemas: { Note: model('owner'), Task: model('assignee') },
    },
  },
  (service) => {
    let headers: Readonly<Record<string, string>> = {}
    beforeAll(async () => {
      const { body } = await service().send('POST', '/auth/token', { login: 'root', password: PASSWORD })
      headers = { authorization: `ApiKey root:${String(body['token'])}` }
    })

    it.each([
      ['/notes', 'owner'],
      ['/tasks', 'assignee'],
    ])('knows the model of %s', async (path, field) => {
      const create = async (user: string): Promise<number> =>
        (await service().send('POST', path, { [field]: user }, headers)).status
      expect([await create('root'), await create('eve')]).toEqual([201, 403])
      expect((await service().send('GET', path, undefined, headers)).body['total']).toBe(1)
    })
  },
  {
    settings: withAdmin,
    everyEngine: true,
    code: {
      'src/principals/mine.ts': `
import { registry } from '../generated/index.js'

registry.add('mine', ({ user, model }) => {
  const name = user?.username ?? ''
  switch (model) {
    case 'Note':
      return { owner: name }
    case 'Task':
      return { assignee: name }
  }
})
`,
    },
  },
)
