import { type ScalarNode, textOf } from './node.js'
import type { Span } from './span.js'

/**
 * Returns a function that maps offsets in a string to spans in its file. The string can be a whole file, an indented
 * YAML literal block, or any other scalar. In the last case, positions near escapes and folded lines are approximate.
 */
export function spansIn(scalar: ScalarNode): (start: number, end: number) => Span {
  const { file } = scalar.at
  const text = textOf(scalar)
  if (file.text === text) return (start, end) => ({ file, start, end })
  let offsets: readonly number[] | null = null
  return (start, end) => {
    offsets ??= offsetsOf(text, scalar.at)
    const first = offsets[start] ?? scalar.at.end
    const last = end > start ? (offsets[end - 1] ?? scalar.at.end - 1) + 1 : first
    return { file, start: first, end: Math.max(first, last) }
  }
}

function offsetsOf(text: string, at: Span): readonly number[] {
  const source = at.file.text.slice(at.start, at.end)
  return relativeOffsets(text, source).map((offset) => at.start + offset)
}

function relativeOffsets(text: string, source: string): readonly number[] {
  if (source.replaceAll('\r\n', '\n') === text) return verbatimOffsets(source)
  return source.startsWith('|') ? literalOffsets(text, source) : approximateOffsets(text, source)
}

/** Maps text that equals its source except for line endings: a whole file or a plain scalar. */
function verbatimOffsets(source: string): readonly number[] {
  const offsets: number[] = []
  for (let offset = 0; offset <= source.length; offset++) {
    if (!source.startsWith('\r\n', offset)) offsets.push(offset)
  }
  return offsets
}

/** Maps line by line. In the file, each line is preceded by indentation. */
function literalOffsets(text: string, source: string): readonly number[] {
  const offsets: number[] = []
  let lineStart = source.indexOf('\n') + 1
  for (const line of text.split('\n')) {
    const next = source.indexOf('\n', lineStart)
    const lineEnd = next === -1 ? source.length : next
    const length = source.slice(lineStart, lineEnd).replace(/\r$/, '').length
    const indent = Math.max(0, length - line.length)
    for (let column = 0; column <= line.length; column++) offsets.push(lineStart + indent + column)
    lineStart = Math.min(lineEnd + 1, source.length)
  }
  return offsets
}

/** Maps character by character, because of folded whitespace and escapes. */
function approximateOffsets(text: string, source: string): readonly number[] {
  const quote = source[0] === '"' || source[0] === "'" ? source[0] : ''
  const offsets: number[] = []
  let at = source.startsWith('>') ? source.indexOf('\n') + 1 : quote.length
  for (const character of text) {
    if (!isBlank(character)) while (isBlank(source[at])) at += 1
    for (let unit = 0; unit < character.length; unit++) offsets.push(Math.min(at, source.length))
    at += widthOf(character, source, at, quote)
  }
  return offsets
}

const ESCAPE_WIDTHS: Readonly<Record<string, number>> = { x: 4, u: 6, U: 10 }

function widthOf(character: string, source: string, at: number, quote: string): number {
  if (quote === "'" && character === "'") return 2
  if (quote === '"' && source[at] === '\\') return ESCAPE_WIDTHS[source[at + 1] ?? ''] ?? 2
  if (isBlank(character) && !isBlank(source[at])) return 0
  return character.length
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\n' || character === '\r' || character === '\t'
}
