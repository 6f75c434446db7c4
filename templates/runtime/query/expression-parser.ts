import type { TextPattern } from '../store.js'

/** A bound of a range; null: open. */
export interface Bound {
  readonly text: string
  readonly inclusive: boolean
}

/** An expression (SPEC 7), read but not yet typed. */
export type Expression =
  | { readonly kind: 'and' | 'or'; readonly of: readonly Expression[] }
  | { readonly kind: 'not'; readonly of: Expression }
  /** `name:…` */
  | { readonly kind: 'named'; readonly name: string; readonly of: Expression }
  | { readonly kind: 'range'; readonly min: Bound | null; readonly max: Bound | null }
  | { readonly kind: 'phrase'; readonly text: string }
  | { readonly kind: 'term'; readonly text: string }
  /** `*` and `?` are wild; those that were escaped have become blanks, as no word holds them. */
  | { readonly kind: 'wildcard'; readonly text: string }
  | { readonly kind: 'fuzzy'; readonly text: string; readonly edits: 1 | 2 }
  /** `*`: any value. */
  | { readonly kind: 'anything' }

/** An expression that cannot be read. */
export class Malformed extends Error {
  override readonly name = 'Malformed'
}

/** How an expression may be written. */
export interface Grammar {
  /** Whether `name:` stands for a field; else a colon is a character as any other. */
  readonly named: boolean
  /** Terms at most. */
  readonly terms: number
}

const WORDS = /[\p{L}\p{N}_]+/gu
const WILD_WORD = /[\p{L}\p{N}_*?]+/gu

/** Longest word to look for with changes: what is searched grows with it. */
const MAX_FUZZY_LENGTH = 50

/** In one term. */
const MAX_WILD_WORDS = 20

/** In one word. */
const MAX_STARS = 4

/** The words of a text, as `TextPattern` knows them. */
function wordsOf(text: string): string[] {
  return text.match(WORDS) ?? []
}

/** What text must be like that holds these words one after the other; undefined where there is no word. */
export function phrasePattern(text: string): TextPattern | undefined {
  const words = wordsOf(text)
  const [first] = words
  if (first === undefined) return undefined
  return words.length === 1 ? { kind: 'word', text: first } : { kind: 'phrase', words }
}

/**
 * Patterns that text must all be like which fits these words with `*` and `?`. Undefined where there are too many: each `*` multiplies the ways
 * to try.
 */
export function wildcardPatterns(text: string): TextPattern[] | undefined {
  const words = (text.match(WILD_WORD) ?? []).map((word) => word.replace(/\*{2,}/g, '*'))
  if (words.length > MAX_WILD_WORDS || words.some((word) => word.split('*').length > MAX_STARS + 1))
    return undefined
  return words.map((word) =>
    /[*?]/.test(word) ? { kind: 'wildcard', text: word } : { kind: 'word', text: word },
  )
}

/** The pattern of one word that may differ a little; undefined where it is not one word of a sensible length. */
export function fuzzyPattern(text: string, edits: 1 | 2): TextPattern | undefined {
  const [word, ...more] = wordsOf(text)
  if (word === undefined || more.length > 0 || word.length > MAX_FUZZY_LENGTH) return undefined
  return { kind: 'fuzzy', text: word, edits }
}

type Mark = '(' | ')' | '[' | ']' | '{' | '}' | '>' | '>=' | '<' | '<=' | 'AND' | 'OR' | 'NOT' | 'TO' | '+'

/** A piece of an expression; `at` is where it begins. */
export type Token =
  | { readonly kind: Mark; readonly at: number }
  /** `name:` */
  | { readonly kind: 'name'; readonly name: string; readonly at: number }
  | { readonly kind: 'phrase'; readonly text: string; readonly at: number }
  /** Without backslashes; in `pattern` blanks stand for escaped wildcards. */
  | {
      readonly kind: 'word'
      readonly text: string
      readonly pattern: string
      readonly wild: boolean
      readonly at: number
    }
  /** `~`, `~1`, `~2` behind a word. */
  | { readonly kind: 'fuzzy'; readonly edits: 1 | 2; readonly at: number }
  | { readonly kind: 'end'; readonly at: number }

const BLANKS = /\s*/y
const NAME = /([\p{L}_][\p{L}\p{N}_.-]*):/uy
const MARKS: readonly (readonly [RegExp, Mark])[] = [
  [/\(/y, '('],
  [/\)/y, ')'],
  [/\[/y, '['],
  [/\]/y, ']'],
  [/\{/y, '{'],
  [/\}/y, '}'],
  [/>=/y, '>='],
  [/>/y, '>'],
  [/<=/y, '<='],
  [/</y, '<'],
  [/AND(?=[\s(]|$)|&&/y, 'AND'],
  [/OR(?=[\s(]|$)|\|\|/y, 'OR'],
  [/NOT(?=[\s(]|$)|!|-(?=[^\s\d.])/y, 'NOT'],
  [/TO(?=\s)/y, 'TO'],
  [/\+(?=[^\s\d.])/y, '+'],
]
const FUZZY = /~([12]?)(?=[\s)]|$)/y
const WORD = /(?:\\[^]|[^\s\\()[\]{}"~])+/y
const PHRASE = /"((?:\\[^]|[^"\\])*)"/y
const ESCAPED = /\\([^])/g

/**
 * Takes an expression apart.
 * @param named whether `name:` stands for a field; else a colon is a character as any other
 * @throws Malformed
 */
export function tokenize(text: string, named: boolean): Token[] {
  const tokens: Token[] = []
  let at = skipBlanks(text, 0)
  while (at < text.length) {
    const [token, end] = next(text, at, named && tokens.at(-1)?.kind !== 'name')
    tokens.push(token)
    at = skipBlanks(text, end)
  }
  return [...tokens, { kind: 'end', at }]
}

function next(text: string, at: number, named: boolean): [Token, number] {
  for (const [pattern, kind] of MARKS) {
    const mark = matchAt(pattern, text, at)
    if (mark !== null) return [{ kind, at }, at + mark[0].length]
  }
  const name = named ? matchAt(NAME, text, at) : null
  if (name !== null) return [{ kind: 'name', name: name[1] ?? '', at }, at + name[0].length]
  const phrase = matchAt(PHRASE, text, at)
  if (phrase !== null)
    return [{ kind: 'phrase', text: (phrase[1] ?? '').replace(ESCAPED, '$1'), at }, at + phrase[0].length]
  const fuzzy = matchAt(FUZZY, text, at)
  if (fuzzy !== null) return [{ kind: 'fuzzy', edits: fuzzy[1] === '1' ? 1 : 2, at }, at + fuzzy[0].length]
  const word = matchAt(WORD, text, at)
  if (word !== null) return [wordToken(word[0], at), at + word[0].length]
  throw new Malformed(
    `${text[at] === '"' ? 'the quote is not closed' : `"${text[at] ?? ''}" is out of place`}, at character ${at + 1}`,
  )
}

function wordToken(source: string, at: number): Token {
  return {
    kind: 'word',
    text: source.replace(ESCAPED, '$1'),
    pattern: source.replace(/\\[*?]/g, ' ').replace(ESCAPED, '$1'),
    wild: /[*?]/.test(source.replace(ESCAPED, '')),
    at,
  }
}

function skipBlanks(text: string, at: number): number {
  return at + (matchAt(BLANKS, text, at)?.[0].length ?? 0)
}

function matchAt(sticky: RegExp, text: string, at: number): RegExpExecArray | null {
  sticky.lastIndex = at
  return sticky.exec(text)
}

/** How deep parentheses and NOT may stand in one another. */
const MAX_DEPTH = 32

/**
 * Reads an expression in Lucene's query-string syntax (SPEC 7). AND binds closer than OR; what stands side by side is joined as by AND.
 * @throws Malformed telling what is wrong, and at which character
 */
export function parseExpression(text: string, grammar: Grammar): Expression {
  const parser = new Parser(tokenize(text, grammar.named), grammar.terms)
  return parser.parse()
}

class Parser {
  readonly #tokens: readonly Token[]
  readonly #maxTerms: number
  #next = 0
  #depth = 0
  #terms = 0

  constructor(tokens: readonly Token[], maxTerms: number) {
    this.#tokens = tokens
    this.#maxTerms = maxTerms
  }

  parse(): Expression {
    const expression = this.#or()
    if (this.#peek().kind !== 'end') this.#unexpected()
    return expression
  }

  #or(): Expression {
    const of = [this.#and()]
    while (this.#take('OR')) of.push(this.#and())
    return joined('or', of)
  }

  #and(): Expression {
    const of = [this.#unary()]
    for (;;) {
      const { kind } = this.#peek()
      if (kind === 'OR' || kind === ')' || kind === 'end') return joined('and', of)
      this.#take('AND')
      of.push(this.#unary())
    }
  }

  #unary(): Expression {
    const { at } = this.#peek()
    if (++this.#depth > MAX_DEPTH) throw new Malformed(`is nested too deeply, at character ${at + 1}`)
    this.#take('+')
    const expression: Expression = this.#take('NOT') ? { kind: 'not', of: this.#unary() } : this.#primary()
    this.#depth--
    return expression
  }

  #primary(): Expression {
    const token = this.#advance()
    switch (token.kind) {
      case '(': {
        const inner = this.#or()
        this.#expect(')')
        return inner
      }
      case 'name':
        return { kind: 'named', name: token.name, of: this.#unary() }
      case '[':
      case '{':
        return this.#range(token.kind === '[')
      case '>':
      case '>=':
        return this.#counted({
          kind: 'range',
          min: { text: this.#value(), inclusive: token.kind === '>=' },
          max: null,
        })
      case '<':
      case '<=':
        return this.#counted({
          kind: 'range',
          min: null,
          max: { text: this.#value(), inclusive: token.kind === '<=' },
        })
      case 'phrase':
        return this.#counted({ kind: 'phrase', text: token.text })
      case 'word':
        return this.#counted(this.#term(token))
      case 'TO':
        return this.#counted({ kind: 'term', text: token.kind })
      default:
        this.#next--
        return this.#unexpected()
    }
  }

  #term({ text, pattern, wild }: Token & { kind: 'word' }): Expression {
    const following = this.#peek()
    if (following.kind === 'fuzzy') {
      this.#advance()
      return { kind: 'fuzzy', text, edits: following.edits }
    }
    if (!wild) return { kind: 'term', text }
    return pattern === '*' ? { kind: 'anything' } : { kind: 'wildcard', text: pattern }
  }

  #range(minInclusive: boolean): Expression {
    const min = this.#bound(minInclusive)
    this.#expect('TO')
    const max = this.#value()
    const maxInclusive = this.#take(']')
    if (!maxInclusive) this.#expect('}')
    return this.#counted({
      kind: 'range',
      min,
      max: max === '*' ? null : { text: max, inclusive: maxInclusive },
    })
  }

  #bound(inclusive: boolean): Bound | null {
    const text = this.#value()
    return text === '*' ? null : { text, inclusive }
  }

  #value(): string {
    const token = this.#advance()
    if (token.kind === 'word' || token.kind === 'phrase') return token.text
    this.#next--
    return this.#unexpected()
  }

  #counted(expression: Expression): Expression {
    if (++this.#terms > this.#maxTerms) throw new Malformed(`has more than ${this.#maxTerms} terms`)
    return expression
  }

  #peek(): Token {
    return this.#tokens[this.#next] ?? { kind: 'end', at: 0 }
  }

  #advance(): Token {
    const token = this.#peek()
    this.#next++
    return token
  }

  #take(kind: Token['kind']): boolean {
    if (this.#peek().kind !== kind) return false
    this.#next++
    return true
  }

  #expect(kind: Token['kind']): void {
    if (!this.#take(kind)) this.#unexpected(kind)
  }

  #unexpected(expected?: string): never {
    const { kind, at } = this.#peek()
    const found = kind === 'end' ? 'the expression ends too early' : `"${kind}" is out of place`
    throw new Malformed(
      `${found}${expected === undefined ? '' : `: "${expected}" should come here`}, at character ${at + 1}`,
    )
  }
}

function joined(kind: 'and' | 'or', of: readonly Expression[]): Expression {
  const [only] = of
  return of.length === 1 && only !== undefined ? only : { kind, of }
}

const STARTS = /^(?:[[{(!"><]|NOT )/
const JOINS = / (?:AND|OR) /
const ENDS = /~[12]?$/

/** Whether the value of a filter is an expression, by the looks of it; else it is compared as it is (SPEC 7). */
export function isExpression(value: string): boolean {
  const unescaped = value.replace(/\\[^]/g, '')
  return STARTS.test(value) || JOINS.test(value) || unescaped.includes('*') || ENDS.test(unescaped)
}

/** The text that a plain value means: a backslash that keeps it from being an expression is none of it. */
export function plainText(value: string): string {
  return value
    .replace(/\\\*/g, '*')
    .replace(/^\\(?=[[{(!"><])/, '')
    .replace(/\\(?=~[12]?$)/, '')
}
