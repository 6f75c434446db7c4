import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.js'

const SVCGEN = fileURLToPath(new URL('../../bin/svcgen.js', import.meta.url))

let folder: string
let service: string
/** Creates an API and its generated service. No test changes these files. */
beforeAll(async () => {
  folder = temporaryFolder()
  await svcgen('init', 'api')
  service = join(folder, 'service')
  await svcgen('generate', 'api/api.raml', '-o', service)
})

let out: string
beforeEach(() => {
  out = join(temporaryFolder(), 'out')
})

interface Options {
  readonly env?: Readonly<Record<string, string>>
}

async function svcgen(...args: readonly string[]) {
  return run(args, {})
}

async function run(args: readonly string[], { env = {} }: Options) {
  const { exitCode, stdout, stderr } = await execa('node', [SVCGEN, ...args], {
    cwd: folder,
    reject: false,
    stdin: 'ignore',
    env,
  })
  expect(`${stdout}${stderr}`, 'no stack trace').not.toMatch(/^\s+at .*[:/]\d+/m)
  return { exit: exitCode, out: stdout, err: stderr }
}

/** Creates a separate API that the test can change, and returns the path of its RAML file. */
async function ownApi(): Promise<string> {
  const own = temporaryFolder()
  await svcgen('init', own)
  return join(own, 'api.raml')
}

function edit(path: string, from: string, to: string): void {
  writeFileSync(path, readFileSync(path, 'utf8').replace(from, to))
}

describe('generate', () => {
  test('writes a service, checks it, and reports drift', async () => {
    const api = await ownApi()
    expect(await svcgen('generate', api, '-o', out)).toMatchObject({
      exit: 0,
      out: expect.stringMatching(/^\d+ created, 0 updated, 0 unchanged, 0 removed, 0 kept in \d+ ms$/),
      err: '',
    })
    expect(await svcgen('generate', api, '-o', out, '--check')).toEqual({
      exit: 0,
      out: 'No drift; the output folder is up to date',
      err: '',
    })
    edit(api, 'Create a story', 'Make a story')
    const drifted = await svcgen('generate', api, '-o', out, '--check')
    expect(drifted).toMatchObject({ exit: 2, err: '' })
    expect(drifted.out).toMatch(/^openapi\.json: spec changed\n--- a\/openapi\.json\n/)
    expect(drifted.out).toContain('\n+        "description": "Make a story that the user owns",')
  })

  test('prints paths relative to the working directory, and in JSON relative to the RAML file', async () => {
    const api = await ownApi()
    const schema = join(dirname(api), 'schemas/user.json')
    edit(schema, '"document": "Story"', '"document": "Storry"')
    const { err } = await svcgen('generate', api, '-o', out)
    expect(err).toContain(`${relative(realpathSync(folder), schema)}:17:61 - error SVC4008`)
    const { diagnostics } = JSON.parse((await svcgen('generate', api, '-o', out, '--json')).out)
    expect(diagnostics).toMatchObject([{ code: 'SVC4008', file: 'schemas/user.json', line: 17 }])
  })

  test('a dry run lists the files and writes nothing', async () => {
    const { exit, out: text } = await svcgen('generate', 'api/api.raml', '-o', out, '--dry-run')
    expect(exit).toBe(0)
    expect(text).toContain('created  src/handlers/tidy-title.ts\n')
    expect(text).toMatch(/\nDry run, nothing written: \d+ created, .*$/)
    expect(existsSync(out)).toBe(false)
  })

  test('--quiet prints nothing if there are no problems', async () => {
    expect(await svcgen('generate', 'api/api.raml', '-o', out, '--quiet')).toEqual({
      exit: 0,
      out: '',
      err: '',
    })
  })

  test.each([
    ['a missing input', ['generate', 'none.raml', '-o', 'x'], 1, 'SVC1001'],
    ['an input that is a folder', ['generate', 'api', '-o', 'x'], 1, 'SVC1002'],
    ['an output folder that is a file', ['generate', 'api/api.raml', '-o', 'api/api.raml'], 1, 'SVC7030'],
    [
      'an output folder that cannot be created',
      ['generate', 'api/api.raml', '-o', '/proc/none/x'],
      1,
      'SVC7033',
    ],
    ['a missing output folder', ['generate', 'api/api.raml'], 3, 'SVC7001'],
    ['an unknown option', ['generate', 'api/api.raml', '-o', 'x', '--chek'], 3, 'SVC7001'],
    ['an unknown command', ['generat'], 3, 'SVC7001'],
    ['an unknown code', ['explain', 'SVC0'], 3, 'SVC7001'],
    ['an unknown shell', ['completion', 'tcsh'], 3, 'SVC7001'],
    ['a question that matches no route', ['inspect', 'api/api.raml', '--who-can', 'x'], 3, 'SVC7001'],
  ])('reports %s', async (_name, args, exit, code) => {
    const result = await svcgen(...args)
    expect(result).toMatchObject({ exit, out: '' })
    expect(result.err).toContain(`error ${code}: `)
    const json = await svcgen(...args, '--json')
    expect(json).toMatchObject({ exit, err: '' })
    expect(JSON.parse(json.out)).toMatchObject({ ok: false, diagnostics: [{ code }] })
  })

  test('a full disk leaves the folder unchanged', async () => {
    const api = await ownApi()
    await svcgen('generate', api, '-o', out)
    const before = readFileSync(join(out, '.svcgen/lock.json'), 'utf8')
    edit(api, 'Create a story', 'Make a story')
    const full = await run(['generate', api, '-o', out], { env: { NODE_OPTIONS: fullDisk('openapi.json') } })
    expect(full).toMatchObject({ exit: 1, out: '' })
    expect(full.err).toContain('error SVC7033: ')
    expect(full.err).toContain('no space left')
    expect(readFileSync(join(out, '.svcgen/lock.json'), 'utf8')).toBe(before)
    expect(existsSync(join(out, '.svcgen/next'))).toBe(false)
    expect((await svcgen('generate', api, '-o', out)).exit).toBe(0)
  })

  test('prints no colors if the output is not a terminal, with or without NO_COLOR and --no-color', async () => {
    for (const env of [{}, { NO_COLOR: '1' }])
      expect((await run(['generate', 'none.raml', '-o', out], { env })).err).not.toContain('\u001b')
    expect((await svcgen('inspect', 'api/api.raml', '--no-color')).out).not.toContain('\u001b')
  })
})

/**
 * Creates a script that makes writes to the staging folder fail, and returns the Node option that preloads the script.
 */
function fullDisk(name: string): string {
  const code = `import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
const write = fs.writeFileSync
fs.writeFileSync = (path, ...rest) => {
  if (String(path).includes('.svcgen/next/')) throw Object.assign(new Error('ENOSPC: ${name}'), { code: 'ENOSPC', path })
  return write(path, ...rest)
}
syncBuiltinESMExports()
`
  const file = join(temporaryFolder(), 'full-disk.mjs')
  writeFileSync(file, code)
  return `--import=file://${file}`
}

describe('plan', () => {
  test('prints changes in each format, and writes nothing', async () => {
    const own = await ownApi()
    await svcgen('generate', own, '-o', out)
    const story = join(own, '../schemas/story.json')
    edit(story, '"text": {', '"note": { "_db_settings": { "type": "string" } },\n    "text": {')
    const text = await svcgen('plan', own, '-o', out)
    expect(text).toMatchObject({ exit: 0, err: '' })
    expect(text.out).toContain('\nDatabase\n  loses data  step\n  no          add column story.note')
    expect(text.out).toContain('no        Story.note  added')
    const markdown = await svcgen('plan', own, '-o', out, '--format', 'markdown')
    expect(markdown.out).toContain('| no | add column story.note |')
    const { database } = JSON.parse((await svcgen('plan', own, '-o', out, '--json')).out)
    expect(database).toEqual([{ step: 'add column story.note', destructive: false }])
    expect(existsSync(join(out, 'migrations/0002_add-story-note.sqlite.sql'))).toBe(false)
  })

  test('reports that there are no changes', async () => {
    expect(await svcgen('plan', 'api/api.raml', '-o', service)).toEqual({
      exit: 0,
      out: 'No changes',
      err: '',
    })
  })
})

describe('watch', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)(
    'generates after each change, continues after an error, and exits cleanly on %s',
    async (signal) => {
      const api = await ownApi()
      const watching = execa('node', [SVCGEN, 'generate', api, '-o', out, '--watch', '--json'], {
        reject: false,
      })
      const lines = watching.iterable()
      const next = async () => JSON.parse(String((await lines.next()).value))
      expect(await next()).toMatchObject({ ok: true, updated: [] })
      edit(api, 'title:', 'titel:')
      expect(await next()).toMatchObject({ ok: false })
      edit(api, 'titel:', 'title:')
      expect(await next()).toMatchObject({ ok: true })
      edit(api, 'Create a story', 'Make a story')
      expect(await next()).toMatchObject({
        ok: true,
        updated: ['openapi.json', 'src/generated/routes/users.ts'],
      })
      watching.kill(signal)
      expect(await watching).toMatchObject({ exitCode: 0, stderr: '' })
    },
  )
})

test('init prints nothing with --quiet, and does not prompt without a terminal', async () => {
  const quiet = join(temporaryFolder(), 'api')
  expect(await svcgen('init', quiet, '--quiet')).toEqual({ exit: 0, out: '', err: '' })
  expect(await svcgen('init', quiet)).toMatchObject({ exit: 1, out: '' })
  expect(readFileSync(join(quiet, 'api.raml'), 'utf8')).toContain('title: "Stories"')
})

test('exits silently if the reader of a pipe exits', async () => {
  const { stdout, stderr } = await execa({
    shell: 'bash',
    cwd: folder,
    reject: false,
  })`set -o pipefail; node ${SVCGEN} inspect api/api.raml --json | head -1`
  expect({ stdout, stderr }).toEqual({ stdout: '{', stderr: '' })
})

test('prints the output of explain, completion and help to standard output', async () => {
  for (const args of [['explain', 'SVC7010'], ['completion', 'bash'], ['--help'], ['--version']]) {
    const { exit, out: text, err } = await svcgen(...args)
    expect({ exit, err }).toEqual({ exit: 0, err: '' })
    expect(text).not.toBe('')
  }
})

test('two concurrent runs with the same folder run one after the other', async () => {
  mkdirSync(out)
  const runs = await Promise.all([1, 2].map(() => svcgen('generate', 'api/api.raml', '-o', out, '--json')))
  const created = runs.map((each): number => JSON.parse(each.out).created.length)
  expect(created.filter((count) => count > 0)).toHaveLength(1)
  expect(runs.map(({ exit }) => exit)).toEqual([0, 0])
})
