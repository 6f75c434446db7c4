import { RE2JS } from 're2js'

/** A compiled pattern. */
export interface Matcher {
  test(text: string): boolean
  toString(): string
}

/**
 * Compiles a `pattern` in a JSON schema (ECMA-262, in Unicode mode, in which a character is a code point). Matching takes
 * linear time.
 * @throws SyntaxError if the pattern is not a valid regular expression, or no engine matches it in linear time
 */
export function linearPattern(pattern: string): Matcher {
  const native = nativePattern(pattern)
  const matcher = isLinear(pattern) ? native : withoutLookaheads(pattern)
  if (matcher === undefined) throw new SyntaxError(`Pattern ${pattern} cannot be matched in linear time`)
  return {
    test: (text) => matcher.test(text),
    // Ajv uses this text as the key in its cache of compiled patterns.
    toString: () => String(native),
  }
}

/** Returns whether a pattern can be compiled such that it takes linear time on strings of any length. */
export function hasLinearMatcher(pattern: string): boolean {
  return isLinear(pattern) || withoutLookaheads(pattern) !== undefined
}

/** Compiles a pattern in Unicode mode, or in the legacy mode if it contains escapes that are valid only there. */
function nativePattern(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u')
  } catch {
    return new RegExp(pattern)
  }
}

/** Matches escapes and character classes, which are atoms of a pattern. */
const ATOMS = /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|k<[^>]*>|[^])|\[(?:\\[^]|[^\]\\])*\]/g

/** Matches a group that only groups: without alternatives, groups and repetition. */
const PLAIN_GROUP = /\((?!\?)([^()|]*)\)(?![*+?{])/g

/** Matches a lookaround for a few fixed characters, which takes constant time wherever it is evaluated. */
const SHORT_LOOKAROUND = /\(\?<?[=!][^()?|*+{}]*\)(?![*+?{])/g

/** Matches the repetition of the character at the end of a pattern, whose match it can only make longer. */
const LAST_REPETITION = /([^()*+?{}|^$])(?:([*?])|\+|\{(\d+)(?:,\d*)?\})\??$/

/** Maximum number of choices in a pattern without repetition. Each can double the time for matching. */
const MAX_CHOICES = 5

/**
 * Returns whether JavaScript's engine matches a pattern in linear time: the pattern matches only from the start, and at
 * most one of its parts, a single character, is repeated, or nothing is repeated and there are few choices.
 */
export function isLinear(pattern: string): boolean {
  if (hasBackreference(pattern)) return false
  const plain = pattern
    .replace(ATOMS, 'x')
    .replaceAll('(?:', '(')
    .replace(PLAIN_GROUP, '$1')
    .replace(LAST_REPETITION, (_, character: string, any: string | undefined, times = '1') =>
      any !== undefined || Number(times) === 0 ? '' : times === '1' ? character : `${character}{${times}}`,
    )
  const isBounded = !/[*+]|\{\d+,|\)\{|\(\?/.test(plain)
  const choices = plain.match(/[?|]/g) ?? []
  if (isBounded && plain.startsWith('^') && !hasAlternatives(plain) && choices.length <= MAX_CHOICES)
    return true
  const repeated = plain.match(/[*+]|\{\d+,\d*\}/g) ?? []
  const sequence = plain.replace(SHORT_LOOKAROUND, '')
  if (/[()?|]/.test(sequence)) return false
  return repeated.length === 0 || (repeated.length === 1 && sequence.startsWith('^'))
}

/** Returns whether a pattern has a backreference, such as `\1`, outside classes. */
function hasBackreference(pattern: string): boolean {
  return (pattern.match(ATOMS) ?? []).some((atom) => /^\\[1-9k]/.test(atom))
}

/** Matches lookaheads at the start of a pattern that begins with `^` or with `.*` in each part. */
const LOOKAHEAD = /^\(\?([=!])/

/**
 * Matches characters, some of them optional, before lookaheads at the start of a pattern, as in `-?P(?!$)`. They match
 * only one text if the last character occurs only at their end.
 */
const PREFIX = /^(?:[\w-]\??|\([\w-]\??\))*([\w-])(?=\(\?[=!])/

function prefixOf(pattern: string): string {
  const [prefix = '', last = ''] = PREFIX.exec(pattern) ?? []
  return prefix.indexOf(last) === prefix.length - 1 ? prefix : ''
}

/** Returns whether a pattern matches only from the start of a text. */
function isAnchoredAtStart(pattern: string): boolean {
  if (!pattern.startsWith('(?=^')) return pattern.startsWith('^')
  return !hasAlternatives(pattern.slice(3, endOfGroup(pattern)))
}

/**
 * Returns a linear-time matcher, or undefined if the pattern contains lookarounds or backreferences that cannot be
 * evaluated separately.
 */
function withoutLookaheads(pattern: string): Pick<Matcher, 'test'> | undefined {
  // An idiom for a pattern that matches nothing.
  if (pattern === '(?!)') return { test: () => false }
  if (hasBackreference(pattern)) return undefined
  const isAnchored = isAnchoredAtStart(pattern)
  const parts: { readonly source: string; readonly isNegative: boolean }[] = []
  let rest = pattern.replace(/^\^/, '')
  const prefix = isAnchored ? prefixOf(rest) : ''
  rest = rest.slice(prefix.length)
  for (let found = LOOKAHEAD.exec(rest); found !== null; found = LOOKAHEAD.exec(rest)) {
    const end = endOfGroup(rest)
    parts.push({ source: rest.slice(3, end), isNegative: found[1] === '!' })
    rest = rest.slice(end + 1)
  }
  if (parts.length === 0) rest = pattern
  // Several parts must match at the same position. Without `^`, this is the start of a line if all begin with `.*`.
  const isPerLine = !isAnchored && parts.length > 0
  if (isPerLine && ![...parts.map(({ source }) => source), rest].every((source) => /^\.[*+{]/.test(source)))
    return undefined
  if (parts.length > 0 && hasAlternatives(rest)) return undefined
  try {
    const start = parts.length > 0 ? `^${prefix}` : ''
    const matchers = [...parts, { source: rest, isNegative: false }].map(({ source, isNegative }) => {
      const flags = source.includes('(?<') ? RE2JS.LOOKBEHINDS : 0
      const text = RE2JS.translateRegExp(new RegExp(`${start}(?:${forRe2(source)})`, 'u'))
      const compiled = RE2JS.compile(text, flags)
      return (text: string) => compiled.test(text) !== isNegative
    })
    const matches = (text: string): boolean => matchers.every((test) => test(text))
    return { test: (text) => (isPerLine ? text.split(/[\n\r\u2028\u2029]/).some(matches) : matches(text)) }
  } catch {
    return undefined
  }
}

/** Returns the index of the parenthesis that closes the group at the start of a pattern. */
function endOfGroup(pattern: string): number {
  const plain = pattern.replace(ATOMS, (atom) => 'x'.repeat(atom.length))
  let depth = 0
  for (let index = 0; index < plain.length; index++) {
    if (plain[index] === '(') depth += 1
    if (plain[index] === ')' && --depth === 0) return index
  }
  return plain.length
}

/** Returns whether a pattern has alternatives outside its groups. */
function hasAlternatives(pattern: string): boolean {
  const plain = pattern.replace(ATOMS, 'x')
  let depth = 0
  for (const character of plain) {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (character === '|' && depth === 0) return true
  }
  return false
}

/** All characters that `\S` matches, for classes. */
const NOT_SPACE =
  '\\x00-\\x08\\x0e-\\x1f!-\\u{9f}\\u{a1}-\\u{167f}\\u{1681}-\\u{1fff}\\u{200b}-\\u{2027}\\u{202a}-\\u{202e}' +
  '\\u{2030}-\\u{205e}\\u{2060}-\\u{2fff}\\u{3001}-\\u{fefe}\\u{ff00}-\\u{10ffff}'

/** Properties that RE2 does not know, as ranges for classes. */
const RANGES: Readonly<Record<string, string>> = {
  '\\p{ASCII}': '\\x00-\\x7f',
  '\\P{ASCII}': '\\u{80}-\\u{10ffff}',
}

/** Replaces what RE2 interprets differently or does not know: `.`, `\s`, empty classes and `\p{ASCII}`. */
function forRe2(pattern: string): string {
  const space = '\\s\\v\\u{a0}\\u{feff}\\u{2028}\\u{2029}\\p{Zs}'
  return pattern.replace(new RegExp(`${ATOMS.source}|\\.`, 'g'), (atom) => {
    if (atom === '.') return '[^\\n\\r\\u{2028}\\u{2029}]'
    if (atom === '\\s') return `[${space}]`
    if (atom === '\\S') return `[^${space}]`
    if (atom === '[^]') return '[\\s\\S]'
    if (!atom.startsWith('[')) return atom in RANGES ? `[${RANGES[atom]}]` : atom
    return atom.replace(/\\(?:p\{ASCII\}|P\{ASCII\}|[^])/g, (escape) => {
      if (escape === '\\S') return NOT_SPACE
      return escape === '\\s' ? space : (RANGES[escape] ?? escape)
    })
  })
}
