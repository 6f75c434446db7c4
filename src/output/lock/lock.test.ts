import { expect, test } from 'vitest'
import type { Service } from '../../ir/index.js'
import { field, model, sampleService } from '../../testing/sample-service.js'
import { jsonWithoutLocations, lockText } from './lock-text.js'
import { type Lock, LOCK_VERSION, parseLock } from './lock.js'

const lock: Lock = {
  version: LOCK_VERSION,
  generator: '0.1.0',
  engine: 'svc_sqla',
  features: [],
  service: withoutLocations(sampleService()),
  former: null,
  newest: null,
  files: [{ path: 'README.md', owner: 'scaffold', hash: 'a'.repeat(64), source: 'scaffold' }],
}

test('reads the same lock that was written', () => {
  expect(parseLock(lockText(lock))).toEqual(lock)
  expect(parseLock(lockText({ ...lock, files: [] }))).toEqual({ ...lock, files: [] })
  const former = withoutLocations(sampleService({ engine: 'svc_mongodb' }))
  expect(parseLock(lockText({ ...lock, former }))).toEqual({ ...lock, former })
})

test('accepts only versions as the version of svcgen, because messages and suggested commands contain it', () => {
  for (const generator of ['99.0.0 && rm -rf .', '\u001b[31m1.0.0', 'latest', ''])
    expect(parseLock(lockText({ ...lock, generator })), generator).toEqual({ kind: 'broken', at: 0 })
  expect(parseLock(lockText({ ...lock, generator: '99.0.0-beta.1' }))).toMatchObject({ kind: 'newer' })
})

test('reads the draft 4 schemas of older versions as JSON Schema 2020-12', () => {
  const dependencies = { type: 'object', exclusiveMinimum: true }
  const json = {
    minimum: 0,
    exclusiveMinimum: true,
    maximum: 9,
    items: [{ maximum: 1, exclusiveMaximum: false }],
    additionalItems: false,
    properties: { dependencies },
    dependencies: { a: ['b'], c: { minimum: 1 } },
  }
  const service = sampleService({ models: [model('Story', [field('size', 'integer', { json })])] })
  const read = parseLock(lockText({ ...lock, service }).replace('"irVersion": 3', '"irVersion": 1'))
  expect('service' in read && read.service.models[0]?.fields[0]?.json).toEqual({
    exclusiveMinimum: 0,
    maximum: 9,
    prefixItems: [{ maximum: 1 }],
    items: false,
    properties: { dependencies: { type: 'object' } },
    dependentRequired: { a: ['b'] },
    dependentSchemas: { c: { minimum: 1 } },
  })
})

test('writes each field, relation and route on a single line', () => {
  const fields = Array.from({ length: 20 }, (_, index) => field(`field${index}`))
  const text = lockText({
    ...lock,
    service: withoutLocations(sampleService({ models: [model('Story', fields)] })),
  })
  const lines = text.split('\n').filter((line) => line.includes('"name":"field'))
  expect(lines).toHaveLength(20)
  for (const line of text.split('\n')) expect(line.length).toBeLessThan(1100)
})

test('does not change when a line is added to the input', () => {
  const place = { file: 'api.raml', line: 7, column: 3 }
  const before = sampleService({ models: [model('Story', [field('loc')])] })
  const after = sampleService({
    models: [model('Story', [field('loc', 'string', { loc: place })], { loc: place })],
  })
  expect(withoutLocations(after)).toEqual(withoutLocations(before))
  expect(lockText({ ...lock, service: after })).toBe(lockText({ ...lock, service: before }))
})

test('also removes locations from multi-line values', () => {
  const fields = Array.from({ length: 20 }, (_, index) => field(`field${index}`))
  const at = (line: number): string => {
    const place = { file: 'api.raml', line, column: 3 }
    const models = [model('Story', fields, { loc: place })]
    return lockText({ ...lock, service: sampleService({ models }) })
  }
  expect(at(7)).toBe(at(8))
  expect(at(7)).not.toContain('api.raml')
})

test('keeps a field named loc', () => {
  const service = sampleService({
    models: [model('Story', [field('loc')], { schema: { properties: { loc: { type: 'string' } } } })],
  })
  expect(withoutLocations(service).models[0]?.schema).toEqual({ properties: { loc: { type: 'string' } } })
})

test.each([
  ['text that is not JSON', '{'],
  ['JSON that is not a lock', '{}'],
  ['an entry without a hash', lockText(lock).replace('a'.repeat(64), 'none')],
  ['an entry with an unknown owner', lockText(lock).replace('"scaffold"', '"somebody"')],
  ['an entry for a file in .svcgen', lockText(lock).replace('README.md', '.svcgen/lock.json')],
  ['an absolute path', lockText(lock).replace('README.md', '/etc/passwd')],
])('%s is reported as a corrupted lock', (_name, text) => {
  expect(parseLock(text)).toEqual({ kind: 'broken', at: 0 })
})

test('reports a merge conflict with its location', () => {
  const text = lockText(lock).replace('  "engine"', '<<<<<<< HEAD\n  "engine"')
  expect(parseLock(text)).toEqual({ kind: 'conflicted', at: text.indexOf('<<<<<<<') })
})

function withoutLocations(service: Service): Service {
  const copy: Service = JSON.parse(jsonWithoutLocations(service))
  return copy
}
