import type { Engine, Service } from '../ir/index.js'
import { analyse } from '../pipeline.js'
import { EXIT, type ExitCode } from './exit.js'
import { includeRootOf } from './run-options.js'
import { accessAnswers, answerAccess } from './report/access.js'
import { tablesToHtml } from './report/html-page.js'
import { toMermaid } from './report/mermaid.js'
import { serviceTables } from './report/service-tables.js'
import { type Table, tablesToMarkdown, tablesToText } from './report/table.js'
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

/** `svcgen inspect`: prints the models, relations, routes, access rules and functions of an API; with `--json` the IR (SPEC 2). */
export async function inspectCommand(api: string, flags: InspectFlags, context: Context): Promise<ExitCode> {
  const session = openSession(flags, context)
  const options = { api, includeRoot: includeRootOf(flags), engine: flags.engine ?? 'svc_sqla' }
  const analysis = await analyse(options, session)
  if (analysis === null) return fail(session)
  showDiagnostics(session)
  if (session.form === 'sarif') return EXIT.done

  const { service } = analysis
  const question = { whoCan: flags.whoCan ?? null, as: flags.as ?? null }
  const answers = question.whoCan === null && question.as === null ? null : answerAccess(service, question)
  if (session.form === 'json') {
    printJson(session, answers ?? service)
  } else {
    const tables = answers === null ? serviceTables(service) : [accessAnswers(titleOf(question), answers)]
    printText(session, render(flags.format ?? 'text', service, tables, session))
  }
  return EXIT.done
}

function titleOf({ whoCan, as }: { readonly whoCan: string | null; readonly as: string | null }): string {
  if (whoCan === null) return `What ${as ?? ''} can do`
  return as === null ? `Who can ${whoCan}` : `Can ${as} ${whoCan}`
}

function render(format: string, service: Service, tables: readonly Table[], session: Session): string {
  switch (format) {
    case 'markdown':
      return tablesToMarkdown(service.title, tables)
    case 'html':
      return tablesToHtml(service.title, tables)
    case 'mermaid':
      return toMermaid(service)
    default:
      return tablesToText(tables, (text) => session.paint.out('bold', text))
  }
}
