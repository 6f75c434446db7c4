import { renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { emitted, fakeStages } from '../testing/fake-stages.js'
import { makeSandbox, type CommandResult, type Sandbox } from '../testing/sandbox.js'

let box: Sandbox
let runs: Documents
let stop: () => void
let ended: Promise<CommandResult>

beforeEach(() => {
  box = makeSandbox(fakeStages)
  runs = new Documents()
})
afterEach(async () => {
  stop()
  await ended
  box.end()
})

/** The output of `generate --watch`, chunk by chunk. */
class Lines {
  readonly #come: string[] = []
  #waiting: ((text: string) => void) | null = null

  take(text: string): void {
    if (this.#waiting === null) this.#come.push(text)
    else this.#waiting(text)
    this.#waiting = null
  }

  next(): Promise<string> {
    const text = this.#come.shift()
    if (text !== undefined) return Promise.resolve(text)
    return new Promise((resolve) => {
      this.#waiting = resolve
    })
  }
}

/** The documents printed by `generate --watch --json`, one by one. */
class Documents {
  readonly #lines = new Lines()

  take(text: string): void {
    this.#lines.take(text)
  }

  async next() {
    const text = await this.#lines.next()
    expect(text).toMatch(/^\{.*\}\n$/)
    return JSON.parse(text)
  }
}

function watch(api = 'api.raml'): void {
  ended = box.run(`generate ./${api} -o ./out --watch --json`, {
    out: (text) => runs.take(text),
    onStop: (callback) => {
      stop = callback
    },
  })
}

const apiOf = (text: string): string =>
  JSON.stringify({ files: [emitted('generator', 'src/generated/a.ts', text)] })

test('prints one line of JSON for each change to the input', async () => {
  box.write('api.raml', apiOf('one\n'))
  watch()
  expect(await runs.next()).toMatchObject({ ok: true, created: ['src/generated/a.ts'] })
  box.write('api.raml', apiOf('two\n'))
  expect(await runs.next()).toMatchObject({ ok: true, updated: ['src/generated/a.ts'] })
  expect(box.read('out/src/generated/a.ts')).toBe('two\n')
})

test('continues after errors in the input', async () => {
  box.write('api.raml', 'faulty')
  watch()
  expect(await runs.next()).toMatchObject({ ok: false })
  box.write('api.raml', apiOf('one\n'))
  expect(await runs.next()).toMatchObject({ ok: true, created: ['src/generated/a.ts'] })
})

test('detects files that an editor replaces when saving them', async () => {
  box.write('api.raml', apiOf('one\n'))
  watch()
  await runs.next()
  box.write('other', apiOf('two\n'))
  renameSync(join(box.path, 'other'), join(box.path, 'api.raml'))
  expect(await runs.next()).toMatchObject({ ok: true, updated: ['src/generated/a.ts'] })
})

test('prints the time and the changed files for each run, and a line when it starts watching', async () => {
  box.write('api.raml', apiOf('one\n'))
  const lines = new Lines()
  ended = box.run('generate ./api.raml -o ./out --watch', {
    out: (text) => lines.take(text),
    onStop: (callback) => {
      stop = callback
    },
  })
  expect(await lines.next()).toMatch(/^\d\d:\d\d:\d\d created src\/generated\/a\.ts in \d+ ms\n$/)
  expect(await lines.next()).toBe('Watching 1 file for changes. Press Ctrl-C to stop.\n')
  box.write('api.raml', 'faulty')
  expect(await lines.next()).toMatch(/^[\d:]{8} api\.raml changed: errors, nothing written\n$/)
  box.write('api.raml', apiOf('two\n'))
  expect(await lines.next()).toMatch(
    /^[\d:]{8} api\.raml changed: updated src\/generated\/a\.ts in \d+ ms\n$/,
  )
})

test('amends only a migration that it created itself', async () => {
  const first = makeSandbox()
  await first.run('init ./api')
  await first.run('generate ./api/api.raml -o ./out')
  const story = first.read('api/schemas/story.json')
  const withFields = (...names: string[]): void => {
    const fields = names.map((name) => `"${name}": { "_db_settings": { "type": "string" } },`).join('')
    first.write('api/schemas/story.json', story.replace('"properties": {', `"properties": { ${fields}`))
  }
  ended = first.run('generate ./api/api.raml -o ./out --watch --json', {
    out: (text) => runs.take(text),
    onStop: (callback) => {
      stop = callback
    },
  })
  await runs.next()
  const migrations = async (): Promise<string[]> => {
    await runs.next()
    return Object.keys(first.files('out')).filter((path) => path.endsWith('.sqlite.sql'))
  }
  withFields('a')
  expect(await migrations()).toEqual([
    'migrations/0001_initial.sqlite.sql',
    'migrations/0002_add-story-a.sqlite.sql',
  ])
  withFields('a', 'b')
  expect(await migrations()).toEqual([
    'migrations/0001_initial.sqlite.sql',
    'migrations/0002_change-story.sqlite.sql',
  ])
  stop()
  await ended
  first.end()
})

test('waits for a missing file', async () => {
  watch()
  expect(await runs.next()).toMatchObject({ ok: false })
  box.write('api.raml', apiOf('one\n'))
  expect(await runs.next()).toMatchObject({ ok: true })
})

test('reloads the configuration file, and continues after errors in it', async () => {
  box.write('api.raml', apiOf('one\n'))
  watch()
  await runs.next()
  box.write('out/src/generated/a.ts', 'mine\n')
  box.write('svcgen.config.json', '{ "forse": true }')
  expect(await runs.next()).toMatchObject({ ok: false, diagnostics: [{ code: 'SVC7002' }] })
  box.write('svcgen.config.json', '{ "force": true }')
  expect(await runs.next()).toMatchObject({ ok: true, updated: ['src/generated/a.ts'] })
})

test('follows symbolic links, to files and folders', async () => {
  box.write('shared/api.raml', apiOf('one\n'))
  symlinkSync(join(box.path, 'shared/api.raml'), join(box.path, 'api.raml'))
  watch()
  await runs.next()
  box.write('shared/api.raml', apiOf('two\n'))
  expect(await runs.next()).toMatchObject({ ok: true, updated: ['src/generated/a.ts'] })
})

test('detects changes in a folder that another one has replaced', async () => {
  box.write('apis/api.raml', apiOf('one\n'))
  watch('apis/api.raml')
  await runs.next()
  /** Returns the next result, apart from errors while there is no folder. */
  const next = async (): Promise<unknown> => {
    const run = await runs.next()
    return run.ok === true ? run.updated : next()
  }
  for (const text of ['two\n', 'three\n']) {
    if (text === 'two\n') renameSync(join(box.path, 'apis'), join(box.path, 'old'))
    else box.remove('apis')
    box.write('apis/api.raml', apiOf(text))
    expect(await next()).toEqual(['src/generated/a.ts'])
  }
  box.write('apis/api.raml', apiOf('four\n'))
  expect(await next()).toEqual(['src/generated/a.ts'])
})
