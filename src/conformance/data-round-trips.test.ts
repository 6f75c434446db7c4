import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type * as Files from '../../templates/runtime/data/files.js'
import type * as Imports from '../../templates/runtime/data/import.js'
import type * as DataSql from '../../templates/runtime/data/sql.js'
import type { Models } from '../../templates/runtime/model.js'
import type { Database } from '../../templates/runtime/store.js'
import type { Engine } from '../ir/index.js'
import { analyzePath } from '../testing/analyze-files.js'
import { random } from '../testing/random.js'
import { type TestEngine, testEngines } from './engines.js'
import { apisWithModels, randomItems, SEED, writeItems } from './random-items.js'
import { buildApi, removeProject } from './service.js'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'round-trips-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A built project, with the functions called by the test. */
interface Project {
  readonly folder: string
  readonly exportModels: typeof Files.exportModels
  readonly importFiles: (
    opened: OpenedDatabase,
    files: readonly Imports.ImportFile[],
    options: Omit<Imports.ImportOptions, 'continueKeys' | 'prepare'>,
  ) => Promise<Imports.Imported>
  readonly open: (settings: object) => Promise<OpenedDatabase>
}

interface OpenedDatabase {
  readonly database: Database
  readonly models: Models
  /** The database without the layers over it, if there are any. */
  readonly source?: Database
}

async function openProject(api: string, engine: Engine): Promise<Project> {
  const { folder: project } = await buildApi(api, engine)
  const url = (path: string): string => pathToFileURL(join(project, 'dist/src/generated', path)).href
  const files: typeof Files = await import(url('runtime/data/files.js'))
  const imports: typeof Imports = await import(url('runtime/data/import.js'))
  const sql: typeof DataSql | undefined =
    engine === 'svc_sqla' ? await import(url('runtime/data/sql.js')) : undefined
  const prepare: (database: Database, models: Models) => Promise<void> =
    engine === 'svc_sqla'
      ? (await import(url('runtime/sql/internal-tables.js'))).createTables
      : (await import(url('runtime/mongo/internal-indexes.js'))).createIndexes
  const database: {
    openServiceDatabase: (settings: object, callsHandlers: boolean) => ReturnType<Project['open']>
  } = await import(url('database.js'))
  const settings: { loadSettings: (overrides: object) => object } = await import(url('settings.js'))
  return {
    folder: project,
    exportModels: files.exportModels,
    importFiles: ({ database, source = database }, files, options) =>
      imports.importFiles(database, files, {
        ...options,
        continueKeys: sql?.continueKeys,
        prepare: (models) => prepare(source, models),
      }),
    open: (overrides) => {
      process.chdir(project)
      return database.openServiceDatabase(settings.loadSettings(overrides), false)
    },
  }
}

/** A database with a service's items. */
interface ItemDatabase {
  import(path: string): Promise<void>
  export(format: 'ndjson' | 'csv'): Promise<string>
  close(): Promise<void>
}

let serial = 0

function fresh(): string {
  serial += 1
  const path = join(folder, String(serial))
  mkdirSync(path)
  return path
}

async function openItemDatabase(
  { open, exportModels, importFiles }: Project,
  engine: TestEngine,
): Promise<ItemDatabase> {
  const { settings, drop } = await engine.create()
  const opened = await open(settings)
  const { database, models } = opened
  return {
    async import(path) {
      const files = readdirSync(path).map((name): Imports.ImportFile => {
        const [model = '', format] = name.split('.')
        const spec = models[model]
        if (spec === undefined) throw new Error(`there is no model ${model}`)
        return { path: join(path, name), name, format: format === 'csv' ? 'csv' : 'ndjson', model: spec }
      })
      const { errors } = await importFiles(opened, files, {
        models,
        update: false,
        resume: false,
        dryRun: false,
        maxDepth: 32,
        isAtomic: true,
        onProgress: () => undefined,
      })
      expect(errors).toEqual([])
    },
    async export(format) {
      const path = fresh()
      await exportModels(database, Object.values(models), {
        folder: path,
        format,
        onProgress: () => undefined,
      })
      return path
    },
    async close() {
      await database.close()
      await drop()
    },
  }
}

/** Returns the text of each file. ObjectIds that represent integers are shown as integers. */
function read(path: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(path).map((name) => [
      name,
      readFileSync(join(path, name), 'utf8').replaceAll(/"0{10}([0-9a-f]{14})"/g, (_all, digits: string) =>
        String(Number.parseInt(digits, 16)),
      ),
    ]),
  )
}

const engines = testEngines().filter(({ name }) => name !== 'MongoDB replica set')

/** All engines twice, so that each of them reads and writes both formats, which alternate. */
function tour(): readonly TestEngine[] {
  return engines.length % 2 === 0 ? [...engines, ...engines.toReversed()] : [...engines, ...engines]
}

/** The remainder of the positions of the tested APIs, a third of all, which changes with the sample of random APIs. */
const PART = Number.parseInt(process.env['RANDOM_APIS'] ?? '0', 10) % 3
const APIS = apisWithModels().filter((_api, index) => index % 3 === PART)

describe.each(APIS.map((api) => [relative(dirname(dirname(api)), api), api] as const))('%s', (_name, api) => {
  test('random items survive export and import between any two engines', async () => {
    const projects = new Map<Engine, Project>()
    for (const engine of new Set(engines.map((each) => each.engine)))
      projects.set(engine, await openProject(api, engine))
    const items = randomItems(analyzePath(api).service, random(SEED))
    let path = fresh()
    writeItems(items, path)
    let before: Readonly<Record<string, string>> | undefined
    try {
      for (const [index, engine] of tour().entries()) {
        const project = projects.get(engine.engine)
        if (project === undefined) throw new Error('the project is missing')
        const database = await openItemDatabase(project, engine)
        try {
          await database.import(path)
          const exported = read(await database.export('ndjson'))
          before ??= exported
          expect(exported).toEqual(before)
          path = await database.export(index % 2 === 0 ? 'csv' : 'ndjson')
        } finally {
          await database.close()
        }
      }
    } finally {
      for (const project of projects.values()) removeProject(project.folder)
    }
    const counts = Object.values(items).map((list) => list.length)
    expect(Math.max(...counts)).toBeGreaterThan(0)
  }, 120_000)
})
