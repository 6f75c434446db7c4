/** Longer words must be equal: PostgreSQL takes long over a large expression. */
const MAX_FUZZY_LETTERS = 100
/**
 * A regular expression for a pattern, over text in lower case. It keeps to what JavaScript and PostgreSQL read alike; what a letter is they
 * say each in their own way.
 */
export function patternSource(pattern, words) {
  const letter = `[${words.wordCharacter}]`
  return `(?<!${letter})${inner(pattern, words)}(?!${letter})`
}
function inner(pattern, words) {
  const { wordCharacter } = words
  switch (pattern.kind) {
    case 'word':
      return literal(pattern.text, words)
    case 'wildcard':
      return wildcard(pattern.text, words)
    case 'fuzzy': {
      const letters = [...pattern.text].map((letter) => literal(letter, words))
      return near(letters, letters.length > MAX_FUZZY_LETTERS ? 0 : pattern.edits, `[${wordCharacter}]`)
    }
    case 'phrase':
      return pattern.words.map((word) => literal(word, words)).join(`[^${wordCharacter}]+`)
  }
}
/** What stands between two `*` is taken where it comes first: if the rest fits at all, it fits after that. */
function wildcard(text, words) {
  const { wordCharacter, settled = (part) => part } = words
  const letter = `[${wordCharacter}]`
  const parts = text
    .split(/\*+/)
    .map((part) => [...part].map((each) => (each === '?' ? letter : literal(each, words))).join(''))
  const [first = '', ...rest] = parts
  const last = rest.pop()
  if (last === undefined) return first
  const between = rest.map((part, index) => settled(`${letter}*?${part}`, index + 1))
  return `${first}${between.join('')}${letter}*${last}`
}
function literal(text, { anyCase = escaped }) {
  return [...text.toLowerCase()].map(anyCase).join('')
}
/** A text as an expression that finds just this. */
export function escaped(text) {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
/**
 * What is at most `edits` insertions, deletions or changes away from the letters. A change lies in the left or in the right half, so the
 * expression grows with n·log²n.
 */
function near(letters, edits, letter) {
  const [only] = letters
  if (only === undefined) return `${letter}{0,${edits}}`
  if (edits === 0) return letters.join('')
  if (letters.length === 1) {
    const others = Array.from(
      { length: edits + 1 },
      (_, place) => letter.repeat(place) + only + letter.repeat(edits - place),
    )
    return `(?:${[`${letter}{0,${edits}}`, ...others].join('|')})`
  }
  const middle = Math.ceil(letters.length / 2)
  const halves = Array.from(
    { length: edits + 1 },
    (_, left) =>
      near(letters.slice(0, middle), left, letter) + near(letters.slice(middle), edits - left, letter),
  )
  return `(?:${halves.join('|')})`
}
