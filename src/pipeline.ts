import { dirname, resolve } from 'node:path'
import type { Analysis, AnalyzeOptions } from './analyze/index.js'
import type { Service } from './ir/index.js'
import { apply } from './output/apply.js'
import { type ChangeSet, computeChangeSet, type RenamedStub } from './output/compare/change-set.js'
import { causeOfChange, type Drift, findDrift } from './output/compare/drift.js'
import { lockFolder } from './output/disk/folder-lock.js'
import { type Folder, openFolder as openOnDisk } from './output/disk/folder.js'
import { repositoryPaths } from './output/disk/repository-paths.js'
import { lastServiceFor, nextLock } from './output/lock/lock.js'
import { migrationName, withMigrations } from './migrate/index.js'
import { amendableMigration, pendingMigration, reportNotAmended } from './output/compare/migrations.js'
import { openOutput } from './output/open-output.js'
import { reportChangeSet } from './output/problems/folder-problems.js'
import {
  reportDestructive,
  reportFeaturesOfOtherEngine,
  reportFolderInUse,
  reportIoError,
  reportMissingValues,
  reportPackages,
  reportUnusableFeatures,
} from './output/problems/run-problems.js'
import { reportOutdatedCode } from './output/problems/outdated-code.js'
import { formerFeatures, reportOpenService, serviceSettings } from './output/service-settings.js'
import type { Comparison, RunContext, RunOptions } from './run.js'
import { stages as ownStages } from './stages.js'

type AnalyzeRun = Pick<RunOptions, 'api' | 'includeRoot'> &
  Pick<AnalyzeOptions, 'engine' | 'features' | 'settings'>

/** Reads the input and returns its IR, or null if there are errors. */
export function analyze(
  { api, includeRoot, engine, features = [], settings }: AnalyzeRun,
  { collector, stages = ownStages, filesRead, onStage, onOperations }: RunContext,
): Analysis | null {
  onStage?.('reading')
  const root = includeRoot === null ? null : resolve(includeRoot)
  const { analysis, files } = stages.analyze({
    api: resolve(api),
    includeRoot: root,
    engine,
    features,
    settings,
    collector,
    onOperations,
  })
  for (const file of files) filesRead.add(file)
  return collector.hasErrors ? null : analysis
}

/**
 * Reads the input, builds the IR, emits the project, and compares it with the output folder. Writes nothing. Returns
 * null if there are errors in the input, the lock file or the file system.
 */
export async function compare(options: RunOptions, context: RunContext): Promise<Comparison | null> {
  const { collector, stages = ownStages, onStage, openFolder = openOnDisk } = context
  const folder = openFolder(resolve(options.out))
  const output = { folder, apiFolder: dirname(resolve(options.api)) }
  try {
    const state = openOutput(output, options, collector)
    const { lock = null, ledger = null, migrations = [] } = state ?? {}
    const engine = options.engine ?? lock?.engine ?? 'svc_sqla'
    const features =
      options.features ?? (lock === null ? [] : [...lock.features, ...formerFeatures(lock.service, folder)])
    const analyzed = analyze({ ...options, engine, features, settings: serviceSettings(folder) }, context)
    if (analyzed === null || state === null || ledger === null) return null
    reportFeaturesOfOtherEngine(features, engine, collector)
    reportUnusableFeatures(features, analyzed.service, collector)

    onStage?.('rendering')
    const former = lock === null ? null : lastServiceFor(engine, lock)
    const isAmending = former !== null && options.amend(lock?.newest?.migration ?? '')
    const amendable = isAmending ? amendableMigration(state, engine, folder) : null
    const previous = { service: former, migrations, amendable: amendable?.newest ?? null }
    const known = { folder, ledger }
    const migration = pendingMigration(
      stages.migrate(previous, analyzed.service),
      { ...known, previous, engine },
      collector,
    )
    const service = withMigrations(
      analyzed.service,
      former,
      new Map([
        ...migrations.map((path) => [path, textAt(folder, path)] as const),
        ...migration.files.map(({ path, text }) => [path, text()] as const),
      ]),
    )
    const analysis = { ...analyzed, service }
    const emitted = await stages.emit({
      service,
      secrets: analysis.secrets,
      document: analysis.document,
      migration: migration.files,
      paths: repositoryPaths(resolve(options.api), folder.path),
    })
    const changes = computeChangeSet(emitted, {
      ...known,
      force: options.force,
      amended: migration.isAmended ? (amendable?.paths ?? NONE) : NONE,
      renamed: renamedActions(former, service),
    })
    const [file] = migration.files
    if (file !== undefined && amendable?.why !== undefined) reportNotAmended(amendable.why, collector)
    const last = !migration.isAmended && lock?.engine === engine ? lock.newest : null
    const newest = file === undefined ? last : { migration: migrationName(file.path), ...migration.base }
    return { output, state, analysis, features, emitted, changes, steps: migration.steps, newest }
  } catch (error) {
    reportIoError(error, folder.path, collector)
    return null
  }
}

const NONE: ReadonlySet<string> = new Set()

function textAt(folder: Folder, path: string): string {
  const found = folder.look(path)
  return found.kind === 'file' ? found.text : ''
}

/** Returns the stubs of custom actions that have another name than in the last run, by their new path. */
function renamedActions(before: Service | null, after: Service): ReadonlyMap<string, RenamedStub> {
  const former = new Map(before?.actions.map((action) => [action.id, action]))
  return new Map(
    after.actions.flatMap(({ id, file, name }) => {
      const was = former.get(id)
      return was === undefined || was.file === file
        ? []
        : [[file, { from: was.file, names: [was.name, name] }] as const]
    }),
  )
}

/**
 * Compares the project with the output folder, and reports all problems that writing it would cause. Returns null if there are errors.
 */
export async function dryRun(options: RunOptions, context: RunContext): Promise<Comparison | null> {
  const { collector } = context
  const comparison = await compare(options, context)
  if (comparison === null) return null
  const { output, state, analysis, emitted, changes, steps } = comparison
  const before = state.lock?.service ?? null
  reportChangeSet(changes, emitted, output, collector)
  reportOutdatedCode({ before, after: analysis.service, changes, ledger: state.ledger, output }, collector)
  reportOpenService(before, analysis.service, output, collector)
  if (!options.allowDestructive) reportDestructive(steps, analysis.spans, collector)
  reportMissingValues(steps, analysis.spans, collector)
  reportPackages(changes, output.folder, collector)
  return collector.hasErrors ? null : comparison
}

/**
 * Compares the project with the output folder and writes the differences. Returns null if there are errors, in which
 * case nothing is written.
 */
export async function generate(options: RunOptions, context: RunContext): Promise<ChangeSet | null> {
  const out = resolve(options.out)
  const lock = await lockFolder(out)
  if (lock.kind === 'in use') {
    reportFolderInUse(out, lock, context.collector)
    return null
  }
  try {
    const comparison = await dryRun(options, context)
    if (comparison === null) return null
    const { output, state, analysis, features, changes, newest } = comparison
    context.onStage?.('writing')
    apply(output.folder, changes, nextLock(state.lock, analysis.service, features, newest))
    return changes
  } catch (error) {
    reportIoError(error, out, context.collector)
    return null
  } finally {
    lock.release()
  }
}

/**
 * Returns the differences between the output folder and the expected files (`--check`). Returns null if there
 * are errors.
 */
export async function check(options: RunOptions, context: RunContext): Promise<readonly Drift[] | null> {
  const comparison = await compare({ ...options, force: false }, context)
  if (comparison === null) return null
  const { changes, emitted, output, state, analysis } = comparison
  const cause = causeOfChange(state.lock, analysis.service)
  return findDrift({ changes, emitted, folder: output.folder, ledger: state.ledger, cause })
}
