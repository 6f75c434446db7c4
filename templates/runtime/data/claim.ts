import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { UniqueViolation } from '../errors.js'
import { internalModel } from '../internal-model.js'
import type { Row } from '../model.js'
import { ALL_ROWS } from '../repository/items.js'
import { type Condition, type Database, type Store, both, equal } from '../store.js'

/** Interval between renewals of a claim, in milliseconds. */
const RENEWAL = 500

/** How long a claim stays without renewal until it counts as that of a killed import, in milliseconds. */
const PATIENCE = 3_000

/** The running imports. `beat` changes with each renewal. */
export const claimModel = internalModel('_svc_import_claims', 'file', {
  file: { type: 'string', column: 'file', required: true },
  run: { type: 'string', column: 'run' },
  beat: { type: 'big_integer', column: 'beat' },
})

/** Thrown if another import of the same file is running. */
export class ImportRunning extends Error {
  override readonly name = 'ImportRunning'
  constructor(file: string) {
    super(`Another import of ${file} is running, and would store the same lines`)
  }
}

/**
 * Runs work that no other process may do at the same time for a file with one of these names. Takes over from imports
 * that were killed.
 * @throws ImportRunning
 */
export async function claiming(
  database: Database,
  files: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const store = database.store(claimModel.name, ALL_ROWS)
  const run = randomUUID()
  const own = equal('run', run)
  let beat = 0
  const timer = setInterval(() => {
    beat += 1
    // If it fails, so does the next batch.
    store.updateMany(own, { beat }).catch(() => undefined)
  }, RENEWAL)
  try {
    const claimed = await Promise.all(
      files.toSorted().map(async (file) => ({ file, found: await store.findByKey(file) })),
    )
    if (claimed.some(({ found }) => found !== undefined)) await sleep(PATIENCE)
    for (const { file, found } of claimed) await claim(store, file, found, run)
    await work()
  } finally {
    clearInterval(timer)
    await store.deleteMany(own)
  }
}

async function claim(store: Store, file: string, found: Row | undefined, run: string): Promise<void> {
  try {
    if (found === undefined) await store.insert([{ file, run, beat: 0 }])
    else {
      const former: Condition = both(equal('run', found['run'] ?? null), equal('beat', found['beat'] ?? null))
      const isMine = (await store.updateMany(both(equal('file', file), former), { run, beat: 0 })) > 0
      if (!isMine) throw new ImportRunning(file)
    }
  } catch (error) {
    throw error instanceof UniqueViolation ? new ImportRunning(file) : error
  }
}
