import { hasLinearMatcher } from '../../templates/runtime/values/schema-pattern.js'

/** The problem with a `pattern`: it is not a regular expression, or matching it can take exponential time. */
export type PatternFault = 'invalid' | 'slow'

export type PatternResult = { readonly pattern: string } | { readonly fault: PatternFault }

/** Reads a `pattern` (ECMA-262). Replaces escapes that Unicode mode does not allow (`\-`, `\@`). */
export function readPattern(pattern: string): PatternResult {
  const strict = [pattern, withoutUnnecessaryEscapes(pattern)].find(isUnicodePattern)
  if (strict === undefined) return { fault: 'invalid' }
  return canBacktrack(strict) ? { fault: 'slow' } : { pattern: strict }
}

/**
 * Returns whether a pattern might take exponential time: it has lookarounds or backreferences that only a backtracking
 * engine supports, and repeats a group that contains repetitions or alternatives.
 */
function canBacktrack(pattern: string): boolean {
  if (hasLinearMatcher(pattern)) return false
  const plain = pattern.replace(/\\[^]|\[(?:\\[^]|[^\]\\])*\]|\(\?(?:[:=!]|<[=!]|<\w+>)/g, (atom) =>
    atom.startsWith('(') ? '(' : 'x',
  )
  const isAmbiguous = [false]
  for (const [index, character] of [...plain].entries()) {
    if (character === '(') isAmbiguous.push(false)
    else if (character === ')') {
      const isGroupAmbiguous = isAmbiguous.pop() === true
      if (isGroupAmbiguous && /[*+{]/.test(plain.charAt(index + 1))) return true
      if (isGroupAmbiguous) isAmbiguous[isAmbiguous.length - 1] = true
    } else if ('*+?{|'.includes(character)) isAmbiguous[isAmbiguous.length - 1] = true
  }
  return false
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
