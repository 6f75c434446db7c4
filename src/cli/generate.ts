import { toJson } from '../diagnostics/report-json.js'
import { type ChangeSet, pathsThat } from '../output/compare/change-set.js'
import { check, dryRun, generate } from '../pipeline.js'
import type { RunOptions } from '../run.js'
import { ConfigError, configPaths } from './config.js'
import { EXIT, type ExitCode } from './exit.js'
import { type RunFlags, runOptionsOf } from './run-options.js'
import { formatChanges, formatDrift, nextSteps } from './report/summary.js'
import {
  type CommonFlags,
  type Context,
  fail,
  openSession,
  printHint,
  printJson,
  printText,
  type Session,
  showDiagnostics,
  showWatching,
} from './session.js'
import { watch } from './watch.js'

export interface GenerateFlags extends CommonFlags, RunFlags {
  readonly check?: boolean
  readonly dryRun?: boolean
  readonly watch?: boolean
}

/**
 * `svcgen generate`: writes the service, or lists what it would write (SPEC 2).
 * @param reload returns the options again, after the configuration file may have changed
 */
export async function generateCommand(
  api: string,
  flags: GenerateFlags,
  context: Context,
  reload: () => Promise<GenerateFlags>,
): Promise<ExitCode> {
  const options = runOptionsOf(api, flags)
  if (flags.watch === true) {
    return watch([api, ...configPaths(api)], context, async (announce) => {
      try {
        const fresh = { ...(await reload()), watch: true }
        await runOnce(runOptionsOf(api, fresh), fresh, context, announce)
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error
        fail({ ...openSession(flags, context), collector: error.collector }, true)
      }
    })
  }
  if (flags.check === true) return checkOnce(options, openSession(flags, context))
  return runOnce(options, flags, context)
}

/**
 * Runs once. `announce` is called with the files that were read before anything is printed.
 */
async function runOnce(
  options: RunOptions,
  flags: GenerateFlags,
  context: Context,
  announce?: (files: ReadonlySet<string>) => void,
): Promise<ExitCode> {
  const session = openSession(flags, context)
  const started = performance.now()
  const changes = await changesOf(options, flags, session)
  const ms = Math.round(performance.now() - started)
  announce?.(session.filesRead)
  const exit =
    changes === null ? fail(session, flags.watch) : printChanges(changes, ms, options, flags, session)
  if (flags.watch === true) showWatching(session)
  return exit
}

async function changesOf(
  options: RunOptions,
  flags: GenerateFlags,
  session: Session,
): Promise<ChangeSet | null> {
  if (flags.dryRun !== true) return generate(options, session)
  return (await dryRun(options, session))?.changes ?? null
}

function printChanges(
  changes: ChangeSet,
  ms: number,
  { out }: RunOptions,
  { dryRun = false, watch = false }: GenerateFlags,
  session: Session,
): ExitCode {
  if (session.form === 'json') {
    const diagnostics = toJson(session.collector.sorted())
    printJson(session, { ok: true, ...listsOf(changes), diagnostics, ms }, watch)
    return EXIT.done
  }
  showDiagnostics(session)
  if (session.form === 'text') {
    printText(session, formatChanges(changes, ms, { dryRun, paint: session.paint.out }))
    if (!dryRun) printHint(session, nextSteps(changes, out))
  }
  return EXIT.done
}

async function checkOnce(options: RunOptions, session: Session): Promise<ExitCode> {
  const drift = await check(options, session)
  if (drift === null) return fail(session)
  showDiagnostics(session)
  if (session.form === 'json') printJson(session, { ok: drift.length === 0, drift })
  if (session.form === 'text') printText(session, formatDrift(drift, session.paint.out))
  return drift.length === 0 ? EXIT.done : EXIT.drift
}

function listsOf(changes: ChangeSet): Readonly<Record<string, readonly string[]>> {
  return {
    created: pathsThat('created', changes),
    updated: pathsThat('updated', changes),
    unchanged: pathsThat('unchanged', changes),
    removed: pathsThat('removed', changes),
    kept: pathsThat('kept', changes),
  }
}
