import { describe, expect, it } from 'vitest'
import type { RowRule, Service } from '../../ir/index.js'
import { auth, publishedService } from '../../testing/published-service.js'
import { format } from '../format.js'
import { OUTPUTS } from '../outputs.js'
import { customAction } from '../../testing/sample-service.js'
import { headersOf } from './requests.js'
import { type OutputFile } from '../files.js'

function filesOf(service: Service): readonly OutputFile[] {
  const paths = { api: 'api.raml', project: '.' }
  const input = { service, secrets: new Map(), document: null, migration: [], paths }
  return OUTPUTS.flatMap(({ files }) => files(input)).filter(({ path }) => path.startsWith('test/'))
}

function pathsOf(service: Service): readonly string[] {
  return filesOf(service).map(({ path }) => path)
}

/** Returns the contents of all test files whose paths begin with the given prefix. */
async function textOf(service: Service, path: string): Promise<string> {
  const texts = filesOf(service)
    .filter((file) => file.path.startsWith(path))
    .map((file) => format(file.path, file.content().text))
  return (await Promise.all(texts)).join('\n')
}

async function routeTests(service: Service): Promise<string> {
  return textOf(service, 'test/generated/routes/')
}

const plain = publishedService()
const guarded = publishedService({
  auth,
  routes: plain.routes.map((route) => ({ ...route, acl: '*authenticated', authenticated: true })),
})

describe('route tests', () => {
  it('request every route in the service', async () => {
    const text = await routeTests(plain)
    for (const { path } of plain.routes) expect(text).toContain(` ${path} `)
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
      expect(text).toContain(`method: '${method}'`)
  })

  it('store the items in the path of a route and the items that they require', async () => {
    const text = await routeTests(plain)
    expect(text).toContain("path: '/v1/users/{user 1}/stories'")
    expect(text).toMatch(/rows: \['user 1', 'story \d'\]/)
    expect(text).toContain("owner: '{user 1}'")
  })

  it('do not log in if the service has no authentication', () => {
    const paths = pathsOf(plain)
    expect(paths).not.toContain('test/generated/access.ts')
    expect(paths).not.toContain('test/generated/log-in.ts')
  })

  it('omit tests that need an item if no valid sample is known', async () => {
    const service = publishedService({
      models: plain.models.map((model) =>
        model.id === 'Story' ? { ...model, schema: { ...model.schema, oneOf: [{}, {}] } } : model,
      ),
    })
    const text = await routeTests(service)
    expect(text).not.toContain('{story')
    expect(text).toContain("reason: 'No value is certain to be valid for Story.'")
  })

  it('send a valid value for a filter that a route requires', async () => {
    const names = ['progress', 'progress__gt', 'other']
    const parameters = names.map((name) => ({
      name,
      description: null,
      required: true,
      schema: { type: 'string' },
    }))
    const routes = plain.routes.map((route) =>
      route.action === 'update_many' ? { ...route, parameters } : route,
    )
    const text = await routeTests(publishedService({ routes }))
    expect(text).toContain("?id={story 1}&progress=1&progress__gt=1&other=value-1'")
  })

  it('omit requests with a filter whose declared values the field cannot have', async () => {
    const parameters = [
      { name: 'progress', description: null, required: true, schema: { type: 'string', format: 'date' } },
    ]
    const routes = plain.routes.map((route) =>
      route.action === 'update_many' ? { ...route, parameters } : route,
    )
    const text = await routeTests(publishedService({ routes }))
    expect(text).toContain("reason: 'No value is certain to be valid for the parameter progress.'")
  })

  it('are deterministic', async () => {
    expect(await routeTests(publishedService())).toBe(await routeTests(plain))
  })

  it('escape text from the input', async () => {
    const path = '/`$\\\u2028'
    const text = await routeTests(
      publishedService({
        routes: plain.routes.map((route) => (route.path === '/stories' ? { ...route, path } : route)),
      }),
    )
    expect(text).toContain("path: '/v1/%60$%5C%E2%80%A8'")
    expect(text).not.toContain('\u2028')
  })
})

it('requests that require If-Match send the value that holds for every item', () => {
  const header = { name: 'if-match', schema: { type: 'string' }, required: true, description: null }
  const action = customAction('POST', '/stories/{id}/publish', { headers: [header] })
  expect(headersOf(publishedService(), action)).toEqual({ 'if-match': '*' })
})

describe('access tests', () => {
  it('send a request for each cell in the matrix', async () => {
    const text = await textOf(guarded, 'test/generated/access.ts')
    const cells = text.match(/\bcaller: '/g) ?? []
    expect(cells).toHaveLength(guarded.routes.length * 4)
    expect(text).toContain(
      "{ caller: 'everyone', method: 'GET', path: '/v1/stories/unknown', allowed: false }",
    )
    expect(text).toContain("{ caller: 'g:admin', method: 'GET', path: '/v1/stories/unknown', allowed: true }")
  })

  it('omit cells that depend on user functions', async () => {
    const [rule] = guarded.acls[0]?.item ?? []
    if (rule === undefined) throw new Error('the service has no rules')
    const byFunction = [{ ...rule, principal: { kind: 'callable', name: 'is_owner' } as const }]
    const withItems = {
      ...guarded,
      acls: guarded.acls.map((acl) => ({ ...acl, item: byFunction, collection: null })),
    }
    const text = await textOf(withItems, 'test/generated/access.ts')
    expect(text).toContain("path: '/v1/stories?_unknown=1'")
    expect(text).not.toContain('/v1/stories/unknown')
    const all = {
      ...guarded,
      acls: guarded.acls.map((acl) => ({ ...acl, item: byFunction, collection: byFunction })),
    }
    expect(pathsOf(all)).not.toContain('test/generated/access.ts')
  })

  it('log in with the schemes that the service has', async () => {
    const byKey: Service = { ...guarded, auth: { ...auth, ticket: null } }
    expect(await textOf(guarded, 'test/generated/log-in.ts')).toContain('/v1/auth/login')
    expect(await textOf(byKey, 'test/generated/log-in.ts')).toContain('ApiKey ')
    expect(await textOf(byKey, 'test/generated/log-in.ts')).not.toContain('cookie')
  })

  it('request URLs whose text is no code', async () => {
    const hostile: Service = { ...guarded, basePath: "/v1'+(globalThis.x=1)+'" }
    const text = await textOf(hostile, 'test/generated/log-in.ts')
    expect(text).toContain(`"/v1'+(globalThis.x=1)+'/auth/login"`)
  })
})

describe('tests of row rules', () => {
  it.each([
    ['today', true],
    ['now', false],
  ] as const)('that compare rows with {{%s}} keep the date: %s', async (name, isKept) => {
    const rule: RowRule = {
      principal: { kind: 'everyone' },
      permissions: ['view'],
      filters: [{ path: ['starts'], op: 'lt', value: { kind: 'time', name } }],
      function: null,
      loc: { file: 'story.json', line: 1, column: 1 },
    }
    const models = guarded.models.map((model) =>
      model.id === 'Story' ? { ...model, rowRules: [rule] } : model,
    )
    const text = await textOf({ ...guarded, models }, 'test/generated/row-rules.test.ts')
    expect(text.includes('context.mock.timers.enable(')).toBe(isKept)
  })
})

describe('the example test', () => {
  const name = 'test/handlers.example.test.ts'

  it('exists if the service has handlers', async () => {
    const routes = plain.routes.map((route) =>
      route.action === 'index' ? { ...route, handlers: { before: ['count_reads'], after: [] } } : route,
    )
    const file = 'src/handlers/count-reads.ts'
    const handlers: Service['handlers'] = [{ kind: 'handler', name: 'count_reads', file, uses: [] }]
    const text = await textOf({ ...plain, routes, handlers }, name)
    expect(text).toContain("import '../src/handlers/count-reads.js'")
    expect(text).toContain("registry.get('count_reads')(event)")
    expect(text).toContain("testEvent('Story', 'before_index', {")
    expect(text).not.toContain('user')
    expect(pathsOf(plain)).not.toContain(name)
  })

  it('has a user if the service has users', async () => {
    const routes = guarded.routes.map((route) =>
      route.action === 'index' ? { ...route, handlers: { before: ['count_reads'], after: [] } } : route,
    )
    const file = 'src/handlers/count-reads.ts'
    const handlers: Service['handlers'] = [{ kind: 'handler', name: 'count_reads', file, uses: [] }]
    const text = await textOf({ ...guarded, routes, handlers }, name)
    expect(text).toContain('user: await make.user(items)')
  })
})
