import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { emitted, type FakeApi, fakeStages } from '../testing/fake-stages.js'
import { makeSandbox, type Sandbox } from '../testing/sandbox.js'

let box: Sandbox
beforeEach(() => {
  box = makeSandbox(fakeStages)
})
afterEach(() => box.end())

const model = emitted('generator', 'src/generated/story.ts', 'one\n')
const stub = emitted('stub', 'src/handlers/notify.ts', '// notify\n')
const readme = emitted('scaffold', 'README.md', '# API\n')

async function generate(files: FakeApi['files'] | null, options = '', steps: FakeApi['steps'] = []) {
  if (files !== null) box.write('api.raml', JSON.stringify({ files, steps }))
  const { exit, out, err } = await box.run(`generate ./api.raml -o ./out --json ${options}`.trim())
  const result = JSON.parse(out)
  return {
    exit,
    err,
    ...result,
    codes: (result.diagnostics ?? []).map((each: { code: string }) => each.code),
  }
}

const check = (files: FakeApi['files'] | null) => generate(files, '--check')
const file = (name: string, text = 'one\n') => emitted('generator', `src/generated/${name}.ts`, text)

describe('generated files', () => {
  test('are rewritten when the input changes', async () => {
    await generate([model])
    expect(await generate([{ ...model, text: 'two\n' }])).toMatchObject({ exit: 0, updated: [model.path] })
    expect(box.read(`out/${model.path}`)).toBe('two\n')
  })

  test('are removed, along with empty folders, when the input no longer needs them', async () => {
    await generate([model, readme])
    expect(await generate([readme])).toMatchObject({ exit: 0, removed: [model.path] })
    expect(box.has('out/src')).toBe(false)
  })

  test('that were edited stop the run; all are reported and nothing is written', async () => {
    const other = emitted('generator', 'src/generated/user.ts', 'user\n')
    await generate([model, other])
    box.write(`out/${model.path}`, 'mine\n')
    box.write(`out/${other.path}`, 'mine\n')
    const before = box.files('out')
    const added = emitted('generator', 'src/generated/new.ts', 'new\n')
    expect(await generate([model, other, added])).toMatchObject({ exit: 1, codes: ['SVC7010', 'SVC7010'] })
    expect(box.files('out')).toEqual(before)
  })

  test('that were edited are rewritten with --force', async () => {
    await generate([model])
    box.write(`out/${model.path}`, 'mine\n')
    expect(await generate([model], '--force')).toMatchObject({ exit: 0, updated: [model.path] })
    expect(box.read(`out/${model.path}`)).toBe('one\n')
  })

  test('that were edited and are no longer generated are kept and reported, unless forced', async () => {
    await generate([model, readme])
    box.write(`out/${model.path}`, 'mine\n')
    expect(await generate([readme])).toMatchObject({ exit: 0, kept: [model.path], codes: ['SVC7012'] })
    expect(await generate(null)).toMatchObject({ exit: 0, kept: [model.path], codes: ['SVC7012'] })
    expect(await generate(null, '--force')).toMatchObject({ exit: 0, removed: [model.path] })
  })

  test('never overwrite a file that svcgen did not write', async () => {
    box.write(`out/${model.path}`, 'somebody else\n')
    expect(await generate([model])).toMatchObject({ exit: 1, codes: ['SVC7011'] })
    expect(box.read(`out/${model.path}`)).toBe('somebody else\n')
  })
})

describe('stubs', () => {
  test('are written once, and then belong to the user', async () => {
    await generate([stub])
    box.write(`out/${stub.path}`, 'my code\n')
    expect(await generate([{ ...stub, text: '// other\n' }])).toMatchObject({
      kept: [stub.path],
      updated: [],
    })
    expect(box.read(`out/${stub.path}`)).toBe('my code\n')
  })

  test('that are unedited are removed when no schema names them anymore', async () => {
    await generate([stub, readme])
    expect(await generate([readme])).toMatchObject({ removed: [stub.path], codes: [] })
  })

  test('that were edited are kept when no schema names them, and are reported on each run', async () => {
    await generate([stub, readme])
    box.write(`out/${stub.path}`, 'my code\n')
    expect(await generate([readme])).toMatchObject({ exit: 0, kept: [stub.path], codes: ['SVC7013'] })
    expect(await generate(null, '--force')).toMatchObject({ exit: 0, kept: [stub.path], codes: ['SVC7013'] })
    expect(box.read(`out/${stub.path}`)).toBe('my code\n')
  })

  test('that the user deleted are written again while a schema names them', async () => {
    await generate([stub, readme])
    box.remove(`out/${stub.path}`)
    expect(await generate(null)).toMatchObject({ created: [stub.path] })
  })
})

describe('a scaffold file', () => {
  test('is written once, and then belongs to the user; if deleted, it stays deleted', async () => {
    const docker = emitted('scaffold', 'Dockerfile', 'FROM node\n')
    await generate([model, readme, docker])
    box.write('out/README.md', 'mine\n')
    box.remove('out/Dockerfile')
    const next = [{ ...readme, text: '# New\n' }, docker, model]
    expect(await generate(next)).toMatchObject({ exit: 0, kept: ['README.md'], created: [], updated: [] })
    expect(box.has('out/Dockerfile')).toBe(false)
    expect(await generate(null, '--force')).toMatchObject({ created: ['Dockerfile'], kept: ['README.md'] })
  })

  test('that is unedited is rewritten only with --force', async () => {
    await generate([readme, model])
    const changed = [{ ...readme, text: '# New\n' }, model]
    expect(await generate(changed)).toMatchObject({ updated: [], codes: [] })
    expect(await generate(null, '--force')).toMatchObject({ updated: ['README.md'], codes: [] })
    expect(box.read('out/README.md')).toBe('# New\n')
  })

  test('that was edited is kept even with --force, and reported once', async () => {
    await generate([readme, model])
    box.write('out/README.md', 'mine\n')
    const changed = [{ ...readme, text: '# New\n' }, model]
    expect(await generate(changed, '--force')).toMatchObject({ kept: ['README.md'], codes: ['SVC7018'] })
    expect(await generate(null, '--force')).toMatchObject({ kept: ['README.md'], codes: [] })
    expect(box.read('out/README.md')).toBe('mine\n')
  })

  test('that depends on a part of the input is updated when that part changes, until the file is edited', async () => {
    const example = (name: string) =>
      emitted('scaffold', 'test/example.test.ts', `${name}\n`, `handler ${name}`)
    await generate([example('one'), readme])
    expect(await generate([example('two'), readme])).toMatchObject({ updated: ['test/example.test.ts'] })
    expect(await generate([readme])).toMatchObject({ removed: ['test/example.test.ts'] })
    await generate([example('two'), readme])
    box.write('out/test/example.test.ts', 'mine\n')
    expect(await generate([example('one'), readme])).toMatchObject({ kept: ['test/example.test.ts'] })
    expect(await generate([readme])).toMatchObject({ kept: ['test/example.test.ts'] })
    expect(box.read('out/test/example.test.ts')).toBe('mine\n')
  })

  test('adds new dependencies to package.json, and keeps the rest', async () => {
    const manifest = emitted('scaffold', 'package.json', '{"dependencies":{"fastify":"^5"}}\n')
    await generate([manifest])
    const own =
      '{\n    "name": "mine", "files": ["a", "b"],\n    "dependencies": {\n        "fastify": "5.0.0"\n    }\n}'
    box.write('out/package.json', own)
    const needed = { ...manifest, text: '{"dependencies":{"fastify":"^5","argon":"^2","pg":"^8"}}\n' }
    expect(await generate([needed])).toMatchObject({ exit: 0, updated: ['package.json'] })
    expect(box.read('out/package.json')).toBe(
      own.replace(
        '        "fastify": "5.0.0"',
        '        "argon": "^2",\n        "fastify": "5.0.0",\n        "pg": "^8"',
      ),
    )
    const lock = box.read('out/.svcgen/lock.json')
    box.write('out/package.json', `${box.read('out/package.json')}\n`)
    expect(await generate(null)).toMatchObject({ updated: [], created: [] })
    expect(box.read('out/.svcgen/lock.json')).toBe(lock)
  })

  test('an invalid package.json stops the run', async () => {
    const manifest = emitted('scaffold', 'package.json', '{"dependencies":{}}\n')
    await generate([manifest])
    box.write('out/package.json', '{,}')
    expect(await generate([manifest])).toMatchObject({ exit: 1, codes: ['SVC7036'] })
  })
})

describe('migrations', () => {
  const one = emitted('migration', 'migrations/0001_initial.sqlite.sql', 'one\n')
  const two = emitted('migration', 'migrations/0002_title.sqlite.sql', 'two\n')

  test('are appended, never rewritten', async () => {
    await generate([one, readme])
    box.write(`out/${one.path}`, 'tuned by hand\n')
    expect(await generate([two, readme])).toMatchObject({ created: [two.path], kept: [one.path] })
    expect(box.read(`out/${one.path}`)).toBe('tuned by hand\n')
    expect(await generate([readme])).toMatchObject({ unchanged: ['README.md', two.path], kept: [one.path] })
  })

  test('that are missing are reported', async () => {
    await generate([one, readme])
    box.remove(`out/${one.path}`)
    expect(await generate([readme])).toMatchObject({ exit: 0, codes: ['SVC7014'] })
  })
})

describe('the lock', () => {
  test("if it is missing, nothing is deleted, the user's files are kept, and identical files are added to the new lock", async () => {
    const gone = emitted('generator', 'src/generated/gone.ts', 'gone\n')
    await generate([model, stub, readme, gone])
    box.write(`out/${stub.path}`, 'my code\n')
    box.remove('out/.svcgen/lock.json')
    expect(await generate([model, stub, readme])).toMatchObject({
      exit: 0,
      unchanged: ['README.md', model.path],
      kept: [stub.path],
      removed: [],
    })
    expect(box.has(`out/${gone.path}`)).toBe(true)
  })

  test('if it is missing, generated files with different contents stop the run, unless forced', async () => {
    await generate([model, readme])
    box.remove('out/.svcgen/lock.json')
    expect(await generate([{ ...model, text: 'two\n' }])).toMatchObject({ exit: 1, codes: ['SVC7011'] })
    expect(await generate(null, '--force')).toMatchObject({ exit: 0, updated: [model.path] })
  })

  test('if it is missing while migrations exist, no migration is created, and a warning is reported', async () => {
    const one = emitted('migration', 'migrations/0001_initial.sqlite.sql', 'one\n')
    await generate([one, readme])
    box.remove('out/.svcgen/lock.json')
    const again = { ...one, path: 'migrations/0002_initial.sqlite.sql' }
    expect(await generate([again, readme])).toMatchObject({ exit: 0, created: [], codes: ['SVC7017'] })
    expect(box.has(`out/${again.path}`)).toBe(false)
  })

  test('from one side of a merge does not cause the migration from the other side to be created again', async () => {
    const theirs = '-- For SQLite\n--   create table book\n\nCREATE;\n'
    const mine = emitted('migration', 'migrations/0002_create-film.sqlite.sql', 'film\n')
    await generate([mine])
    box.write('out/migrations/0002_create-book.sqlite.sql', theirs)
    const again = emitted('migration', 'migrations/0003_create-book.sqlite.sql', theirs)
    const result = await generate([again])
    expect(result).toMatchObject({ exit: 0, created: [], codes: [] })
    expect(result.unchanged).toContain('migrations/0002_create-book.sqlite.sql')
    expect(box.has(`out/${again.path}`)).toBe(false)
    expect(box.read('out/.svcgen/lock.json')).toContain('migrations/0002_create-book.sqlite.sql')
  })

  test('from one side of a merge triggers a warning if a migration repeats steps from the other side', async () => {
    await generate([emitted('migration', 'migrations/0002_create-film.sqlite.sql', 'film\n')])
    box.write(
      'out/migrations/0002_create-book.sqlite.sql',
      '-- For SQLite\n--   create table book\n\nCREATE 1;\n',
    )
    box.write('out/migrations/0002_mine.sqlite.sql', 'UPDATE book;\n')
    const more = emitted(
      'migration',
      'migrations/0003_create-book.sqlite.sql',
      '-- For SQLite\n--   create table book\n\nCREATE 2;\n',
    )
    const createBook = {
      step: 'create table book',
      of: null,
      destructive: null,
      rows: null,
      fieldWithoutValue: null,
      removedChoices: null,
    }
    const result = await generate([more], '', [createBook])
    expect(result).toMatchObject({ exit: 0, created: [more.path], codes: ['SVC7023'] })
    expect(JSON.stringify(result.diagnostics)).not.toContain('0002_mine')
  })

  test.each([
    ['that is truncated', '{"version": 1,', 'SVC7020'],
    ['that contains a path outside the folder', '', 'SVC7020'],
    ['with a merge conflict', '{\n<<<<<<< HEAD\n}\n', 'SVC7021'],
    ['from a newer svcgen', '{"version": 99}', 'SVC7022'],
  ])('%s stops the run', async (_name, text, code) => {
    await generate([model])
    const lock = box.read('out/.svcgen/lock.json')
    box.write(
      'out/.svcgen/lock.json',
      text === '' ? lock.replace(`{"path":"${model.path}"`, '{"path":"../../etc/passwd"') : text,
    )
    expect(await generate([model])).toMatchObject({ exit: 1, codes: [code] })
  })

  test('from a newer svcgen names both versions, and nothing is written', async () => {
    await generate([model])
    const lock = box.read('out/.svcgen/lock.json')
    const newer = lock.replace(/"generator": "[^"]*"/, '"generator": "99.1.0"')
    box.write('out/.svcgen/lock.json', newer)
    const result = await generate([{ ...model, text: 'two\n' }])
    expect(result).toMatchObject({ exit: 1, codes: ['SVC7022'] })
    expect(result.diagnostics[0].message).toMatch(/generated by svcgen 99\.1\.0, .* newer than svcgen \d/)
    expect(box.read(`out/${model.path}`)).toBe('one\n')
    expect(box.read('out/.svcgen/lock.json')).toBe(newer)
  })

  test('in an emptied folder is ignored', async () => {
    await generate([model, readme])
    box.remove('out/README.md')
    box.remove('out/src')
    expect(await generate(null)).toMatchObject({ exit: 0, created: ['README.md', model.path] })
  })
})

describe('the output folder', () => {
  test('is reported with one error if it is a file', async () => {
    box.write('out', 'a file')
    expect(await generate([model, readme])).toMatchObject({ exit: 1, codes: ['SVC7030'] })
  })

  test('is rejected if it contains a file in place of a folder, or a folder in place of a file', async () => {
    box.write('out/src/generated', 'a file')
    mkdirSync(join(box.path, 'out/README.md'))
    expect((await generate([model, readme])).codes.toSorted()).toEqual(['SVC7030', 'SVC7031'])
  })

  test('is rejected if it contains a symbolic link that points outside', async () => {
    mkdirSync(join(box.path, 'elsewhere'))
    mkdirSync(join(box.path, 'out/src'), { recursive: true })
    symlinkSync(join(box.path, 'elsewhere'), join(box.path, 'out/src/generated'))
    expect(await generate([model])).toMatchObject({ exit: 1, codes: ['SVC7032'] })
    expect(box.files('elsewhere')).toEqual({})
  })

  test('can itself be a symbolic link', async () => {
    mkdirSync(join(box.path, 'elsewhere'))
    symlinkSync(join(box.path, 'elsewhere'), join(box.path, 'out'))
    expect(await generate([model])).toMatchObject({ exit: 0, created: [model.path] })
  })

  test('rejects names that differ only in case', async () => {
    const twin = { ...model, path: 'src/generated/Story.ts' }
    expect(await generate([model, twin])).toMatchObject({ exit: 1, codes: ['SVC7034'] })
  })
})

describe('--check', () => {
  test('reports nothing directly after a run', async () => {
    await generate([model, stub, readme])
    expect(await check(null)).toEqual({ exit: 0, err: '', ok: true, drift: [], codes: [] })
  })

  test('reports each generated file that differs, with the cause and a diff, and writes nothing', async () => {
    await generate([file('a'), file('b'), file('c'), file('d'), stub, readme])
    box.write('out/src/generated/b.ts', 'one\nmine\n')
    box.remove('out/src/generated/c.ts')
    box.write('out/README.md', 'mine')
    const before = box.files('out')
    const result = await check([file('a', 'two\n'), file('b'), file('c'), stub, readme])
    expect(result.exit).toBe(2)
    expect(result.drift.map(({ path, cause }: { path: string; cause: string }) => [path, cause])).toEqual([
      ['src/generated/a.ts', 'spec changed'],
      ['src/generated/b.ts', 'edited by hand'],
      ['src/generated/c.ts', 'missing'],
      ['src/generated/d.ts', 'orphan'],
    ])
    expect(result.drift[0].diff).toBe(
      '--- a/src/generated/a.ts\n+++ b/src/generated/a.ts\n@@ -1,1 +1,1 @@\n-one\n+two\n',
    )
    expect(box.files('out')).toEqual(before)
  })

  test('distinguishes changes to the generator from changes to the input', async () => {
    await generate([model])
    const lock = box.read('out/.svcgen/lock.json')
    const old = JSON.parse(lock)
    const text = 'as the old one wrote it\n'
    box.write(`out/${model.path}`, text)
    const { hashOf } = await import('../output/disk/folder.js')
    const files = [{ ...old.files[0], hash: hashOf(text) }]
    box.write('out/.svcgen/lock.json', JSON.stringify({ ...old, generator: '0.0.1', files }))
    expect((await check(null)).drift).toMatchObject([{ cause: 'generator upgraded' }])
  })

  test('reports a pending migration', async () => {
    await generate([model])
    const pending = emitted('migration', 'migrations/0002_title.sqlite.sql', 'two\n')
    expect(await check([model, pending])).toMatchObject({ exit: 2, drift: [{ path: pending.path }] })
  })

  test('exits with 1 if there are errors in the input', async () => {
    box.write('api.raml', 'faulty')
    expect(await check(null)).toMatchObject({ exit: 1, ok: false })
  })
})

test('after switching to the other engine, migrations start over; after switching back, they continue', async () => {
  const sql = emitted('migration', 'migrations/0001_initial.sqlite.sql', 'one\n')
  const mongo = emitted('migration', 'migrations/0002_initial.mongodb.json', '{}\n')
  const later = emitted('migration', 'migrations/0003_add.sqlite.sql', 'two\n')
  await generate([sql, readme])
  const there = await generate([mongo, readme], '--engine svc_mongodb --force')
  expect(there).toMatchObject({ exit: 0, created: [mongo.path], codes: [] })
  const back = await generate([later, readme], '--engine svc_sqla --force')
  expect(back).toMatchObject({ exit: 0, created: [later.path], codes: [] })
  expect(await generate(null)).toMatchObject({ exit: 0, created: [], updated: [], codes: [] })
})

test('a ".svcgen" link that points outside the folder is rejected', async () => {
  mkdirSync(join(box.path, 'elsewhere'))
  mkdirSync(join(box.path, 'out'))
  symlinkSync(join(box.path, 'elsewhere'), join(box.path, 'out/.svcgen'))
  expect(await generate([model])).toMatchObject({ exit: 1, codes: ['SVC7032'] })
  expect(box.files('elsewhere')).toEqual({})
})

test('an edited file is reported at the position of the first edit', async () => {
  const long = { ...model, text: 'one\ntwo\nthree\n' }
  await generate([long])
  box.write(`out/${model.path}`, 'one\ntwo, mine\nthree\n')
  const { diagnostics } = await generate([long])
  expect(diagnostics).toMatchObject([{ file: 'out/src/generated/story.ts', line: 2, column: 4 }])
})
