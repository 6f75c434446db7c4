import { compare } from '../pipeline.js'
import { EXIT, type ExitCode } from './exit.js'
import { type RunFlags, runOptionsOf } from './run-options.js'
import { diffsToMarkdown, diffsToText } from './print/diffs.js'
import { hasChanges, type Plan, planJson, planOf, planTables } from './print/plan.js'
import { tablesToMarkdown, tablesToText } from './print/table.js'
import {
  type CommonFlags,
  type Environment,
  fail,
  openSession,
  printJson,
  printText,
  type Session,
  showDiagnostics,
} from './session.js'

export interface PlanFlags extends CommonFlags, RunFlags {
  readonly exitCode?: boolean
}

/** `svcgen plan`: prints the changes that a run would make, without writing anything. */
export async function planCommand(
  api: string,
  flags: PlanFlags,
  environment: Environment,
): Promise<ExitCode> {
  const session = openSession(flags, environment)
  const comparison = await compare(runOptionsOf(api, flags), session)
  if (comparison === null) return fail(session)
  showDiagnostics(session)
  const plan = planOf(comparison)
  if (session.form === 'json') {
    printJson(session, planJson(plan))
  } else {
    const text = flags.format === 'markdown' ? planMarkdown(plan) : planText(plan, session)
    printText(session, text)
  }
  return flags.exitCode === true ? exitCodeOf(plan) : EXIT.done
}

function exitCodeOf(plan: Plan): ExitCode {
  if (plan.database.some(({ destructive }) => destructive)) return EXIT.destructive
  return hasChanges(plan) ? EXIT.drift : EXIT.done
}

function planText(plan: Plan, { paint }: Session): string {
  const tables = planTables(plan)
  if (tables.length === 0) return 'No changes\n'
  return tablesToText(tables, (title) => paint.out('bold', title)) + diffsToText(plan.offers)
}

function planMarkdown(plan: Plan): string {
  const title = 'Plan'
  const tables = planTables(plan)
  if (tables.length === 0) return `# ${title}\n\nNo changes.\n`
  return tablesToMarkdown(title, tables) + diffsToMarkdown(plan.offers)
}
