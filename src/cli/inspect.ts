import type { Engine, Service } from '../ir/index.js'
import { analyze } from '../pipeline.js'
import { EXIT, type ExitCode } from './exit.js'
import { includeRootOf } from './run-options.js'
import { type AccessAnswer, accessAnswers, answerAccess, verdictIn } from './report/access.js'
import { toMermaid } from './report/mermaid.js'
import { servicePage, tablePage } from './report/page/service-page.js'
import { serviceTables } from './report/service-tables.js'
import { tablesToMarkdown, tablesToText } from './report/table.js'
import {
  type CommonFlags,
  type Context,
  fail,
  openSession,
  printJson,
  printText,
  type Session,
  showDiagnostics,
} from './session.js'

export interface InspectFlags extends CommonFlags {
  readonly engine?: Engine
  readonly includeRoot?: string
  readonly whoCan?: string
  readonly as?: string
}

/**
 * `svcgen inspect`: prints the models, relations, routes, access rules and functions of an API or, with `--json`, its
 * IR.
 */
export async function inspectCommand(api: string, flags: InspectFlags, context: Context): Promise<ExitCode> {
  const session = openSession(flags, context)
  const options = { api, includeRoot: includeRootOf(flags), engine: flags.engine ?? 'svc_sqla' }
  const analysis = analyze(options, session)
  if (analysis === null) return fail(session)
  showDiagnostics(session)
  if (session.form === 'sarif') return EXIT.done

  const { service } = analysis
  const question = { whoCan: flags.whoCan ?? null, as: flags.as ?? null }
  const answers = question.whoCan === null && question.as === null ? null : answerAccess(service, question)
  if (session.form === 'json') {
    printJson(session, answers ?? service)
  } else {
    const format = flags.format ?? 'text'
    printText(
      session,
      answers === null
        ? describe(format, service, session)
        : showAnswers(format, titleOf(question), answers, service, session),
    )
  }
  return EXIT.done
}

function titleOf({ whoCan, as }: { readonly whoCan: string | null; readonly as: string | null }): string {
  if (whoCan === null) return `What ${as ?? ''} can do`
  return as === null ? `Who can ${whoCan}` : `Can ${as} ${whoCan}`
}

function describe(format: string, service: Service, session: Session): string {
  switch (format) {
    case 'markdown':
      return tablesToMarkdown(service.title, serviceTables(service))
    case 'html':
      return servicePage(service)
    case 'mermaid':
      return toMermaid(service)
    default:
      return tablesToText(serviceTables(service), (text) => session.paint.out('bold', text))
  }
}

function showAnswers(
  format: string,
  title: string,
  answers: readonly AccessAnswer[],
  service: Service,
  session: Session,
): string {
  const table = accessAnswers(title, answers)
  switch (format) {
    case 'markdown':
      return tablesToMarkdown(service.title, [table])
    case 'html':
      return tablePage(service.title, table, answers.map(verdictIn))
    case 'mermaid':
      return toMermaid(service)
    default:
      return tablesToText([table], (text) => session.paint.out('bold', text))
  }
}
