import { appendFileSync, cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { checkProject, projectsFolder, writeFiles } from './testing/check-project.js'
import { emitApi, emitFixture, type FixtureOutcome } from './testing/emit-fixture.js'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FIXTURES = join(ROOT, 'fixtures')
const SNAPSHOTS = join(ROOT, 'snapshots')
const update = process.env['UPDATE'] === '1'

const scratch = projectsFolder()

const cases = readdirSync(FIXTURES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .sort()

/** Returns whether a fixture tests only diagnostics. The snapshot of such a fixture contains no project. */
function isAboutDiagnostics(name: string): boolean {
  return /^(bad|warn)-/.test(name)
}

/** What a fixture is about, as its `snapshot.yaml` says. */
interface Subject {
  readonly about: string
  /** The files and folders in the snapshot. By default, all files are. */
  readonly files?: readonly string[]
}

/**
 * Returns the contents of a snapshot: diagnostics, and the emitted files that the fixture is about. The runtime, which
 * is a copy of `templates/runtime`, is in no snapshot.
 */
function snapshotOf(name: string, { diagnostics, files }: FixtureOutcome): Map<string, string> {
  const snapshot = new Map<string, string>()
  if (diagnostics !== '') snapshot.set('diagnostics.txt', diagnostics)
  if (isAboutDiagnostics(name)) return snapshot
  const { files: shown = [''] }: Subject = parse(readFileSync(join(FIXTURES, name, 'snapshot.yaml'), 'utf8'))
  for (const [path, text] of files) {
    const isShown = shown.some((prefix) => path.startsWith(prefix))
    if (isShown && !path.startsWith('src/generated/runtime/')) snapshot.set(path, text)
  }
  return snapshot
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort()
}

describe.each(cases)('fixture %s', (name) => {
  it('produces its snapshot', async () => {
    const snapshot = snapshotOf(name, await emitFixture(join(FIXTURES, name)))
    const folder = join(SNAPSHOTS, name)
    if (update) {
      rmSync(folder, { recursive: true, force: true })
      writeFiles(folder, snapshot)
    }
    const stored = new Map(filesBelow(folder).map((path) => [path, readFileSync(join(folder, path), 'utf8')]))
    expect([...snapshot.keys()].sort()).toEqual([...stored.keys()])
    for (const [path, text] of snapshot) expect(text, path).toBe(stored.get(path))
  })
})

it('snapshots are small enough to be reviewed', () => {
  const files = filesBelow(SNAPSHOTS)
  const lines = files.map((path) => readFileSync(join(SNAPSHOTS, path), 'utf8').split('\n').length - 1)
  expect(files.length).toBeLessThanOrEqual(500)
  expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(50_000)
})

const emitted = cases.filter((name) => !isAboutDiagnostics(name))

describe.each(emitted)('the service generated from fixture %s', (name) => {
  it('type-checks, is formatted, and passes its own tests', async () => {
    const { files } = await emitFixture(join(FIXTURES, name))
    const folder = join(scratch, name)
    writeFiles(folder, files)
    if (existsSync(join(FIXTURES, name, 'code')))
      cpSync(join(FIXTURES, name, 'code'), folder, { recursive: true })
    await checkProject(folder)
  }, 240_000)
})

it('the service generated from a fixture with item ACLs passes its own tests', async () => {
  const { files } = await emitApi(join(FIXTURES, 'permissions', 'api.raml'), 'svc_sqla', true)
  const folder = join(scratch, 'item-acls')
  writeFiles(folder, files)
  cpSync(join(FIXTURES, 'permissions', 'code'), folder, { recursive: true })
  appendFileSync(join(folder, 'service.ini'), '\ndatabase_acls = true\n')
  await checkProject(folder)
}, 240_000)

it('emits no files that its .gitignore ignores', async () => {
  const { files } = await emitFixture(join(FIXTURES, 'library'))
  const folder = join(scratch, 'repository')
  writeFiles(folder, files)
  await execa('git', ['init', '--quiet'], { cwd: folder })
  const input = [...files.keys()].join('\n')
  const { stdout } = await execa('git', ['check-ignore', '--stdin'], { cwd: folder, input, reject: false })
  expect(stdout).toBe('')
})

it('reports that the tests of a MongoDB service need a server', async () => {
  const { files } = await emitFixture(join(FIXTURES, 'minimal'), 'svc_mongodb')
  const folder = join(scratch, 'mongodb')
  writeFiles(folder, files)
  const env = { TEST_MONGODB_URL: 'mongodb://127.0.0.1:1' }
  const { exitCode, stdout } = await execa('npm', ['test'], {
    cwd: folder,
    preferLocal: true,
    localDir: ROOT,
    env,
    reject: false,
  })
  expect(exitCode).toBe(1)
  expect(stdout).toContain('The tests require a MongoDB server, but none responds at 127.0.0.1:1.')
}, 60_000)
