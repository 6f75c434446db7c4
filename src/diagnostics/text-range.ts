import type { SourceFile, Span } from '../source/span.js'

/** A span as lines and columns, which start at 1. Columns count characters, as in editors. The end is exclusive. */
export interface TextRange {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

/** Converts a span to lines and columns. Lines end with LF, CRLF or CR. */
export function textRangeOf({ file, start, end }: Span): TextRange {
  const first = positionOf(file, start)
  const last = positionOf(file, Math.max(start, end))
  return { file: file.name, ...first, endLine: last.line, endColumn: last.column }
}

/** Returns the line and column of the start of a span; see {@link textRangeOf}. */
export function startOf({ file, start }: Span): Pick<TextRange, 'line' | 'column'> {
  return positionOf(file, start)
}

/** Returns a line, numbered from 1, without its line ending, or an empty string if there is none. */
export function lineOf(file: SourceFile, line: number): string {
  const begins = lineStarts(file)
  return file.text.slice(begins[line - 1] ?? file.text.length, begins[line]).replace(/[\r\n]+$/, '')
}

export function countLines(file: SourceFile): number {
  return lineStarts(file).length
}

const LINE_END = /\r\n?|\n/g

const starts = new WeakMap<SourceFile, readonly number[]>()

/** Returns the offset of each line in a file. The offsets are cached, because every node in the IR needs them. */
function lineStarts(file: SourceFile): readonly number[] {
  const known = starts.get(file)
  if (known !== undefined) return known
  const found = [0]
  for (LINE_END.lastIndex = 0; LINE_END.test(file.text);) found.push(LINE_END.lastIndex)
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
  return { line: low + 1, column: charactersInLine(file, begins[low] ?? 0, offset) + 1 }
}

/** The distance between the places in a long line whose columns are cached, in code units. */
const STEP = 2000

/** For each file, the number of characters before each {@link STEP} of a line, by the start of the line. */
const columns = new WeakMap<SourceFile, Map<number, number[]>>()

/** Counts characters from the start of a line, which can have millions of them if there are no line breaks. */
function charactersInLine(file: SourceFile, start: number, end: number): number {
  const steps = Math.floor((end - start) / STEP)
  if (steps < 2) return countCharacters(file.text, start, end)
  const lines = columns.get(file) ?? new Map<number, number[]>()
  columns.set(file, lines)
  const counts = lines.get(start) ?? [0]
  lines.set(start, counts)
  for (let step = counts.length; step <= steps; step += 1) {
    const from = wholeCharacter(file.text, start + (step - 1) * STEP)
    const to = wholeCharacter(file.text, start + step * STEP)
    counts.push((counts[step - 1] ?? 0) + countCharacters(file.text, from, to))
  }
  const from = wholeCharacter(file.text, start + steps * STEP)
  return (counts[steps] ?? 0) + countCharacters(file.text, from, end)
}

/** Returns the offset, or the next one if the offset is inside a surrogate pair. */
function wholeCharacter(text: string, offset: number): number {
  const isInside = isLowHalf(text.charCodeAt(offset)) && isHighHalf(text.charCodeAt(offset - 1))
  return isInside ? offset + 1 : offset
}

/** Counts characters as editors do: a surrogate pair is one character, and the CR of a line ending is not counted. */
function countCharacters(text: string, start: number, end: number): number {
  const last = end > start && text[end - 1] === '\r' ? end - 1 : end
  let count = 0
  for (let at = start; at < last; at += 1) {
    if (isHighHalf(text.charCodeAt(at)) && at + 1 < last && isLowHalf(text.charCodeAt(at + 1))) at += 1
    count += 1
  }
  return count
}

function isHighHalf(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00
}

function isLowHalf(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000
}
