import type { Model } from '../ir/index.js'
import { words } from './words.js'

const VOWEL = /^[aeiou]/i
/** Matches words that begin with a vowel letter but are pronounced with a consonant. */
const CONSONANT_SOUND = /^(?:eu|one\b|once|uni|us[aeu]|ut[ei])/i

/** Returns a noun preceded by "a" or "an". */
export function withArticle(noun: string): string {
  return `${VOWEL.test(noun) && !CONSONANT_SOUND.test(noun) ? 'an' : 'a'} ${noun}`
}

/** Joins strings with commas and a conjunction, without a comma before the conjunction: `a, b and c`. */
export function listed(texts: Iterable<string>, conjunction: 'and' | 'or' = 'and'): string {
  const type = conjunction === 'and' ? 'conjunction' : 'disjunction'
  return new Intl.ListFormat('en-GB', { type }).format(texts)
}

/** Returns the singular and plural names of a model for use in prose: "user profile", "user profiles". */
export function proseNames({ names }: Model): { readonly one: string; readonly many: string } {
  const many = names.plural === `${names.var}List` ? names.var : names.plural
  return { one: proseName(names.var), many: proseName(many) }
}

/** Returns a name as separate words: `user profile` for `userProfile`. */
export function proseName(name: string): string {
  return words(name).join(' ').toLowerCase()
}
