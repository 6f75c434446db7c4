import { compare } from '../pipeline.js'
import { EXIT, type ExitCode } from './exit.js'
import { type RunFlags, runOptionsOf } from './run-options.js'
import { hasChanges, type Plan, planJson, planOf, planTables } from './print/plan.js'
import { tablesToMarkdown, tablesToText } from './print/table.js'
import { type CommonFlags, type Environment, Session } from './session.js'
import type { ScaffoldDiff } from '../output/compare/drift.js'

export interface PlanFlags extends CommonFlags, RunFlags {
  readonly exitCode?: boolean
  /** Which changes are a failure. */
  readonly failOn?: 'breaking'
}

/** `svcgen plan`: prints the changes that a run would make, without writing anything. */
export async function planCommand(
  api: string,
  flags: PlanFlags,
  environment: Environment,
): Promise<ExitCode> {
  const session = new Session(flags, environment)
  const comparison = await compare(runOptionsOf(api, flags), session)
  if (comparison === null) return session.fail()
  session.showDiagnostics()
  const plan = planOf(comparison)
  if (session.form === 'json') {
    session.printJson(planJson(plan))
  } else {
    const text = flags.format === 'markdown' ? planMarkdown(plan) : planText(plan, session)
    session.printText(text)
  }
  if (flags.exitCode === true) return exitCodeOf(plan)
  return flags.failOn === 'breaking' && breakingChanges(plan) > 0 ? EXIT.drift : EXIT.done
}

function breakingChanges({ api }: Plan): number {
  return api.filter(({ breaking }) => breaking).length
}

function exitCodeOf(plan: Plan): ExitCode {
  if (plan.database.some(({ destructive }) => destructive)) return EXIT.destructive
  return hasChanges(plan) ? EXIT.drift : EXIT.done
}

function planText(plan: Plan, { paint }: Session): string {
  const tables = planTables(plan)
  if (tables.length === 0) return 'No changes\n'
  return tablesToText(tables, paint.out) + plan.offers.map(({ diff }) => `\n${diff}`).join('')
}

function planMarkdown(plan: Plan): string {
  const title = 'Plan'
  const tables = planTables(plan)
  if (tables.length === 0) return `# ${title}\n\nNo changes.\n`
  const count = breakingChanges(plan)
  const summary =
    count === 0 ? 'No breaking changes of the API.' : `**Breaking changes of the API: ${count}.**`
  const [heading = '', ...rest] = tablesToMarkdown(title, tables).split('\n')
  return [heading, '', summary, ...rest].join('\n') + diffsToMarkdown(plan.offers)
}

/** Returns the diffs as collapsed Markdown sections, with fences that are longer than any fence in the diffs. */
function diffsToMarkdown(diffs: readonly ScaffoldDiff[]): string {
  return diffs
    .map(({ path, diff }) => {
      const longest = Math.max(2, ...(diff.match(/`+/g) ?? []).map(({ length }) => length))
      const fence = '`'.repeat(longest + 1)
      return `\n<details><summary>${path}</summary>\n\n${fence}diff\n${diff}${fence}\n\n</details>\n`
    })
    .join('')
}
