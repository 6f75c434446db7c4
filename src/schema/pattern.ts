import { isSlowPattern } from './slow-pattern.js'

/** What is wrong with a `pattern`: it is no regular expression, or could take exponential time (SPEC 16). */
export type PatternFault = 'invalid' | 'slow'

/** A pattern in a form that `new RegExp(pattern, 'u')` takes, or what is wrong with it. */
export type PatternResult = { readonly pattern: string } | { readonly fault: PatternFault }

/**
 * Reads a `pattern` (ECMA 262, as draft 4 says). Escapes that only the older, lenient grammar knows (`\-`, `\@`) are written out, because validators
 * compile patterns in Unicode mode.
 */
export function readPattern(pattern: string): PatternResult {
  const strict = [pattern, withoutNeedlessEscapes(pattern)].find(isUnicodePattern)
  if (strict === undefined) return { fault: 'invalid' }
  return isSlowPattern(strict) ? { fault: 'slow' } : { pattern: strict }
}

function isUnicodePattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').source !== ''
  } catch {
    return false
  }
}

/** Drops the backslash of what need not be escaped; outside of a class also that of `-`, and escapes a brace that begins no quantifier. */
function withoutNeedlessEscapes(pattern: string): string {
  let inClass = false
  return pattern.replace(/\\([^])|\{(?!\d+(?:,\d*)?\})|[[\]]/g, (piece, escaped: string | undefined) => {
    if (piece === '[') inClass = true
    if (piece === ']') inClass = false
    if (piece === '{') return inClass ? piece : '\\{'
    if (escaped === undefined) return piece
    return isNeedless(escaped, inClass) ? escaped : piece
  })
}

function isNeedless(escaped: string, inClass: boolean): boolean {
  if (escaped === '-') return !inClass
  return /[^\w^$\\.*+?()[\]{}|/]|_/.test(escaped)
}
