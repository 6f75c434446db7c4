import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
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

test('another thread makes the same texts', async () => {
  const { service } = analyseFiles(api, schemas)
  const helper = helperOf(SCRIPT)
  helper.start()
  const made = await helper.largeTexts(service)
  const { openapi, nodes } = largeTexts(service)
  expect(made?.nodes).toEqual(nodes)
  expect(textOf(made?.openapi.pieces ?? [])).toBe(textOf(openapi.pieces))
  expect({ ...made?.openapi, pieces: [] }).toEqual({ ...openapi, pieces: [] })
})

test('a thread that fails makes nothing, nor does one that was not started', async () => {
  const { service } = analyseFiles(api, schemas)
  const helper = helperOf(new URL('nowhere.js', SCRIPT))
  await expect(helper.largeTexts(service)).resolves.toBeNull()
  helper.start()
  await expect(helper.largeTexts(service)).resolves.toBeNull()
})

describe('a process that has another thread', () => {
  test('writes what one thread writes', async () => {
    write(api)
    await sandbox.run('generate ./api.raml -o ./alone')
    const said = await generate(
      'class extends Worker { constructor(...args) { super(...args).once("message", answered) } }',
    )
    expect(said).toContain('answered')
    expectSame()
  })

  test('does all on one thread where the system gives no other', async () => {
    write(api)
    await sandbox.run('generate ./api.raml -o ./alone')
    const said = await generate('class { constructor() { answered(); throw new Error("no threads left") } }')
    expect(said).toContain('answered')
    expectSame()
  })

  /** Runs svcgen with another class of threads, and on two processors at least. */
  async function generate(threads: string): Promise<string> {
    sandbox.write(
      'threads.mjs',
      `import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import workers, { Worker } from 'node:worker_threads'
const answered = () => console.error('answered')
workers.Worker = ${threads}
os.availableParallelism = () => 2
syncBuiltinESMExports()
`,
    )
    const args = ['--import', './threads.mjs', SVCGEN, 'generate', 'api.raml', '-o', 'helped']
    return (await execa('node', args, { cwd: sandbox.path })).stderr
  }

  function expectSame(): void {
    for (const file of ['openapi.json', '.svcgen/lock.json'])
      expect(sandbox.read(`helped/${file}`)).toBe(sandbox.read(`alone/${file}`))
  }
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
