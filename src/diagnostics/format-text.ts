import type { Diagnostic, Related } from './diagnostic.js'
import { frame } from './frame.js'
import type { Paint } from './paint.js'
import type { SourceFile, Span } from '../source/span.js'
import { textRangeOf } from './text-range.js'

const MAX_PRINTED = 200

/**
 * Formats diagnostics as text: location, code and message, a code frame, related locations and help. If there are too
 * many to print, errors take precedence over warnings, and the last line reports the number of omitted diagnostics.
 * @param nameOf returns the path to print for a file; by default, the path is relative to the RAML file's folder
 */
export function formatText(
  diagnostics: readonly Diagnostic[],
  paint: Paint,
  nameOf: (file: SourceFile) => string = ({ name }) => name,
): string {
  const shown = firstOf(diagnostics).map(
    (diagnostic) => `${formatOne(diagnostic, paint, nameOf).join('\n')}\n`,
  )
  const more = diagnostics.length - shown.length
  return [...shown, ...(more === 0 ? [] : [`and ${more} more\n`])].join('\n')
}

/** Returns the diagnostics to print, in their original order. */
function firstOf(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const bySeverity = diagnostics.toSorted((a, b) =>
    a.severity < b.severity ? -1 : Number(a.severity > b.severity),
  )
  const chosen = new Set(bySeverity.slice(0, MAX_PRINTED))
  return diagnostics.filter((diagnostic) => chosen.has(diagnostic))
}

function formatOne(
  { code, severity, message, at, related, help }: Diagnostic,
  paint: Paint,
  nameOf: (file: SourceFile) => string,
): readonly string[] {
  const color = severity === 'error' ? 'red' : 'yellow'
  const where = at === null ? '' : `${positionText(at, nameOf)} - `
  return [
    `${where}${paint(color, severity)} ${paint('dim', code)}: ${paint('bold', safe(message))}`,
    ...(at === null ? [] : frame(at, paint)),
    ...related.flatMap((other) => formatRelated(other, paint, nameOf)),
    ...(help === null ? [] : [`  ${paint('cyan', 'help:')} ${safe(help)}`]),
  ]
}

function formatRelated(
  { message, at }: Related,
  paint: Paint,
  nameOf: (file: SourceFile) => string,
): readonly string[] {
  return [`  ${positionText(at, nameOf)} - ${safe(message)}`, ...frame(at, paint).map((line) => `  ${line}`)]
}

function positionText(at: Span, nameOf: (file: SourceFile) => string): string {
  const { line, column } = textRangeOf(at)
  return `${safe(nameOf(at.file))}:${line}:${column}`
}

/** Replaces control characters. Names come from the input and could manipulate the terminal. */
function safe(text: string): string {
  return text.replace(/[^\P{C}\n]/gu, '?')
}
