import { cached } from '../../templates/runtime/json.js'
import { linearPattern, type Matcher } from '../../templates/runtime/values/schema-pattern.js'

/** Maximum number of compiled patterns, of which documents use some for many values. */
const MAX_COMPILED = 200

const compiled = cached<Matcher | null>(MAX_COMPILED, (pattern) => {
  try {
    return linearPattern(pattern)
  } catch {
    return null
  }
})

/**
 * Returns whether a text matches a pattern (ECMA-262), in linear time. All texts match a pattern that no engine matches in
 * linear time, which is reported where it is read.
 */
export function matchesPattern(pattern: string, text: string): boolean {
  return compiled(pattern)?.test(text) ?? true
}
