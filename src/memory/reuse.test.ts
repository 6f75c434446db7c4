import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { stages } from '../lazy-stages.js'
import { randomFrom } from '../testing/random.js'
import { makeSandbox, type Sandbox } from '../testing/sandbox.js'
import { diskMemory } from './disk-memory.js'
import type { Memory } from './memory.js'

/** Two folders with the same history: one svcgen remembers its runs, the other never does. */
let remembering: Sandbox
let forgetful: Sandbox
beforeEach(() => {
  const own = makeSandbox(stages)
  remembering = makeSandbox(stages, diskMemory(join(own.path, 'memory')))
  forgetful = makeSandbox(stages)
  ends.push(own.end)
})
const ends: (() => void)[] = []
afterEach(() => {
  for (const end of [remembering.end, forgetful.end, ...ends.splice(0)]) end()
})

const text = { type: 'string', _db_settings: { type: 'string' } }
/** With a key that nobody knows, which is worth a warning. */
const odd = { type: 'string', _db_settings: { type: 'string', odd: 1 } }

/** What can be changed between two runs: version 0 of a file is none. */
const VERSIONS: Readonly<Record<string, readonly string[]>> = {
  'api.raml': [api('!include story.json'), api('!include story.json', 'Tales'), api('!include tale.json')],
  'story.json': [schema({}), schema({ title: text }), schema({ title: odd }), '{', ''],
  'tale.json': [schema({ name: text, done: { _db_settings: { type: 'boolean' } } })],
  'svcgen.config.json': ['', '{ "quiet": true }'],
  'out/src/generated/models/story.ts': ['// mine\n', ''],
  'out/src/handlers/polish.ts': ['// mine\n', ''],
  'out/README.md': ['# Mine\n', ''],
  'out/package.json': ['{}', ''],
  'out/openapi.json': [''],
  'out/.svcgen/lock.json': ['{}', ''],
}

const RUNS = [
  'generate ./api.raml -o ./out',
  'generate ./api.raml -o ./out --json',
  'generate ./api.raml -o ./out --check',
  'generate ./api.raml -o ./out --dry-run',
  'generate ./api.raml -o ./out --allow-destructive',
  'generate ./api.raml -o ./out --engine svc_sqla',
  'generate ./api.raml -o ./out --engine svc_mongodb',
  'generate ./api.raml -o ./out --force --allow-destructive',
]

const seeds = Array.from({ length: 12 }, (_, index) => index + 1)

test.each(seeds)(
  'history %i: a run that remembers the last one does and says what one does that does not',
  async (seed) => {
    const random = randomFrom(seed)
    for (const path of ['api.raml', 'story.json', 'tale.json']) put(path, VERSIONS[path]?.[0] ?? '')
    for (let step = 0; step < 12; step++) {
      const paths = Object.keys(VERSIONS)
      const path = paths[random(paths.length)] ?? ''
      const versions = VERSIONS[path] ?? []
      if (random(2) === 0) put(path, versions[random(versions.length)] ?? '')
      const run = RUNS[random(3) === 0 ? random(RUNS.length) : 0] ?? ''
      expect(await told(remembering, run), `step ${step}`).toEqual(await told(forgetful, run))
      expect(await told(remembering, run), `step ${step}, again`).toEqual(await told(forgetful, run))
      expect(remembering.files('out')).toEqual(forgetful.files('out'))
      expect(lockOf(remembering)).toBe(lockOf(forgetful))
    }
  },
)

test('a run that has nothing to do does not read the input for its meaning, and says again what there was to say', async () => {
  const { box, understood } = counting(diskMemory(join(remembering.path, 'memory')))
  const first = await box.run('generate ./api.raml -o ./out')
  const second = await box.run('generate ./api.raml -o ./out')
  expect(second.err).toBe(first.err)
  expect(second.err).toContain('SVC')
  expect((await box.run('generate ./api.raml -o ./out --check')).exit).toBe(0)
  expect(understood()).toBe(1)
})

test('what another svcgen remembers is not believed', async () => {
  const memory = diskMemory(join(remembering.path, 'memory'))
  const { box, understood } = counting({
    read: (key) => memory.read(key)?.replace(/"tool":"\w+"/, '"tool":"another"') ?? null,
    write: memory.write,
  })
  await box.run('generate ./api.raml -o ./out')
  await box.run('generate ./api.raml -o ./out')
  expect(understood()).toBe(2)
})

test('a link of the input that leads elsewhere is followed anew, though the text there is the same', async () => {
  const { box, understood } = counting(diskMemory(join(remembering.path, 'memory')))
  const link = join(box.path, 'story.json')
  for (const path of ['a/story.json', 'b/story.json']) box.write(path, box.read('story.json'))
  for (const folder of ['a', 'b']) {
    box.remove('story.json')
    symlinkSync(join(box.path, folder, 'story.json'), link)
    await box.run('generate ./api.raml -o ./out')
  }
  expect(understood()).toBe(2)
})

test('a text that was missing is looked for again', async () => {
  const { box, understood } = counting(diskMemory(join(remembering.path, 'memory')))
  box.write('api.raml', `${api('!include story.json')}  description: !include story.md\n`)
  expect((await box.run('generate ./api.raml -o ./out')).err).toContain('SVC1036')
  box.write('story.md', 'What is told.')
  expect((await box.run('generate ./api.raml -o ./out')).err).not.toContain('SVC1036')
  expect(understood()).toBe(2)
})

/** A folder with an API that there is something to say of, and how often it was read for its meaning. */
function counting(memory: Memory): { readonly box: Sandbox; readonly understood: () => number } {
  let count = 0
  const understand: typeof stages.understand = (input) => {
    count += 1
    return stages.understand(input)
  }
  const box = makeSandbox({ ...stages, understand }, memory)
  ends.push(box.end)
  box.write('api.raml', api('!include story.json'))
  box.write('story.json', schema({ title: odd }))
  return { box, understood: () => count }
}

function api(schemaText: string, title = 'Stories'): string {
  return `#%RAML 0.8
title: ${title}
/stories:
  get:
  post:
    body:
      application/json:
        schema: ${schemaText}
`
}

function schema(properties: Readonly<Record<string, object>>): string {
  const id = { _db_settings: { type: 'id_field', primary_key: true } }
  return JSON.stringify({
    type: 'object',
    _event_handlers: { before_create: ['polish'] },
    properties: { id, ...properties },
  })
}

/** An empty text takes the file away. */
function put(path: string, content: string): void {
  for (const box of [remembering, forgetful]) {
    if (content !== '') box.write(path, content)
    else if (box.has(path)) box.remove(path)
  }
}

/** What a run ends with and prints, without how long it took and where it was. */
async function told(box: Sandbox, args: string): Promise<unknown> {
  const { exit, out, err } = await box.run(args)
  const cleaned = [out, err].map((each) =>
    each
      .replaceAll(box.path, '')
      .replaceAll(/\d+ ms/g, '')
      .replaceAll(/"ms": \d+/g, ''),
  )
  return { exit, printed: cleaned }
}

function lockOf(box: Sandbox): string {
  return box.has('out/.svcgen/lock.json') ? box.read('out/.svcgen/lock.json') : ''
}
