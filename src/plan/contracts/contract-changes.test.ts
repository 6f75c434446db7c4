import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Service } from '../../ir/index.js'
import { analyzeFiles, analyzePath, collection, id, schemaOf, stored } from '../../testing/analyze-files.js'
import { temporaryFolder } from '../../testing/temporary-folder.js'
import { apiChanges } from '../api-changes.js'
import { processorTime } from '../../testing/processor-time.js'

function lines(before: Service, after: Service): readonly string[] {
  return apiChanges(before, after, '2026-06-15').map(
    ({ where, at, change, breaking, rule }) =>
      `${breaking ? '!' : ' '} ${where}${at === undefined ? '' : ` ${at}`}: ${change} (${rule})`,
  )
}

function openapi(document: object): Service {
  const folder = temporaryFolder()
  try {
    const path = join(folder, 'api.json')
    writeFileSync(path, JSON.stringify({ openapi: '3.1.0', info: { title: 'T', version: '1' }, ...document }))
    return analyzePath(path).service
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const ok = { responses: { 204: { description: 'OK' } } }
const json = (schema: object): object => ({ 'application/json': { schema } })

describe('security', () => {
  const service = (path: object, more: object = {}): Service =>
    openapi({
      ...more,
      paths: { '/a': path },
      components: {
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer' },
          basic: { type: 'http', scheme: 'basic' },
        },
      },
    })
  const using = (scheme: string): object => ({ ...ok, security: [{ [scheme]: [] }] })

  it('of one method does not concern another one that is open to everyone', () => {
    expect(
      lines(service({ get: ok, post: using('token') }), service({ get: ok, post: using('basic') })),
    ).toEqual(['! POST /a: access changed from "token" to "basic" (api-security-removed)'])
  })

  it('that no longer combines two schemes accepts more requests', () => {
    const needing = (...alternatives: readonly object[]): Service =>
      service({ post: { ...ok, security: alternatives } })
    const [both, either] = [needing({ token: [], basic: [] }), needing({ token: [] }, { basic: [] })]
    expect(lines(both, either)).toEqual([
      '  POST /a: access changed from "token + basic" to "token, basic" (api-security-added)',
    ])
    expect(lines(either, both)).toEqual([
      '! POST /a: access changed from "token, basic" to "token + basic" (api-security-removed)',
    ])
    expect(lines(both, needing({ token: [] }))).toEqual([
      '  POST /a: access changed from "token + basic" to "token" (api-security-added)',
    ])
  })

  it('added to an open operation breaks clients', () => {
    const [open, closed] = [service({ get: ok, post: ok }), service({ get: ok, post: using('token') })]
    expect(lines(open, closed)).toEqual(['! POST /a: access narrowed for everyone (access-narrowed)'])
    expect(lines(closed, open)).toEqual(['  POST /a: access widened for everyone (access-widened)'])
  })

  it('of the document concerns the operations without their own', () => {
    const security = (name: string): object => ({ security: [{ [name]: [] }] })
    const path = { get: { ...ok, security: [] }, post: ok }
    expect(lines(service(path, security('token')), service(path, security('basic')))).toEqual([
      '! POST /a: access changed from "token" to "basic" (api-security-removed)',
    ])
  })
})

describe('an operation of a model', () => {
  const story = schemaOf({ id, title: stored('string') })
  const raml = (more: string): Service =>
    analyzeFiles(`title: T\n${collection('/stories', 's.json')}${more}`, { 's.json': story }).service

  it('has declared query parameters', () => {
    const parameter = (name: string): string =>
      `  put:\n    queryParameters:\n      ${name}: { type: integer }\n`
    expect(lines(raml(parameter('a')), raml(parameter('b')))).toEqual([
      '! PUT /stories query.a: removed (request-parameter-removed)',
      '  PUT /stories query.b: added (new-optional-request-parameter)',
    ])
  })

  it('that becomes an own operation is compared with what svcgen made', () => {
    const text = { type: 'string' }
    const story = (more: object): object => ({ type: 'object', properties: { title: text, ...more } })
    const service = (own: boolean): Service =>
      openapi({
        components: {
          schemas: { Story: { ...story({ id: { type: 'integer' } }), 'x-stored': true } },
        },
        paths: {
          '/stories': {
            get: { responses: { 200: { description: 'OK' } } },
            post: {
              ...(own ? { 'x-action': true } : {}),
              requestBody: {
                required: true,
                content: json(
                  own
                    ? { ...story({ kind: text }), required: ['kind'] }
                    : { $ref: '#/components/schemas/Story' },
                ),
              },
              responses: {
                201: {
                  description: 'OK',
                  content: json(own ? story({}) : { $ref: '#/components/schemas/Story' }),
                },
              },
            },
          },
        },
      })
    const changes = lines(service(false), service(true)).filter((line) => line.includes('POST'))
    expect(changes).toContain('! POST /stories body.kind: added (required) (new-required-request-property)')
    expect(changes.some((line) => line.startsWith('! POST /stories 201.body'))).toBe(true)
  })
})

describe('registration', () => {
  const user = (...fields: readonly string[]): unknown =>
    schemaOf(
      {
        username: stored('string', { primary_key: true }),
        password: stored('string', { required: true }),
        phone: stored('string'),
        nick: stored('string'),
      },
      { _auth_model: true, _auth_fields: ['username', 'phone', 'nick'], _register_fields: fields },
    )
  const service = (...fields: readonly string[]): Service =>
    analyzeFiles(
      `title: T\nbaseUri: http://a/v1\nsecuritySchemes:\n  - key: { type: x-ApiKey }\nsecuredBy: [key]\n${collection('/users', 'u.json')}`,
      { 'u.json': user(...fields) },
    ).service

  it('loses and gets fields', () => {
    expect(lines(service('phone'), service('nick'))).toEqual([
      '! POST /auth/register body.phone: removed (request-property-removed)',
      '  POST /auth/register body.nick: added (new-optional-request-property)',
    ])
  })

  it('moves with the base path', () => {
    const before = service('phone')
    expect(lines(before, { ...before, basePath: '' })).toEqual([
      '! /v1: 9 operations moved to / (api-prefix-changed)',
    ])
  })
})

describe('servers', () => {
  const service = (servers: object, paths: object): Service => openapi({ ...servers, paths })
  const v1 = { servers: [{ url: '/v1' }] }

  it('that become part of the paths change nothing', () => {
    expect(lines(service(v1, { '/a': { get: ok } }), service({}, { '/v1/a': { get: ok } }))).toEqual([])
  })

  it('of one operation move only this one', () => {
    const moved = { '/a': { get: ok }, '/b': { get: { ...ok, servers: [{ url: '/v2' }] } } }
    expect(lines(service(v1, { '/a': { get: ok }, '/b': { get: ok } }), service(v1, moved))).toEqual([
      '! GET /b: moved from /v1/b to /v2/b (api-prefix-changed)',
    ])
  })
})

describe('a document with 800 operations', () => {
  const schemas = (more: object): object =>
    Object.fromEntries(
      Array.from({ length: 400 }, (_, index) => [
        `Part${index}`,
        {
          type: 'object',
          properties: {
            next: { $ref: `#/components/schemas/Part${(index + 1) % 400}` },
            other: { anyOf: [{ $ref: `#/components/schemas/Part${(index * 7) % 400}` }, { type: 'string' }] },
            ...(index === 200 ? more : {}),
          },
        },
      ]),
    )
  const service = (more: object): Service =>
    openapi({
      components: { schemas: schemas(more) },
      paths: Object.fromEntries(
        Array.from({ length: 800 }, (_, index) => [
          `/a${index}`,
          {
            post: {
              requestBody: { content: json({ $ref: `#/components/schemas/Part${index % 400}` }) },
              responses: {
                200: {
                  description: 'OK',
                  content: json({ $ref: `#/components/schemas/Part${index % 400}` }),
                },
              },
            },
          },
        ]),
      ),
    })

  it('is compared in about a second, though all its schemas refer to each other', () => {
    const [before, after] = [service({}), service({ name: { type: 'string' } })]
    const start = processorTime()
    const changes = apiChanges(before, after)
    const time = processorTime() - start
    expect(changes).toHaveLength(1600)
    expect(time).toBeLessThan(5000)
  }, 60_000)
})
