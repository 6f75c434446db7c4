import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Collector } from './diagnostics/collector.js'
import { readInput } from './read-input.js'
import { temporaryFolder } from './testing/temporary-folder.js'

const OPENAPI = 'openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths: {}\n'

test.each([
  ['api.raml', '#%RAML 0.8\ntitle: T', []],
  ['api.yaml', '#%RAML 0.8\ntitle: T', []],
  ['api.yaml', OPENAPI, []],
  ['api.raml', OPENAPI, []],
  ['api', `# A comment\n---\n"openapi" : 3.1.0\ninfo: {title: T, version: "1"}`, []],
  ['api.yaml', `\uFEFF${OPENAPI}`, []],
  ['api.json', '\n {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}}', []],
  ['api.yaml', 'swagger: "2.0"', ['SVC8001']],
  ['api.json', '{}', ['SVC8001']],
  ['api.raml', '#%RAML 1.0\nopenapi: 3.1.0', ['SVC2002']],
  ['api.yaml', 'title: T', ['SVC2001']],
  ['api.yaml', 'info: {openapi: 3.1.0}', ['SVC2001']],
])('%s with the content %j is read in the format of its content', (name, text, codes) => {
  const folder = temporaryFolder()
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), text)
  const collector = new Collector()
  const { api, files } = readInput(join(folder, name), { includeRoot: null, collector })
  expect(collector.sorted().map(({ code }) => code)).toEqual(codes)
  expect(api?.title).toBe(codes.length === 0 ? 'T' : undefined)
  expect(files).toEqual([join(folder, name)])
})

test('a missing file is reported', () => {
  const collector = new Collector()
  readInput(join(temporaryFolder(), 'api.yaml'), { includeRoot: null, collector })
  expect(collector.sorted().map(({ code }) => code)).toEqual(['SVC1001'])
})
