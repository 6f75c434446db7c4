import { Validator } from '@seriousme/openapi-schema-validator'
import ajv2020 from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { type Json, type Service, isObject } from '../../ir/index.js'
import { route } from '../../testing/sample-service.js'
import { auth, publishedService } from '../../testing/published-service.js'
import { openapiDocument } from '../../testing/openapi-document.js'
import { type JsonObject } from '../../ir/json.js'

/** Returns the value at a path given as a list of keys. */
function at(document: JsonObject, ...keys: readonly string[]): Json {
  let value: Json = document
  for (const key of keys) {
    if (Array.isArray(value)) value = value[Number(key)] ?? null
    else value = isObject(value) ? (value[key] ?? null) : null
  }
  return value
}

function keysOf(value: Json): readonly string[] {
  return Object.keys(Object(value))
}

/** Returns whether a value satisfies a schema component in the document. */
function fits(document: JsonObject, schema: string, value: unknown): boolean {
  const ajv = new ajv2020.default({ strict: false })
  ajvFormats.default(ajv)
  ajv.addSchema({ ...document }, 'api')
  return ajv.validate({ $ref: `api#/components/schemas/${schema}` }, value)
}

const validator = new Validator()

async function faults(document: JsonObject): Promise<unknown> {
  const { valid, errors } = await validator.validate(structuredClone({ ...document }))
  return valid ? [] : errors
}

const plain = openapiDocument(publishedService())
const guarded = openapiDocument(
  publishedService({
    auth,
    routes: publishedService().routes.map((each) => ({
      ...each,
      authenticated: true,
      acl: each.permission === 'view' ? '*everyone' : '*authenticated',
    })),
  }),
)

describe('the OpenAPI document', () => {
  it.each([
    ['without authentication', plain],
    ['with authentication', guarded],
    ['for a service on MongoDB', openapiDocument(publishedService({ engine: 'svc_mongodb' }))],
  ])('%s is valid OpenAPI 3.1', async (_name, document) => {
    expect(await faults(document)).toEqual([])
  })

  it('has the base path in servers, not in paths', () => {
    expect(plain['servers']).toEqual([{ url: '/v1' }])
    expect(keysOf(plain['paths'] ?? null)).toContain('/stories/{id}')
    expect(openapiDocument(publishedService({ basePath: '' }))['servers']).toEqual([{ url: '/' }])
  })

  it('contains every route, and OPTIONS only if the API declares it', () => {
    const { routes } = publishedService()
    const paths = plain['paths'] ?? null
    const listed = keysOf(paths).flatMap((path) =>
      keysOf(at(plain, 'paths', path)).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(listed.toSorted()).toEqual(routes.map(({ id }) => id).toSorted())
  })

  it('lists all statuses for a PATCH on an item', () => {
    expect(keysOf(at(guarded, 'paths', '/stories/{id}', 'patch', 'responses'))).toEqual(
      '200 400 401 403 404 409 412 413 415 429 500 503'.split(' '),
    )
  })

  it('contains nothing about authentication if the service has none', () => {
    expect(keysOf(at(plain, 'paths', '/stories/{id}', 'get', 'responses'))).toEqual(
      '200 304 400 404 405 429 500 503'.split(' '),
    )
    expect(at(plain, 'paths', '/auth/login')).toBeNull()
    expect(at(plain, 'components', 'securitySchemes')).toBeNull()
  })

  it('contains the authentication routes, and states which routes allow anonymous callers', () => {
    const paths = keysOf(guarded['paths'] ?? null)
    for (const path of ['login', 'logout', 'register', 'reset_token', 'token'])
      expect(paths).toContain(`/auth/${path}`)
    expect(paths).toContain('/users/self')
    expect(at(guarded, 'paths', '/stories', 'get', 'security')).toEqual([])
    expect(at(guarded, 'paths', '/stories', 'post', 'security')).toEqual([{ cookie: [] }, { apiKey: [] }])
    expect(keysOf(at(guarded, 'components', 'securitySchemes'))).toEqual(['cookie', 'apiKey'])
  })

  it('lists authentication first, then users, then models with a collection at the root', () => {
    const names = Object.values(Object(guarded['tags'])).map((tag) => Object(tag)['name'])
    expect(names).toEqual(['Authentication', 'User', 'Story', 'Profile'])
  })

  it('has /users/self routes for the caller', () => {
    const methods = (path: string): string[] => keysOf(at(guarded, 'paths', path)).toSorted()
    expect(methods('/users/self')).toEqual(methods('/users/{username}'))
  })

  it('describes the registration body, which never contains groups', () => {
    const schema = at(
      guarded,
      ...'paths /auth/register post requestBody content application/json schema'.split(' '),
    )
    expect(at(Object(schema), 'required')).toEqual(['email', 'password', 'username'])
    expect(keysOf(at(Object(schema), 'properties'))).toEqual(['email', 'name', 'password', 'username'])
  })

  it('assigns each operation a unique ID', () => {
    const ids = JSON.stringify(guarded).match(/"operationId":"[^"]+"/g) ?? []
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toContain('"operationId":"getUsersByUsernameStories"')
  })

  it('is deterministic', () => {
    expect(JSON.stringify(openapiDocument(publishedService()))).toBe(JSON.stringify(plain))
  })

  it('is valid with names that have a special meaning in OpenAPI or JavaScript', async () => {
    const [profile, story, user] = publishedService().models
    const hostile = {
      ...Object(story),
      fields: [...(story?.fields ?? []), { ...Object(story?.fields[2]), name: 'a b/~$|"', column: 'odd' }],
    }
    const service: Service = {
      ...publishedService(),
      models: [Object(profile), hostile, Object(user)],
      title: '*/ ${x} "',
      routes: [
        ...publishedService().routes,
        route('GET', '/odd', 'index', { description: '\u2028</script>' }),
      ],
    }
    expect(await faults(openapiDocument(service))).toEqual([])
  })
})

describe('document schemas', () => {
  const document = {
    _type: 'Story',
    _pk: '1',
    _self: 'http://localhost/v1/stories/1',
    id: 1,
    title: 'x',
    progress: null,
    price: '1.5',
    status: null,
    tags: ['a'],
    meta: {},
    starts: '2024-05-31T08:31:00.000Z',
    opens: '08:31:00',
    owner: 'bob',
  }

  it('accept responses with related keys, nested documents and nulls', () => {
    expect(fits(plain, 'Story', document)).toBe(true)
    const start = { _type: 'User', _pk: 'bob', _self: '/v1/users/bob' }
    const fields = { username: 'bob', name: null, email: 'bob@example.com', groups: [], password: 'x' }
    const owner = { ...start, ...fields, stories: [1], profile: null }
    expect(fits(plain, 'Story', { ...document, owner })).toBe(true)
    expect(fits(plain, 'User', { ...owner, stories_total: 2000 })).toBe(true)
    expect(fits(plain, 'User', start)).toBe(false)
    expect(fits(plain, 'Story', { ...document, title: null })).toBe(false)
    expect(fits(plain, 'Story', { ...document, owner: null })).toBe(false)
  })

  it('accept pages with and without a total', () => {
    expect(fits(plain, 'Story.Page', { total: 1, start: 0, count: 1, data: [document] })).toBe(true)
    expect(fits(plain, 'Story.Page', { count: 1, data: [document] })).toBe(true)
  })

  it('never contain a password', () => {
    expect(keysOf(at(guarded, 'components', 'schemas', 'User', 'properties'))).not.toContain('password')
  })
})

describe('body schemas', () => {
  it('have the fields that a POST requires', () => {
    expect(fits(plain, 'Story.Create', { title: 'x', owner: 'bob' })).toBe(true)
    expect(fits(plain, 'Story.Create', { title: 'x' })).toBe(false)
    expect(fits(plain, 'Story.Create.without-owner', { title: 'x' })).toBe(true)
    expect(fits(plain, 'Story.Create', { title: 'x', owner: 'bob', id: 1 })).toBe(false)
    expect(fits(plain, 'Story.Create', { title: 'x', owner: 'bob', meta: { color: 'red' } })).toBe(false)
  })

  it('have the same bounds as the draft 4 schemas', () => {
    const body = { title: 'x', owner: 'bob' }
    expect(fits(plain, 'Story.Create', { ...body, progress: 0 })).toBe(false)
    expect(fits(plain, 'Story.Create', { ...body, progress: 0.1 })).toBe(true)
    expect(fits(plain, 'Story.Create', { ...body, progress: null })).toBe(true)
  })

  it('accept partial documents and dicts in a PATCH, and null for optional fields', () => {
    expect(fits(plain, 'Story.Update', { meta: { other: null }, opens: null })).toBe(true)
    expect(fits(plain, 'Story.Update', { title: null })).toBe(false)
    expect(fits(plain, 'Story.Update', { unknown: 1 })).toBe(false)
  })

  it('accept an unchanged document', () => {
    const back = {
      _type: 'Story',
      _pk: '1',
      _self: 'http://x/1',
      id: 1,
      title: 'x',
      owner: 'bob',
      tags: null,
    }
    expect(fits(plain, 'Story.Replace', back)).toBe(true)
  })
})

describe('parameters', () => {
  const parameters = at(plain, 'components', 'parameters')

  it('include all query parameters, and each filter with its operators', () => {
    const names = Object.values(Object(parameters)).map((parameter) => Object(parameter)['name'])
    const own = '_limit _start _page _after _sort _fields _count q _search_fields _missing_ _exists_'
    for (const name of [...own.split(' '), 'title', 'owner', 'progress']) expect(names).toContain(name)
    expect(names).not.toContain('owner_id')
    expect(names).not.toContain('meta')
    expect(at(plain, 'components', 'parameters', 'Story.progress', 'description')).toContain('progress__gte')
    expect(at(plain, 'components', 'parameters', 'Story.progress', 'description')).not.toContain('__contains')
  })

  it('for a DELETE on a collection include filters, but not paging or sorting', () => {
    const listed = JSON.stringify(at(plain, 'paths', '/stories', 'delete', 'parameters'))
    expect(listed).toContain('Story.title')
    expect(listed).not.toContain('_limit')
    expect(listed).not.toContain('_sort')
  })
})
