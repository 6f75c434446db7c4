import type { Root, SetTokens, Token } from 'ret'
import { linearPattern } from '../../templates/runtime/values/schema-pattern.js'
// Node cannot resolve the named exports declared by the package's main module.
import { tokenizer } from 'ret/dist/tokenizer.js'
import { types } from 'ret/dist/types/types.js'

/** The characters to try for a character set, simplest first. */
const CHARACTERS = [
  ...'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-_. @/:,;!?#%&+*=~^$|()[]{}<>"\'`\\',
].map((character) => character.charCodeAt(0))

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']

/** Characters of all kinds in turn, for lookaheads that require several kinds, such as those for passwords. */
const MIXED = LETTERS.flatMap((letter, index) => [
  letter,
  letter.toUpperCase(),
  String((index + 1) % 10),
  '@!-_#$%&*.?+'.charAt(index % 12),
]).map((character) => character.charCodeAt(0))

/** The maximum number of additional repetitions to try. */
const MAX_EXTRA = 40

/**
 * Returns a string that matches a pattern and has an allowed length. Returns undefined if none is found, which is the
 * case for some patterns with lookarounds.
 * @param n distinguishes samples for the same pattern, if it allows several
 */
export function patternText(
  pattern: string,
  { shortest, longest }: { readonly shortest: number; readonly longest: number },
  n: number,
): string | undefined {
  const expression = linearPattern(pattern)
  for (const isMixed of [false, true]) {
    for (let extra = 0; extra <= MAX_EXTRA; extra += 1) {
      const text = matching(pattern, { extra, n, isMixed, groups: [], sets: 0 })
      if (text !== undefined && text.length >= shortest && text.length <= longest && expression.test(text))
        return text
    }
  }
  return undefined
}

function matching(pattern: string, walk: Walk): string | undefined {
  try {
    return textOf(tokenizer(withoutProperties(pattern)), walk)
  } catch {
    return undefined
  }
}

/** The characters to use for Unicode properties, by the start of their names. */
const PROPERTIES: readonly (readonly [RegExp, string])[] = [
  [/^(?:Lu|Uppercase)/, 'A-Z'],
  [/^(?:Ll|Lowercase)/, 'a-z'],
  [/^(?:L|Letter|Alphabetic|Script=Latin|sc=Latin)/, 'a-zA-Z'],
  [/^(?:N|Number)/, '0-9'],
  [/^(?:P|Punctuation)/, '!,.-'],
  [/^(?:Z|Separator)/, ' '],
]

/** Replaces Unicode properties, which the tokenizer does not know, by characters that have them. */
function withoutProperties(pattern: string): string {
  let inClass = false
  return pattern.replace(/\\p\{([^}]*)\}|\\[^]|[[\]]/gi, (piece, name: string | undefined) => {
    if (piece === '[') inClass = true
    if (piece === ']') inClass = false
    if (name === undefined) return piece
    const known = PROPERTIES.find(([form]) => form.test(name.replace(/^(?:gc|General_Category)=/, '')))?.[1]
    const characters = piece.startsWith('\\P') || known === undefined ? 'a-zA-Z0-9 !' : known
    return inClass ? characters : `[${characters}]`
  })
}

interface Walk {
  readonly extra: number
  readonly n: number
  /** Whether the characters of a set differ from each other. */
  readonly isMixed: boolean
  /** The text matched by each group so far. */
  readonly groups: string[]
  /** The number of characters from sets so far. */
  sets: number
}

function textOf({ options, stack = [] }: Pick<Root, 'options' | 'stack'>, walk: Walk): string {
  const tokens = options?.[0] ?? stack
  return tokens.map((token) => tokenText(token, walk)).join('')
}

function tokenText(token: Token, walk: Walk): string {
  switch (token.type) {
    case types.CHAR:
      return String.fromCharCode(token.value)
    case types.SET:
      return characterOf(token, walk)
    case types.REPETITION: {
      const times = Math.min(token.max, token.min + walk.extra)
      return Array.from({ length: times }, () => tokenText(token.value, walk)).join('')
    }
    case types.GROUP: {
      if (token.followedBy === true || token.notFollowedBy === true) return ''
      const text = textOf(token, walk)
      if (token.remember) walk.groups.push(text)
      return text
    }
    case types.REFERENCE:
      return walk.groups[token.value - 1] ?? ''
    case types.POSITION:
      return ''
  }
}

function characterOf({ set, not }: { set: SetTokens; not: boolean }, walk: Walk): string {
  const fitting = (walk.isMixed ? MIXED : CHARACTERS).filter((code) => isIn(set, code) !== not)
  const index = walk.isMixed ? walk.sets++ : 0
  const code = fitting[(walk.n - 1 + index) % fitting.length] ?? firstOf(set)
  return String.fromCharCode(code)
}

function isIn(set: SetTokens, code: number): boolean {
  return set.some((token) => {
    switch (token.type) {
      case types.CHAR:
        return token.value === code
      case types.RANGE:
        return token.from <= code && code <= token.to
      case types.SET:
        return isIn(token.set, code) !== token.not
    }
  })
}

/** Returns the first character in a set, for sets that contain none of the preferred characters. */
function firstOf([token]: SetTokens): number {
  if (token?.type === types.RANGE) return token.from
  return token?.type === types.CHAR ? token.value : 0
}
