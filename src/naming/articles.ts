const VOWEL = /^[aeiou]/i
/** Matches words that begin with a vowel letter but a consonant sound. */
const CONSONANT_SOUND = /^(?:eu|one\b|once|uni|us[aeu]|ut[ei])/i

/** Returns a noun preceded by "a" or "an". */
export function withArticle(noun: string): string {
  return `${VOWEL.test(noun) && !CONSONANT_SOUND.test(noun) ? 'an' : 'a'} ${noun}`
}
