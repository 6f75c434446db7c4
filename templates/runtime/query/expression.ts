import type { Json } from '../json.js'
import type { FieldType } from '../model.js'
import { type Condition, EVERYTHING, type ItemTest, type TextPattern } from '../store.js'
import { characterFault } from '../values/scalars.js'
import { parseValue } from '../values/values.js'
import {
  type QueryReading,
  type TermCount,
  allOf,
  anyOf,
  resolve,
  type Target,
  comparison,
  isText,
  operatorError,
  within,
  wordsLike,
} from './parameters.js'

/** A bound of a range. */
export interface Bound {
  readonly text: string
  readonly inclusive: boolean
}

/** A parsed expression, before fields and values are resolved. */
export type Expression =
  | { readonly kind: 'and' | 'or'; readonly of: readonly Expression[] }
  | { readonly kind: 'not'; readonly of: Expression }
  /** An expression that applies to a field: `name:…`. */
  | { readonly kind: 'named'; readonly name: string; readonly of: Expression }
  | { readonly kind: 'range'; readonly min: Bound | null; readonly max: Bound | null }
  | { readonly kind: 'phrase'; readonly text: string }
  | { readonly kind: 'term'; readonly text: string }
  /** `*` and `?` are wildcards. Escaped wildcards have been replaced with spaces, which no word contains. */
  | { readonly kind: 'wildcard'; readonly text: string }
  | { readonly kind: 'fuzzy'; readonly text: string; readonly edits: 1 | 2 }
  /** `*`, which matches any value. */
  | { readonly kind: 'anything' }

/** Thrown for a syntax error in an expression. The message follows the name of the parameter. */
export class Malformed extends Error {
  override readonly name = 'Malformed'
}

export interface Grammar {
  /** Whether `name:` refers to a field. If not, a colon is an ordinary character. */
  readonly named: boolean
  readonly terms: TermCount
}

const WORDS = /[\p{L}\p{N}_]+/gu
const WILD_WORD = /[\p{L}\p{N}_*?]+/gu

/** Maximum length of a fuzzy term. Longer terms have larger patterns. */
const MAX_FUZZY_LENGTH = 50

/** Maximum number of words in a term with wildcards. */
const MAX_WILD_WORDS = 20

/** Maximum number of `*` in a word. */
const MAX_STARS = 4

/** Returns the words in a string, as defined by {@link TextPattern}. */
function wordsOf(text: string): string[] {
  return text.match(WORDS) ?? []
}

/** Returns the pattern for consecutive words, or undefined if the text contains no word. */
export function phrasePattern(text: string): TextPattern | undefined {
  const words = wordsOf(text)
  const [first] = words
  if (first === undefined) return undefined
  return words.length === 1 ? { kind: 'word', text: first } : { kind: 'phrase', words }
}

/**
 * Returns the patterns for words with `*` and `?`, all of which must match. Returns undefined if there are too many
 * words or `*`, because matching would be slow.
 */
export function wildcardPatterns(text: string): TextPattern[] | undefined {
  const words = (text.match(WILD_WORD) ?? []).map((word) => word.replace(/\*{2,}/g, '*'))
  if (words.length > MAX_WILD_WORDS || words.some((word) => word.split('*').length > MAX_STARS + 1))
    return undefined
  return words.map((word) =>
    /[*?]/.test(word) ? { kind: 'wildcard', text: word } : { kind: 'word', text: word },
  )
}

/**
 * Returns the pattern for a word with up to `edits` differences, or undefined if the text is not a single word of at
 * most 50 letters.
 */
export function fuzzyPattern(text: string, edits: 1 | 2): TextPattern | undefined {
  const [word, ...more] = wordsOf(text)
  if (word === undefined || more.length > 0 || word.length > MAX_FUZZY_LENGTH) return undefined
  return { kind: 'fuzzy', text: word, edits }
}

type Mark = '(' | ')' | '[' | ']' | '{' | '}' | '>' | '>=' | '<' | '<=' | 'AND' | 'OR' | 'NOT' | 'TO' | '+'

/** A token in an expression. It starts at index `at`. */
export type Token =
  | { readonly kind: Mark; readonly at: number }
  /** A field name with a colon: `name:`. */
  | { readonly kind: 'name'; readonly name: string; readonly at: number }
  | { readonly kind: 'phrase'; readonly text: string; readonly at: number }
  /** `text` has no backslashes; in `pattern`, spaces replace escaped wildcards. */
  | {
      readonly kind: 'word'
      readonly text: string
      readonly pattern: string
      readonly wild: boolean
      readonly at: number
    }
  /** `~`, `~1` or `~2` after a word. */
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
  [/TO(?=\s|$)/y, 'TO'],
  [/\+(?=[^\s\d.])/y, '+'],
]
const FUZZY = /~([12]?)(?=[\s)]|$)/y
const WORD = /(?:\\[^]|[^\s\\()[\]{}"~])+/y
const PHRASE = /"((?:\\[^]|[^"\\])*)"/y
const ESCAPED = /\\([^])/g

/**
 * Splits an expression into tokens.
 * @param named see {@link Grammar.named}
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
    `${text[at] === '"' ? 'unterminated quote' : `unexpected "${text[at] ?? ''}"`} at character ${at + 1}`,
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

/** Maximum nesting depth of parentheses and NOT. */
const MAX_DEPTH = 32

/**
 * Parses an expression in Lucene's query-string syntax. AND binds tighter than OR. Adjacent terms are combined with
 * AND.
 * @throws Malformed with the problem and its position
 */
export function parseExpression(text: string, grammar: Grammar): Expression {
  const parser = new Parser(tokenize(text, grammar.named), grammar.terms)
  return parser.parse()
}

class Parser {
  readonly #tokens: readonly Token[]
  readonly #terms: TermCount
  #next = 0
  #depth = 0

  constructor(tokens: readonly Token[], terms: TermCount) {
    this.#tokens = tokens
    this.#terms = terms
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
    if (++this.#depth > MAX_DEPTH) throw new Malformed(`is nested too deeply at character ${at + 1}`)
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
      if (++this.#terms.fuzzy > this.#terms.maxFuzzy)
        throw new Malformed(`exceeds the limit of ${this.#terms.maxFuzzy} fuzzy terms in a query`)
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
    if (!maxInclusive && !this.#take('}')) this.#unexpected(']', '}')
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
    if (++this.#terms.count > this.#terms.max)
      throw new Malformed(`exceeds the limit of ${this.#terms.max} terms for all expressions in a query`)
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

  #unexpected(...expected: readonly string[]): never {
    const token = this.#peek()
    const text = token.kind === 'word' || token.kind === 'phrase' ? token.text.slice(0, 100) : token.kind
    const found = token.kind === 'end' ? 'unexpected end of the expression' : `unexpected "${text}"`
    const wanted = expected.map((each) => `"${each}"`).join(' or ')
    throw new Malformed(`${found} at character ${token.at + 1}${wanted === '' ? '' : `, expected ${wanted}`}`)
  }
}

function joined(kind: 'and' | 'or', of: readonly Expression[]): Expression {
  const [only] = of
  return of.length === 1 && only !== undefined ? only : { kind, of }
}

const STARTS = /^(?:[[{(!"><]|NOT )/
const JOINS = / (?:AND|OR) /
const ENDS = /~[12]?$/

/** Returns whether a filter's value has the syntax of an expression. Other values are compared literally. */
export function isExpression(value: string): boolean {
  const unescaped = value.replace(/\\[^]/g, '')
  return STARTS.test(value) || JOINS.test(value) || unescaped.includes('*') || ENDS.test(unescaped)
}

/** Removes the backslashes that keep a literal value from being parsed as an expression. */
export function plainText(value: string): string {
  return value
    .replace(/\\\*/g, '*')
    .replace(/^\\(?=[[{(!"><])/, '')
    .replace(/\\(?=~[12]?$)/, '')
}

/** The period that `2015`, `2015-03` or, for a datetime, `2015-03-04` stands for. `until` is exclusive. */
export interface Period {
  readonly from: string
  readonly until: string
}

const PARTIAL = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/
const LAST_YEAR = 9998

/** Returns the period of a partial date in an expression, or undefined for other text. */
export function periodOf(type: FieldType, text: string): Period | undefined {
  if (type !== 'date' && type !== 'datetime') return undefined
  const [, year = '', month, day] = PARTIAL.exec(text) ?? []
  if (year === '' || Number(year) < 1 || Number(year) > LAST_YEAR || (day !== undefined && type === 'date'))
    return undefined
  const from = new Date(`${year}-${month ?? '01'}-${day ?? '01'}T00:00:00.000Z`)
  if (Number.isNaN(from.getTime()) || !from.toISOString().startsWith(text)) return undefined
  const until = new Date(from)
  if (day !== undefined) until.setUTCDate(until.getUTCDate() + 1)
  else if (month !== undefined) until.setUTCMonth(until.getUTCMonth() + 1)
  else until.setUTCFullYear(until.getUTCFullYear() + 1)
  return { from: written(type, from), until: written(type, until) }
}

function written(type: 'date' | 'datetime', moment: Date): string {
  const text = moment.toISOString()
  return type === 'date' ? text.slice(0, 10) : text
}

/** The fields to which the terms in an expression apply: one field, or any of several text fields. */
export type Scope = { readonly field: Target } | { readonly anyOf: readonly Target[] }

type Leaf = Exclude<Expression, { kind: 'and' | 'or' | 'not' | 'named' }>

/** An empty `or`, which selects nothing. */
const NOTHING: Condition = { kind: 'or', of: [] }

/** Converts an expression to a condition. Adds errors to the reading. Invalid parts select nothing. */
export class Lowering {
  readonly #reading: QueryReading
  readonly #parameter: string

  constructor(reading: QueryReading, parameter: string) {
    this.#reading = reading
    this.#parameter = parameter
  }

  /**
   * Returns the condition for an expression. Terms without words, such as `--`, are ignored. An expression that
   * contains only such terms selects nothing.
   */
  lower(expression: Expression, scope: Scope): Condition {
    return this.#lower(expression, scope) ?? NOTHING
  }

  #lower(expression: Expression, scope: Scope): Condition | undefined {
    switch (expression.kind) {
      case 'and':
      case 'or': {
        const parts = expression.of.map((each) => this.#lower(each, scope))
        const known = parts.filter((part) => part !== undefined)
        return known.length === 0 ? undefined : { kind: expression.kind, of: known }
      }
      case 'not': {
        const of = this.#lower(expression.of, scope)
        return of && { kind: 'not', of }
      }
      case 'named': {
        const target = resolve(this.#reading, this.#parameter, expression.name)
        return target === undefined ? NOTHING : this.#lower(expression.of, { field: target })
      }
      default:
        return 'field' in scope
          ? this.#onField(expression, scope.field)
          : this.#onAny(expression, scope.anyOf)
    }
  }

  #onAny(leaf: Leaf, targets: readonly Target[]): Condition | undefined {
    if (leaf.kind === 'anything') return EVERYTHING
    if (leaf.kind === 'range') return this.#fault('a range requires a field, as in progress:[1 TO 5]')
    const conditions = targets.map((target) => this.#onWords(leaf, target))
    const known = conditions.filter((condition) => condition !== undefined)
    return known.length === 0 ? undefined : anyOf(known)
  }

  #onField(leaf: Leaf, target: Target): Condition | undefined {
    switch (leaf.kind) {
      case 'anything':
        return comparison(target, 'exists', true)
      case 'range':
        return this.#inRange(leaf.min, leaf.max, target)
      default:
        return isText(target) ? this.#onWords(leaf, target) : this.#onValue(leaf, target)
    }
  }

  #onWords(leaf: Exclude<Leaf, { kind: 'anything' | 'range' }>, target: Target): Condition | undefined {
    switch (leaf.kind) {
      case 'term':
      case 'phrase': {
        const pattern = phrasePattern(leaf.text)
        return pattern && wordsLike(target, pattern)
      }
      case 'wildcard': {
        const patterns = wildcardPatterns(leaf.text)
        if (patterns === undefined)
          return this.#fault(
            'a term with wildcards must have at most 20 words, and each word at most 4 asterisks',
          )
        return patterns.length === 0
          ? undefined
          : allOf(patterns.map((pattern) => wordsLike(target, pattern)))
      }
      case 'fuzzy': {
        const pattern = fuzzyPattern(leaf.text, leaf.edits)
        return pattern === undefined
          ? this.#fault('~ must follow a single word of at most 50 letters')
          : wordsLike(target, pattern)
      }
    }
  }

  #onValue(leaf: Exclude<Leaf, { kind: 'anything' | 'range' }>, target: Target): Condition {
    const wrong = operatorError(target, 'eq')
    if (wrong !== undefined) return this.#fault(wrong)
    if (leaf.kind === 'wildcard' || leaf.kind === 'fuzzy')
      return this.#fault(`*, ? and ~ apply only to text, and "${target.name}" is not a text field`)
    const period = this.#period(target, leaf.text)
    if (period !== undefined)
      return within(target, [
        { op: 'gte', value: period.from },
        { op: 'lt', value: period.until },
      ])
    const value = this.#value(target, leaf.text)
    return value === undefined ? NOTHING : comparison(target, 'eq', value)
  }

  #inRange(min: Bound | null, max: Bound | null, target: Target): Condition {
    const wrong = operatorError(target, 'gte')
    if (wrong !== undefined) return this.#fault(wrong)
    const bounds = [min && this.#lowest(min, target), max && this.#highest(max, target)].filter(
      (bound) => bound !== null,
    )
    return bounds.length === 0 ? comparison(target, 'exists', true) : within(target, bounds)
  }

  /**
   * Returns the test for a lower bound. An inclusive bound of `2015` means the start of that year, and an exclusive
   * bound means the start of the next year.
   */
  #lowest({ text, inclusive }: Bound, target: Target): ItemTest {
    const period = this.#period(target, text)
    if (period !== undefined) return { op: 'gte', value: inclusive ? period.from : period.until }
    return { op: inclusive ? 'gte' : 'gt', value: this.#value(target, text) ?? null }
  }

  #highest({ text, inclusive }: Bound, target: Target): ItemTest {
    const period = this.#period(target, text)
    if (period !== undefined) return { op: 'lt', value: inclusive ? period.until : period.from }
    return { op: inclusive ? 'lte' : 'lt', value: this.#value(target, text) ?? null }
  }

  #period({ spec: { type, itemType } }: Target, text: string): Period | undefined {
    return periodOf(type === 'list' ? (itemType ?? 'string') : type, text)
  }

  #value(target: Target, text: string): Json | undefined {
    const checked = parseValue(target.spec, text)
    if (checked.ok) return checked.value
    this.#reading.faults.add(this.#parameter, `"${text.slice(0, 100)}" ${checked.message}`)
    return undefined
  }

  #fault(message: string): Condition {
    this.#reading.faults.add(this.#parameter, message)
    return NOTHING
  }
}

/**
 * Returns the condition for an expression. If the scope has several fields, the expression can also name other fields:
 * `foo AND progress:>0.5`. If there is a syntax error, adds it to the reading and returns undefined.
 */
export function expressionCondition(
  reading: QueryReading,
  parameter: string,
  text: string,
  scope: Scope,
): Condition | undefined {
  try {
    const fault = characterFault(text)
    if (fault !== undefined) throw new Malformed(fault)
    const expression = parseExpression(text, { named: 'anyOf' in scope, terms: reading.terms })
    return new Lowering(reading, parameter).lower(expression, scope)
  } catch (error) {
    if (!(error instanceof Malformed)) throw error
    reading.faults.add(parameter, error.message)
    return undefined
  }
}
