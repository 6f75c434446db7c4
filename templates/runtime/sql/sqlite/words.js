import { quoted } from '../dialect.js'
/** What belongs to a word, in a regular expression's brackets. */
export const WORD_CHARACTER = '\\p{L}\\p{Nd}_'
const WORDS = new RegExp(`[${WORD_CHARACTER}]+`, 'gu')
/** Longer words are looked for in the texts themselves. */
const WORD = new RegExp(`^[${WORD_CHARACTER}]{1,100}$`, 'u')
/** Conditions in one another, beyond which FTS5 may refuse an expression. */
const MAX_DEPTH = 50
/** Types of keys that are SQLite's own number of a row. */
const ROW_NUMBERS = new Set(['id_field', 'integer', 'small_integer', 'big_integer', 'boolean', 'interval'])
/** The words of a text in small letters, a blank between them, as the full-text index takes them. */
export function wordsOf(text) {
  return (text.toLowerCase().match(WORDS) ?? []).join(' ')
}
/** Rows that the table's FTS5 index selects: the same that the patterns' regular expressions do. */
export function byWords(condition, table, bind) {
  const expression = expressionOf(condition, table, MAX_DEPTH)
  if (expression === undefined) return undefined
  const words = quoted(`_svc_words_${table.spec.table}`)
  const row = ROW_NUMBERS.has(table.key.type) ? table.key.sql : `${table.sql}."_svc_row"`
  return `${row} IN (SELECT rowid FROM ${words} WHERE ${words} MATCH ${bind(expression)})`
}
/** The condition in the language of FTS5 (https://www.sqlite.org/fts5.html#full_text_query_syntax); undefined where that has no words for it. */
function expressionOf(condition, table, depth) {
  if (depth === 0) return undefined
  switch (condition.kind) {
    case 'text': {
      const column = table.column(condition.field)
      const term = column.words ? termOf(condition.pattern) : undefined
      return term && `${quoted(`in_${column.name}`)} : ${term}`
    }
    case 'and':
    case 'or': {
      const parts = condition.of.map((each) => expressionOf(each, table, depth - 1))
      const known = parts.filter((part) => part !== undefined)
      if (known.length === 0 || known.length < parts.length) return undefined
      return `(${known.join(condition.kind === 'and' ? ' AND ' : ' OR ')})`
    }
    default:
      return undefined
  }
}
function termOf(pattern) {
  switch (pattern.kind) {
    case 'word':
      return termOfWords([pattern.text])
    case 'phrase':
      return termOfWords(pattern.words)
    case 'wildcard': {
      const start = Array.from(pattern.text.slice(0, -1), (letter) => letter.toLowerCase()).join('')
      return pattern.text.endsWith('*') && WORD.test(start) ? `"${start}" *` : undefined
    }
    case 'fuzzy':
      return undefined
  }
}
function termOfWords(words) {
  const small = words.map((word) => word.toLowerCase())
  return small.every((word) => WORD.test(word)) ? `"${small.join(' ')}"` : undefined
}
