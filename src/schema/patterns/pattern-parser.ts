/**
 * A regular expression, reduced to the parts that can cause ambiguity. Anchors and word boundaries are left out.
 */
export type Regex =
  | { readonly kind: 'atom'; readonly text: string }
  | { readonly kind: 'sequence'; readonly of: readonly Regex[] }
  | { readonly kind: 'choice'; readonly of: readonly Regex[] }
  | { readonly kind: 'optional'; readonly of: Regex }
  /** One or more repetitions. */
  | { readonly kind: 'loop'; readonly of: Regex }
  /** A lookaround, which does not consume characters. */
  | { readonly kind: 'look'; readonly of: Regex }

/** Larger repetition counts are treated as unbounded. */
const FEW = 9

const EMPTY: Regex = { kind: 'sequence', of: [] }

/** Any text. Used for backreferences. */
const ANYTHING: Regex = { kind: 'loop', of: { kind: 'atom', text: '[^]' } }

const QUANTIFIER = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/
const CLASS = /^\[(?:\\[^]|[^\]\\])*\]/
const GROUP = /^\((?:\?(?:(:)|(<?[=!])|<[^>=!]*>))?/
const ESCAPE = /^\\(?:u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|[pP]\{[^}]*\}|[^])/

/** Parses a pattern that is valid in Unicode mode (ECMA 262, 22.2.1). */
export function parsePattern(pattern: string): Regex {
  return new PatternParser(pattern).choice()
}

class PatternParser {
  #rest: string

  constructor(pattern: string) {
    this.#rest = pattern
  }

  choice(): Regex {
    const of = [this.#sequence()]
    while (this.#take(/^\|/) !== null) of.push(this.#sequence())
    return { kind: 'choice', of }
  }

  #sequence(): Regex {
    const of: Regex[] = []
    while (this.#rest !== '' && !/^[|)]/.test(this.#rest)) of.push(this.#repeated(this.#piece()))
    return { kind: 'sequence', of }
  }

  #piece(): Regex {
    const group = this.#take(GROUP)
    if (group !== null) {
      const of = this.choice()
      this.#take(/^\)/)
      return group[2] === undefined ? of : { kind: 'look', of }
    }
    if (this.#take(/^(?:[$^]|\\[bB])/) !== null) return EMPTY
    if (this.#take(/^\\(?:[1-9]\d*|k<[^>]*>)/) !== null) return ANYTHING
    const text = (this.#take(CLASS) ?? this.#take(ESCAPE) ?? this.#take(/^[^]/u))?.[0] ?? ''
    return { kind: 'atom', text }
  }

  #repeated(of: Regex): Regex {
    const quantifier = this.#take(QUANTIFIER)
    if (quantifier === null) return of
    const [, sign, least = '', comma, most = ''] = quantifier
    if (sign === '?') return { kind: 'optional', of }
    if (sign !== undefined) return loop(of, sign === '*')
    return counted(
      of,
      Number(least),
      comma === undefined ? Number(least) : most === '' ? Infinity : Number(most),
    )
  }

  #take(form: RegExp): RegExpExecArray | null {
    const found = form.exec(this.#rest)
    if (found !== null) this.#rest = this.#rest.slice(found[0].length)
    return found
  }
}

function counted(of: Regex, least: number, most: number): Regex {
  if (most === 0) return EMPTY
  if (most === 1) return least === 0 ? { kind: 'optional', of } : of
  if (least === most && most <= FEW) return of
  return loop(isNullable(of) ? loop(of, false) : of, least === 0)
}

/** Returns whether a part can match the empty string, in which case any of its counted repetitions can be skipped. */
function isNullable(regex: Regex): boolean {
  switch (regex.kind) {
    case 'atom':
      return false
    case 'sequence':
      return regex.of.every(isNullable)
    case 'choice':
      return regex.of.some(isNullable)
    case 'loop':
      return isNullable(regex.of)
    case 'optional':
    case 'look':
      return true
  }
}

function loop(of: Regex, isOptional: boolean): Regex {
  const once: Regex = { kind: 'loop', of }
  return isOptional ? { kind: 'optional', of: once } : once
}
