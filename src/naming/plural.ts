import pluralize from 'pluralize'

/** Words that the library takes for plurals of other words: `cookies` of "cooky", `caches` of "cach", `os` of "o". */
const SINGULARS: readonly (readonly [pattern: RegExp, singular: string])[] = [
  [/(brown|calor|cook|hood|pix|prair|rook|self)ies$/i, '$1ie'],
  [/(cach|premis)es$/i, '$1e'],
  [/((?:\b|_)(?:ax|bas))is$/i, '$1is'],
  [/(canvas|(?:\b|_)lens)(?:es)?$/i, '$1'],
  [/^((?:i|mac)?os)$/i, '$1'],
]

for (const [pattern, singular] of SINGULARS) pluralize.addSingularRule(pattern, singular)

/** One of what a word names: `stories` → `story`. A singular stays. */
export function singularOf(word: string): string {
  return pluralize.singular(word)
}

/** Several of what a word names: `story` → `stories`. A plural stays. */
export function pluralOf(word: string): string {
  return pluralize.plural(word)
}
