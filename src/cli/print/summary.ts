import { join } from 'node:path'
import type { Paint } from '../../diagnostics/paint.js'
import { type ChangeSet, newStubs, pathsThat } from '../../output/compare/change-set.js'
import type { Drift } from '../../output/compare/drift.js'

export const ACTIONS = ['created', 'updated', 'unchanged', 'removed', 'kept'] as const

/** Returns the summary line of `generate`. For a dry run, the summary is preceded by the list of files. */
export function formatChanges(
  changes: ChangeSet,
  ms: number,
  { dryRun, paint }: { readonly dryRun: boolean; readonly paint: Paint },
): string {
  const counts = ACTIONS.map((action) => `${pathsThat(action, changes).length} ${action}`).join(', ')
  const line = `${paint('bold', counts)} in ${ms} ms`
  return dryRun ? `${listChanges(changes)}Dry run, nothing written: ${line}\n` : `${line}\n`
}

/** The maximum number of files listed in a line printed by `--watch`. */
const LISTED = 3

/** Returns the line for one run of `generate --watch`. `changes` is null after errors. */
export function formatRun(
  changes: ChangeSet | null,
  { time, files, ms }: { readonly time: string; readonly files: readonly string[]; readonly ms: number },
): string {
  const cause = files.length === 0 ? '' : `${files.join(', ')} changed: `
  if (changes === null) return `${time} ${cause}errors, nothing written\n`
  const written = (['created', 'updated', 'removed'] as const).flatMap((action) =>
    pathsThat(action, changes).map((path) => `${action} ${path}`),
  )
  const more = written.length > LISTED ? ` and ${written.length - LISTED} more` : ''
  const what = written.length === 0 ? 'no files changed' : `${written.slice(0, LISTED).join(', ')}${more}`
  return `${time} ${cause}${what} in ${ms} ms\n`
}

/** Returns the next steps: functions to implement and, after the first run, commands that start the service. */
export function nextSteps(changes: ChangeSet, out: string): string {
  const isFirst =
    changes.decisions.length > 0 && changes.decisions.every(({ action }) => action === 'created')
  return [
    ...newStubs(changes).map((path) => `implement ${join(out, path)}\n`),
    ...(isFirst ? [`\nNext:\n  cd ${out} && npm install && npm start\n`] : []),
  ].join('')
}

function listChanges(changes: ChangeSet): string {
  return (['created', 'updated', 'removed', 'kept'] as const)
    .flatMap((action) => pathsThat(action, changes).map((path) => `${action.padEnd(8)} ${path}\n`))
    .join('')
}

/** Returns the output of `generate --check`: each file with its cause and diff. */
export function formatDrift(drift: readonly Drift[], paint: Paint): string {
  if (drift.length === 0) return 'No drift; the output folder is up to date\n'
  const files = drift.map(
    ({ path, cause, diff }) => `${paint('bold', path)}: ${paint('yellow', cause)}\n${diff}`,
  )
  return `${files.join('\n')}\n${drift.length} ${drift.length === 1 ? 'file differs' : 'files differ'}\n`
}
