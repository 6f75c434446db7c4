import type { Service } from './ir/index.js'
import { rememberRun } from './memory/last-run.js'
import { pathsThat } from './output/paths-that.js'
import { findDrift, type Drift } from './output/drift.js'
import { LOCK_PATH, type Lock } from './output/lock.js'
import { isSame, prepare, type Order, type Prepared, type Run } from './pipeline.js'
import { readVersion } from './version.js'

/** What differs from a fresh generation (SPEC 2, `--check`); null after errors in the input. Nothing is written. */
export async function check(order: Order, run: Run): Promise<readonly Drift[] | null> {
  const prepared = await prepare({ ...order, force: false }, run)
  if (prepared === null) return null
  const { changes, emitted, place, state, understood } = prepared
  const { service } = understood
  const drift = findDrift({
    changes,
    emitted,
    folder: place.folder,
    ledger: state.ledger,
    news: newsOf(state.lock, service),
  })
  if (drift.length === 0 && isSame(state.lock, service)) remember(order, prepared, run)
  return drift
}

/** What a generation would say of files that the user has changed is not known here. */
function remember(
  order: Order,
  { changes, place, understood, input }: Prepared,
  { stages, recollection = null }: Run,
): void {
  const lock = place.folder.look(LOCK_PATH)
  if (lock.kind !== 'file' || pathsThat('kept', changes).length > 0) return
  const { ofInput: all } = input
  const { folder } = place
  rememberRun(order, stages.memory, {
    ...input,
    all,
    understood,
    folder,
    changes,
    lockHash: lock.hash,
    isRendered: true,
    recollection,
  })
}

/** Where both are new, the input is named: it is the user's to look at. */
function newsOf(lock: Lock | null, service: Service): 'spec changed' | 'generator upgraded' | null {
  if (lock === null) return null
  return lock.service === service && lock.generator !== readVersion() ? 'generator upgraded' : 'spec changed'
}
