import type { Collector } from '../diagnostics/collector.js'
import type { Engine, Service } from '../ir/index.js'
import { isMadeFor } from '../migrate/made-for.js'
import type { EmittedFile, Previous } from './file.js'
import type { Lock } from './lock.js'
import type { OutputState } from './output-state.js'

/** What the emitter may know of the last run with this engine: one for the other engine tells nothing of this one's database. */
export function previousOf({ lock, previous }: OutputState, engine: Engine): Previous {
  return { ...previous, service: lock === null ? null : lastServiceFor(engine, lock) }
}

/** The IR that the next lock keeps of the other engine, so that its migrations can go on when the project returns to it. */
export function formerService(lock: Lock | null, engine: Engine): Service | null {
  return lock === null ? null : lastServiceFor(engine === 'svc_sqla' ? 'svc_mongodb' : 'svc_sqla', lock)
}

function lastServiceFor(engine: Engine, { service, former }: Lock): Service | null {
  return [service, former].find((each) => each?.engine === engine) ?? null
}

/** Migrations for this engine are there, but the IR that they led to is not known: the lock is lost. */
export function isBlind({ service, migrations }: Previous, engine: Engine): boolean {
  return service === null && migrations.some((path) => isMadeFor(engine, path))
}

/** Leaves out a migration that might make again what those in the folder have made, and says so. */
export function withoutBlindMigration(
  emitted: ReadonlyMap<string, EmittedFile>,
  collector: Collector,
): ReadonlyMap<string, EmittedFile> {
  const others = new Map([...emitted].filter(([, { owner }]) => owner !== 'migration'))
  if (others.size === emitted.size) return emitted
  collector.report('SVC7017', {
    message:
      'No migration is made, as nobody knows what those in the folder have made: ".svcgen/lock.json" is lost',
    at: null,
    help: 'Bring ".svcgen/lock.json" back from version control; if the stored shape has changed since, write that migration yourself',
  })
  return others
}
