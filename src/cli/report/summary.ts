import { join } from 'node:path'
import type { Paint } from '../../diagnostics/paint.js'
import { type ChangeSet, pathsThat } from '../../output/compare/change-set.js'
import type { Drift } from '../../output/compare/drift.js'

const ACTIONS = ['created', 'updated', 'unchanged', 'removed', 'kept'] as const

/** The one line that `generate` prints; a dry run names the files before it. */
export function formatChanges(
  changes: ChangeSet,
  ms: number,
  { dryRun, paint }: { readonly dryRun: boolean; readonly paint: Paint },
): string {
  const counts = ACTIONS.map((action) => `${pathsThat(action, changes).length} ${action}`).join(', ')
  const line = `${paint('bold', counts)} in ${ms} ms`
  return dryRun ? `${listChanges(changes)}Dry run, nothing written: ${line}\n` : `${line}\n`
}

/** What a run leaves to a person: functions to write, and after the first run how the service starts. */
export function nextSteps(changes: ChangeSet, out: string): string {
  const stubs = changes.decisions.filter(({ owner, action }) => owner === 'stub' && action === 'created')
  const isFirst =
    changes.decisions.length > 0 && changes.decisions.every(({ action }) => action === 'created')
  return [
    ...stubs.map(({ path }) => `write    ${join(out, path)}\n`),
    ...(isFirst ? [`\nNext:\n  cd ${out} && npm install && npm start\n`] : []),
  ].join('')
}

function listChanges(changes: ChangeSet): string {
  return (['created', 'updated', 'removed', 'kept'] as const)
    .flatMap((action) => pathsThat(action, changes).map((path) => `${action.padEnd(8)} ${path}\n`))
    .join('')
}

/** What `generate --check` says: each file with its cause and diff. */
export function formatDrift(drift: readonly Drift[], paint: Paint): string {
  if (drift.length === 0) return 'No drift: the folder is as svcgen generates it\n'
  const files = drift.map(
    ({ path, cause, diff }) => `${paint('bold', path)}: ${paint('yellow', cause)}\n${diff}`,
  )
  return `${files.join('\n')}\n${drift.length} ${drift.length === 1 ? 'file differs' : 'files differ'}\n`
}
