import { expect, test } from 'vitest'
import { Collector } from '../../diagnostics/collector.js'
import { reportChangeSet } from './folder-problems.js'
import { reportFolderInUse, reportIoError } from './run-problems.js'
import { openFolder } from '../disk/folder.js'

test('reports a locked folder and the process holding the lock', () => {
  const collector = new Collector()
  reportFolderInUse('/srv/api', { by: 42, file: '/tmp/mark' }, collector)
  expect(collector.sorted()).toMatchObject([
    { code: 'SVC7035', message: 'Another svcgen process (ID 42) is generating into "/srv/api"' },
  ])
})

test.each([
  ['EACCES', 'permission denied'],
  ['EROFS', 'the file system is read-only'],
  ['ENOSPC', 'no space left'],
])('describes %s', (code, words) => {
  const collector = new Collector()
  reportIoError(Object.assign(new Error('refused'), { code }), '/srv/api', collector)
  expect(collector.sorted()).toMatchObject([{ code: 'SVC7033' }])
  expect(collector.sorted()[0]?.message).toContain(words)
})

test('does not report other errors as disk errors', () => {
  const fault = new TypeError('a fault')
  expect(() => reportIoError(fault, '/srv/api', new Collector())).toThrow(fault)
})

test('reports a read-only folder only once for all its files', () => {
  const collector = new Collector()
  const blocked = ['src/a.ts', 'src/b.ts'].map((path) => ({ path, by: 'read-only', other: null }) as const)
  const output = { folder: openFolder('/nowhere'), apiFolder: '/' }
  reportChangeSet({ decisions: [], blocked }, new Map(), output, collector)
  expect(collector.sorted().map(({ message }) => message)).toEqual([`Cannot write to the folder "src"`])
})
