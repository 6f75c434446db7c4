import type { Span } from '../source/span.js'
import type { Paint } from './paint.js'
import { countLines, lineOf, textRangeOf } from './text-range.js'

const CONTEXT_LINES = 1
const WIDTH = 110

/** Returns the line with the problem, the lines before and after it, and a marker below the span. */
export function frame(at: Span, paint: Paint): readonly string[] {
  const { line, column, endLine, endColumn } = textRangeOf(at)
  const first = Math.max(1, line - CONTEXT_LINES)
  const last = Math.min(countLines(at.file), line + CONTEXT_LINES)
  const gutter = String(last).length
  const length =
    endLine === line ? Math.max(1, endColumn - column) : lengthFrom(lineOf(at.file, line), column)
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

function lengthFrom(line: string, column: number): number {
  return Math.max(1, [...line].length - column + 1)
}
