import { describe, expect, test } from 'vitest'
import type { Service } from '../ir/index.js'
import { field, model, sampleService } from '../testing/sample-service.js'
import { LOCK_VERSION, lockTexts, parseLock, type Lock } from './lock.js'
import { nodeText, recallNodeTexts } from './node-texts.js'
import { textOf } from './pieces.js'
import { bytesOf, textIn } from './stretches.js'
import { jsonWithoutPlaces } from './without-places.js'

const lock: Lock = {
  version: LOCK_VERSION,
  generator: '0.1.0',
  engine: 'svc_sqla',
  service: withoutPlaces(sampleService()),
  former: null,
  files: [{ path: 'README.md', owner: 'scaffold', hash: 'a'.repeat(64), source: 'scaffold' }],
}

function formatLock(written: Lock): string {
  return lockTexts(written).map(textIn).join('')
}

test('a lock is read as it was written', () => {
  expect(parseLock(formatLock(lock))).toEqual(lock)
  expect(parseLock(formatLock({ ...lock, files: [] }))).toEqual({ ...lock, files: [] })
  const former = withoutPlaces(sampleService({ engine: 'svc_mongodb' }))
  expect(parseLock(formatLock({ ...lock, former }))).toEqual({ ...lock, former })
})

test('a field, a relation and a route have a line each, however large the API is', () => {
  const fields = Array.from({ length: 20 }, (_, index) => field(`field${index}`))
  const text = formatLock({
    ...lock,
    service: withoutPlaces(sampleService({ models: [model('Story', fields)] })),
  })
  const lines = text.split('\n').filter((line) => line.includes('"name":"field'))
  expect(lines).toHaveLength(20)
  for (const line of text.split('\n')) expect(line.length).toBeLessThan(1100)
})

test('a line more in the input leaves the lock as it was', () => {
  const place = { file: 'api.raml', line: 7, column: 3 }
  const before = sampleService({ models: [model('Story', [field('loc')])] })
  const after = sampleService({
    models: [model('Story', [field('loc', 'string', { loc: place })], { loc: place })],
  })
  expect(withoutPlaces(after)).toEqual(withoutPlaces(before))
  expect(formatLock({ ...lock, service: after })).toBe(formatLock({ ...lock, service: before }))
})

test('what is on many lines has no places either', () => {
  const fields = Array.from({ length: 20 }, (_, index) => field(`field${index}`))
  const at = (line: number): string => {
    const place = { file: 'api.raml', line, column: 3 }
    const models = [model('Story', fields, { loc: place })]
    return formatLock({ ...lock, service: sampleService({ models }) })
  }
  expect(at(7)).toBe(at(8))
  expect(at(7)).not.toContain('api.raml')
})

test('nodes that stood in the last lock are printed as they stood there', () => {
  const odd = { description: 'a,\n      {b\n    ]' }
  const fields = Array.from({ length: 20 }, (_, index) => field(`field${index}`))
  const models = ['Story', 'Tale', 'User'].map((id) => model(id, fields, odd))
  const text = formatLock({ ...lock, service: sampleService({ models }) })
  const last = parseLock(text)
  if ('kind' in last) throw new Error('the lock is broken')
  const [story, ...others] = last.service.models
  const next = { ...lock, service: { ...last.service, models: [...others, model('Zebra', [])] } }
  const anew = formatLock(structuredClone(next))
  recallNodeTexts(text, last, next.service)
  expect(formatLock(next)).toBe(anew)
  expect(story && nodeText(story)).toMatch(/^\{\n {8}"id": "Story",\n[^]*\n {6}\}$/)
})

describe.each(['in ASCII', 'with ümlauts'])('a lock %s is put together of the last one', (description) => {
  const fields = Array.from({ length: 20 }, (_, index) => field(`field${index}`, 'string', { description }))
  const models = ['Story', 'Tale', 'User'].map((id) => model(id, fields))
  const text = formatLock({ ...lock, service: sampleService({ models }) })

  test.each([
    ['the first node', [0]],
    ['the last node', [2]],
    ['a node in the middle', [1]],
    ['all nodes but one', [0, 2]],
    ['all nodes', [0, 1, 2]],
    ['no node', []],
  ])('where %s changed', (_name, changed) => {
    const last = parseLock(text)
    if ('kind' in last) throw new Error('the lock is broken')
    const before = last.service.models
    const after = before.map((each, at) => (changed.includes(at) ? { ...each, description: 'New' } : each))
    const service = { ...last.service, models: changed.length === 0 ? before : after }
    const anew = formatLock(structuredClone({ ...last, service }))
    recallNodeTexts(text, last, service)
    const bytes = bytesOf(lockTexts({ ...last, service }), { text, bytes: Buffer.from(text) })
    expect(textOf(bytes)).toBe(anew)
  })
})

test('nodes are printed as they stood in the lock, not as they were with the other engine', () => {
  const of = (count: number): Service =>
    withoutPlaces(
      sampleService({
        models: [
          model(
            'Story',
            Array.from({ length: count }, (_, at) => field(`field${at}`)),
          ),
        ],
      }),
    )
  const text = formatLock({ ...lock, service: of(0), former: of(20) })
  const last = parseLock(text)
  if ('kind' in last) throw new Error('the lock is broken')
  recallNodeTexts(text, last, last.service)
  expect(formatLock(last)).toBe(text)
})

test('a field that is called loc stays', () => {
  const service = sampleService({
    models: [model('Story', [field('loc')], { schema: { properties: { loc: { type: 'string' } } } })],
  })
  expect(withoutPlaces(service).models[0]?.schema).toEqual({ properties: { loc: { type: 'string' } } })
})

test.each([
  ['no JSON', '{'],
  ['no lock', '{}'],
  ['an entry without a hash', formatLock(lock).replace('a'.repeat(64), 'none')],
  ['an entry of an unknown owner', formatLock(lock).replace('"scaffold"', '"somebody"')],
  ['an entry of svcgen’s own', formatLock(lock).replace('README.md', '.svcgen/lock.json')],
  ['an absolute path', formatLock(lock).replace('README.md', '/etc/passwd')],
])('%s is a broken lock', (_name, text) => {
  expect(parseLock(text)).toEqual({ kind: 'broken', at: 0 })
})

test('a conflict is told with its place', () => {
  const text = formatLock(lock).replace('  "engine"', '<<<<<<< HEAD\n  "engine"')
  expect(parseLock(text)).toEqual({ kind: 'conflicted', at: text.indexOf('<<<<<<<') })
})

function withoutPlaces(service: Service): Service {
  const copy: Service = JSON.parse(jsonWithoutPlaces(service))
  return copy
}
