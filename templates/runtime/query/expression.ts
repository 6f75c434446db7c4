import type { Json } from '../json.js'
import { type FieldType, VALUE_TRAITS } from '../spec/field-types.js'
import { type Condition, EVERYTHING, type ItemTest, NOTHING, anyOf, onSameItems } from '../store.js'
import { folded } from '../values/folded.js'
import { characterFault } from '../values/scalars.js'
import { parseValue } from '../values/values.js'
import {
  type QueryReading,
  comparedType,
  resolve,
  type Target,
  comparison,
  isText,
  operatorError,
  within,
  wordsLike,
} from './parameters.js'

interface Bound {
  readonly op: ItemTest['op']
  readonly text: string
}

type Term =
  | { readonly kind: 'text'; readonly text: string }
  /** `*` and `?` are wildcards. Escaped wildcards have been replaced with spaces, which no word contains. */
  | { readonly kind: 'wildcard'; readonly text: string }
  | { readonly kind: 'fuzzy'; readonly text: string; readonly edits: 1 | 2 }

/** Thrown for a syntax error in an expression. The message follows the name of the parameter. */
class Malformed extends Error {
  override readonly name = 'Malformed'
}

type Mark = '(' | ')' | '[' | ']' | '{' | '}' | '>' | '>=' | '<' | '<=' | 'AND' | 'OR' | 'NOT' | 'TO' | '+'

/** A token in an expression. It starts at index `at`. `text` has no backslashes, which `source` still has. */
type Token = { readonly at: number } & (
  | { readonly kind: Mark | 'end' }
  /** A field name with a colon: `name:`. */
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'phrase'; readonly text: string }
  | { readonly kind: 'word'; readonly text: string; readonly source: string }
  /** `~`, `~1` or `~2` after a word. */
  | { readonly kind: 'fuzzy'; readonly edits: 1 | 2 }
)

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
 * @param named whether `name:` refers to a field; if not, a colon is an ordinary character
 * @throws Malformed
 */
function tokenize(text: string, named: boolean): Token[] {
  const tokens: Token[] = []
  let at = endOfBlanks(text, 0)
  while (at < text.length) {
    const [token, end] = next(text, at, named && tokens.at(-1)?.kind !== 'name')
    tokens.push(token)
    at = endOfBlanks(text, end)
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
    return [{ kind: 'phrase', text: unescaped(phrase[1] ?? ''), at }, at + phrase[0].length]
  const fuzzy = matchAt(FUZZY, text, at)
  if (fuzzy !== null) return [{ kind: 'fuzzy', edits: fuzzy[1] === '1' ? 1 : 2, at }, at + fuzzy[0].length]
  const [source] = matchAt(WORD, text, at) ?? []
  if (source !== undefined) return [{ kind: 'word', text: unescaped(source), source, at }, at + source.length]
  throw new Malformed(
    `${text[at] === '"' ? 'unterminated quote' : `unexpected "${text[at] ?? ''}"`} at character ${at + 1}`,
  )
}

function unescaped(source: string): string {
  return source.replace(ESCAPED, '$1')
}

function endOfBlanks(text: string, at: number): number {
  return at + (matchAt(BLANKS, text, at)?.[0].length ?? 0)
}

function matchAt(sticky: RegExp, text: string, at: number): RegExpExecArray | null {
  sticky.lastIndex = at
  return sticky.exec(text)
}

const STARTS = /^(?:[[{(!"><]|NOT )/
const JOINS = / (?:AND|OR) /
const ENDS = /~[12]?$/

/** Returns whether a filter's value has the syntax of an expression. Other values are compared literally. */
export function isExpression(value: string): boolean {
  const literal = value.replace(ESCAPED, '')
  return STARTS.test(value) || JOINS.test(value) || literal.includes('*') || ENDS.test(literal)
}

/** Removes the backslashes that keep a literal value from being parsed as an expression. */
export function plainText(value: string): string {
  return value
    .replace(/\\\*/g, '*')
    .replace(/^\\(?=[[{(!"><])/, '')
    .replace(/\\(?=~[12]?$)/, '')
}

const PARTIAL = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/
const LAST_YEAR = 9998

/** Returns the period that `2015`, `2015-03` or, for a datetime, `2015-03-04` stands for. `until` is exclusive. */
function periodOf(type: FieldType, text: string): { from: string; until: string } | undefined {
  if (VALUE_TRAITS[type].kind !== 'date') return undefined
  const [, year = '', month, day] = PARTIAL.exec(text) ?? []
  if (year === '' || Number(year) < 1 || Number(year) > LAST_YEAR || (day !== undefined && type === 'date'))
    return undefined
  const from = new Date(`${year}-${month ?? '01'}-${day ?? '01'}T00:00:00.000Z`)
  if (Number.isNaN(from.getTime()) || !from.toISOString().startsWith(text)) return undefined
  const until = new Date(from)
  if (day !== undefined) until.setUTCDate(until.getUTCDate() + 1)
  else if (month !== undefined) until.setUTCMonth(until.getUTCMonth() + 1)
  else until.setUTCFullYear(until.getUTCFullYear() + 1)
  const length = type === 'date' ? 10 : undefined
  return { from: from.toISOString().slice(0, length), until: until.toISOString().slice(0, length) }
}

const WORDS = /[\p{L}\p{N}_]+/gu
const PUNCTUATION = /[^\p{L}\p{N}_*?\s]/u
const WILD_WORD = /[\p{L}\p{N}_*?]+/gu

/** Maximum length of a fuzzy term. Longer terms have larger patterns. */
const MAX_FUZZY_LENGTH = 50

/** Maximum number of words in a term with wildcards, and of `*` in such a word. More would make matching slow. */
const MAX_WILD_WORDS = 20
const MAX_STARS = 4

/** The fields to which the terms in an expression apply: one field, or any of several text fields. */
export type Scope = { readonly field: Target } | { readonly anyOf: readonly Target[] }

const BOUNDS = { '>': 'gt', '>=': 'gte', '<': 'lt', '<=': 'lte' } as const

/** Maximum nesting depth of parentheses and NOT. */
const MAX_DEPTH = 32

/**
 * Reads an expression in Lucene's query-string syntax. AND binds tighter than OR. Adjacent terms are combined with AND.
 * Its methods return undefined for parts that contain only terms without words, such as `--`, which are ignored. They add
 * errors about fields and values to the reading; such parts select nothing, and so do those whose scope is undefined,
 * because there is no such field.
 */
class ExpressionReader {
  readonly #reading: QueryReading
  readonly #parameter: string
  readonly #tokens: readonly Token[]
  #next = 0
  #depth = 0

  constructor(reading: QueryReading, parameter: string, tokens: readonly Token[]) {
    this.#reading = reading
    this.#parameter = parameter
    this.#tokens = tokens
  }

  /** @throws Malformed with the problem and its position */
  read(scope: Scope): Condition | undefined {
    const condition = this.#or(scope)
    if (this.#peek().kind !== 'end') this.#unexpected()
    return condition
  }

  #or(scope: Scope | undefined): Condition | undefined {
    const of = [this.#and(scope)]
    while (this.#take('OR')) of.push(this.#and(scope))
    return joined('or', of)
  }

  #and(scope: Scope | undefined): Condition | undefined {
    const of = [this.#unary(scope)]
    for (;;) {
      const { kind } = this.#peek()
      if (kind === 'OR' || kind === ')' || kind === 'end') return joined('and', of)
      this.#take('AND')
      of.push(this.#unary(scope))
    }
  }

  #unary(scope: Scope | undefined): Condition | undefined {
    const { at } = this.#peek()
    if (++this.#depth > MAX_DEPTH) throw new Malformed(`is nested too deeply at character ${at + 1}`)
    this.#take('+')
    const isNegated = this.#take('NOT')
    const of = isNegated ? this.#unary(scope) : this.#primary(scope)
    this.#depth--
    return isNegated && of !== undefined ? { kind: 'not', of } : of
  }

  #primary(scope: Scope | undefined): Condition | undefined {
    const token = this.#advance()
    switch (token.kind) {
      case '(': {
        const inner = this.#or(scope)
        this.#expect(')')
        return inner
      }
      case 'name': {
        const field = resolve(this.#reading, this.#parameter, token.name)
        return this.#unary(field && { field })
      }
      case '[':
      case '{':
        return this.#inRange(this.#bounds(token.kind === '[' ? 'gte' : 'gt'), scope)
      case '>':
      case '>=':
      case '<':
      case '<=':
        return this.#inRange([{ op: BOUNDS[token.kind], text: this.#operand() }], scope)
      case 'phrase':
        return this.#matching({ kind: 'text', text: token.text }, scope)
      case 'word':
        return this.#word(token, scope)
      case 'TO':
        return this.#matching({ kind: 'text', text: token.kind }, scope)
      default:
        this.#next--
        return this.#unexpected()
    }
  }

  #word({ text, source }: Token & { kind: 'word' }, scope: Scope | undefined): Condition | undefined {
    const following = this.#peek()
    if (following.kind === 'fuzzy') {
      this.#advance()
      const { maxFuzzyTerms } = this.#reading.limits
      if (++this.#reading.fuzzyTerms > maxFuzzyTerms)
        throw new Malformed(`exceeds the limit of ${maxFuzzyTerms} fuzzy terms in a query`)
      return this.#matching({ kind: 'fuzzy', text, edits: following.edits }, scope)
    }
    if (!/[*?]/.test(source.replace(ESCAPED, ''))) return this.#matching({ kind: 'text', text }, scope)
    const pattern = unescaped(source.replace(/\\[*?]/g, ' '))
    return pattern === '*'
      ? this.#anything(scope)
      : this.#matching({ kind: 'wildcard', text: pattern }, scope)
  }

  #bounds(from: 'gt' | 'gte'): Bound[] {
    const min = this.#operand()
    this.#expect('TO')
    const max = this.#operand()
    const to = this.#take(']') ? 'lte' : 'lt'
    if (to === 'lt' && !this.#take('}')) this.#unexpected(']', '}')
    const bounds: Bound[] = [
      { op: from, text: min },
      { op: to, text: max },
    ]
    return bounds.filter(({ text }) => text !== '*')
  }

  #operand(): string {
    const token = this.#advance()
    if (token.kind === 'word' || token.kind === 'phrase') return token.text
    this.#next--
    return this.#unexpected()
  }

  #count(): void {
    const { maxSearchTerms } = this.#reading.limits
    if (++this.#reading.terms > maxSearchTerms)
      throw new Malformed(`exceeds the limit of ${maxSearchTerms} terms for all expressions in a query`)
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

  /** Returns the condition for `*`, which matches any value. */
  #anything(scope: Scope | undefined): Condition {
    this.#count()
    if (scope === undefined) return NOTHING
    return 'field' in scope ? comparison(scope.field, 'exists', true) : EVERYTHING
  }

  #matching(term: Term, scope: Scope | undefined): Condition | undefined {
    this.#count()
    if (scope === undefined) return NOTHING
    if ('anyOf' in scope) {
      const conditions = scope.anyOf.map((target) => this.#onWords(term, target))
      const known = conditions.filter((condition) => condition !== undefined)
      return known.length === 0 ? undefined : anyOf(known)
    }
    const { field } = scope
    if (!isText(field)) return this.#onValue(term, field)
    return term.kind === 'wildcard' && PUNCTUATION.test(term.text)
      ? this.#onWhole(term.text, field)
      : this.#onWords(term, field)
  }

  /** A pattern with punctuation applies to the whole value, because words contain none: `.*` begins with a dot. */
  #onWhole(text: string, target: Target): Condition {
    const [start = '', ...others] = text.split(/[*?]+/)
    const end = others.pop() ?? ''
    return onSameItems('and', [
      comparison(target, 'istartswith', start),
      ...others.map((part) => comparison(target, 'icontains', part)),
      ...(end === '' ? [] : [comparison(target, 'endswith', end)]),
    ])
  }

  #onWords(term: Term, target: Target): Condition | undefined {
    switch (term.kind) {
      case 'text': {
        const words = folded(term.text).match(WORDS) ?? []
        const [text, ...more] = words
        if (text === undefined) return undefined
        return wordsLike(target, more.length === 0 ? { kind: 'word', text } : { kind: 'phrase', words })
      }
      case 'wildcard': {
        const words = (folded(term.text).match(WILD_WORD) ?? []).map((word) => word.replace(/\*{2,}/g, '*'))
        if (words.length > MAX_WILD_WORDS || words.some((word) => word.split('*').length > MAX_STARS + 1))
          return this.#fault(
            'a term with wildcards must have at most 20 words, and each word at most 4 asterisks',
          )
        if (words.length === 0) return undefined
        return onSameItems(
          'and',
          words.map((text) => wordsLike(target, { kind: /[*?]/.test(text) ? 'wildcard' : 'word', text })),
        )
      }
      case 'fuzzy': {
        const [text, ...more] = folded(term.text).match(WORDS) ?? []
        if (text === undefined || more.length > 0 || text.length > MAX_FUZZY_LENGTH)
          return this.#fault('~ must follow a single word of at most 50 letters')
        return wordsLike(target, { kind: 'fuzzy', text, edits: term.edits })
      }
    }
  }

  #onValue({ kind, text }: Term, target: Target): Condition {
    const wrong = operatorError(target, 'eq')
    if (wrong !== undefined) return this.#fault(wrong)
    if (kind !== 'text')
      return this.#fault(`*, ? and ~ apply only to text, and "${target.name}" is not a text field`)
    const period = periodOf(comparedType(target.spec), text)
    if (period !== undefined)
      return within(target, [
        { op: 'gte', value: period.from },
        { op: 'lt', value: period.until },
      ])
    const value = this.#value(target, text)
    return value === undefined ? NOTHING : comparison(target, 'eq', value)
  }

  #inRange(bounds: readonly Bound[], scope: Scope | undefined): Condition {
    this.#count()
    if (scope === undefined) return NOTHING
    if ('anyOf' in scope) return this.#fault('a range requires a field, as in progress:[1 TO 5]')
    const { field } = scope
    const wrong = operatorError(field, 'gte')
    if (wrong !== undefined) return this.#fault(wrong)
    if (bounds.length === 0) return comparison(field, 'exists', true)
    return within(
      field,
      bounds.map((bound) => this.#test(bound, field)),
    )
  }

  /**
   * Returns the test for a bound. An inclusive lower bound of `2015` means the start of that year, and an exclusive lower
   * bound means the start of the next year.
   */
  #test({ op, text }: Bound, target: Target): ItemTest {
    const period = periodOf(comparedType(target.spec), text)
    if (period === undefined) return { op, value: this.#value(target, text) ?? null }
    return {
      op: op === 'gt' || op === 'gte' ? 'gte' : 'lt',
      value: op === 'gte' || op === 'lt' ? period.from : period.until,
    }
  }

  #value(target: Target, text: string): Json | undefined {
    const checked = parseValue(target.spec, text)
    if (checked.ok) return checked.value
    return this.#reading.faults.add(this.#parameter, `"${text.slice(0, 100)}" ${checked.message}`)
  }

  #fault(message: string): Condition {
    this.#reading.faults.add(this.#parameter, message)
    return NOTHING
  }
}

function joined(kind: 'and' | 'or', parts: readonly (Condition | undefined)[]): Condition | undefined {
  if (parts.length === 1) return parts[0]
  const of = parts.filter((part) => part !== undefined)
  return of.length === 0 ? undefined : onSameItems(kind, of)
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
  const fault = characterFault(text)
  if (fault !== undefined) return reading.faults.add(parameter, fault)
  try {
    const tokens = tokenize(text, 'anyOf' in scope)
    return new ExpressionReader(reading, parameter, tokens).read(scope) ?? NOTHING
  } catch (error) {
    if (!(error instanceof Malformed)) throw error
    return reading.faults.add(parameter, error.message)
  }
}
