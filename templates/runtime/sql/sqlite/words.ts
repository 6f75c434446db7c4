import type { Condition, TextPattern } from '../../condition.js'
import type { FieldType } from '../../model.js'
import { type Bind, quoted } from '../dialect.js'
import type { Column, Table } from '../table.js'

/** What belongs to a word, in a regular expression's brackets. */
export const WORD_CHARACTER = '\\p{L}\\p{Nd}_'

const WORDS = new RegExp(`[${WORD_CHARACTER}]+`, 'gu')

/** Longer words are looked for in the texts themselves. */
const WORD = new RegExp(`^[${WORD_CHARACTER}]{1,100}$`, 'u')

/** Conditions in one another, beyond which FTS5 may refuse an expression. */
const MAX_DEPTH = 50

/** Types of keys that are SQLite's own number of a row. */
const ROW_NUMBERS: ReadonlySet<FieldType> = new Set([
  'id_field',
  'integer',
  'small_integer',
  'big_integer',
  'boolean',
  'interval',
])

/** The words of a text in small letters, a blank between them, as the full-text index takes them. */
export function wordsOf(text: string): string {
  return (text.toLowerCase().match(WORDS) ?? []).join(' ')
}

/** Rows that the table's FTS5 index selects: the same that the patterns' regular expressions do. */
export function byWords(condition: Condition, table: Table, bind: Bind): string | undefined {
  const found = matching(condition, table, bind)
  const row = isNumber(table.key) ? table.key.sql : `${table.sql}."_svc_row"`
  return found && `${row} IN (SELECT rowid FROM ${found})`
}

/** The keys of these rows under the table's own name, so that an order and a limit are the index's business, too. */
export function keysByWords(condition: Condition, table: Table, bind: Bind): string | undefined {
  const found = isNumber(table.key) ? matching(condition, table, bind) : undefined
  return found && `(SELECT rowid AS ${table.key.quoted} FROM ${found}) AS ${table.sql}`
}

/** Whether a key is SQLite's own number of a row. */
function isNumber({ type }: Column): boolean {
  return ROW_NUMBERS.has(type)
}

function matching(condition: Condition, table: Table, bind: Bind): string | undefined {
  const expression = expressionOf(condition, table, MAX_DEPTH)
  const words = quoted(`_svc_words_${table.spec.table}`)
  return expression && `${words} WHERE ${words} MATCH ${bind(expression)}`
}

/** The condition in the language of FTS5 (https://www.sqlite.org/fts5.html#full_text_query_syntax); undefined where that has no words for it. */
function expressionOf(condition: Condition, table: Table, depth: number): string | undefined {
  if (depth === 0) return undefined
  switch (condition.kind) {
    case 'text':
      return inColumns([condition], table)
    case 'and':
    case 'or': {
      const anywhere = condition.kind === 'or' ? inColumns(condition.of, table) : undefined
      if (anywhere !== undefined) return anywhere
      const parts = condition.of.map((each) => expressionOf(each, table, depth - 1))
      const known = parts.filter((part) => part !== undefined)
      if (known.length === 0 || known.length < parts.length) return undefined
      return `(${known.join(condition.kind === 'and' ? ' AND ' : ' OR ')})`
    }
    default:
      return undefined
  }
}

/** One term in any of several columns, which is looked up once. */
function inColumns(conditions: readonly Condition[], table: Table): string | undefined {
  const terms = new Set<string | undefined>()
  const columns: string[] = []
  for (const condition of conditions) {
    if (condition.kind !== 'text') return undefined
    const column = table.column(condition.field)
    terms.add(column.words ? termOf(condition.pattern) : undefined)
    columns.push(quoted(`in_${column.name}`))
  }
  const [term, ...more] = terms
  return term === undefined || more.length > 0 ? undefined : `{${columns.join(' ')}} : ${term}`
}

function termOf(pattern: TextPattern): string | undefined {
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

function termOfWords(words: readonly string[]): string | undefined {
  const small = words.map((word) => word.toLowerCase())
  return small.every((word) => WORD.test(word)) ? `"${small.join(' ')}"` : undefined
}
