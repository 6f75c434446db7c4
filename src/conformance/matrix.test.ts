import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callerText } from '../access/caller.js'
import { accessMatrix } from '../access/matrix.js'
import { permissionsOf, ruleSide } from '../access/required.js'
import { type Verdict } from '../access/verdict.js'
import type { CustomAction, Route, Service } from '../ir/index.js'
import { readPlainly } from './access/plain-reading.js'
import { Seeds } from './access/seeds.js'
import { type Known, logIn, nobody, PASSWORD, ticketOf } from './callers.js'
import { corpusApis, corpusPath } from '../testing/corpus.js'
import { type TestDatabase, type TestEngine, testEngines } from './engines.js'
import { buildApi, type BuiltProject, removeProject, startService, type TestService } from './service.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Returns the relative paths of all APIs with access rules, except `addressbook`, which has errors, and `schemes`, whose
 * functions decide who the caller is.
 */
function apis(): readonly string[] {
  const fixtures = readdirSync(join(ROOT, 'fixtures'))
    .filter((name) => !/^(bad|warn)-/.test(name) && name !== 'schemes')
    .map((name) => join(ROOT, 'fixtures', name, 'api.raml'))
  return [
    ...fixtures,
    ...corpusApis()
      .filter((path) => !path.includes('addressbook'))
      .map(corpusPath),
  ]
    .filter(existsSync)
    .filter((api) => readFileSync(api, 'utf8').includes('type: x-ACL'))
    .map((api) => relative(ROOT, api))
}

const engines = testEngines().filter(({ engine }) => engine === 'svc_sqla')

/**
 * Returns the query and headers for a request that changes nothing even if it is permitted, because it lacks a body,
 * has an `If-Match` that does not match, or has an unknown filter.
 */
function requestFor({ method, kind }: Route): { readonly query: string; readonly headers: Known } {
  const isMany = kind === 'collection' && method !== 'GET' && method !== 'OPTIONS'
  return { query: isMany ? '?_unknown=1' : '', headers: method === 'DELETE' ? { 'if-match': '"other"' } : {} }
}

/**
 * Returns the paths of the items that the caller must also be allowed to view to use a route: the ancestors of the
 * route's item, and the item itself for an attribute with its own rules.
 */
function parentPaths(route: Route | CustomAction, { routes }: Service): readonly string[] {
  const { path, acl } = route
  const parents = 'parents' in route ? route.parents : (route.item?.parents ?? [])
  const segments = path.split('/')
  const above = segments.map((_, index) => segments.slice(0, index).join('/'))
  const singular = new Set(routes.filter((route) => route.kind === 'singular').map((route) => route.path))
  const items = above.filter((prefix) => prefix.endsWith('}') || singular.has(prefix))
  const own = routes.find((route) => route.path === items.at(-1))
  const hasOwnRules =
    'attribute' in route && route.kind === 'attribute' && own !== undefined && own.acl !== acl
  return hasOwnRules ? items : items.slice(0, parents.length)
}

function modelOf({ models }: Service, model: string): Service['models'][number] {
  const found = models.find(({ id }) => id === model)
  if (found === undefined) throw new Error(`there is no model ${model}`)
  return found
}

/** Returns whether the caller is allowed to read or write an attribute route's field. */
function mayUseField(caller: string, route: Route, service: Service): boolean {
  const field = route.attribute
  if (field === null || caller === 'g:admin') return true
  const { public: everyone, authenticated, hidden } = modelOf(service, route.model).visibility
  const isHidden = hidden.includes(field)
  if (route.method !== 'GET' && (isHidden || route.method === 'OPTIONS')) return true
  const isGroups = route.model === service.auth?.model && field === service.auth.fields.groups
  if (route.method !== 'GET' && isGroups) return false
  const seen = caller === 'everyone' ? everyone : authenticated
  return (seen?.includes(field) ?? true) && !isHidden
}

describe.each(apis())('the access matrix of %s', (path) => {
  const api = join(ROOT, path)
  const plain = readPlainly(api)
  let project: BuiltProject
  beforeAll(async () => {
    project = await buildApi(api, 'svc_sqla')
  })
  afterAll(() => removeProject(project.folder))

  /**
   * Returns whether the rules, as written, allow a request. Except for OPTIONS, the caller must also be allowed to view
   * the items at {@link parentPaths}. The project's functions are stubs that return nothing.
   */
  function isAllowedByText(caller: string, route: Route | CustomAction): boolean {
    const parents = route.method === 'OPTIONS' ? [] : parentPaths(route, project.service)
    return (
      permissionsOf(route).every((permission) =>
        plain.allows(caller, route.method, route.path, permission, ruleSide(route)),
      ) && parents.every((path) => plain.allows(caller, 'GET', path, 'view', 'item'))
    )
  }

  function mayCreate(caller: string, route: Route | CustomAction): boolean {
    return route.permission !== 'create' || !('model' in route) || plain.creates(caller, route.model)
  }

  it('agrees with the second implementation of the rules', () => {
    const isAllowed = (verdict: Verdict): boolean =>
      (verdict.kind === 'depends' ? verdict.otherwise : verdict.kind) === 'allow'
    const { callers, rows } = accessMatrix(project.service)
    const names = callers.map(callerText)
    expect(names.toSorted()).toEqual(plain.callers.toSorted())
    const computed = rows.map(({ route, verdicts }) => [route.id, ...verdicts.map(isAllowed)])
    const read = (caller: string, route: Route | CustomAction): boolean =>
      isAllowedByText(caller, route) && mayCreate(caller, route)
    expect(computed).toEqual(rows.map(({ route }) => [route.id, ...names.map((name) => read(name, route))]))
  })

  describe.each(engines.map((engine) => [engine.name, engine] as const))('on %s', (_name, engine) => {
    let database: TestDatabase
    let service: TestService
    let seeds: Seeds
    const callers = new Map<string, Known>([['everyone', nobody]])

    beforeAll(async () => {
      database = await onDisk(engine, project.folder)
      const secret = project.service.auth?.ticket?.secretSetting
      const settings = {
        ...database.settings,
        ...(secret === undefined ? {} : { [secret]: 'a secret for tests only' }),
        auth: true,
        'rate_limit.login_max': 1000,
      }
      service = await startService(project.folder, { ...engine, create: async () => database }, settings)
      seeds = await Seeds.open(project.folder, project.service, database.settings)
      for (const caller of plain.callers.filter((name) => name !== 'everyone')) {
        const name = caller.replace('g:', 'of_')
        await seeds.user(name, PASSWORD, caller.startsWith('g:') ? [caller.slice(2)] : [])
        callers.set(caller, await known(name))
      }
    })
    afterAll(async () => {
      await seeds.close()
      await service.close()
    })

    async function known(name: string): Promise<Known> {
      const { basePath, auth } = project.service
      const ticket = auth?.ticket ? ticketOf(await logIn(service, basePath, name)) : {}
      if (!auth?.apiKey) return ticket
      const login = { login: name, password: PASSWORD }
      const { body } = await service.send('POST', `${basePath}/auth/token`, login)
      return { ...ticket, authorization: `ApiKey ${name}:${String(body['token'])}` }
    }

    /** Returns whether a status agrees with the rules. An allowed GET returns 200, because every item exists. */
    function isExpected(status: number, caller: string, route: Route): boolean {
      if (!isAllowedByText(caller, route)) return status === (caller === 'everyone' ? 401 : 403)
      // A body is validated before the permission to write a field is checked, and these requests have none.
      if (!mayUseField(caller, route, project.service))
        return status === 403 || (route.method === 'POST' && status === 400)
      return route.method === 'GET' ? status === 200 : status !== 401 && status !== 403
    }

    it('agrees with the response to each caller', async () => {
      const wrong: string[] = []
      for (const route of project.service.routes) {
        if (isRuled(route, project.service)) continue
        const path = project.service.basePath + (await seeds.pathOf(route))
        const { query, headers } = requestFor(route)
        for (const method of route.method === 'GET' ? ['GET', 'HEAD'] : [route.method]) {
          for (const [caller, proof] of callers) {
            const { status } = await service.send(method, path + query, undefined, { ...headers, ...proof })
            if (!isExpected(status, caller, route))
              wrong.push(`${caller}: ${method} ${route.path} as ${path} returns ${status}`)
          }
        }
      }
      expect(wrong).toEqual([])
    })
  })
})

/** Returns whether row rules, which have tests of their own, hide items of a route from some callers. */
function isRuled(route: Route, service: Service): boolean {
  const path = [...route.parents, route].map(({ model }) => model)
  return service.models.some(({ id, rowRules }) => rowRules !== undefined && path.includes(id))
}

/** Creates a database that both the service and the test can open. */
async function onDisk(engine: TestEngine, folder: string): Promise<TestDatabase> {
  const database = await engine.create()
  const isInMemory = database.settings['database.url'] === 'sqlite::memory:'
  return {
    ...database,
    settings: {
      ...database.settings,
      migrate: 'auto',
      ...(isInMemory ? { 'database.url': `sqlite:${join(folder, 'matrix.db')}` } : {}),
    },
  }
}
