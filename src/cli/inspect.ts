import type { Engine } from '../ir/index.js'
import type { OperationReport } from '../run.js'
import { analyze } from '../pipeline.js'
import { EXIT, type ExitCode } from './exit.js'
import { includeRootOf } from './run-options.js'
import { accessAnswers, type AccessQuestion, answerAccess, answerJson } from './print/access.js'
import { toMermaid } from './print/mermaid.js'
import { contractJson, contractTable, withProblems } from './print/contract.js'
import { servicePage, tablePage } from './print/page/service-page.js'
import { serviceTables } from './print/service-tables.js'
import { tablesToMarkdown, tablesToText } from './print/table.js'
import { type CommonFlags, type Environment, Session } from './session.js'

export interface InspectFlags extends CommonFlags {
  readonly engine?: Engine
  readonly includeRoot?: string
  readonly whoCan?: string
  readonly as?: string
  readonly contract?: boolean
}

/** `svcgen inspect`: prints the parts of an API and who can use them or, with `--json`, its IR. */
export async function inspectCommand(
  api: string,
  flags: InspectFlags,
  environment: Environment,
): Promise<ExitCode> {
  const session = new Session(flags, environment)
  if (flags.contract === true) return inspectContract(api, flags, session)
  const options = { api, includeRoot: includeRootOf(flags), engine: flags.engine ?? 'svc_sqla' }
  const analysis = analyze(options, session)
  if (analysis === null) return session.fail()
  session.showDiagnostics()
  if (session.form === 'sarif') return EXIT.done

  const { service } = analysis
  const question = { whoCan: flags.whoCan ?? null, as: flags.as ?? null }
  const answers = question.whoCan === null && question.as === null ? null : answerAccess(service, question)
  if (session.form === 'json') {
    session.printJson(answers?.map(answerJson) ?? service)
    return EXIT.done
  }
  const answer = answers && accessAnswers(titleOf(question), answers)
  const tables = answer === null ? serviceTables(service) : [answer]
  switch (flags.format) {
    case 'markdown':
      session.printText(tablesToMarkdown(service.title, tables))
      break
    case 'html': {
      const page =
        answer &&
        tablePage(
          service.title,
          answer,
          (answers ?? []).map(({ verdict }) => verdict),
        )
      session.printText(page ?? servicePage(service))
      break
    }
    case 'mermaid':
      session.printText(toMermaid(service))
      break
    default:
      session.printText(tablesToText(tables, session.paint.out))
  }
  return EXIT.done
}

/** Prints how each operation is answered, also if there are errors, which say what operations lack. */
function inspectContract(api: string, flags: InspectFlags, session: Session): ExitCode {
  let found: readonly OperationReport[] = []
  const options = { api, includeRoot: includeRootOf(flags), engine: flags.engine ?? 'svc_sqla' }
  const analysis = analyze(options, {
    collector: session.collector,
    stages: session.stages,
    filesRead: session.filesRead,
    onStage: session.onStage,
    onOperations: (operations) => {
      found = operations
    },
  })
  if (found.length === 0 && analysis === null) return session.fail()
  const operations = withProblems(found, session.collector.sorted())
  if (session.form === 'json') session.printJson(contractJson(operations))
  else {
    const table = contractTable(operations)
    const isMarkdown = flags.format === 'markdown'
    session.printText(
      isMarkdown ? tablesToMarkdown('Contract', [table]) : tablesToText([table], session.paint.out),
    )
  }
  return analysis === null ? EXIT.failed : EXIT.done
}

function titleOf({ whoCan, as }: AccessQuestion): string {
  if (whoCan === null) return `What ${as ?? ''} can do`
  return as === null ? `Who can ${whoCan}` : `Can ${as} ${whoCan}`
}
