import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hashOf } from '../output/disk/folder.js'
import { emitted, type FakeApi, fakeStages } from '../testing/fake-stages.js'
import { makeSandbox, type Sandbox } from '../testing/sandbox.js'

let box: Sandbox
beforeEach(() => {
  box = makeSandbox(fakeStages)
})
afterEach(() => box.end())

const model = emitted('generator', 'src/generated/story.ts', 'export const story = 1\n')
const stub = emitted('stub', 'src/handlers/notify.ts', '// notify\n')
const readme = emitted('scaffold', 'README.md', '# API\n')
const first = emitted('migration', 'migrations/0001_initial.ts', '// one\n')
const full: FakeApi = { files: [model, stub, readme, first] }

function api(content: FakeApi): void {
  box.write('api.raml', JSON.stringify(content))
}
const generate = (options = '') => box.run(`generate ./api.raml -o ./out ${options}`.trim())
const json = async (options = '') => JSON.parse((await generate(`--json ${options}`.trim())).out)

describe('generate', () => {
  test('writes the project and prints one line', async () => {
    api(full)
    const { exit, out, err } = await generate()
    expect(exit).toBe(0)
    expect(out).toMatch(/^4 created, 0 updated, 0 unchanged, 0 removed, 0 kept in \d+ ms\n$/)
    expect(err).toBe('')
    expect(box.read('out/src/generated/story.ts')).toBe(model.text)
  })

  test('writes nothing on a second run', async () => {
    api(full)
    await generate()
    const lock = box.read('out/.svcgen/lock.json')
    expect(await json()).toMatchObject({
      ok: true,
      created: [],
      updated: [],
      removed: [],
      kept: [],
      diagnostics: [],
    })
    expect(box.read('out/.svcgen/lock.json')).toBe(lock)
  })

  test('writes a lock with one line per file', async () => {
    api(full)
    await generate()
    const entry = { path: 'README.md', owner: 'scaffold', hash: hashOf(readme.text), source: 'scaffold' }
    expect(box.read('out/.svcgen/lock.json').split('\n')).toContain(`    ${JSON.stringify(entry)},`)
  })

  test('exits with 1 if there are errors in the input, and leaves the folder unchanged', async () => {
    api(full)
    await generate()
    const before = box.files('out')
    box.write('api.raml', 'faulty')
    const { exit, out, err } = await generate()
    expect({ exit, out }).toEqual({ exit: 1, out: '' })
    expect(err).toContain('api.raml:1:1 - error SVC7003: The API is invalid')
    const { diagnostics } = await json()
    expect(diagnostics).toMatchObject([{ file: 'api.raml', line: 1 }])
    expect(box.files('out')).toEqual(before)
  })

  test('lists the changes and writes nothing in a dry run', async () => {
    api(full)
    const { exit, out } = await generate('--dry-run')
    expect(exit).toBe(0)
    expect(out).toContain('created  src/generated/story.ts\n')
    expect(box.has('out')).toBe(false)
  })

  test('--quiet prints only diagnostics', async () => {
    api(full)
    expect(await generate('--quiet')).toEqual({ exit: 0, out: '', err: '' })
  })

  test('--json prints errors as one document on standard output', async () => {
    box.write('api.raml', 'faulty')
    const { exit, out, err } = await generate('--json')
    expect({ exit, err }).toEqual({ exit: 1, err: '' })
    expect(JSON.parse(out)).toEqual({
      ok: false,
      diagnostics: [
        {
          code: 'SVC7003',
          severity: 'error',
          message: 'The API is invalid',
          file: 'api.raml',
          line: 1,
          column: 1,
          endLine: 1,
          endColumn: 2,
          related: [],
          help: 'Fix it',
        },
      ],
    })
  })

  test('--format sarif prints diagnostics as a SARIF log', async () => {
    box.write('api.raml', 'faulty')
    const log = JSON.parse((await generate('--format sarif')).out)
    expect(log.version).toBe('2.1.0')
    expect(log.runs[0].results[0]).toMatchObject({ ruleId: 'SVC7003', level: 'error' })
  })

  test.each([
    [
      'generate ./api.raml',
      'required option \'-o, --out <dir>\' not specified\n  help: Add -o <dir>, or "out"',
    ],
    ['generate ./api.raml -o ./out --engine svc_sql', "'svc_sql' is invalid"],
    ['generate ./api.raml -o ./out --chek', "unknown option '--chek'"],
    ['generate ./api.raml -o ./out --check --watch', "cannot be used with option '--watch'"],
    ['generat ./api.raml', "unknown command 'generat'"],
    ['generate', "missing required argument 'api'"],
  ])('exits with 3 for invalid arguments: %s', async (args, message) => {
    api(full)
    const { exit, err } = await box.run(args)
    expect(exit).toBe(3)
    expect(err).toContain('SVC7001')
    expect(err).toContain(message)
  })

  test('records the features, and uses those of the previous run if none are listed', async () => {
    api(full)
    await generate('--features search,data')
    const features = (): unknown => JSON.parse(box.read('out/.svcgen/lock.json')).features
    expect(features()).toEqual(['search', 'data'])
    await generate()
    expect(features()).toEqual(['search', 'data'])
    expect((await generate('--check')).exit).toBe(0)
    await generate('--features=')
    expect(features()).toEqual([])
  })

  test('rejects features that the API cannot have', async () => {
    api(full)
    const { exit, err } = await generate('--features accounts')
    expect(exit).toBe(1)
    expect(err).toContain('SVC7038: The feature "accounts" cannot be added, because the API has no')
  })

  test('rejects unknown features and features of the other engine', async () => {
    api(full)
    const unknown = await generate('--features serach')
    expect(unknown.exit).toBe(3)
    expect(unknown.err).toContain('Did you mean "search"?')
    const other = await generate('--engine svc_mongodb --features replicas')
    expect(other.exit).toBe(1)
    expect(other.err).toContain('SVC7006')
    box.write('svcgen.config.yaml', 'features: [data, metrisc]\n')
    const config = await generate()
    expect(config.exit).toBe(1)
    expect(config.err).toContain('svcgen.config.yaml:1:11 - error SVC7003')
    expect(config.err).toContain('Did you mean "metrics"?')
  })

  test('keeps the engine from the previous run; changing the engine requires --force', async () => {
    api(full)
    await generate('--engine svc_mongodb')
    expect((await generate()).exit).toBe(0)
    expect(JSON.parse(box.read('out/.svcgen/lock.json')).engine).toBe('svc_mongodb')
    const { exit, err } = await generate('--engine svc_sqla')
    expect(exit).toBe(1)
    expect(err).toContain('SVC7015')
    expect((await generate('--engine svc_sqla --force')).exit).toBe(0)
    expect(JSON.parse(box.read('out/.svcgen/lock.json')).engine).toBe('svc_sqla')
  })

  test('requires --allow-destructive for a change that loses data', async () => {
    api(full)
    await generate()
    api({
      ...full,
      steps: [
        {
          step: 'drop column story.title',
          of: 'Story',
          destructive: 'all titles are lost',
          rows: null,
          fieldWithoutValue: null,
          removedChoices: null,
        },
      ],
    })
    const { exit, err } = await generate()
    expect(exit).toBe(1)
    expect(err).toContain('SVC7016')
    expect(err).toContain('all titles are lost')
    expect((await generate('--allow-destructive')).exit).toBe(0)
  })

  test('reports an internal error in one line and exits with 3', async () => {
    api(full)
    const broken = { ...fakeStages, emit: () => Promise.reject(new Error('ouch')) }
    const faulty = makeSandbox(broken)
    faulty.write('api.raml', JSON.stringify(full))
    const { exit, err } = await faulty.run('generate ./api.raml -o ./out')
    faulty.end()
    expect(exit).toBe(3)
    expect(err).toContain('error SVC7090: Internal error: ouch')
    expect(err).not.toContain('at ')
  })
})
