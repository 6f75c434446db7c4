import { prepare } from '../pipeline.js'
import { EXIT, type ExitCode } from './exit-code.js'
import { orderOf, type OrderFlags } from './order.js'
import { offersToMarkdown, offersToText } from './report/offers.js'
import { planJson, planOf, planTables } from './report/plan.js'
import { tablesToMarkdown, tablesToText } from './report/table.js'
import { fail, openSession, printJson, printText, showDiagnostics } from './session.js'
import type { CommonFlags, Context } from './session.js'

/** `svcgen plan`: what a regeneration would change, for the reviewer of a change; nothing is written (SPEC 2). */
export async function planCommand(
  api: string,
  flags: CommonFlags & OrderFlags,
  context: Context,
): Promise<ExitCode> {
  const session = openSession(flags, context)
  const prepared = await prepare(orderOf(api, flags), session)
  if (prepared === null) return fail(session)
  showDiagnostics(session)
  const plan = planOf(prepared)
  if (session.form === 'json') {
    printJson(session, planJson(plan))
  } else {
    const tables = planTables(plan)
    const isMarkdown = flags.format === 'markdown'
    const text = isMarkdown
      ? tablesToMarkdown('What a regeneration would change', tables) + offersToMarkdown(plan.offers)
      : tablesToText(tables, (title) => session.paint.out('bold', title)) + offersToText(plan.offers)
    printText(session, text)
  }
  return EXIT.done
}
