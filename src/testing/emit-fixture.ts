import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { Analysis } from '../analyze/index.js'
import { Collector } from '../diagnostics/collector.js'
import { plain } from '../diagnostics/paint.js'
import { formatText } from '../diagnostics/format-text.js'
import { FEATURE_NAMES, type FeatureName } from '../features.js'
import type { Engine, Service } from '../ir/index.js'
import { stages } from '../stages.js'

/** The result of generating from a fixture. */
export interface FixtureOutcome {
  /** The diagnostics, as printed by `svcgen generate`; an empty string if there are none. */
  readonly diagnostics: string
  /** The emitted files, keyed by path; empty if there are errors. */
  readonly files: ReadonlyMap<string, string>
  /** The service, or null if there are errors. */
  readonly service: Service | null
}

/** Returns the path of the API in a fixture: `api.raml`, `api.yaml` or `api.json`. */
export function apiIn(folder: string): string {
  const names = ['api.yaml', 'api.json'].filter((name) => existsSync(join(folder, name)))
  return join(folder, names[0] ?? 'api.raml')
}

/** Returns the features that `svcgen.config.yaml` in a fixture lists. */
function featuresIn(folder: string): readonly FeatureName[] {
  const path = join(folder, 'svcgen.config.yaml')
  if (!existsSync(path)) return []
  const { features = [] }: { readonly features?: readonly string[] } = parse(readFileSync(path, 'utf8'))
  return FEATURE_NAMES.filter((name) => features.includes(name))
}

/** Runs the whole tool on the API in `fixtures/<case>`, without writing anything. */
export function emitFixture(
  folder: string,
  engine: Engine = 'svc_sqla',
  features: readonly FeatureName[] = featuresIn(folder),
): Promise<FixtureOutcome> {
  return emitApi(apiIn(folder), engine, false, features)
}

/**
 * Runs the whole tool on an API's root file, without writing anything. `databaseAcls` is the value of `database_acls`
 * in `service.ini`, and `features` lists the optional parts of the project.
 */
export async function emitApi(
  api: string,
  engine: Engine,
  databaseAcls = false,
  features: readonly FeatureName[] = [],
): Promise<FixtureOutcome> {
  const collector = new Collector()
  const settings = { databaseAcls, describesAccess: false }
  const { analysis } = stages.analyze({ api, includeRoot: null, engine, features, settings, collector })
  const sound = collector.hasErrors ? null : analysis
  const emitted = sound === null ? new Map() : await emitNew(sound)
  return {
    diagnostics: formatText(collector.sorted(), plain),
    files: new Map([...emitted].map(([path, { text }]) => [path, text])),
    service: sound?.service ?? null,
  }
}

/** Emits a new project. */
function emitNew(analysis: Analysis): ReturnType<typeof stages.emit> {
  const previous = { service: null, migrations: [], amendable: null }
  const migration = stages.migrate(previous, analysis.service).files
  return stages.emit({ ...analysis, migration, paths: { api: 'api.raml', project: '.' } })
}
