import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { emitted, fakeStages } from '../testing/fake-stages.js'
import { makeSandbox, type Ran, type Sandbox } from '../testing/sandbox.js'

let box: Sandbox
let runs: Documents
let stop: () => void
let ended: Promise<Ran>

beforeEach(() => {
  box = makeSandbox(fakeStages)
  runs = new Documents()
})
afterEach(async () => {
  stop()
  await ended
  box.end()
})

/** The documents that a watch prints, one by one. */
class Documents {
  readonly #come: string[] = []
  #waiting: ((text: string) => void) | null = null

  take(text: string): void {
    if (this.#waiting === null) this.#come.push(text)
    else this.#waiting(text)
    this.#waiting = null
  }

  async next() {
    const text =
      this.#come.shift() ??
      (await new Promise<string>((resolve) => {
        this.#waiting = resolve
      }))
    expect(text).toMatch(/^\{.*\}\n$/)
    return JSON.parse(text)
  }
}

function watch(): void {
  ended = box.run('generate ./api.raml -o ./out --watch --json', {
    out: (text) => runs.take(text),
    onStop: (callback) => {
      stop = callback
    },
  })
}

const apiOf = (text: string): string =>
  JSON.stringify({ files: [emitted('generator', 'src/generated/a.ts', text)] })

test('each change of the input is one run and one line of JSON', async () => {
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

test('notices replaced files, as written by editors', async () => {
  box.write('api.raml', apiOf('one\n'))
  watch()
  await runs.next()
  box.write('other', apiOf('two\n'))
  renameSync(join(box.path, 'other'), join(box.path, 'api.raml'))
  expect(await runs.next()).toMatchObject({ ok: true, updated: ['src/generated/a.ts'] })
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
