import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import { stringify } from 'yaml'
import { expect, it } from 'vitest'
import { checkProject, projectsFolder, writeFiles } from '../../testing/check-project.js'
import { emitApi } from '../../testing/emit-fixture.js'
import { temporaryFolder } from '../../testing/temporary-folder.js'

const projects = projectsFolder()

const post = { $ref: '#/components/schemas/Post' }
const json = (schema: object): object => ({ content: { 'application/json': { schema } } })
const ok = (schema: object): object => ({ 200: { description: 'OK', ...json(schema) } })

it('a project passes its own tests if no request sets a relation, has a body or a fixed set of parameters', async () => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Posts', version: '1' },
    paths: {
      '/posts/': {
        get: {
          parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
          responses: ok({ type: 'array', items: post }),
        },
        post: {
          requestBody: {
            required: true,
            ...json({ type: 'object', properties: { title: { type: 'string' } } }),
          },
          responses: ok(post),
        },
      },
      '/posts/{id}/': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
        get: { responses: ok(post) },
      },
      '/authors': {
        get: { responses: ok({ type: 'array', items: { $ref: '#/components/schemas/Author' } }) },
        post: { 'x-operation': 'create', responses: ok({ $ref: '#/components/schemas/Author' }) },
      },
      '/authors/{author}/posts': {
        parameters: [
          { name: 'author', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
        ],
        get: {
          parameters: [
            { name: 'limit', in: 'query', schema: { type: 'integer' } },
            { name: 'author_id', in: 'query', schema: { type: 'string', format: 'uuid' } },
          ],
          responses: ok({ type: 'array', items: post }),
        },
      },
      '/shelves': {
        get: { responses: ok({ type: 'array', items: { $ref: '#/components/schemas/Shelf' } }) },
      },
      // The example of the parameter is another path.
      '/news': { post: { responses: ok({ type: 'string' }) } },
      '/{section}': {
        parameters: [
          { name: 'section', in: 'path', required: true, schema: { type: 'string' }, example: 'news' },
        ],
        get: { responses: ok({ type: 'string' }) },
      },
      '/authors/{author_id}': {
        get: {
          'x-operation': 'own',
          parameters: [
            { name: 'author_id', in: 'path', required: true, schema: { type: 'string', maxLength: 2 } },
          ],
          responses: ok({ $ref: '#/components/schemas/Author' }),
        },
      },
    },
    components: {
      schemas: {
        Post: {
          type: 'object',
          'x-stored': true,
          required: ['id', 'author_id'],
          properties: {
            id: { type: 'string', format: 'uuid' },
            title: { type: 'string' },
            author_id: { type: 'string', format: 'uuid', 'x-relation': 'Author' },
          },
        },
        Author: {
          type: 'object',
          'x-stored': true,
          properties: { id: { type: 'string', format: 'uuid' }, name: { type: 'string' } },
        },
        Shelf: {
          type: 'object',
          'x-stored': true,
          required: ['authors'],
          properties: {
            id: { type: 'integer' },
            authors: { type: 'array', minItems: 1, items: { $ref: '#/components/schemas/Author' } },
          },
        },
      },
    },
  }
  const path = join(temporaryFolder(), 'api.yaml')
  writeFileSync(path, stringify(document))
  const { files } = await emitApi(path, 'svc_sqla')
  const routes = files.get('test/generated/routes/posts.ts') ?? ''
  expect(routes).toContain('No request is certain to set author_id.')
  expect(files.get('test/generated/routes/shelves.ts')).toContain('Shelf.authors requires items.')
  expect(files.get('test/generated/actions/authors.ts')).toContain(
    'The parameter author_id does not accept the key.',
  )
  const folder = join(projects, 'posts')
  writeFiles(folder, files)
  await checkProject(folder)
}, 120_000)

it('a project passes its own tests if row rules are for items that a path selects by a field', async () => {
  const notes = { $ref: '#/components/schemas/Note' }
  const tenant = {
    name: 'tenant',
    in: 'path',
    required: true,
    schema: { type: 'string' },
    'x-scope': 'tenant_id',
  }
  const document = {
    openapi: '3.0.3',
    info: { title: 'Notes', version: '1' },
    security: [{ session: [] }],
    paths: {
      '/{tenant}/notes/{id}.json': {
        parameters: [tenant, { name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: { responses: ok(notes) },
      },
    },
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'sid', 'x-ticket': { secret: 'auth_tkt_secret' } },
      },
      schemas: {
        Note: {
          type: 'object',
          'x-stored': true,
          'x-row-rules': ['allow authenticated view where tenant_id=1'],
          properties: { id: { type: 'integer' }, tenant_id: { type: 'string' } },
        },
      },
    },
  }
  const path = join(temporaryFolder(), 'api.yaml')
  writeFileSync(path, stringify(document))
  const { files } = await emitApi(path, 'svc_sqla')
  expect(files.get('test/generated/row-rules.ts')).toContain(
    'Write a test for these rows: generated tests use only routes without an item above, and none lets this caller use them.',
  )
  const folder = join(projects, 'notes')
  writeFiles(folder, files)
  await checkProject(folder)
}, 120_000)

it('a project passes its own tests if row rules are for items that a path identifies by another field than the key', async () => {
  const article = { $ref: '#/components/schemas/Article' }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Articles', version: '1' },
    security: [{}, { session: [] }],
    paths: {
      '/articles/{slug}': {
        parameters: [{ name: 'slug', in: 'path', required: true, schema: { type: 'string' } }],
        get: { responses: ok(article) },
      },
    },
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'sid', 'x-ticket': { secret: 'auth_tkt_secret' } },
      },
      schemas: {
        Article: {
          type: 'object',
          'x-stored': true,
          'x-key': 'id',
          'x-row-rules': ['allow everyone view where status=published'],
          required: ['slug', 'status'],
          properties: {
            id: { type: 'string', format: 'uuid', readOnly: true },
            slug: { type: 'string', 'x-db-settings': { unique: true } },
            status: { type: 'string', enum: ['draft', 'published'] },
          },
        },
      },
    },
  }
  const path = join(temporaryFolder(), 'api.yaml')
  writeFileSync(path, stringify(document))
  const { files } = await emitApi(path, 'svc_sqla')
  expect(files.get('test/generated/row-rules.ts')).toContain("show: '/articles/{row.slug}'")
  const folder = join(projects, 'articles')
  writeFiles(folder, files)
  await checkProject(folder)
}, 120_000)

it('a request below an item leaves out the key of that item, which clients cannot write, although items require it', async () => {
  const comment = { $ref: '#/components/schemas/Comment' }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Comments', version: '1' },
    paths: {
      '/posts/{id}/comments': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
        post: { requestBody: { required: true, ...json(comment) }, responses: ok(comment) },
      },
    },
    components: {
      schemas: {
        Post: {
          type: 'object',
          'x-stored': true,
          properties: { id: { type: 'string', format: 'uuid', readOnly: true } },
        },
        Comment: {
          type: 'object',
          'x-stored': true,
          required: ['text', 'post_id'],
          properties: {
            id: { type: 'string', format: 'uuid', readOnly: true },
            text: { type: 'string', const: 'Hello' },
            post_id: { type: 'string', format: 'uuid', readOnly: true, 'x-relation': 'Post' },
          },
        },
      },
    },
  }
  const path = join(temporaryFolder(), 'api.yaml')
  writeFileSync(path, stringify(document))
  const { files } = await emitApi(path, 'svc_sqla')
  const tests = files.get('test/generated/routes/posts.ts')
  expect(tests).toContain("title: 'POST /posts/{id}/comments answers as declared',")
  expect(tests).toContain("rows: ['post 1'],")
  expect(tests).not.toContain('which is required')
})

it('a project passes its own tests if parameters name fields, and examples or schemas leave types open', async () => {
  const call = { $ref: '#/components/schemas/Call' }
  const listed = ok({ type: 'array', items: call })
  const required = { in: 'query', required: true, schema: { type: 'string' } }
  const document = {
    openapi: '3.0.3',
    info: { title: 'Calls', version: '1' },
    servers: [{ url: 'https://api.example.com/v1/calls' }],
    paths: {
      '/': {
        get: {
          parameters: [
            { ...required, name: 'sort', 'x-sort': { started: 'name' } },
            { ...required, name: 'offset', schema: { type: 'integer' } },
            { ...required, name: 'limit', schema: { type: 'integer' } },
          ],
          responses: listed,
        },
        post: {
          'x-operation': 'own',
          operationId: 'startCall',
          parameters: [{ ...required, name: 'Content-Length', in: 'header', schema: { type: 'integer' } }],
          requestBody: json({ type: 'object', properties: { name: { type: 'string' } } }),
          responses: { 201: { description: 'Started' } },
        },
      },
      '/{callId}': {
        parameters: [{ name: 'callId', in: 'path', required: true, ...json({ type: 'integer' }) }],
        get: { responses: ok(call) },
      },
      '/metrics': {
        get: {
          'x-operation': 'list',
          parameters: [{ ...required, name: '$filter', example: "duration'PT5M'" }],
          responses: listed,
        },
      },
      '/new': {
        post: {
          'x-operation': 'create',
          requestBody: json({ $ref: '#/components/schemas/NewCall' }),
          responses: { 201: { description: 'The call', ...json(call) } },
        },
      },
    },
    components: {
      schemas: {
        NewCall: {
          type: 'object',
          properties: { name: { type: 'string' }, label: { type: 'string', default: '' } },
        },
        Call: {
          type: 'object',
          'x-stored': true,
          properties: {
            id: { type: 'integer' },
            name: { type: 'string' },
            label: { type: 'string', readOnly: true },
            // Its schema has no type.
            endpoints: { additionalProperties: { type: 'string' } },
            legs: {
              type: 'array',
              items: { type: 'object', properties: { to: { type: 'string' } } },
              example: [{ _id: 'a1', to: 'someone' }],
            },
          },
        },
      },
    },
  }
  const path = join(temporaryFolder(), 'api.yaml')
  writeFileSync(path, stringify(document))
  const { files } = await emitApi(path, 'svc_sqla')
  const routes = [...files].filter(([name]) => name.startsWith('test/generated/routes/'))
  const text = routes.map(([, content]) => content).join('')
  expect(text).toContain("path: '/v1/calls?sort=started&offset=0&limit=1'")
  expect(text).toContain('The parameter callId is JSON.')
  expect(text).toContain('No value is certain to be valid for the parameter $filter.')
  const folder = join(projects, 'calls')
  writeFiles(folder, files)
  await checkProject(folder)
}, 120_000)
