import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { expect, it } from 'vitest'
import { checkProject, projectsFolder, writeFiles } from '../../testing/check-project.js'
import { emitApi } from '../../testing/emit-fixture.js'
import { temporaryFolder } from '../../testing/temporary-folder.js'

const ROOT = join(import.meta.dirname, '../../..')
const scratch = projectsFolder()

const order = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } } }
const me = { content: { 'application/json': { schema: { $ref: '#/components/schemas/User' } } } }
const text = { type: 'string' }

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  security: [{ 'my token': ['orders:read'] }],
  paths: {
    '/me': {
      'x-acl': { collection: 'allow authenticated view' },
      get: { responses: { 200: { description: 'OK', ...me } } },
    },
    '/orders': { post: { requestBody: order, responses: { 201: { description: 'Created', ...order } } } },
    '/orders/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      'x-acl': { item: 'allow g:admin all\nallow authenticated view' },
      get: { responses: { 200: { description: 'OK', ...order } } },
      delete: { responses: { 204: { description: 'Deleted' } } },
    },
  },
  components: {
    securitySchemes: {
      'my token': {
        type: 'oauth2',
        flows: { clientCredentials: { tokenUrl: 'https://id.example.com', scopes: { 'orders:read': '' } } },
      },
    },
    schemas: {
      Order: {
        type: 'object',
        'x-stored': true,
        'x-row-rules': ['allow authenticated view, create where buyer={{user.id}}', 'allow g:admin all'],
        properties: {
          id: { type: 'string', format: 'uuid', readOnly: true },
          buyer: { type: 'string', readOnly: true, 'x-relation': 'User' },
        },
      },
      User: {
        type: 'object',
        'x-stored': true,
        'x-auth-model': true,
        'x-row-rules': ['allow everyone all', 'allow authenticated view where id={{user.id}}'],
        required: ['id'],
        properties: { id: text, groups: { type: 'array', items: { type: 'string', enum: ['admin'] } } },
      },
    },
  },
}

it('log in with tokens if the service issues no credentials, whatever provider the owner has set', async () => {
  const path = join(temporaryFolder(), 'api.json')
  writeFileSync(path, JSON.stringify(DOCUMENT))
  const { files } = await emitApi(path, 'svc_sqla')
  const access = files.get('test/generated/access.ts') ?? ''
  expect(access).toContain(
    "{ caller: 'authenticated', method: 'GET', path: '/orders/unknown', allowed: true }",
  )
  expect(access).toMatch(
    /caller: 'authenticated',\s+method: 'DELETE',\s+path: '\/orders\/unknown',\s+allowed: false/,
  )
  expect(access).toMatch(
    /caller: 'g:admin',\s+method: 'DELETE',\s+path: '\/orders\/unknown',\s+allowed: true/,
  )
  expect(files.get('test/generated/row-rules.ts')).not.toContain('Tests cannot log in.')
  // A path that always shows the same item says nothing of the rows of a rule.
  expect(files.get('test/generated/row-rules.ts')).not.toContain("show: '/me'")
  const folder = join(scratch, 'tokens')
  writeFiles(folder, files)
  await checkProject(folder, {
    SVC_MY_TOKEN_ISSUER: 'https://id.example.com',
    SVC_MY_TOKEN_AUDIENCE: 'orders',
    SVC_MY_TOKEN_GROUPS_CLAIM: 'roles',
    SVC_MY_TOKEN_USER_CLAIM: 'email',
  })
  // The tests find a service that ignores the rules.
  const service = join(folder, 'dist/src/generated/service.js')
  const broken = readFileSync(service, 'utf8').replace('settings.auth ? rowRules : {}', '{}')
  writeFileSync(service, broken)
  const env = { CI: 'true' }
  const { exitCode, stdout } = await execa('node', ['dist/test/run.js'], {
    cwd: folder,
    preferLocal: true,
    localDir: ROOT,
    env,
    reject: false,
  })
  expect(stdout).toContain('Order: allow authenticated view')
  expect(exitCode).toBe(1)
}, 240_000)
