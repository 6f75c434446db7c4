import { dirname, relative, resolve } from 'node:path'
import { counted } from '../../templates/runtime/spec/wording.js'
import { toJson } from '../diagnostics/format-json.js'
import { type ChangeSet, pathsThat } from '../output/compare/change-set.js'
import { createdMigrations } from '../output/compare/migrations.js'
import { check, dryRun, generate } from '../pipeline.js'
import type { RunOptions } from '../run.js'
import { ConfigError, configPaths } from './config.js'
import { EXIT, type ExitCode } from './exit.js'
import { type RunFlags, runOptionsOf } from './run-options.js'
import { ACTIONS, formatChanges, formatDrift, formatRun, nextSteps } from './print/summary.js'
import { type CommonFlags, type Environment, Session } from './session.js'
import { watch } from './watch.js'

export interface GenerateFlags extends CommonFlags, RunFlags {
  readonly check?: boolean
  readonly dryRun?: boolean
  readonly watch?: boolean
}

/**
 * `svcgen generate`: writes the service, once or after each change to the input, or reports what would be written.
 * @param reload reads the options again, because the configuration file might have changed
 */
export async function generateCommand(
  api: string,
  flags: GenerateFlags,
  environment: Environment,
  reload: () => Promise<GenerateFlags>,
): Promise<ExitCode> {
  if (flags.watch === true) return watchInput(api, flags, environment, reload)
  const options = runOptionsOf(api, flags)
  const session = new Session(flags, environment)
  if (flags.check === true) return checkOnce(options, session)
  const { changes, ms } = await timed(options, flags, session)
  return changes === null ? session.fail() : printChanges(changes, ms, options, flags, session)
}

/** Runs after each change to the input. Amends the newest migration if this process created it. */
function watchInput(
  api: string,
  flags: GenerateFlags,
  environment: Environment,
  reload: () => Promise<GenerateFlags>,
): Promise<ExitCode> {
  runOptionsOf(api, flags)
  const created = new Set<string>()
  let isFirst = true
  return watch([api, ...configPaths(api)], environment, async (announce, changed) => {
    const time = new Date().toTimeString().slice(0, 8)
    const files = changed.map((path) => relative(dirname(resolve(api)), path))
    let session = new Session(flags, environment)
    let run: Timed = { changes: null, ms: 0 }
    try {
      const fresh = await reload()
      const options = runOptionsOf(api, fresh)
      const amend = (migration: string): boolean => options.amend(migration) || created.has(migration)
      run = await timed({ ...options, amend }, fresh, session)
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      session = new Session(flags, environment, error.collector)
    }
    announce(session.filesRead)
    const { changes, ms } = run
    if (session.form !== 'json') {
      session.showDiagnostics()
      session.printText(formatRun(changes, { time, files, ms }))
    } else if (changes === null) session.fail(true)
    else session.printJson(jsonOf(changes, ms, session), true)
    for (const migration of changes === null ? [] : createdMigrations(changes)) created.add(migration)
    if (isFirst) printWatching(session)
    isFirst = false
  })
}

function printWatching(session: Session): void {
  if (session.form !== 'text') return
  const files = counted(session.filesRead.size, 'file')
  session.printText(`Watching ${files} for changes. Press Ctrl-C to stop.\n`)
}

/** The changes made by a run and how long it took. `changes` is null after errors. */
interface Timed {
  readonly changes: ChangeSet | null
  readonly ms: number
}

async function timed(options: RunOptions, flags: GenerateFlags, session: Session): Promise<Timed> {
  const started = performance.now()
  const changes =
    flags.dryRun === true
      ? ((await dryRun(options, session))?.changes ?? null)
      : await generate(options, session)
  return { changes, ms: Math.round(performance.now() - started) }
}

function printChanges(
  changes: ChangeSet,
  ms: number,
  { out }: RunOptions,
  { dryRun = false }: GenerateFlags,
  session: Session,
): ExitCode {
  if (session.form === 'json') {
    session.printJson(jsonOf(changes, ms, session))
    return EXIT.done
  }
  session.showDiagnostics()
  if (session.form === 'text') {
    session.printText(formatChanges(changes, ms, { dryRun, paint: session.paint.out }))
    if (!dryRun) session.printHint(nextSteps(changes, out))
  }
  return EXIT.done
}

function jsonOf(changes: ChangeSet, ms: number, { collector }: Session): object {
  const lists = Object.fromEntries(ACTIONS.map((action) => [action, pathsThat(action, changes)]))
  return { ok: true, ...lists, diagnostics: toJson(collector.sorted()), ms }
}

async function checkOnce(options: RunOptions, session: Session): Promise<ExitCode> {
  const drift = await check(options, session)
  if (drift === null) return session.fail()
  session.showDiagnostics()
  if (session.form === 'json') session.printJson({ ok: drift.length === 0, drift })
  if (session.form === 'text') session.printText(formatDrift(drift, session.paint.out))
  return drift.length === 0 ? EXIT.done : EXIT.drift
}
