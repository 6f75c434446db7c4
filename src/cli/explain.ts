import { catalogue, type Code, isCode } from '../diagnostics/catalogue/index.js'
import { nearest } from '../diagnostics/nearest.js'
import type { Paint } from '../diagnostics/paint.js'
import { EXIT, type ExitCode, UsageError } from './exit.js'
import { type CommonFlags, type Context, openSession, printJson, printText } from './session.js'

/**
 * `svcgen explain`: tells what a code means, with an example and the mend.
 * @throws UsageError for a code that there isn't
 */
export function explainCommand(text: string, flags: CommonFlags, context: Context): ExitCode {
  const code = text.toUpperCase()
  if (!isCode(code)) {
    const meant = nearest(code, Object.keys(catalogue))
    throw new UsageError(`unknown code '${text}'${meant === undefined ? '' : `\nDid you mean ${meant}?`}`)
  }
  const session = openSession(flags, context)
  if (session.form === 'json') printJson(session, { code, ...catalogue[code] })
  else printText(session, formatEntry(code, session.paint.out))
  return EXIT.done
}

function formatEntry(code: Code, paint: Paint): string {
  const { severity, title, meaning, example, mend } = catalogue[code]
  const colour = severity === 'error' ? 'red' : 'yellow'
  return `${paint(colour, severity)} ${code}: ${paint('bold', title)}

${meaning}

Example:
${indent(example)}

Mend:
${indent(mend)}
`
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : `  ${line}`))
    .join('\n')
}
