import type { SourceFile, Span } from '../source/span.js'

/** A span as people count: lines and columns from 1, columns in characters as an editor shows them, the end exclusive. */
export interface Place {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

/** Tells where a span stands. A line ends with LF, CRLF or CR. */
export function placeOf({ file, start, end }: Span): Place {
  const first = positionOf(file, start)
  const last = positionOf(file, Math.max(start, end))
  return { file: file.name, ...first, endLine: last.line, endColumn: last.column }
}

/** A line of a file, counted from 1, without its end; empty past the last. */
export function lineOf(file: SourceFile, line: number): string {
  const begins = lineStarts(file)
  return file.text.slice(begins[line - 1] ?? file.text.length, begins[line]).replace(/[\r\n]+$/, '')
}

/** How many lines a file has. */
export function countLines(file: SourceFile): number {
  return lineStarts(file).length
}

const starts = new WeakMap<SourceFile, readonly number[]>()

/** Where the lines of a file begin; found once for a file, since every node of the IR asks. */
function lineStarts(file: SourceFile): readonly number[] {
  const known = starts.get(file)
  if (known !== undefined) return known
  const found = [0, ...[...file.text.matchAll(/\r\n|\n|\r/g)].map(({ index, 0: end }) => index + end.length)]
  starts.set(file, found)
  return found
}

function positionOf(file: SourceFile, offset: number): { readonly line: number; readonly column: number } {
  const begins = lineStarts(file)
  let low = 0
  let high = begins.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((begins[middle] ?? 0) <= offset) low = middle
    else high = middle
  }
  const line = file.text.slice(begins[low] ?? 0, offset).replace(/\r$/, '')
  return { line: low + 1, column: [...line].length + 1 }
}
