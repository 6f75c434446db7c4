import type { TextPattern } from '../store.js'

/** A compiled pattern. */
export interface Matcher {
  test(text: string): boolean
  toString(): string
}

/**
 * Maximum length of strings matched with JavaScript's regular expressions, which are faster but can take polynomial
 * time.
 */
const MAX_NATIVE_LENGTH = 64

/** Maximum number of states of an automaton, which expands counted repetitions. */
const MAX_STATES = 200

/**
 * Compiles a `pattern` in a JSON schema so that long strings are matched in linear time. Patterns with lookarounds,
 * backreferences or Unicode escapes are left to JavaScript.
 * @throws SyntaxError if the pattern is not a valid regular expression
 */
export function linearPattern(pattern: string, flags: string): Matcher {
  const native = new RegExp(pattern, flags)
  if (flags !== '') return native
  let forLong: Matcher | undefined
  return {
    test: (text) => {
      if (text.length <= MAX_NATIVE_LENGTH) return native.test(text)
      forLong ??= automatonOf(pattern) ?? native
      return forLong.test(text)
    },
    // Ajv uses this text as the key in its cache of compiled patterns.
    toString: () => String(native),
  }
}

type Regex =
  | { readonly kind: 'atom'; readonly accepts: (code: number) => boolean }
  | { readonly kind: 'assertion'; readonly holds: Assertion }
  | { readonly kind: 'sequence' | 'choice'; readonly of: readonly Regex[] }
  | { readonly kind: 'repeat'; readonly of: Regex; readonly least: number; readonly most: number }

type Assertion = (text: string, at: number) => boolean

/** A state of the automaton. It consumes a character, checks an assertion, branches, or accepts. */
type State =
  | { readonly kind: 'atom'; readonly accepts: (code: number) => boolean; readonly next: number }
  | { readonly kind: 'assertion'; readonly holds: Assertion; readonly next: number }
  | { readonly kind: 'split'; readonly next: number[] }
  | { readonly kind: 'accept' }

class Unsupported extends Error {}

/** Returns a linear-time matcher, or undefined for an unsupported pattern. */
export function automatonOf(pattern: string): Matcher | undefined {
  try {
    return new Automaton(new Parser(pattern).parse())
  } catch (error) {
    if (error instanceof Unsupported) return undefined
    throw error
  }
}

/** Thompson's NFA simulation (https://swtch.com/~rsc/regexp/regexp1.html). */
class Automaton implements Matcher {
  readonly #states: State[] = [{ kind: 'accept' }]
  readonly #start: number
  /** The last position at which each state was visited. */
  readonly #visited: Int32Array

  constructor(regex: Regex) {
    this.#start = this.#add(regex, 0)
    this.#visited = new Int32Array(this.#states.length)
  }

  test(text: string): boolean {
    this.#visited.fill(-1)
    let current: State[] = []
    for (let at = 0; at <= text.length; at++) {
      if (this.#follow(this.#start, text, at, current)) return true
      const code = text.charCodeAt(at)
      const following: State[] = []
      for (const state of current)
        if (state.kind === 'atom' && at < text.length && state.accepts(code))
          if (this.#follow(state.next, text, at + 1, following)) return true
      current = following
    }
    return false
  }

  /** Adds the character-consuming states reachable from a state. Returns whether the accepting state is among them. */
  #follow(from: number, text: string, at: number, into: State[]): boolean {
    const open = [from]
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      const state = this.#states[index]
      if (state === undefined || this.#visited[index] === at) continue
      this.#visited[index] = at
      if (state.kind === 'accept') return true
      if (state.kind === 'atom') into.push(state)
      else if (state.kind === 'split') open.push(...state.next)
      else if (state.holds(text, at)) open.push(state.next)
    }
    return false
  }

  /** Adds the states for an expression, which lead to `next`, and returns the first of them. */
  #add(regex: Regex, next: number): number {
    switch (regex.kind) {
      case 'atom':
      case 'assertion':
        return this.#push({ ...regex, next })
      case 'sequence':
        return regex.of.reduceRight((after, part) => this.#add(part, after), next)
      case 'choice':
        return this.#push({ kind: 'split', next: regex.of.map((part) => this.#add(part, next)) })
      case 'repeat':
        return this.#addRepeat(regex, next)
    }
  }

  #addRepeat({ of, least, most }: Regex & { kind: 'repeat' }, next: number): number {
    let after = next
    if (most === Infinity) {
      const choices = [next]
      after = this.#push({ kind: 'split', next: choices })
      choices.push(this.#add(of, after))
    } else {
      for (let count = least; count < most; count++)
        after = this.#push({ kind: 'split', next: [next, this.#add(of, after)] })
    }
    for (let count = 0; count < least; count++) after = this.#add(of, after)
    return after
  }

  #push(state: State): number {
    if (this.#states.length > MAX_STATES) throw new Unsupported()
    return this.#states.push(state) - 1
  }
}

const QUANTIFIER = /([*+?]|\{(\d+)(,(\d*))?\})\??/y
const CLASS = /\[(?:\\[^]|[^\]\\])*\]/y
const ESCAPE = /\\(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[dDwWsSfnrtv0]|[^\w])/y
const PLAIN = /[^\\^$.*+?()[\]{}|]|\./y

/** A parser for patterns that are valid in JavaScript. */
class Parser {
  readonly #pattern: string
  #at = 0

  constructor(pattern: string) {
    this.#pattern = pattern
  }

  /** Parses the whole pattern. @throws Unsupported */
  parse(): Regex {
    const regex = this.#choice()
    if (this.#at < this.#pattern.length) throw new Unsupported()
    return regex
  }

  #choice(): Regex {
    const of = [this.#sequence()]
    while (this.#skip('|')) of.push(this.#sequence())
    return { kind: 'choice', of }
  }

  #sequence(): Regex {
    const of: Regex[] = []
    while (this.#at < this.#pattern.length && !'|)'.includes(this.#pattern[this.#at] ?? ''))
      of.push(this.#repeated(this.#piece()))
    return { kind: 'sequence', of }
  }

  #piece(): Regex {
    if (this.#skip('(?:') || this.#skip('(')) {
      if (this.#pattern[this.#at] === '?') throw new Unsupported()
      const of = this.#choice()
      if (!this.#skip(')')) throw new Unsupported()
      return of
    }
    for (const [text, holds] of ASSERTIONS) if (this.#skip(text)) return { kind: 'assertion', holds }
    const source = this.#take(CLASS)?.[0] ?? this.#take(ESCAPE)?.[0] ?? this.#take(PLAIN)?.[0]
    if (source === undefined || /\\(?:[1-9cpPk]|u\{)/.test(source)) throw new Unsupported()
    return { kind: 'atom', accepts: acceptedBy(source) }
  }

  #repeated(of: Regex): Regex {
    const found = this.#take(QUANTIFIER)
    if (found === null) return of
    const [, sign = '', from, comma, to] = found
    const least = from === undefined ? Number(sign === '+') : Number(from)
    const open = sign === '?' ? 1 : Infinity
    const most = from === undefined ? open : comma === undefined ? least : to === '' ? Infinity : Number(to)
    return { kind: 'repeat', of, least, most }
  }

  #skip(text: string): boolean {
    if (!this.#pattern.startsWith(text, this.#at)) return false
    this.#at += text.length
    return true
  }

  #take(form: RegExp): RegExpExecArray | null {
    form.lastIndex = this.#at
    const found = form.exec(this.#pattern)
    if (found !== null) this.#at += found[0].length
    return found
  }
}

const isWord = (text: string, at: number): boolean => /\w/.test(text[at] ?? '')
const isBoundary: Assertion = (text, at) => isWord(text, at - 1) !== isWord(text, at)

const ASSERTIONS: readonly (readonly [string, Assertion])[] = [
  ['^', (_text, at) => at === 0],
  ['$', (text, at) => at === text.length],
  ['\\b', isBoundary],
  ['\\B', (text, at) => !isBoundary(text, at)],
]

/** Returns a function that tests characters against a class, an escape or a literal character in a pattern. */
function acceptedBy(source: string): (code: number) => boolean {
  const form = new RegExp(`^${source}$`)
  const known = new Map<number, boolean>()
  return (code) => {
    const isAccepted = known.get(code) ?? form.test(String.fromCharCode(code))
    known.set(code, isAccepted)
    return isAccepted
  }
}

/** How words are described in a database's regular expressions. */
export interface WordClass {
  /** The characters allowed in a word, for use inside brackets. */
  readonly wordCharacter: string
  /**
   * Returns the n-th part as an atomic group, so that backtracking engines do not take exponential time for `*a*a*a*b`.
   */
  readonly settled?: (part: string, n: number) => string
  /**
   * Returns a pattern that matches a lowercase letter in either case, for databases that do not convert the text to
   * lowercase first.
   */
  readonly anyCase?: (letter: string) => string
}

/** Longer words must match exactly, because large expressions are slow and databases limit their size. */
const MAX_FUZZY_LETTERS = 25

/**
 * Returns the regular expression that matches a pattern in lowercase text. It uses only syntax that all databases
 * support, and `words` for everything else.
 */
export function patternSource(pattern: TextPattern, words: WordClass): string {
  const letter = `[${words.wordCharacter}]`
  return `(?<!${letter})${inner(pattern, words)}(?!${letter})`
}

function inner(pattern: TextPattern, words: WordClass): string {
  const { wordCharacter } = words
  switch (pattern.kind) {
    case 'word':
      return literal(pattern.text, words)
    case 'wildcard':
      return wildcard(pattern.text, words)
    case 'fuzzy':
      return fuzzy(
        [...pattern.text].map((letter) => literal(letter, words)),
        pattern.edits,
        `[${wordCharacter}]`,
      )
    case 'phrase':
      return pattern.words.map((word) => literal(word, words)).join(`[^${wordCharacter}]+`)
  }
}

function fuzzy(letters: readonly string[], edits: 1 | 2, letter: string): string {
  return near(letters, letters.length > MAX_FUZZY_LETTERS ? 0 : edits, letter)
}

/**
 * Returns the expression for a fuzzy word in Lucene's syntax, which always matches a whole word and has no
 * non-capturing groups.
 */
export function fuzzySource(text: string, edits: 1 | 2): string {
  return fuzzy([...text.toLowerCase()], edits, '.').replaceAll('(?:', '(')
}

/**
 * Returns the expression for a word with wildcards. Each part between two `*` matches only at its first occurrence.
 * This is sufficient: if the rest can match at all, it can match from there.
 */
function wildcard(text: string, words: WordClass): string {
  const { wordCharacter, settled = (part) => part } = words
  const letter = `[${wordCharacter}]`
  const parts = text
    .split(/\*+/)
    .map((part) => [...part].map((each) => (each === '?' ? letter : literal(each, words))).join(''))
  const [first = '', ...rest] = parts
  const last = rest.pop()
  if (last === undefined) return first
  const between = rest.map((part, index) => settled(`${letter}*?${part}`, index + 1))
  return `${first}${between.join('')}${letter}*${last}`
}

function literal(text: string, { anyCase = escaped }: WordClass): string {
  return [...text.toLowerCase()].map(anyCase).join('')
}

/** Escapes a string for use in a regular expression. */
export function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

/**
 * Returns an expression for strings that differ by at most `edits` insertions, deletions, substitutions or swaps of
 * adjacent letters. Each edit is in the left half, in the right half, or swaps the two letters where the halves meet.
 * The expression's size therefore grows with n·log²n.
 */
function near(letters: readonly string[], edits: number, letter: string): string {
  const [only] = letters
  if (only === undefined) return `${letter}{0,${edits}}`
  if (edits === 0) return letters.join('')
  if (letters.length === 1) {
    const others = Array.from(
      { length: edits + 1 },
      (_, place) => letter.repeat(place) + only + letter.repeat(edits - place),
    )
    return `(?:${[`${letter}{0,${edits}}`, ...others].join('|')})`
  }
  const middle = Math.ceil(letters.length / 2)
  const [left, right] = [letters.slice(0, middle), letters.slice(middle)]
  const halves = (before: readonly string[], between: string, after: readonly string[], left: number) =>
    Array.from(
      { length: left + 1 },
      (_, first) => near(before, first, letter) + between + near(after, left - first, letter),
    )
  const swapped = `${right[0] ?? ''}${left.at(-1) ?? ''}`
  return `(?:${[
    ...halves(left, '', right, edits),
    ...halves(left.slice(0, -1), swapped, right.slice(1), edits - 1),
  ].join('|')})`
}
