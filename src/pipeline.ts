import { dirname, resolve } from 'node:path'
import type { Collector } from './diagnostics/collector.js'
import type { Engine, Service } from './ir/index.js'
import { apply } from './output/apply.js'
import { computeChangeSet, type ChangeSet } from './output/change-set.js'
import type { Drift } from './output/drift.js'
import type { EmittedFile } from './output/file.js'
import { openFolder as openOnDisk, type Folder } from './output/folder.js'
import { LOCK_VERSION } from './output/lock.js'
import { readOutputState, type OutputState } from './output/output-state.js'
import {
  reportBlindMigration,
  reportChangeSet,
  reportDestructive,
  reportIoError,
  reportLockFault,
  reportNoFolder,
  reportOtherEngine,
  reportTaken,
  type OutputPlace,
} from './output/problems.js'
import { settledChangeSet } from './output/settled.js'
import { takeTurn } from './output/turn.js'
import type { DatabaseStep, Stages, Understood } from './stages.js'
import { readVersion } from './version.js'

/** What the command line asks for. Paths may be relative to the working folder. */
export interface Order {
  readonly api: string
  readonly out: string
  /** Null: that of the last run, else `svc_sqla`. */
  readonly engine: Engine | null
  readonly includeRoot: string | null
  readonly force: boolean
  readonly allowDestructive: boolean
}

/** What a run needs beside its order. */
export interface Run {
  readonly collector: Collector
  readonly stages: Stages
  /** Absolute paths of all files read are added here, also where the run ends with errors. */
  readonly filesRead: Set<string>
  /** The output folder's files; those on disk unless told otherwise. */
  readonly openFolder?: (path: string) => Folder
  /** Told what the run is at, for those who wait. */
  readonly onStage?: (stage: Stage) => void
}

export type Stage = 'reading' | 'rendering' | 'writing'

/** A run that is ready to be applied. */
export interface Prepared {
  readonly place: OutputPlace
  readonly state: OutputState
  readonly service: Service
  /** Empty where nothing had to be rendered. */
  readonly emitted: ReadonlyMap<string, EmittedFile>
  readonly changes: ChangeSet
  readonly steps: readonly DatabaseStep[]
}

/** read → analyse → emit → change set → apply. Null, and nothing is written, where the collector has errors (SPEC 4). */
export async function generate(order: Order, run: Run): Promise<ChangeSet | null> {
  const folder = resolve(order.out)
  const turn = await takeTurn(folder)
  if (turn.kind === 'taken') {
    reportTaken(folder, turn, run.collector)
    return null
  }
  try {
    const prepared = await rehearse(order, run)
    if (prepared === null) return null
    const { place, changes, service } = prepared
    run.onStage?.('writing')
    apply(place.folder, changes, {
      version: LOCK_VERSION,
      generator: readVersion(),
      engine: service.engine,
      service,
    })
    return changes
  } catch (error) {
    reportIoError(error, folder, run.collector)
    return null
  } finally {
    turn.end()
  }
}

/** All of {@link generate} but the writing, with the same errors. */
export async function rehearse(order: Order, run: Run): Promise<Prepared | null> {
  const prepared = await prepare(order, { ...run, maySkip: !order.force })
  if (prepared === null) return null
  reportChangeSet(prepared.changes, prepared.place, run.collector)
  if (!order.allowDestructive) reportDestructive(prepared.steps, run.collector)
  return run.collector.hasErrors ? null : prepared
}

/** What differs from a fresh generation (SPEC 2, `--check`); null after errors in the input. */
export async function check(order: Order, run: Run): Promise<readonly Drift[] | null> {
  const prepared = await prepare({ ...order, force: false }, run)
  if (prepared === null) return null
  const { findDrift } = await import('./output/drift.js')
  return findDrift({
    changes: prepared.changes,
    emitted: prepared.emitted,
    folder: prepared.place.folder,
    ledger: prepared.state.ledger,
    news: newsOf(prepared),
  })
}

/** Everything up to the change set; reports errors of the input and of the lock. */
export async function prepare(
  order: Order,
  run: Run & { readonly maySkip?: boolean },
): Promise<Prepared | null> {
  const { collector, stages, openFolder = openOnDisk } = run
  const folder = openFolder(resolve(order.out))
  const place = { folder, apiFolder: dirname(resolve(order.api)) }
  const state = readOutputState(folder)
  const lock = 'ledger' in state ? state.lock : null
  if (!('ledger' in state)) reportLockFault(state, place, collector)
  reportNoFolder(place, collector)
  if (lock !== null && !order.force) reportOtherEngine(lock.engine, order.engine, collector)

  const understood = await understand({ ...order, engine: order.engine ?? lock?.engine ?? 'svc_sqla' }, run)
  if (understood === null || !('ledger' in state)) return null
  const { service } = understood

  const isSettled = lock !== null && lock.generator === readVersion() && isSame(lock.service, service)
  const settled = run.maySkip === true && isSettled ? settledChangeSet(service, state.ledger, folder) : null
  if (settled !== null) return { place, state, service, emitted: new Map(), changes: settled, steps: [] }

  const isBlind = lock === null && state.previous.migrations.length > 0
  const steps = isBlind ? [] : await stages.databaseSteps(state.previous.service, service)
  run.onStage?.('rendering')
  const emitted = withoutBlindMigration(await stages.emit(understood, state.previous), state, collector)
  const changes = computeChangeSet(emitted, { folder, ledger: state.ledger, force: order.force })
  return { place, state, service, emitted, changes, steps }
}

/** Reads the input and makes the IR of it; null where the collector has errors. */
export async function understand(
  order: Pick<Order, 'api' | 'includeRoot'> & { readonly engine: Engine },
  { collector, stages, filesRead, onStage }: Run,
): Promise<Understood | null> {
  onStage?.('reading')
  const { understood, files } = await stages.understand({ ...order, api: resolve(order.api), collector })
  for (const file of files) filesRead.add(file)
  return collector.hasErrors ? null : understood
}

/** Without a lock nobody knows what the migrations in the folder have made: one more might make it again. */
function withoutBlindMigration(
  emitted: ReadonlyMap<string, EmittedFile>,
  { lock, previous }: OutputState,
  collector: Collector,
): ReadonlyMap<string, EmittedFile> {
  if (lock !== null || previous.migrations.length === 0) return emitted
  reportBlindMigration(collector)
  return new Map([...emitted].filter(([, { owner }]) => owner !== 'migration'))
}

function newsOf({ state, service }: Prepared): 'spec changed' | 'generator upgraded' | null {
  if (state.lock === null) return null
  const isSpec = !isSame(state.lock.service, service) || state.lock.generator === readVersion()
  return isSpec ? 'spec changed' : 'generator upgraded'
}

/** The IR is plain JSON with its keys in a fixed order. */
function isSame(before: Service, after: Service): boolean {
  return JSON.stringify(before) === JSON.stringify(after)
}
