import { existsSync, readFileSync } from 'node:fs'
import type { Service } from '../ir/index.js'
import type { EmittedFile } from '../output/file.js'
import type { DatabaseStep, Migration } from '../migrate/index.js'
import type { Stages } from '../stages.js'

/** The JSON in a fake API file: the files to generate, and the database changes. */
export interface FakeApi {
  readonly files: readonly EmittedFile[]
  readonly steps?: readonly DatabaseStep[]
}

/** Returns a file for a fake API. */
export function emitted(
  owner: EmittedFile['owner'],
  path: string,
  text: string,
  source: string = owner,
): EmittedFile {
  return { path, owner, source, text }
}

/** Returns an empty IR with a title that distinguishes it. */
export function emptyService(title: string): Service {
  return {
    irVersion: 3,
    name: 'fake',
    title,
    description: null,
    version: null,
    basePath: '',
    engine: 'svc_sqla',
    features: [],
    auth: null,
    models: [],
    relations: [],
    routes: [],
    actions: [],
    acls: [],
    handlers: [],
  }
}

/** Stages that read the files to emit from the API file itself. An invalid or missing API file is reported. */
export const fakeStages: Stages = {
  analyze: ({ api, engine, collector }) => {
    const text = existsSync(api) ? readFileSync(api, 'utf8') : ''
    if (text.startsWith('{')) {
      const service = { ...emptyService(text), engine }
      return { analysis: { service, secrets: new Map(), spans: new Map(), document: null }, files: [api] }
    }
    const at = { file: { path: api, name: 'api.raml', text }, start: 0, end: 1 }
    collector.report('SVC7003', { message: 'The API is invalid', at, help: 'Fix it' })
    return { analysis: null, files: [api] }
  },
  migrate(_previous, after) {
    const { files, steps = [] } = apiOf(after)
    const created = files.filter(({ owner }) => owner === 'migration')
    return { ...noMigration, steps, files: created.map(({ path, text }) => ({ path, text: () => text })) }
  },
  emit({ service, migration }) {
    const files = apiOf(service).files.filter(({ owner }) => owner !== 'migration')
    const all = [...files, ...migrationsOf(migration)]
    return Promise.resolve(new Map(all.map((file) => [file.path, file])))
  },
}

/** A migration that changes nothing. */
export const noMigration: Migration = {
  isAmended: false,
  steps: [],
  files: [],
  base: { before: null, renames: { tables: {}, columns: {} } },
}

/** Returns the emitted files of a migration. */
export function migrationsOf(files: Migration['files']): EmittedFile[] {
  return files.map(({ path, text }) => emitted('migration', path, text()))
}

function apiOf(service: Service): FakeApi {
  const api: FakeApi = JSON.parse(service.title)
  return api
}
