/**
 * Splits a name into its words: at anything that is no letter or digit, and where the case changes (`userProfile`, `HTTPServer` → HTTP, Server).
 * Letters of any script count; the result is empty where there are none.
 */
export function words(name: string): readonly string[] {
  return name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

/** `user-profiles` → `UserProfiles`. Capitals inside a word stay: `FAQs` → `FAQs`. */
export function pascalCase(name: string): string {
  return name
    .split(/[^\p{L}\p{N}]+/u)
    .map(capitalize)
    .join('')
}

/** `UserProfile` → `userProfile`; `HTTPServer` → `httpServer`. */
export function camelCase(name: string): string {
  return words(name)
    .map((word, index) => (index === 0 ? word.toLowerCase() : capitalize(word.toLowerCase())))
    .join('')
}

/** `UserProfile` → `user-profile`. */
export function kebabCase(name: string): string {
  return words(name)
    .map((word) => word.toLowerCase())
    .join('-')
}

/** `UserProfile` → `user_profile`. */
export function snakeCase(name: string): string {
  return words(name)
    .map((word) => word.toLowerCase())
    .join('_')
}

function capitalize(word: string): string {
  const [first = '', ...rest] = word
  return first.toUpperCase() + rest.join('')
}
