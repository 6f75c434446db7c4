import pluralize from 'pluralize'

/**
 * Patterns and correct singulars for words that the library singularizes incorrectly: `cookies` to "cooky", `caches` to
 * "cach", `os` to "o".
 */
const SINGULARS: readonly (readonly [pattern: RegExp, singular: string])[] = [
  [/(brown|calor|cook|hood|pix|prair|rook|self)ies$/i, '$1ie'],
  [/(cach|premis)es$/i, '$1e'],
  [/((?:\b|_)(?:ax|bas))is$/i, '$1is'],
  [/(canvas|(?:\b|_)lens)(?:es)?$/i, '$1'],
  [/^((?:i|mac)?os)$/i, '$1'],
]

for (const [pattern, singular] of SINGULARS) pluralize.addSingularRule(pattern, singular)

/** Returns the singular of a word: `stories` → `story`. Returns a singular unchanged. */
export function singularOf(word: string): string {
  return pluralize.singular(word)
}

/** Returns the plural of a word: `story` → `stories`. Returns a plural unchanged. */
export function pluralOf(word: string): string {
  return pluralize.plural(word)
}
