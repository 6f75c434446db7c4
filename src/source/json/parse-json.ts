import type { Code } from '../../diagnostics/catalog/index.js'
import type { Collector } from '../../diagnostics/collector.js'
import { spansIn } from '../embedded.js'
import { LIMITS, type Limits } from '../limits.js'
import {
  type Entry,
  exactNumber,
  type ListNode,
  type MapNode,
  type Node,
  type ScalarNode,
  textOf,
} from '../node.js'
import type { Span } from '../span.js'
import { reportDuplicate } from '../duplicate-key.js'

/**
 * Parses JSON (RFC 8259) to nodes. Their spans refer to the file that contains the text: an included file, or a YAML
 * file in which the text is a scalar. The `source` of a number is the number as written. Reports the first syntax error
 * and all duplicate keys.
 * @returns null after a syntax error
 */
export function parseJson(text: ScalarNode, collector: Collector, limits: Limits = LIMITS): Node | null {
  try {
    return new JsonParser(text, collector, limits).parse()
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error
    return null
  }
}

/** Thrown after a syntax error has been reported. */
class JsonFault extends Error {}

/** Whitespace (RFC 8259, 2). */
const BLANKS = /[ \n\r\t]*/y

/** A number, `true`, or an unquoted string. */
const WORD = /[^\s,:{}[\]"']*/y

/** Unescaped characters and one escape sequence in a string (RFC 8259, 7). */
const PIECE = /[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))?/y

/** Returns the end of the sequence of matching characters that begins at an offset. */
function endOf(run: RegExp, text: string, offset: number): number {
  run.lastIndex = offset
  run.test(text)
  return run.lastIndex
}

class JsonParser {
  readonly #text: string
  readonly #collector: Collector
  readonly #limits: Limits
  readonly #span: (start: number, end: number) => Span
  #offset = 0
  #count = 0

  constructor(scalar: ScalarNode, collector: Collector, limits: Limits) {
    this.#limits = limits
    this.#text = textOf(scalar)
    this.#collector = collector
    this.#span = spansIn(scalar)
  }

  parse(): Node {
    const node = this.#value(0)
    this.#blanks()
    if (this.#offset < this.#text.length) this.#fail('Unexpected text after the JSON value')
    return node
  }

  #value(depth: number): Node {
    const { depth: deepest, nodes } = this.#limits
    if (depth > deepest) this.#fail(`More than ${deepest} levels of nesting`, undefined, 'SVC1017')
    this.#count += 1
    if (this.#count > nodes) this.#fail(`More than ${nodes} values`, undefined, 'SVC1016')
    this.#blanks()
    switch (this.#text[this.#offset]) {
      case '{':
        return this.#map(depth)
      case '[':
        return this.#list(depth)
      case '"':
        return this.#string()
      default:
        return this.#word()
    }
  }

  #map(depth: number): MapNode {
    const start = this.#offset
    const entries = new Map<string, Entry>()
    for (let more = this.#begins('}'); more; more = this.#goesOn('}', 'a key in double quotes')) {
      const keyStart = this.#offset
      if (this.#text[keyStart] !== '"') this.#fail('Expected a key in double quotes')
      const key = this.#quoted()
      const keyAt = this.#span(keyStart, this.#offset)
      this.#blanks()
      if (!this.#take(':')) this.#fail(`Missing colon after "${key}"`)
      const value = this.#value(depth + 1)
      const first = entries.get(key)
      if (first === undefined) entries.set(key, { key, keyAt, value })
      else reportDuplicate(key, keyAt, first.keyAt, this.#collector)
    }
    return { kind: 'map', entries: [...entries.values()], at: this.#span(start, this.#offset) }
  }

  #list(depth: number): ListNode {
    const start = this.#offset
    const items: Node[] = []
    for (let more = this.#begins(']'); more; more = this.#goesOn(']', 'a value')) {
      items.push(this.#value(depth + 1))
    }
    return { kind: 'list', items, at: this.#span(start, this.#offset) }
  }

  #begins(close: '}' | ']'): boolean {
    this.#offset += 1
    this.#blanks()
    return !this.#take(close)
  }

  /**
   * Consumes the comma after a member or the closing bracket.
   * @returns whether another member follows
   */
  #goesOn(close: '}' | ']', wanted: string): boolean {
    this.#blanks()
    if (this.#take(close)) return false
    const comma = this.#offset
    if (!this.#take(',')) this.#fail(`Expected a comma or "${close}"`)
    this.#blanks()
    if (this.#text[this.#offset] !== close) return true
    this.#offset = comma
    return this.#fail(
      `Trailing comma before "${close}"`,
      `Remove the comma, or add ${wanted} after it`,
      'SVC1041',
    )
  }

  #string(): ScalarNode {
    const start = this.#offset
    const value = this.#quoted()
    return { kind: 'scalar', value, source: value, plain: false, at: this.#span(start, this.#offset) }
  }

  #quoted(): string {
    const start = this.#offset
    let end = start + 1
    for (let next = endOf(PIECE, this.#text, end); next > end; next = endOf(PIECE, this.#text, end))
      end = next
    switch (this.#text[end]) {
      case '"':
        this.#offset = end + 1
        return String(JSON.parse(this.#text.slice(start, end + 1)))
      case undefined:
        return this.#failAt(start, 'Missing closing quote')
      case '\\':
        return this.#failAt(end, 'Invalid escape sequence')
      default:
        return this.#failAt(
          end,
          'Line breaks, tabs and control characters in strings must be escaped, as in "\\n"',
        )
    }
  }

  #word(): ScalarNode {
    const start = this.#offset
    const source = this.#text.slice(start, endOf(WORD, this.#text, start))
    const value = source in WORDS ? WORDS[source] : numberIn(source)
    if (value === undefined) return this.#fail(...unknownWord(source, this.#text[start]))
    this.#offset = start + source.length
    return { kind: 'scalar', value, source, plain: false, at: this.#span(start, this.#offset) }
  }

  #take(character: string): boolean {
    if (this.#text[this.#offset] !== character) return false
    this.#offset += 1
    return true
  }

  #blanks(): void {
    this.#offset = endOf(BLANKS, this.#text, this.#offset)
    const first = this.#text[this.#offset]
    if (first !== '/' && first !== '#') return
    const isComment = first === '#' || /[/*]/.test(this.#text[this.#offset + 1] ?? '')
    if (isComment)
      this.#fail(
        'JSON does not allow comments',
        'Remove the comment, or convert it to a "description"',
        'SVC1042',
      )
  }

  #fail(message: string, help?: string, code?: Code): never {
    return this.#failAt(this.#offset, message, help, code)
  }

  #failAt(offset: number, message: string, help?: string, code: Code = 'SVC1040'): never {
    const at = this.#span(offset, Math.min(offset + 1, this.#text.length))
    this.#collector.report(code, { message, at, help })
    throw new JsonFault(message)
  }
}

const WORDS: Readonly<Record<string, boolean | null>> = Object.assign(Object.create(null), {
  true: true,
  false: false,
  null: null,
})

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/

function numberIn(source: string): number | string | undefined {
  return NUMBER.test(source) ? exactNumber(Number(source), source) : undefined
}

function unknownWord(word: string, first: string | undefined): [message: string, help?: string] {
  if (first === undefined) return ['Unexpected end of JSON']
  if (first === "'") return ['JSON does not allow single quotes', 'Use double quotes']
  if (word === '') return [`Unexpected "${first}"`]
  return [`Unknown JSON value "${word.slice(0, 40)}"`, 'Put strings in double quotes']
}
