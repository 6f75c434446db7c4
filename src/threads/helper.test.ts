import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { stages } from '../lazy-stages.js'
import { textOf } from '../output/pieces.js'
import { analyseFiles } from '../testing/analyse-files.js'
import { makeSandbox, type Sandbox } from '../testing/sandbox.js'
import { helperOf } from './helper.js'
import { largeTexts } from './large-texts.js'

const SCRIPT = new URL('../../dist/on-thread.js', import.meta.url)
const SVCGEN = fileURLToPath(new URL('../../bin/svcgen.js', import.meta.url))

/** So many resources, with so much text, that a thread starts while they are read. */
const names = Array.from({ length: 120 }, (_, index) => `thing${index}`)
const schema = JSON.stringify({
  description: 'Long. '.repeat(400),
  properties: { id: { _db_settings: { type: 'id_field', primary_key: true } } },
})
const schemas = Object.fromEntries(names.map((name) => [`${name}.json`, schema]))
const api = `title: Things\n${names.map((name) => resource(name, `!include ${name}.json`)).join('')}`

function resource(name: string, body: string): string {
  return `/${name}s:
  post:
    body:
      application/json:
        schema: ${body}
`
}

let sandbox: Sandbox
beforeEach(() => {
  sandbox = makeSandbox(stages)
})
afterEach(() => sandbox.end())

test.each([true, false])('another thread makes the same texts (started before: %s)', async (isStarted) => {
  const { service } = analyseFiles(api, schemas)
  const helper = helperOf(SCRIPT)
  if (isStarted) helper.start()
  const made = await helper.largeTexts(service)
  const { openapi, nodes } = largeTexts(service)
  expect(made?.nodes).toEqual(nodes)
  expect(textOf(made?.openapi.pieces ?? [])).toBe(textOf(openapi.pieces))
  expect({ ...made?.openapi, pieces: [] }).toEqual({ ...openapi, pieces: [] })
})

test.each([true, false])('a thread that fails makes nothing (started before: %s)', async (isStarted) => {
  const { service } = analyseFiles(api, schemas)
  const helper = helperOf(new URL('nowhere.js', SCRIPT))
  if (isStarted) helper.start()
  await expect(helper.largeTexts(service)).resolves.toBeNull()
})

test('a process that has another thread writes what one thread writes', async () => {
  write(api)
  await sandbox.run('generate ./api.raml -o ./alone')
  await execa('node', [SVCGEN, 'generate', 'api.raml', '-o', 'helped'], { cwd: sandbox.path })
  for (const file of ['openapi.json', '.svcgen/lock.json'])
    expect(sandbox.read(`helped/${file}`)).toBe(sandbox.read(`alone/${file}`))
})

test('a process ends with the errors of its input though another thread has started', async () => {
  write(`${api}${resource('last', "'{'")}`)
  const { exitCode, stderr } = await execa('node', [SVCGEN, 'generate', 'api.raml', '-o', 'out'], {
    cwd: sandbox.path,
    reject: false,
  })
  expect(exitCode).toBe(1)
  expect(stderr).toContain('error SVC')
})

function write(raml: string): void {
  for (const [path, text] of Object.entries(schemas)) sandbox.write(path, text)
  sandbox.write('api.raml', `#%RAML 0.8\n${raml}`)
}
