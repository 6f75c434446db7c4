import { resolve } from 'node:path'
import { toJson } from '../diagnostics/report-json.js'
import type { ChangeSet } from '../output/change-set.js'
import { pathsThat } from '../output/paths-that.js'
import { recallRun, recollect, type Recollection } from '../memory/last-run.js'
import { openFolder } from '../output/folder.js'
import type { Order, Run } from '../pipeline.js'
import { ConfigError, configPaths } from './config.js'
import { EXIT, type ExitCode } from './exit-code.js'
import { orderOf, type OrderFlags } from './order.js'
import { formatChanges, formatDrift, nextSteps } from './report/summary.js'
import {
  fail,
  openSession,
  printHint,
  printJson,
  printText,
  showDiagnostics,
  showWatching,
} from './session.js'
import type { CommonFlags, Context, Session } from './session.js'
import { watch } from './watch.js'

export interface GenerateFlags extends CommonFlags, OrderFlags {
  readonly check?: boolean
  readonly dryRun?: boolean
  readonly watch?: boolean
}

/**
 * `svcgen generate`: writes the service, or says what it would write (SPEC 2).
 * @param reload gives the options anew, with those of a settings file that may have changed
 */
export async function generateCommand(
  api: string,
  flags: GenerateFlags,
  context: Context,
  reload: () => Promise<GenerateFlags>,
): Promise<ExitCode> {
  const order = orderOf(api, flags)
  if (flags.watch === true) {
    return watch([api, ...configPaths(api)], context, async (announce) => {
      try {
        const fresh = { ...(await reload()), watch: true }
        await runOnce(orderOf(api, fresh), fresh, context, announce)
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error
        fail({ ...openSession(flags, context), collector: error.collector }, true)
      }
    })
  }
  if (flags.check === true) return checkOnce(order, openSession(flags, context))
  return runOnce(order, flags, context)
}

/**
 * One run. `announce` is called with the files that were read, before anything is printed.
 * @returns the exit code
 */
async function runOnce(
  order: Order,
  flags: GenerateFlags,
  context: Context,
  announce?: (files: ReadonlySet<string>) => void,
): Promise<ExitCode> {
  const session = openSession(flags, context)
  const started = performance.now()
  const recollection = order.force ? null : recollect(order, session.stages.memory)
  const changes =
    recall(recollection, order, session) ?? (await changesOf(order, flags, { ...session, recollection }))
  const ms = Math.round(performance.now() - started)
  announce?.(session.filesRead)
  const exit = changes === null ? fail(session, flags.watch) : tell(changes, ms, order, flags, session)
  if (flags.watch === true) showWatching(session)
  return exit
}

/** The pipeline is loaded where there is work for it. */
async function changesOf(order: Order, flags: GenerateFlags, run: Run): Promise<ChangeSet | null> {
  const { generate, rehearse } = await import('../pipeline.js')
  if (flags.dryRun !== true) return generate(order, run)
  return (await rehearse(order, run))?.changes ?? null
}

/** Null where there may be something to do. */
function recall(
  recollection: Recollection | null,
  { out }: Order,
  { collector, filesRead }: Session,
  isCheck = false,
): ChangeSet | null {
  if (recollection === null) return null
  return recallRun(recollection, { collector, filesRead, folder: openFolder(resolve(out)), isCheck })
}

function tell(
  changes: ChangeSet,
  ms: number,
  { out }: Order,
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

async function checkOnce(order: Order, session: Session): Promise<ExitCode> {
  const recollection = recollect(order, session.stages.memory)
  const isSettled = recall(recollection, order, session, true) !== null
  const drift = isSettled
    ? []
    : await (await import('../check.js')).check(order, { ...session, recollection })
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
