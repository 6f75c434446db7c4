import { hasLinearMatcher } from '../../templates/runtime/values/schema-pattern.js'

/** The problem with a `pattern`: it is not a regular expression, no engine matches it in linear time, or it is too long. */
export type PatternFault = 'invalid' | 'slow' | 'long'

/** Maximum length of a pattern, because engines take time and memory for compiling it. */
const MAX_LENGTH = 10_000

/** What messages say of a faulty pattern. */
export const PATTERN_FAULTS: Readonly<Record<PatternFault, string>> = {
  invalid: 'is not a valid regular expression',
  slow: 'cannot be matched in linear time',
  long: `is longer than ${MAX_LENGTH} characters, the maximum`,
}

/** Returns the start of a pattern, for messages. */
export function shortPattern(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}

/** How to fix a pattern that no engine matches in linear time. */
export const PATTERN_HELP =
  'Remove backreferences, lookaheads that are not at the start of the pattern, and repetitions of more than 1,000 times'

export type PatternResult = { readonly pattern: string } | { readonly fault: PatternFault }

/** Reads a `pattern` (ECMA-262). Replaces escapes that Unicode mode does not allow (`\-`, `\@`). */
export function readPattern(pattern: string): PatternResult {
  if (pattern.length > MAX_LENGTH) return { fault: 'long' }
  const strict = [pattern, withoutUnnecessaryEscapes(pattern)].find(isUnicodePattern)
  if (strict === undefined) return { fault: 'invalid' }
  return hasLinearMatcher(strict) ? { pattern: strict } : { fault: 'slow' }
}

function isUnicodePattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').source !== ''
  } catch {
    return false
  }
}

/** Removes unnecessary escapes, and escapes braces that do not begin a quantifier. */
function withoutUnnecessaryEscapes(pattern: string): string {
  let inClass = false
  return pattern.replace(/\\([^])|\{(?!\d+(?:,\d*)?\})|[[\]]/g, (piece, escaped: string | undefined) => {
    if (piece === '[') inClass = true
    if (piece === ']') inClass = false
    if (piece === '{') return inClass ? piece : '\\{'
    if (escaped === undefined) return piece
    return isUnnecessary(escaped, inClass) ? escaped : piece
  })
}

function isUnnecessary(escaped: string, inClass: boolean): boolean {
  if (escaped === '-') return !inClass
  return /[^\w^$\\.*+?()[\]{}|/]|_/.test(escaped)
}
