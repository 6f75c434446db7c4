import type { Service } from './ir/index.js'
import { findDrift, type Drift } from './output/drift.js'
import type { Lock } from './output/lock.js'
import { isSameService } from './output/without-places.js'
import { prepare, type Order, type Run } from './pipeline.js'
import { readVersion } from './version.js'

/** What differs from a fresh generation (SPEC 2, `--check`); null after errors in the input. Nothing is written. */
export async function check(order: Order, run: Run): Promise<readonly Drift[] | null> {
  const prepared = await prepare({ ...order, force: false }, run)
  if (prepared === null) return null
  const { changes, emitted, place, state, service } = prepared
  return findDrift({
    changes,
    emitted,
    folder: place.folder,
    ledger: state.ledger,
    news: newsOf(state.lock, service),
  })
}

/** Where both are new, the input is named: it is the user's to look at. */
function newsOf(lock: Lock | null, service: Service): 'spec changed' | 'generator upgraded' | null {
  if (lock === null) return null
  const isSameInput = isSameService(lock.service, service)
  return isSameInput && lock.generator !== readVersion() ? 'generator upgraded' : 'spec changed'
}
