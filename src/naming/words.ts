/**
 * Splits a name into words at characters other than letters and digits, and at case changes (`userProfile`,
 * `HTTPServer` → HTTP, Server). Letters in any script are supported.
 */
export function words(name: string): readonly string[] {
  return name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

/** Converts `user-profiles` to `UserProfiles`. Capitals inside a word are kept: `FAQs` → `FAQs`. */
export function pascalCase(name: string): string {
  return name
    .split(/[^\p{L}\p{N}]+/u)
    .map(capitalize)
    .join('')
}

/** Converts `UserProfile` to `userProfile`, `HTTPServer` to `httpServer`. */
export function camelCase(name: string): string {
  return words(name)
    .map((word, index) => (index === 0 ? word.toLowerCase() : capitalize(word.toLowerCase())))
    .join('')
}

/** Converts `UserProfile` to `user-profile`. */
export function kebabCase(name: string): string {
  return words(name).join('-').toLowerCase()
}

/** Converts `UserProfile` to `user_profile`. */
export function snakeCase(name: string): string {
  return words(name).join('_').toLowerCase()
}

function capitalize(word: string): string {
  const [first = '', ...rest] = word
  return first.toUpperCase() + rest.join('')
}
