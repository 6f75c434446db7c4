const VOWEL = /^[aeiou]/i
/** Words that begin with a vowel in writing only. */
const CONSONANT_SOUND = /^(?:eu|one\b|once|uni|us[aeu]|ut[ei])/i

/** Puts "a" or "an" before a noun. */
export function withArticle(noun: string): string {
  return `${VOWEL.test(noun) && !CONSONANT_SOUND.test(noun) ? 'an' : 'a'} ${noun}`
}
