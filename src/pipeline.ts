import { dirname, resolve } from 'node:path'
import type { Analysis } from './analyze/index.js'
import { type FeatureName, featuresOf } from './features.js'
import type { Engine, Service } from './ir/index.js'
import { apply } from './output/disk/apply.js'
import { type ChangeSet, computeChangeSet, type RenamedStub } from './output/compare/change-set.js'
import { causeOfChange, type Drift, findDrift } from './output/compare/drift.js'
import { lockFolder } from './output/disk/folder-lock.js'
import { type Folder, openFolder as openOnDisk } from './output/disk/folder.js'
import { repositoryPaths } from './output/disk/repository-paths.js'
import { nextLock } from './output/lock/lock.js'
import { migrationName, type Previous } from './migrate/index.js'
import {
  amendable,
  newestOf,
  pendingMigrations,
  previousOf,
  reportNotAmended,
} from './output/compare/migrations.js'
import { openOutput, type OutputState } from './output/lock/output-state.js'
import { reportChangeSet } from './output/report/problems.js'
import {
  reportDestructive,
  reportFeaturesOfOtherEngine,
  reportFolderInUse,
  reportIoError,
  reportMissingValues,
  reportNewPackages,
  reportUnusableFeatures,
} from './output/report/run-problems.js'
import { reportOutdatedCode } from './output/report/outdated-code.js'
import { withServiceSettings } from './output/service-settings.js'
import type { Comparison, RunContext, RunOptions } from './run.js'

/** Reads the input and returns its IR, or null if there are errors. */
export async function analyze(
  { api, includeRoot, engine }: Pick<RunOptions, 'api' | 'includeRoot'> & { readonly engine: Engine },
  { collector, stages, filesRead, onStage }: RunContext,
): Promise<Analysis | null> {
  onStage?.('reading')
  const root = includeRoot === null ? null : resolve(includeRoot)
  const { analysis, files } = await stages.analyze({
    api: resolve(api),
    includeRoot: root,
    engine,
    collector,
  })
  for (const file of files) filesRead.add(file)
  return collector.hasErrors ? null : analysis
}

/**
 * Reads the input, builds the IR, emits the project, and compares it with the output folder. Writes nothing. Returns
 * null if there are errors in the input, the lock file or the file system.
 */
export async function compare(options: RunOptions, context: RunContext): Promise<Comparison | null> {
  const { collector, stages, onStage, openFolder = openOnDisk } = context
  const folder = openFolder(resolve(options.out))
  const location = { folder, apiFolder: dirname(resolve(options.api)) }
  try {
    const state = openOutput(location, options, collector)
    const engine = options.engine ?? state?.lock?.engine ?? 'svc_sqla'
    const analyzed = await analyze({ ...options, engine }, context)
    if (analyzed === null || state === null) return null
    const features = options.features ?? state.lock?.features ?? []
    reportFeaturesOfOtherEngine(features, engine, collector)
    reportUnusableFeatures(features, analyzed.service, collector)
    const service = withFeatures(withServiceSettings(analyzed.service, folder), features)
    const analysis = { ...analyzed, service }

    onStage?.('rendering')
    const known = { folder, ledger: state.ledger }
    const { previous, replaced, why } = await previousRun({ options, state, analysis, folder }, context)
    const files = await stages.emit(analysis, previous, repositoryPaths(resolve(options.api), folder.path))
    const { emitted, isPending } = pendingMigrations(files, { ...known, previous, engine }, collector)
    const steps = isPending ? await stages.databaseSteps(previous, analysis.service) : []
    const changes = computeChangeSet(emitted, {
      ...known,
      force: options.force,
      amended: replaced,
      renamed: renamedActions(previous.service, service),
    })
    const migration = [...emitted.values()].find(({ owner }) => owner === 'migration')
    if (migration !== undefined && why !== null) reportNotAmended(why, collector)
    const newest =
      migration === undefined
        ? newestOf(state, previous, engine)
        : {
            migration: migrationName(migration.path),
            ...(await stages.migrationBase(previous, analysis.service)),
          }
    return { location, state, analysis, features, emitted, changes, steps, newest }
  } catch (error) {
    reportIoError(error, folder.path, collector)
    return null
  }
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

function withFeatures(service: Service, listed: readonly FeatureName[]): Service {
  return { ...service, features: featuresOf(service, listed) }
}

/** The state from which the next migration starts, and the files that the migration replaces. */
interface PreviousRun {
  readonly previous: Previous
  /** The paths of the files in the amended migration. */
  readonly replaced: ReadonlySet<string>
  /**
   * The reason why the newest migration cannot be amended, or null if it can be amended or amending was not requested.
   */
  readonly why: string | null
}

async function previousRun(
  {
    options,
    state,
    analysis: { service },
    folder,
  }: {
    readonly options: RunOptions
    readonly state: OutputState
    readonly analysis: Analysis
    readonly folder: Folder
  },
  { stages }: RunContext,
): Promise<PreviousRun> {
  const previous = previousOf(state, service.engine)
  const appended = { previous, replaced: new Set<string>(), why: null }
  const last = state.lock?.newest?.migration ?? ''
  if (!options.amend(last) || previous.service === null) return appended
  if (!(await stages.changesTables(previous.service, service))) return appended
  const found = amendable(state, service.engine, folder)
  if ('why' in found) return { ...appended, why: found.why }
  return { previous: { ...previous, amended: found.newest }, replaced: found.paths, why: null }
}

/**
 * Compares the project with the output folder, and reports all problems that writing it would cause. Returns null if there are errors.
 */
export async function dryRun(options: RunOptions, context: RunContext): Promise<Comparison | null> {
  const { collector } = context
  const comparison = await compare(options, context)
  if (comparison === null) return null
  const { location, state, analysis, emitted, changes, steps } = comparison
  const before = state.lock?.service ?? null
  reportChangeSet(changes, emitted, location, collector)
  reportOutdatedCode({ before, after: analysis.service, changes, ledger: state.ledger, location }, collector)
  if (!options.allowDestructive) reportDestructive(steps, analysis.places, collector)
  reportMissingValues(steps, analysis.places, collector)
  reportNewPackages(changes, location.folder, collector)
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
    const { location, state, analysis, features, changes, newest } = comparison
    context.onStage?.('writing')
    apply(location.folder, changes, nextLock(state.lock, analysis.service, features, newest))
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
  const { changes, emitted, location, state, analysis } = comparison
  const cause = causeOfChange(state.lock, analysis.service)
  return findDrift({ changes, emitted, folder: location.folder, ledger: state.ledger, cause })
}
