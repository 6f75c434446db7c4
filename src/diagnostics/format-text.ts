import type { Diagnostic, Related } from './diagnostic.js'
import type { Paint } from './paint.js'
import type { SourceFile, Span } from '../source/span.js'
import { textRangeOf, countLines, lineOf } from './text-range.js'

const MAX_PRINTED = 200

/** Number of further messages that are printed for one place. */
const MAX_ALSO = 3

/**
 * Formats diagnostics as text: location, code and message, a code frame, related locations and help. Those with the same
 * code at the same place, such as a parameter that many operations share, are printed together. If there are too many to
 * print, errors take precedence over warnings, and the last line reports the number of omitted diagnostics.
 * @param nameOf returns the path to print for a file; by default, the path is relative to the RAML file's folder
 */
export function formatText(
  diagnostics: readonly Diagnostic[],
  paint: Paint,
  nameOf: (file: SourceFile) => string = ({ name }) => name,
): string {
  const groups = byPlace(diagnostics)
  const printed = new Set(firstOf([...groups.keys()]))
  const shown = [...groups].filter(([first]) => printed.has(first))
  const texts = shown.map(([first, others]) => `${formatOne(first, others, paint, nameOf).join('\n')}\n`)
  const more = diagnostics.length - shown.length - shown.flatMap(([, others]) => others).length
  return [...texts, ...(more === 0 ? [] : [`and ${more} more\n`])].join('\n')
}

/** Returns the diagnostics with the others that have the same code and place. */
function byPlace(diagnostics: readonly Diagnostic[]): ReadonlyMap<Diagnostic, readonly Diagnostic[]> {
  const first = new Map<string, Diagnostic>()
  const groups = new Map<Diagnostic, Diagnostic[]>()
  for (const diagnostic of diagnostics) {
    const { code, at, message } = diagnostic
    const place = at === null ? message : `${at.file.path} ${at.start}`
    const known = first.get(`${code} ${place}`)
    if (known !== undefined) groups.get(known)?.push(diagnostic)
    else {
      first.set(`${code} ${place}`, diagnostic)
      groups.set(diagnostic, [])
    }
  }
  return groups
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
  others: readonly Diagnostic[],
  paint: Paint,
  nameOf: (file: SourceFile) => string,
): readonly string[] {
  const color = severity === 'error' ? 'red' : 'yellow'
  const where = at === null ? '' : `${positionText(at, nameOf)} - `
  return [
    `${where}${paint(color, severity)} ${paint('dim', code)}: ${paint('bold', safe(message))}`,
    ...(at === null ? [] : frame(at, paint)),
    ...others.slice(0, MAX_ALSO).map((other) => `  also: ${safe(other.message)}`),
    ...(others.length > MAX_ALSO ? [`  and ${others.length - MAX_ALSO} more at this place`] : []),
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

/**
 * Replaces control characters and line breaks. Names come from the input, and could manipulate the terminal or begin a
 * line that a CI system obeys, such as `::add-mask::`.
 */
function safe(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?')
}

const CONTEXT_LINES = 1
const WIDTH = 110

/** Returns the line with the problem, the lines before and after it, and a marker below the span. */
function frame(at: Span, paint: Paint): readonly string[] {
  const { line, column, endLine, endColumn } = textRangeOf(at)
  const first = Math.max(1, line - CONTEXT_LINES)
  const last = Math.min(countLines(at.file), line + CONTEXT_LINES)
  const gutter = String(last).length
  const end = endLine === line ? endColumn : [...lineOf(at.file, line)].length + 1
  const length = Math.max(1, end - column)
  const shift = Math.max(0, column - WIDTH + 20)

  const shown: string[] = []
  for (let number = first; number <= last; number++) {
    const text = window(lineOf(at.file, number), shift)
    if (number !== line && text.trim() === '') continue
    const isFaulty = number === line
    shown.push(
      `${isFaulty ? paint('red', '>') : ' '} ${paint('dim', `${String(number).padStart(gutter)} |`)} ${text}`,
    )
    if (!isFaulty) continue
    const mark = '^'.repeat(Math.min(length, Math.max(1, WIDTH - (column - 1 - shift))))
    shown.push(
      `  ${paint('dim', `${' '.repeat(gutter)} |`)} ${' '.repeat(column - 1 - shift)}${paint('red', mark)}`,
    )
  }
  return shown
}

/** Returns the visible part of a line. Replaces control characters, which could manipulate the terminal, with `?`. */
function window(line: string, shift: number): string {
  const start = lengthOf(line, shift)
  const visible = [
    ...line
      .slice(start, start + 2 * (WIDTH + 1))
      .replaceAll('\t', ' ')
      .replace(/\p{C}/gu, '?'),
  ]
  const part = visible.slice(0, WIDTH).join('')
  return visible.length > WIDTH ? `${part}…` : part
}

/** Returns the code units of the first characters of a line, which can be too long to be split into characters. */
function lengthOf(line: string, characters: number): number {
  let length = 0
  for (let count = 0; count < characters && length < line.length; count += 1) {
    length += (line.codePointAt(length) ?? 0) > 0xffff ? 2 : 1
  }
  return length
}
