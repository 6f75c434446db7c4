import { dirname, resolve } from 'node:path'
import type { Collector } from './diagnostics/collector.js'
import type { Engine, Service } from './ir/index.js'
import { apply } from './output/apply.js'
import { computeChangeSet, type ChangeSet } from './output/change-set.js'
import type { Diagnostic } from './diagnostics/diagnostic.js'
import { understandEdits } from './memory/edited-input.js'
import { rememberRun, type Recollection } from './memory/last-run.js'
import { recallMade, rememberMade } from './memory/made-files.js'
import { lookOnce } from './output/look-once.js'
import { withMergedMigrations } from './output/merged-migrations.js'
import { formerService, isBlind, previousOf, withoutBlindMigration } from './output/previous.js'
import type { EmittedFile } from './output/file.js'
import { openFolder as openOnDisk, type Folder } from './output/folder.js'
import { LOCK_PATH, LOCK_VERSION, type Lock } from './output/lock.js'
import { readOutputState, type OutputState } from './output/output-state.js'
import { reportChangeSet, reportLockFault, reportNoFolder, type OutputPlace } from './output/problems.js'
import { reportDestructive, reportIoError, reportOtherEngine, reportTaken } from './output/run-problems.js'
import { settledChangeSet } from './output/settled.js'
import { reportUnfit } from './output/unfit.js'
import { takeTurn } from './output/turn.js'
import { withFormerParts } from './output/former-parts.js'
import type { SourceFile } from './source/span.js'
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
  /** What is known of the last run; else all of the input is read. */
  readonly recollection?: Recollection | null
  /** Told what the run is at, for those who wait. */
  readonly onStage?: (stage: Stage) => void
}

export type Stage = 'reading' | 'rendering' | 'writing'

/** What was read, and what there was to say of it. */
export interface ReadInput {
  readonly texts: readonly SourceFile[]
  readonly ofInput: readonly Diagnostic[]
}

/** A run that is ready to be applied. */
export interface Prepared {
  readonly place: OutputPlace
  readonly state: OutputState
  readonly input: ReadInput
  /** Its IR is that of the lock where it is the same. */
  readonly understood: Understood
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
    return prepared === null ? null : write(order, prepared, run)
  } finally {
    turn.end()
  }
}

/** All of {@link generate} but the writing, with the same errors. */
export async function rehearse(order: Order, run: Run): Promise<Prepared | null> {
  const prepared = await prepare(order, { ...run, maySkip: !order.force })
  if (prepared === null) return null
  reportChangeSet(prepared.changes, prepared.emitted, prepared.place, run.collector)
  reportUnfit(
    {
      before: prepared.state.lock?.service ?? null,
      after: prepared.understood.service,
      changes: prepared.changes,
      ledger: prepared.state.ledger,
      place: prepared.place,
    },
    run.collector,
  )
  if (!order.allowDestructive) reportDestructive(prepared.steps, run.collector)
  return run.collector.hasErrors ? null : prepared
}

/** Everything up to the change set; null after errors in the input, in the lock, or of the disk. `maySkip`: an unchanged input is not rendered. */
export async function prepare(
  order: Order,
  run: Run & { readonly maySkip?: boolean },
): Promise<Prepared | null> {
  const { collector, stages, openFolder = openOnDisk } = run
  const folder = lookOnce(openFolder(resolve(order.out)))
  const place = { folder, apiFolder: dirname(resolve(order.api)) }
  try {
    const state = openState(order, place, collector)
    const lock = state?.lock ?? null
    const engine = order.engine ?? lock?.engine ?? 'svc_sqla'
    const read =
      (await understandAgain({ ...order, engine }, { state, folder }, run)) ??
      (await understand({ ...order, engine }, run, state?.lock === null))
    if (read === null || state === null) return null

    const { input } = read
    const service = lock === null ? read.service : withFormerParts(read.service, lock.service)
    const understood = { ...read, service }
    const functions = new Set(service.handlers.map(({ file }) => file))
    const settled =
      run.maySkip === true && isSame(lock, service) ? settledChangeSet(functions, state.ledger, folder) : null
    if (settled !== null)
      return { place, state, input, understood, emitted: new Map(), changes: settled, steps: [] }

    run.onStage?.('rendering')
    const previous = previousOf(state, engine)
    const blind = isBlind(previous, engine)
    const steps = blind ? [] : await stages.databaseSteps(previous.service, service)
    const made = await stages.emit(understood, previous, recallMade(stages.memory, folder, lock, service))
    const known = { folder, ledger: state.ledger }
    const { emitted, isThere } = blind
      ? { emitted: withoutBlindMigration(made, collector), isThere: false }
      : withMergedMigrations(made, previous.migrations, known, collector)
    const changes = computeChangeSet(emitted, { ...known, force: order.force })
    return { place, state, input, understood, emitted, changes, steps: isThere ? [] : steps }
  } catch (error) {
    reportIoError(error, folder.path, collector)
    return null
  }
}

/** What an input means in which little was edited since the last run; null where all of it is to be read. */
async function understandAgain(
  order: Order & { readonly engine: Engine },
  { state, folder }: { readonly state: OutputState | null; readonly folder: Folder },
  { recollection, stages, collector, filesRead, onStage }: Run,
): Promise<(Understood & { readonly input: ReadInput }) | null> {
  const lock = state?.lock ?? null
  const found = folder.look(LOCK_PATH)
  if (!recollection || lock === null || found.kind !== 'file' || found.hash !== recollection.last.lock)
    return null
  if (order.engine !== lock.engine) return null
  onStage?.('reading')
  const understood = await understandEdits(order, recollection, {
    stages,
    lock,
    lockText: found.text,
    collector,
  })
  if (understood === null) return null
  for (const path of recollection.inputs.keys()) filesRead.add(path)
  const texts = [...recollection.inputs.values()]
  return { ...understood, input: { texts, ofInput: collector.sorted() } }
}

/**
 * Reads the input and makes the IR of it; null where the collector has errors.
 * @param isFirst all of the project will be made
 */
export async function understand(
  { api, includeRoot, engine }: Pick<Order, 'api' | 'includeRoot'> & { readonly engine: Engine },
  { collector, stages, filesRead, onStage }: Run,
  isFirst = false,
): Promise<(Understood & { readonly input: ReadInput }) | null> {
  onStage?.('reading')
  const { understood, files, texts } = await stages.understand({
    api: resolve(api),
    includeRoot: includeRoot === null ? null : resolve(includeRoot),
    engine,
    collector,
    isFirst,
  })
  for (const file of files) filesRead.add(file)
  if (collector.hasErrors || understood === null) return null
  return { ...understood, input: { texts, ofInput: collector.sorted() } }
}

/** What earlier runs left; null after reporting why it can't be used. The input is still read, so that all problems are told at once. */
function openState(order: Order, place: OutputPlace, collector: Collector): OutputState | null {
  reportNoFolder(place, collector)
  const state = readOutputState(place.folder)
  if ('kind' in state) {
    reportLockFault(state, place, collector)
    return null
  }
  if (state.lock !== null && !order.force) reportOtherEngine(state.lock.engine, order.engine, collector)
  return state
}

function write(order: Order, prepared: Prepared, run: Run): ChangeSet | null {
  const { collector, onStage, stages, recollection = null } = run
  const { place, state, changes, understood, input, emitted } = prepared
  const { service } = understood
  onStage?.('writing')
  try {
    const lock = {
      version: LOCK_VERSION,
      generator: readVersion(),
      engine: service.engine,
      service,
      former: formerService(state.lock, service.engine),
    } as const
    const lockHash = apply(place.folder, changes, lock)
    if (emitted.size > 0) rememberMade(stages.memory, place.folder, { emitted: emitted.values(), lockHash })
    rememberRun(order, stages.memory, {
      ...input,
      all: collector.sorted(),
      understood,
      folder: place.folder,
      changes,
      lockHash,
      isRendered: emitted.size > 0,
      recollection,
    })
    return changes
  } catch (error) {
    reportIoError(error, place.folder.path, collector)
    return null
  }
}

/** The last run was of the same input, by the same svcgen. */
export function isSame(lock: Lock | null, service: Service): boolean {
  return lock?.generator === readVersion() && lock.service === service
}
