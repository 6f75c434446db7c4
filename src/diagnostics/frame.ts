import type { Span } from '../source/span.js'
import type { Paint } from './paint.js'
import { countLines, lineOf, placeOf } from './place.js'

const AROUND = 1
const WIDTH = 110

/**
 * A code frame: the line in question with one before and one after, and a mark under the place.
 * @returns lines to print
 */
export function frame(at: Span, paint: Paint): readonly string[] {
  const { line, column, endLine, endColumn } = placeOf(at)
  const first = Math.max(1, line - AROUND)
  const last = Math.min(countLines(at.file), line + AROUND)
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

/** Characters that move the cursor or hide text are shown as `?`: the input must not paint on the terminal. */
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

/** How many units of UTF-16 so many characters take: at most two each. A line may be a whole file. */
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
