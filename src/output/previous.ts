import type { Collector } from '../diagnostics/collector.js'
import type { Engine } from '../ir/index.js'
import type { EmittedFile, Previous } from './file.js'
import type { OutputState } from './output-state.js'

/** What the emitter may know of the last run. One for another engine tells nothing of this one's database. */
export function previousOf({ lock, previous }: OutputState, engine: Engine): Previous {
  return lock?.engine === engine ? previous : { ...previous, service: null }
}

/** Migrations are there, but the IR that they led to is not known: the lock is lost, or of another engine. */
export function isBlind({ service, migrations }: Previous): boolean {
  return service === null && migrations.length > 0
}

/** Leaves out a migration that might make again what those in the folder have made, and says so. */
export function withoutBlindMigration(
  emitted: ReadonlyMap<string, EmittedFile>,
  previous: Previous,
  collector: Collector,
): ReadonlyMap<string, EmittedFile> {
  const others = new Map([...emitted].filter(([, { owner }]) => owner !== 'migration'))
  if (!isBlind(previous) || others.size === emitted.size) return emitted
  collector.report('SVC7017', {
    message:
      'No migration is made, as nobody knows what those in the folder have made: the lock is lost, or of another engine',
    at: null,
    help: 'Bring ".svcgen/lock.json" back from version control; if the stored shape has changed since, write that migration yourself',
  })
  return others
}
