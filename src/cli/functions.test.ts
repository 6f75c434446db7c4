import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeSandbox, type Sandbox } from '../testing/sandbox.js'

const STUB = 'out/src/handlers/tidy-title.ts'
const EXAMPLE = 'out/test/handlers.example.test.ts'

let box: Sandbox
beforeEach(async () => {
  box = makeSandbox()
  await box.run('init ./api')
  await generate()
})
afterEach(() => box.end())

async function generate(options = '') {
  const { exit, out } = await box.run(`generate ./api/api.raml -o ./out --json${options}`)
  const result = JSON.parse(out)
  const reported = result.diagnostics.map(
    ({ code, file, line, message }: Record<string, unknown>) => `${code} ${file}:${line} ${message}`,
  )
  return { exit, ...result, reported }
}

function edit(path: string, from: string | RegExp, to: string): void {
  box.write(path, box.read(path).replace(from, to))
}
const editStory = (from: string | RegExp, to: string): void => edit('api/schemas/story.json', from, to)

test('updates the example when its handler changes, and removes it when there are no handlers', async () => {
  editStory('tidy_title', 'clean_title')
  expect(await generate()).toMatchObject({
    created: ['src/handlers/clean-title.ts'],
    removed: ['src/handlers/tidy-title.ts'],
    reported: [],
  })
  expect(box.read(EXAMPLE)).toContain("registry.get('clean_title')")
  expect(box.read(EXAMPLE)).not.toContain('tidy')
  editStory(/"_event_handlers": \{[^}]*\},/, '')
  expect((await generate()).removed).toContain('test/handlers.example.test.ts')
})

test('keeps an edited example and reports the location of a removed name', async () => {
  edit(
    EXAMPLE,
    "import assert from 'node:assert/strict'\n",
    "import assert from 'node:assert/strict'\n// mine\n",
  )
  editStory('tidy_title', 'clean_title')
  const { kept, reported } = await generate()
  expect(kept).toContain('test/handlers.example.test.ts')
  expect(reported).toEqual([
    'SVC7019 ../out/test/handlers.example.test.ts:10 "test/handlers.example.test.ts" uses "tidy_title", but no schema names that function anymore',
  ])
})

test('reports a stub that uses a renamed field, but only once', async () => {
  const code = `import { registry } from '../generated/index.js'

// The title
registry.add('tidy_title', async (event) => {
  const title = 'untitled'
  if (event.fields.title === undefined) event.setFieldValue('title', title)
})
`
  box.write(STUB, code)
  editStory('"title": {\n      "type"', '"headline": {\n      "_renamed_from": "title",\n      "type"')
  editStory('["title"]', '["headline"]')
  expect((await generate()).reported).toEqual([
    'SVC7019 ../out/src/handlers/tidy-title.ts:6 "src/handlers/tidy-title.ts" uses "title", but Story.title was renamed to headline',
  ])
  expect(box.read(STUB)).toBe(code)
  expect((await generate()).reported).toEqual([])
})

test('reports versions that a run raises in an existing project, and the vulnerabilities that they fix', async () => {
  edit('out/package.json', /"fastify": "[^"]*"/, '"fastify": "~5.6.1"')
  const { reported } = await generate()
  expect(reported).toEqual([
    expect.stringMatching(
      /^SVC7039 .*: fastify ~5\.6\.1 → ~5\.[\d.]+ \(fixes CVE-2026-25223, .*CVE-2026-16732\)$/,
    ),
  ])
  expect((await generate()).reported).toEqual([])
})

test('keeps the code of a renamed function, which can be moved to the new file', async () => {
  const code = `import { registry } from '../generated/index.js'\n\nregistry.add('tidy_title', async () => {})\n// mine\n`
  box.write(STUB, code)
  editStory('tidy_title', 'clean_title')
  expect((await generate()).reported).toEqual([expect.stringMatching(/^SVC7013 .*tidy-title\.ts/)])
  expect(box.read(STUB)).toBe(code)

  box.remove(STUB)
  box.write('out/src/handlers/clean-title.ts', code)
  editStory('"title": "Story"', '"title": "A story"')
  expect((await generate()).reported).toEqual([
    'SVC7019 ../out/src/handlers/clean-title.ts:1 "src/handlers/clean-title.ts" does not register "clean_title"',
  ])
  const moved = code.replace('tidy_title', 'clean_title')
  box.write('out/src/handlers/clean-title.ts', moved)
  editStory('"title": "A story"', '"title": "Story"')
  expect((await generate()).reported).toEqual([])
  expect(box.read('out/src/handlers/clean-title.ts')).toBe(moved)
})

test('plan lists affected functions and outdated scaffold files', async () => {
  edit(
    'out/src/handlers/tidy-title.ts',
    '// To change a field',
    'event.setFieldValue("title", "untitled") // To change a field',
  )
  editStory('tidy_title', 'clean_title')
  edit('api/api.raml', 'title: "Stories"', 'title: "Tales"')
  const { out } = await box.run('plan ./api/api.raml -o ./out --json')
  const { functions, offers, stubs } = JSON.parse(out)
  expect(stubs).toEqual(['src/handlers/clean-title.ts'])
  expect(functions).toEqual([
    {
      file: 'src/handlers/tidy-title.ts',
      line: 4,
      column: 15,
      change: 'is no longer called; clean_title is called instead',
    },
  ])
  expect(offers.map(({ path }: { path: string }) => path)).toEqual(['README.md', 'service.ini'])
  const markdown = (await box.run('plan ./api/api.raml -o ./out --format markdown')).out
  expect(markdown).toContain('````diff\n--- a/README.md\n')
  // Each difference is offered once.
  await generate()
  const { out: later } = await box.run('plan ./api/api.raml -o ./out --json')
  expect(later).not.toContain('README.md')
})

test('plan lists the edited function for a removed custom action, and generate keeps the function', async () => {
  edit('api/api.raml', /$/, '/health:\n  get:\n')
  await generate()
  edit('out/src/actions/get-health.ts', 'throw new NotImplemented()', 'return { ok: true }')
  edit('api/api.raml', '/health:', '/status:')
  const { functions } = JSON.parse((await box.run('plan ./api/api.raml -o ./out --json')).out)
  expect(functions).toEqual([
    {
      file: 'src/actions/get-health.ts',
      line: 4,
      column: 18,
      change: 'is no longer called, because the API no longer has GET /health',
    },
  ])
  expect((await generate()).reported).toEqual([
    expect.stringMatching(/^SVC7013 .*The API no longer uses the function in "src\/actions\/get-health\.ts"/),
  ])
})

test('after switching to the other engine and back, migrations are separate and scaffold files match the engine', async () => {
  const migrations = (): readonly string[] =>
    Object.keys(box.files('out/migrations')).map((name) => name.replace(/^(\d+)_.*?\.(.*)$/, '$1 $2'))
  edit('out/README.md', 'npm start\n', 'npm start # mine\n')
  const there = await generate(' --engine svc_mongodb --force')
  expect(there).toMatchObject({
    exit: 0,
    reported: [expect.stringContaining('mongodb@'), expect.stringMatching(/^SVC7018 .*README.md/)],
  })
  expect(migrations()).toEqual(['0001 postgres.sql', '0001 sqlite.sql', '0002 mongodb.json'])
  expect(box.read('out/Dockerfile')).not.toContain('/app/data')
  expect(box.read('out/service.ini')).toContain('mongodb.url')

  editStory('"text": {', '"note": { "_db_settings": { "type": "string" } },\n    "text": {')
  expect(await generate(' --engine svc_sqla --force')).toMatchObject({ exit: 0 })
  expect(migrations().slice(3)).toEqual(['0003 postgres.sql', '0003 sqlite.sql'])
  expect(box.read('out/migrations/0003_add-story-note.sqlite.sql')).toContain('ADD COLUMN "note"')
  expect(box.read('out/Dockerfile')).toContain('/app/data')
  expect(await generate()).toMatchObject({ created: [], updated: [], removed: [], reported: [] })
  expect((await box.run('generate ./api/api.raml -o ./out --check')).exit).toBe(0)
})

test.each([
  ['event.fields.title', true],
  ['const { text, title } = event.fields', true],
  ["event.setFieldValue('title', 'x')", true],
  ['for (const title of []) console.log(title)', false],
  ['console.log(event.tag, title, 1)', false],
  ['// title', false],
])('reports a use of a removed field in %j: %s', async (code, isReported) => {
  edit(
    STUB,
    /registry\.add\([^]*$/,
    `declare const title: string\nregistry.add('tidy_title', (event) => {\n${code}\nreturn event\n})\n`,
  )
  editStory('"title": {', '"headline": {')
  editStory('"required": ["title"]', '"required": ["headline"]')
  const { reported } = await generate(' --allow-destructive')
  expect(reported.some((each: string) => each.startsWith('SVC7019'))).toBe(isReported)
})

test('reports packages that a run adds to an existing project', async () => {
  const { reported, updated } = await generate(' --features metrics')
  expect(updated).toContain('package.json')
  expect(reported).toEqual(['SVC7027 null:null Packages added to package.json: prom-client@^15.1.3'])
  expect((await generate()).reported).toEqual([])
})
