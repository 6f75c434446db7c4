import type { Code } from '../../diagnostics/catalog/index.js'
import type { Collector } from '../../diagnostics/collector.js'
import { spansIn } from '../embedded.js'
import { LIMITS, type Limits } from '../limits.js'
import type { Entry, ListNode, MapNode, Node, ScalarNode } from '../node.js'
import type { Span } from '../span.js'
import { reportDuplicate } from '../duplicate-key.js'
import { readNumber, readString, skipBlanks, wordAt } from './tokens.js'

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
    collector.report(error.code, { message: error.message, at: error.at, help: error.help })
    return null
  }
}

class JsonFault extends Error {
  readonly code: Code
  readonly at: Span
  readonly help: string | undefined

  constructor(code: Code, message: string, at: Span, help?: string) {
    super(message)
    this.code = code
    this.at = at
    this.help = help
  }
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
    this.#text = typeof scalar.value === 'string' ? scalar.value : scalar.source
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
    const read = readString(this.#text, this.#offset)
    if ('fault' in read) return this.#failAt(read.at, read.fault)
    this.#offset = read.end
    return read.value
  }

  #word(): ScalarNode {
    const start = this.#offset
    const source = wordAt(this.#text, start)
    const value = source in WORDS ? WORDS[source] : readNumber(source)
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
    this.#offset = skipBlanks(this.#text, this.#offset)
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
    throw new JsonFault(code, message, this.#span(offset, Math.min(offset + 1, this.#text.length)), help)
  }
}

const WORDS: Readonly<Record<string, boolean | null>> = Object.assign(Object.create(null), {
  true: true,
  false: false,
  null: null,
})

function unknownWord(word: string, first: string | undefined): [message: string, help?: string] {
  if (first === undefined) return ['Unexpected end of JSON']
  if (first === "'") return ['JSON does not allow single quotes', 'Use double quotes']
  if (word === '') return [`Unexpected "${first}"`]
  return [`Unknown JSON value "${word.slice(0, 40)}"`, 'Put strings in double quotes']
}
