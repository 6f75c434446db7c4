import type { WrittenScalar } from '../written.js'
import { isBlankAt, lineEnd, nextLine, skipSpaces, trimSpaces } from './line.js'
import { plainScalar } from './plain.js'

/** A scalar that was read, and where the next line begins. */
export interface ScalarRead {
  readonly scalar: WrittenScalar
  readonly next: number
}

/** Characters that no plain text begins with; `-`, `?` and `:` may, but seldom do. */
const INDICATORS = new Set('-?:,[]{}#&*!|>\'"%@`')

/** Tells whether a plain text may begin here. */
export function beginsPlain(text: string, offset: number): boolean {
  const first = text[offset]
  if (first === '-') return !isBlankAt(text, offset + 1)
  return first !== undefined && !INDICATORS.has(first)
}

/** Where the colon after a key stands, in a piece of a line; -1 where there is none. */
export function colonIn(text: string, start: number, end: number): number {
  const line = text.slice(start, end)
  for (let at = line.indexOf(':'); at !== -1; at = line.indexOf(':', at + 1)) {
    if (isBlankAt(line, at + 1)) return start + at
  }
  return -1
}

/** A quoted text that ends in its line and has no escapes; null for any other. */
export function quoted(text: string, start: number): WrittenScalar | null {
  const quote = text[start]
  if (quote !== '"' && quote !== "'") return null
  const end = text.indexOf(quote, start + 1)
  const source = text.slice(start + 1, end)
  if (end === -1 || source.includes('\n') || source.includes('\\') || text[end + 1] === quote) return null
  return { kind: 'scalar', value: source, source, plain: false, start, end: end + 1 }
}

/**
 * A plain text of one or more lines; those after the first are indented deeper than the collection that holds it. Null where it is none, or has
 * comments inside.
 */
export function plain(text: string, start: number, parent: number): ScalarRead | null {
  if (!beginsPlain(text, start)) return null
  let piece = pieceOf(text, start)
  if (piece === null) return null
  let source = piece.source
  for (;;) {
    const end = piece.end
    const eol = lineEnd(text, end)
    const line = nextLine(text, eol + 1)
    if (line === undefined) return null
    if (line === null || line.indent <= parent)
      return { scalar: plainScalar(source, start, end), next: eol + 1 }
    const gap = text.slice(end, line.start)
    piece = pieceOf(text, line.start)
    if (piece === null || gap.trim() !== '') return null
    const breaks = gap.split('\n').length - 1
    source += (breaks === 1 ? ' ' : '\n'.repeat(breaks - 1)) + piece.source
  }
}

/** What of a plain text stands in one line; null where a colon makes it a key. */
function pieceOf(text: string, start: number): { readonly source: string; readonly end: number } | null {
  const eol = lineEnd(text, start)
  const line = text.slice(start, eol)
  const comment = line.indexOf(' #')
  const source = trimSpaces(comment === -1 ? line : line.slice(0, comment))
  const isKey = source.includes(':') && colonIn(text, start, start + source.length) !== -1
  return isKey || source === '' ? null : { source, end: start + source.length }
}

const HEADER = /\|(-?) *(?=\n)/y

/**
 * A literal block (`|`, `|-`): its lines, without the indentation of the first. Null for other headers, and where a line of blanks is longer than the
 * indentation.
 */
export function literal(text: string, start: number, parent: number): ScalarRead | null {
  HEADER.lastIndex = start
  const header = HEADER.exec(text)
  const first = header === null ? null : firstLineOf(text, lineEnd(text, start) + 1)
  if (header === null || first === null || first.indent <= parent) return null
  const lines: string[] = []
  let end = first.lineStart
  for (let at = lineEnd(text, start) + 1; at < text.length;) {
    const eol = lineEnd(text, at)
    const content = skipSpaces(text, at)
    if (content < eol && content - at < first.indent) {
      if (content - at > parent) return null
      break
    }
    if (content >= eol && eol - at > first.indent) return null
    lines.push(text.slice(Math.min(at + first.indent, eol), eol))
    at = eol + 1
    if (content < eol) end = Math.min(at, text.length)
  }
  const source = `${lines.join('\n').replace(/\n+$/, '')}${header[1] === '-' ? '' : '\n'}`
  return { scalar: { kind: 'scalar', value: source, source, plain: false, start, end }, next: end }
}

/** The first line of a block that has content. */
function firstLineOf(
  text: string,
  from: number,
): { readonly indent: number; readonly lineStart: number } | null {
  for (let at = from; at < text.length; at = lineEnd(text, at) + 1) {
    const content = skipSpaces(text, at)
    if (content < lineEnd(text, at)) return { indent: content - at, lineStart: at }
  }
  return null
}
