import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { analyzePath, type Outcome } from '../../testing/analyze-files.js'
import { temporaryFolder } from '../../testing/temporary-folder.js'

const ok = { responses: { 204: { description: 'OK' } } }

function outcome(paths: object, more: object = {}): Outcome {
  const path = join(temporaryFolder(), 'api.json')
  const head = { openapi: '3.1.0', info: { title: 'T', version: '1' }, servers: [{ url: '/v1' }] }
  writeFileSync(path, JSON.stringify({ ...head, paths, ...more }))
  return analyzePath(path)
}

const at = (url: string): object => ({ servers: [{ url }] })

test('the nearest servers give the prefix of an operation', () => {
  const { service } = outcome({
    '/a': { get: ok, ...at('https://a.example/v2/'), post: { ...ok, ...at('/{x}') } },
    '/b': { get: { ...ok, ...at('https://b.example/v1') }, servers: [] },
    '/c': { get: { ...ok, servers: [] }, ...at('https://c.example') },
  })
  expect(service.actions.map(({ id, prefix }) => [id, prefix])).toEqual([
    ['GET /a', '/v2'],
    ['POST /a', ''],
    ['GET /b', undefined],
    ['GET /c', ''],
  ])
})

test('only one operation can have a full path', () => {
  const { codes, service } = outcome({
    '/v2/a': { get: ok, ...at('/') },
    '/a': { get: { ...ok, ...at('/v2') } },
  })
  expect(codes).toEqual(['SVC4021'])
  expect(service.actions).toHaveLength(1)
})

test('authentication keeps its full path', () => {
  const security = {
    security: [{ key: [] }],
    components: {
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'Authorization', 'x-api-key': true } },
    },
  }
  expect(outcome({ '/v1/auth/login': { post: ok, ...at('/') } }, security).codes).toContain('SVC4006')
  expect(outcome({ '/auth/login': { post: ok, ...at('/v2') } }, security).codes).not.toContain('SVC4006')
})
