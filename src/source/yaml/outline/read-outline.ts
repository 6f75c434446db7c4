import { LIMITS } from '../../limits.js'
import {
  nothingAt,
  type Written,
  type WrittenList,
  type WrittenMap,
  type WrittenPair,
  type WrittenScalar,
} from '../written.js'
import { flow } from './flow.js'
import { isBlankAt, isRestBlank, lineEnd, nextLine, skipSpaces, type Line } from './line.js'
import { textScalar } from './plain.js'
import { beginsPlain, colonIn, literal, plain, quoted } from './scalars.js'

/** What this reader leaves to the library wherever it stands: tabs, line ends of other systems, a second document. */
const LEFT = /[\t\r]|^(?:\.\.\.|---[^\n])/m

/** Longer texts may have more words than are taken ({@link LIMITS}), which the library counts. */
const LONGEST = LIMITS.tokens

/**
 * Reads a text as most RAML files are written: maps and lists by indentation, texts, lists and maps in brackets on one line, `!include`. That takes a
 * tenth of what the library needs, which knows all of YAML.
 * @returns what the library would make of it, with the same places; null for a text with anything else, and for one with an error: that is for the
 * library to read, or to tell
 */
export function readOutline(text: string): WrittenMap | WrittenList | null {
  if (text.length > LONGEST || LEFT.test(text)) return null
  try {
    return new OutlineReader(text).read()
  } catch (error) {
    if (error instanceof Unknown) return null
    throw error
  }
}

/** Thrown at what is for the library. */
class Unknown extends Error {}

class OutlineReader {
  readonly #text: string
  /** The content to read next; null at the end of the text. */
  #line: Line | null = null
  /** Where the last value ended, with the rest of its line. */
  #end = 0

  constructor(text: string) {
    this.#text = text
  }

  read(): WrittenMap | WrittenList {
    this.#goTo(0)
    const first = this.#line
    if (first?.indent === 0 && this.#text.startsWith('---', first.start))
      this.#goTo(lineEnd(this.#text, first.start) + 1)
    if (this.#line?.indent !== 0) return this.#leave()
    const node = this.#block(this.#line, 0)
    return this.#line === null ? node : this.#leave()
  }

  /** A map or a list that begins here. */
  #block(line: Line, depth: number): WrittenMap | WrittenList {
    if (depth > DEEPEST) return this.#leave()
    return this.#isItem(line) ? this.#list(line, depth) : this.#map(line, depth)
  }

  #map({ indent, start }: Line, depth: number): WrittenMap {
    const pairs: WrittenPair[] = []
    for (let line: Line | null = this.#line; line !== null && line.indent >= indent; line = this.#line) {
      if (line.indent > indent || this.#isItem(line)) return this.#leave()
      const key = this.#key(line.start)
      pairs.push({ key, value: this.#value(key.end + 1, indent, depth, true) })
    }
    return { kind: 'map', pairs, flow: false, start, end: this.#end }
  }

  #list({ indent, start }: Line, depth: number): WrittenList {
    const items: Written[] = []
    for (
      let line: Line | null = this.#line;
      line?.indent === indent && this.#isItem(line);
      line = this.#line
    ) {
      items.push(this.#item(line, depth))
    }
    return { kind: 'list', items, start, end: this.#end }
  }

  /** What follows `- `: a map or list may begin in the same line. */
  #item({ indent, start: dash }: Line, depth: number): Written {
    const start = skipSpaces(this.#text, dash + 1)
    const line = { indent: indent + start - dash, start }
    const isPlain = beginsPlain(this.#text, start)
    const isMap = isPlain && colonIn(this.#text, start, lineEnd(this.#text, start)) !== -1
    if (!isMap && !this.#isItem(line)) return this.#value(dash + 1, indent, depth, false)
    this.#line = line
    return this.#block(line, depth + 1)
  }

  #isItem({ start }: Line): boolean {
    return this.#text[start] === '-' && isBlankAt(this.#text, start + 1)
  }

  #key(start: number): WrittenScalar {
    const text = this.#text
    const key = beginsPlain(text, start) ? this.#plainKey(start) : quoted(text, start)
    return key !== null && text[key.end] === ':' && isBlankAt(text, key.end + 1) ? key : this.#leave()
  }

  #plainKey(start: number): WrittenScalar | null {
    const end = colonIn(this.#text, start, lineEnd(this.#text, start))
    const source = this.#text.slice(start, end)
    const isOdd = end === -1 || source.length > LONGEST_KEY || source.endsWith(' ') || source.includes(' #')
    return isOdd || source === '<<' ? null : textScalar(source, start, end)
  }

  /** @param after the `:` or `-` @param indent that of the collection @param ofKey a list may stand right below its key */
  #value(after: number, indent: number, depth: number, ofKey: boolean): Written {
    const start = skipSpaces(this.#text, after)
    if (!isRestBlank(this.#text, after)) return this.#inline(start, indent)
    this.#goTo(lineEnd(this.#text, start) + 1)
    const line = this.#line
    const isBelow =
      line !== null && (line.indent > indent || (ofKey && line.indent === indent && this.#isItem(line)))
    if (isBelow) return this.#block(line, depth + 1)
    const hasComment = this.#text.slice(start, line?.start).includes('#')
    if (hasComment) return this.#leave()
    this.#end = start
    return nothingAt(start)
  }

  #inline(start: number, indent: number): Written {
    const text = this.#text
    if (text.startsWith('!include ', start)) return this.#include(start, indent)
    const whole = flow(text, start, 0) ?? quoted(text, start)
    if (whole !== null) {
      if (!isRestBlank(text, whole.end)) return this.#leave()
      this.#endAt(lineEnd(text, whole.end) + 1)
      return whole
    }
    const { scalar, next } = literal(text, start, indent) ?? plain(text, start, indent) ?? this.#leave()
    this.#endAt(next)
    return scalar
  }

  #include(tag: number, indent: number): Written {
    const start = skipSpaces(this.#text, tag + '!include'.length)
    const { scalar, next } = plain(this.#text, start, indent) ?? this.#leave()
    this.#endAt(next)
    return { ...textScalar(scalar.source, scalar.start, scalar.end), tag: 'include' }
  }

  /** A value ends with its line. @param next where the next one begins */
  #endAt(next: number): void {
    this.#end = Math.min(next, this.#text.length)
    this.#goTo(next)
  }

  #goTo(lineStart: number): void {
    const line = nextLine(this.#text, lineStart)
    this.#line = line === undefined ? this.#leave() : line
  }

  #leave(): never {
    throw new Unknown()
  }
}

/** What is nested deeper may be too deep. */
const DEEPEST = 50

/** Longer ones are an error (YAML 1.2, 7.4.2). */
const LONGEST_KEY = 1000
