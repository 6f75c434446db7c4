import { isNumeric } from '../model.js'
import type { DialectName } from '../settings/dialects.js'
import type { Condition, TextPattern } from '../store.js'
import { patternSource } from '../values/pattern.js'
import { type Bind, type FullTextIndex, quoted } from './database.js'
import { WORD_CHARACTER } from './sqlite/dialect.js'
import type { Table } from './table.js'

/** A word that FTS5 can look up. */
const WORD = new RegExp(`^[${WORD_CHARACTER}]{1,100}$`, 'u')

/** Maximum nesting depth of an FTS5 expression. */
const MAX_DEPTH = 50

/**
 * Returns a condition that uses the table's FTS5 index, or undefined if FTS5 cannot express it. It selects the same
 * rows as the patterns' regular expressions would.
 */
function sqliteCondition(condition: Condition, table: Table, bind: Bind): string | undefined {
  const found = matching(condition, table, bind)
  // A key of type INTEGER is an alias of the rowid.
  const row = isNumeric(table.key.type) ? table.key.sql : `${table.sql}."_svc_row"`
  return found && `${row} IN (SELECT rowid FROM ${found})`
}

/**
 * Returns a FROM item that selects the keys of the rows that satisfy a condition, or undefined if the index alone
 * cannot provide them. It has the table's name, so that the index also provides the order and applies the limit.
 */
function sqliteKeys(condition: Condition, table: Table, bind: Bind): string | undefined {
  const found = isNumeric(table.key.type) ? matching(condition, table, bind) : undefined
  return found && `(SELECT rowid AS ${table.key.quoted} FROM ${found}) AS ${table.sql}`
}

function matching(condition: Condition, table: Table, bind: Bind): string | undefined {
  const expression = expressionOf(condition, table, MAX_DEPTH)
  const words = quoted(`_svc_words_${table.spec.table}`)
  return expression && `${words} WHERE ${words} MATCH ${bind(expression)}`
}

/**
 * Returns a condition as an FTS5 expression (https://www.sqlite.org/fts5.html#full_text_query_syntax), or undefined if
 * FTS5 cannot express it.
 */
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

/** Returns the FTS5 expression for one term in any of several columns, which requires only one lookup. */
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
      const start = pattern.text.slice(0, -1)
      return pattern.text.endsWith('*') && WORD.test(start) ? `"${start}" *` : undefined
    }
    case 'fuzzy':
      return undefined
  }
}

function termOfWords(words: readonly string[]): string | undefined {
  return words.every((word) => WORD.test(word)) ? `"${words.join(' ')}"` : undefined
}

/** A word that the database function `svc_folded_words`, which a migration creates, leaves unchanged. */
const PLAIN = /^[a-z0-9_]{1,100}$/

/** Returns the whole words of a pattern, if it consists of them. */
function textOf(pattern: TextPattern): string | undefined {
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

function postgresCondition(condition: Condition, table: Table, bind: Bind): string | undefined {
  if (condition.kind !== 'text') return undefined
  const { dialect } = table
  const column = table.column(condition.field)
  const words = column.words ? textOf(condition.pattern) : undefined
  if (words === undefined) return undefined
  const indexed = `svc_folded_words(${column.sql})`
  if (PLAIN.test(words)) return `${indexed} @> ARRAY[${bind(words)}]`
  const found = `${indexed} @> svc_folded_words(${bind(words)}::text)`
  const pattern = patternSource(condition.pattern, dialect)
  return `(${found} AND ${dialect.matches(dialect.folded(column.sql), pattern, bind)})`
}

/** How each database uses the full-text indexes that migrations create. */
export const fullText: Readonly<Record<DialectName, FullTextIndex>> = {
  sqlite: { condition: sqliteCondition, keys: sqliteKeys },
  postgres: { condition: postgresCondition, keys: () => undefined },
}
