import { appendFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Collector } from '../diagnostics/collector.js'
import { check, dryRun, generate } from '../pipeline.js'
import type { RunContext, RunOptions } from '../run.js'
import type { Stages } from '../stages.js'
import {
  emitted,
  emptyService,
  type FakeApi,
  fakeStages,
  migrationsOf,
  noMigration,
} from '../testing/fake-stages.js'
import { randomFrom } from '../testing/random.js'
import { makeSandbox, type Sandbox } from '../testing/sandbox.js'
import { pathsThat } from './compare/change-set.js'
import { type Folder, openFolder } from './disk/folder.js'

let box: Sandbox
beforeEach(() => {
  box = makeSandbox(fakeStages)
})
afterEach(() => box.end())

class Killed extends Error {}

/** Simulates a process that is killed after `n` changes. All later changes fail. */
function killedAfter(n: number): (path: string) => Folder {
  return (path) => {
    const folder = openFolder(path)
    let left = n
    const step = (): void => {
      if (left-- <= 0) throw new Killed()
    }
    return {
      ...folder,
      write: (file, text) => (step(), folder.write(file, text)),
      rename: (from, to) => (step(), folder.rename(from, to)),
      remove: (file) => (step(), folder.remove(file)),
    }
  }
}

/** Simulates a folder on a disk that is full after three files. */
function fullAfter(path: string): Folder {
  const folder = openFolder(path)
  let left = 3
  const write = (file: string, text: string): void => {
    if (left-- === 0) throw Object.assign(new Error('disk full'), { code: 'ENOSPC' })
    folder.write(file, text)
  }
  return { ...folder, write }
}

/**
 * The input for a history: a title, the versions of generated files, whether each stub is used, and a stored shape.
 * Changes to the shape add migrations.
 */
interface Input {
  readonly title: number
  readonly models: readonly number[]
  readonly stubs: readonly boolean[]
  readonly shape: number
}

const isGenerated = (path: string): boolean => path.startsWith('src/generated') || path === 'openapi.json'
const modelPath = (index: number): string => `src/generated/model-${index}.ts`
const stubPath = (index: number): string => `src/handlers/handler-${index}.ts`

const EXAMPLE = 'test/example.test.ts'

function filesOf({ title, models, stubs }: Input): FakeApi['files'] {
  const shown = stubs.indexOf(true)
  const example = emitted('scaffold', EXAMPLE, `tests handler ${shown}\n`, `handler ${shown}`)
  return [
    ...models.flatMap((version, index) =>
      version === 0 ? [] : [emitted('generator', modelPath(index), `model ${index} ${version}\n`)],
    ),
    ...stubs.flatMap((isNamed, index) =>
      isNamed ? [emitted('stub', stubPath(index), `stub ${index} of ${title}\n`)] : [],
    ),
    emitted('scaffold', 'README.md', `# API ${title}\n`),
    ...(shown === -1 ? [] : [example]),
    emitted('generator', 'openapi.json', '{}\n'),
  ]
}

/** Returns stages that, like the emitter, add a migration if the shape has changed since the previous run. */
function stagesFor(input: Input): Stages {
  return {
    analyze: () => ({
      analysis: {
        service: emptyService(JSON.stringify(input)),
        secrets: new Map(),
        spans: new Map(),
        document: null,
      },
      files: [],
    }),
    migrate({ service, migrations }) {
      const before: Partial<Input> = service === null ? {} : JSON.parse(service.title)
      const path = `migrations/${String(migrations.length + 1).padStart(4, '0')}.ts`
      const isSame = before.shape === input.shape
      return { ...noMigration, files: isSame ? [] : [{ path, text: () => `to ${input.shape}\n` }] }
    },
    emit: ({ migration }) =>
      Promise.resolve(
        new Map([...filesOf(input), ...migrationsOf(migration)].map((file) => [file.path, file])),
      ),
  }
}

function optionsFor(out: string, force = false): RunOptions {
  const api = join(box.path, 'api.raml')
  return {
    api,
    out: join(box.path, out),
    engine: null,
    features: null,
    includeRoot: null,
    force,
    allowDestructive: false,
    amend: () => false,
  }
}

function contextFor(input: Input, folder = openFolder): RunContext {
  return { collector: new Collector(), stages: stagesFor(input), filesRead: new Set(), openFolder: folder }
}

async function generateKilled(options: RunOptions, context: RunContext): Promise<void> {
  try {
    await generate(options, context)
  } catch (error) {
    if (!(error instanceof Killed)) throw error
  }
}

/** To run more: HISTORIES=5000 npx vitest run src/output/histories.test.ts */
const seeds = Array.from({ length: Number(process.env['HISTORIES'] ?? 200) }, (_, index) => index + 1)

test.each(seeds)(
  "history %i keeps all of the user's lines and ends in the same state as a new run",
  async (seed) => {
    const random = randomFrom(seed)
    const out = (path: string): string => join(box.path, 'out', path)
    let input: Input = { title: 1, models: [1, 1, 0], stubs: [true, false, true], shape: 1 }
    let lines = 0
    const written = new Map<string, string[]>()
    const handEdits = new Set<string>()

    const append = (path: string): string => {
      const line = `user line ${++lines}\n`
      mkdirSync(dirname(out(path)), { recursive: true })
      appendFileSync(out(path), line)
      return line
    }
    const writeOwn = (path: string): void => {
      if ((path.startsWith('src/handlers') || path === EXAMPLE) && !existsSync(out(path))) return
      written.set(path, [...(written.get(path) ?? []), append(path)])
    }
    const acts: readonly (() => Promise<void> | void)[] = [
      () => writeOwn(stubPath(random(3))),
      () => writeOwn('src/mine.ts'),
      () => writeOwn('README.md'),
      () => writeOwn(EXAMPLE),
      () => {
        const path = stubPath(random(3))
        if (!written.has(path)) return
        const text = box.read(`out/${path}`)
        box.write(`out/${path}`, text.replaceAll(/\r?\n/g, '\r\n'))
        written.set(path, written.get(path)?.map((line) => line.trimEnd()) ?? [])
      },
      () => {
        input = { ...input, title: input.title + 1 }
      },
      async () => {
        const before = box.files('out')
        await check(optionsFor('out'), contextFor(input))
        await dryRun(optionsFor('out'), contextFor(input))
        expect(box.files('out')).toEqual(before)
      },
      async () => {
        if ((await generate(optionsFor('out', true), contextFor(input))) !== null) handEdits.clear()
      },
      () => {
        const path = modelPath(random(3))
        if (!existsSync(out(path))) return
        append(path)
        handEdits.add(path)
      },
      () => {
        const path = random(2) === 0 ? stubPath(random(3)) : modelPath(random(3))
        rmSync(out(path), { force: true })
        written.delete(path)
        handEdits.delete(path)
      },
      () => {
        input = { ...input, models: input.models.map((version) => (random(2) === 0 ? version : random(4))) }
      },
      () => {
        input = { ...input, stubs: input.stubs.map((isNamed) => (random(3) === 0 ? !isNamed : isNamed)) }
      },
      () => {
        input = { ...input, shape: input.shape + 1 }
      },
      () => generateKilled(optionsFor('out'), contextFor(input, killedAfter(random(14)))),
      async () => void (await generate(optionsFor('out'), contextFor(input))),
    ]

    for (let step = 0; step < 30; step++) {
      await acts[random(acts.length)]?.()
      for (const [path, own] of written) {
        for (const line of own)
          expect(box.read(`out/${path}`), `${path} keeps the user's line`).toContain(line)
      }
      for (const path of handEdits) expect(box.read(`out/${path}`)).toContain('user line')
    }

    for (const path of handEdits) rmSync(out(path))
    const last = contextFor(input)
    expect(await generate(optionsFor('out'), last), JSON.stringify(last.collector.sorted())).not.toBeNull()
    const again = await generate(optionsFor('out'), contextFor(input))
    const writes = again?.decisions.filter(({ content }) => content !== null)
    expect(writes).toEqual([])
    expect(again === null ? null : pathsThat('removed', again)).toEqual([])
    expect(await check(optionsFor('out'), contextFor(input))).toEqual([])
    expect(existsSync(out('.svcgen/journal.json')) || existsSync(out('.svcgen/next'))).toBe(false)

    await generate(optionsFor('fresh'), contextFor(input))
    const generated = (folder: string) =>
      Object.entries(box.files(folder)).filter(([path]) => isGenerated(path))
    expect(generated('out')).toEqual(generated('fresh'))
    const handlers = Object.keys(box.files('fresh')).filter((path) => path.startsWith('src/handlers'))
    for (const path of handlers) expect(box.has(`out/${path}`)).toBe(true)
    const example = written.has(EXAMPLE) ? null : box.files('fresh')[EXAMPLE]
    if (example !== null && box.has(`out/${EXAMPLE}`)) expect(box.read(`out/${EXAMPLE}`)).toBe(example)
    const unedited = Object.keys(box.files('out')).filter(
      (path) => path.startsWith('src/handlers') && !written.has(path),
    )
    for (const path of unedited) expect(handlers).toContain(path)
    const migrations = Object.entries(box.files('out')).filter(([path]) => path.startsWith('migrations/'))
    expect(migrations.at(-1)?.[1]).toBe(`to ${input.shape}\n`)
    expect(new Set(migrations.map(([, text]) => text)).size).toBe(migrations.length)
  },
)

test('a run that is killed at any step is completed by the next run', async () => {
  const before: Input = { title: 1, models: [1, 1, 0], stubs: [true, true, false], shape: 1 }
  const after: Input = { title: 2, models: [2, 0, 1], stubs: [true, false, true], shape: 2 }
  await generate(optionsFor('fresh'), contextFor(before))
  await generate(optionsFor('fresh'), contextFor(after))
  const wanted = box.files('fresh')
  for (let steps = 0; steps < 40; steps++) {
    const out = `out-${steps}`
    await generate(optionsFor(out), contextFor(before))
    await generateKilled(optionsFor(out), contextFor(after, killedAfter(steps)))
    expect(await generate(optionsFor(out), contextFor(after)), `killed at step ${steps}`).not.toBeNull()
    expect(box.files(out)).toEqual(wanted)
  }
})

test('a full disk during staging leaves the folder unchanged', async () => {
  const input: Input = { title: 1, models: [1, 1, 1], stubs: [true, true, true], shape: 1 }
  await generate(optionsFor('out'), contextFor(input))
  const before = box.files('out')
  const run = contextFor({ ...input, models: [2, 2, 2] }, fullAfter)
  expect(await generate(optionsFor('out'), run)).toBeNull()
  expect(run.collector.sorted()).toMatchObject([{ code: 'SVC7033' }])
  expect(box.files('out')).toEqual(before)
})
