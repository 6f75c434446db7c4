/** A word of which every engine thinks the same. */
const PLAIN = /^[a-z0-9_]{1,100}$/
/** Rows that have the words of a pattern in a column, by its index; undefined where the pattern has no whole words. */
export function foundByWords(pattern, column, bind) {
  const sought = textOf(pattern)?.toLowerCase()
  if (sought === undefined) return undefined
  if (PLAIN.test(sought)) return { sql: `${wordsOf(column)} @> ARRAY[${bind(sought)}]`, isExact: true }
  return { sql: `${wordsOf(column)} @> ${wordsOf(`${bind(sought)}::text`)}`, isExact: false }
}
/** Whether the plan of a statement must be made for its values: a rare word and a common one are found in different ways. */
export function dependsOnValues(text) {
  return text.includes('svc_words(')
}
/** The expression of which the index is made; a migration makes the function. */
function wordsOf(sql) {
  return `svc_words(${sql})`
}
function textOf(pattern) {
  switch (pattern.kind) {
    case 'word':
      return pattern.text
    case 'phrase':
      return pattern.words.join(' ')
    case 'wildcard':
    case 'fuzzy':
      return undefined
  }
}
