import { catalog, type Code, entryOf, isCode, topics } from '../diagnostics/catalog/index.js'
import { nearest } from '../diagnostics/nearest.js'
import type { Paint } from '../diagnostics/paint.js'
import { EXIT, type ExitCode, UsageError } from './exit.js'
import { tablesToText } from './print/table.js'
import { type CommonFlags, type Environment, Session } from './session.js'

/**
 * `svcgen explain`: prints the meaning of a diagnostic code with an example and a fix. Without a code, lists all codes
 * by topic. The prefix SVC may be omitted.
 * @throws UsageError for an unknown code
 */
export function explainCommand(
  text: string | undefined,
  flags: CommonFlags,
  environment: Environment,
): ExitCode {
  const session = new Session(flags, environment)
  if (text === undefined) listCodes(session)
  else explainCode(text, session)
  return EXIT.done
}

function explainCode(text: string, session: Session): void {
  const code = text.toUpperCase().replace(/^(?=\d)/, 'SVC')
  if (!isCode(code)) {
    const meant = nearest(code, Object.keys(catalog))
    const help = meant === undefined ? 'Run svcgen explain to list all codes' : `Did you mean ${meant}?`
    throw new UsageError(`unknown code '${text}'\n${help}`)
  }
  if (session.form === 'json') session.printJson({ code, ...entryOf(code) })
  else session.printText(formatEntry(code, session.paint.out))
}

function listCodes(session: Session): void {
  if (session.form === 'json') {
    const lists = topics.map(({ title, codes }) => ({
      title,
      codes: codes.map((code) => ({ code, ...entryOf(code) })),
    }))
    session.printJson({ topics: lists })
  } else {
    const tables = topics.map(({ title, codes }) => ({
      title,
      columns: ['code', 'severity', 'title'],
      rows: codes.map((code) => [code, entryOf(code).severity, entryOf(code).title]),
    }))
    session.printText(tablesToText(tables, session.paint.out))
  }
}

function formatEntry(code: Code, paint: Paint): string {
  const { severity, title, meaning, example, fix } = entryOf(code)
  const color = severity === 'error' ? 'red' : 'yellow'
  return `${paint(color, severity)} ${code}: ${paint('bold', title)}

${meaning}

Example:
${indent(example)}

Fix:
${indent(fix)}
`
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : `  ${line}`))
    .join('\n')
}
