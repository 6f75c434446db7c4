import type { DialectName } from '../spec/dialects.js'
import { isNumeric } from '../spec/field-types.js'
import type { Condition } from '../store.js'
import type { TextPattern } from '../values/pattern.js'
import { WORD_CHARACTER } from './sqlite/dialect.js'
import { type Table, type Bind, type FullTextIndex, type IndexedCondition, quoted } from './table.js'

/** A word that FTS5 can look up. */
const WORD = new RegExp(`^[${WORD_CHARACTER}]{1,100}$`, 'u')

/** Maximum nesting depth of an FTS5 expression. */
const MAX_DEPTH = 50

/** A condition that uses the table's FTS5 index. It selects the same rows as the patterns' regular expressions would. */
function sqliteCondition(condition: Condition, table: Table, bind: Bind): IndexedCondition | undefined {
  const expression = expressionOf(condition, table, MAX_DEPTH)
  if (expression === undefined) return undefined
  // A key of type INTEGER is an alias of the rowid.
  const row = isNumeric(table.key.type) ? table.key.sql : `${table.sql}."_svc_row"`
  return { ...expression, sql: `${row} IN (SELECT rowid FROM ${matching(expression, table, bind)})` }
}

/**
 * Returns a FROM item that selects the keys of the rows that satisfy a condition, or undefined if the index alone
 * cannot provide them. It has the table's name, so that the index also provides the order and applies the limit.
 */
function sqliteKeys(condition: Condition, table: Table, bind: Bind): string | undefined {
  const expression = isNumeric(table.key.type) ? expressionOf(condition, table, MAX_DEPTH) : undefined
  if (expression?.isExact !== true) return undefined
  return `(SELECT rowid AS ${table.key.quoted} FROM ${matching(expression, table, bind)}) AS ${table.sql}`
}

function matching({ sql }: IndexedCondition, table: Table, bind: Bind): string {
  const words = quoted(`_svc_words_${table.spec.table}`)
  return `${words} WHERE ${words} MATCH ${bind(sql)}`
}

/**
 * Returns a condition as an FTS5 expression (https://www.sqlite.org/fts5.html#full_text_query_syntax), or undefined if
 * FTS5 cannot express it.
 */
function expressionOf(condition: Condition, table: Table, depth: number): IndexedCondition | undefined {
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
      const isComplete = known.length === parts.length
      if (known.length === 0 || (condition.kind === 'or' && !isComplete)) return undefined
      return {
        sql: `(${known.map(({ sql }) => sql).join(condition.kind === 'and' ? ' AND ' : ' OR ')})`,
        isExact: isComplete && known.every(({ isExact }) => isExact),
      }
    }
    default:
      return undefined
  }
}

/** Returns the FTS5 expression for one term in any of several columns, which requires only one lookup. */
function inColumns(conditions: readonly Condition[], table: Table): IndexedCondition | undefined {
  const terms = new Set<string | undefined>()
  const columns: string[] = []
  for (const condition of conditions) {
    if (condition.kind !== 'text') return undefined
    const column = table.column(condition.field)
    terms.add(column.words ? termOf(condition.pattern) : undefined)
    columns.push(quoted(`in_${column.name}`))
  }
  const [term, ...more] = terms
  if (term === undefined || more.length > 0) return undefined
  return { sql: `{${columns.join(' ')}} : ${term}`, isExact: true }
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

/** Maximum number of lookups for an AND. Without the index, each of them reads the text again. */
const MAX_LOOKUPS = 4

/** A condition on the words of columns, whose values are bound only if it is used. */
interface Lookup {
  readonly sql: (bind: Bind) => string
  readonly isExact: boolean
}

function postgresCondition(condition: Condition, table: Table, bind: Bind): IndexedCondition | undefined {
  const lookup = lookupOf(condition, table)
  return lookup && { ...lookup, sql: lookup.sql(bind) }
}

/** The array operators are `@>` for all words and `&&` for any of them. */
function lookupOf(condition: Condition, table: Table): Lookup | undefined {
  if (condition.kind === 'text') return wordsIn(condition, table)
  if (condition.kind !== 'and' && condition.kind !== 'or') return undefined
  const isAnd = condition.kind === 'and'
  const plain = new Map<string, string[]>()
  const lookups: Lookup[] = []
  let isExact = true
  for (const part of flattened(condition.kind, condition.of)) {
    const column = part.kind === 'text' ? table.column(part.field) : undefined
    const word = part.kind === 'text' ? plainWord(part.pattern) : undefined
    if (column?.words === true && word !== undefined)
      plain.set(column.sql, [...(plain.get(column.sql) ?? []), word])
    else {
      const lookup = lookupOf(part, table)
      if (lookup !== undefined) lookups.push(lookup)
      else if (isAnd) isExact = false
      else return undefined
    }
  }
  const all = [...plain].map(([sql, words]): Lookup => {
    return {
      sql: (bind) => `svc_folded_words(${sql}) ${isAnd ? '@>' : '&&'} ${bind(words)}::text[]`,
      isExact: true,
    }
  })
  all.push(...lookups)
  const used = isAnd ? all.slice(0, MAX_LOOKUPS) : all
  if (used.length === 0) return undefined
  return {
    sql: (bind) => `(${used.map(({ sql }) => sql(bind)).join(isAnd ? ' AND ' : ' OR ')})`,
    isExact: isExact && used.length === all.length && used.every((lookup) => lookup.isExact),
  }
}

/** Returns the parts of nested conditions of one kind. */
function flattened(kind: 'and' | 'or', conditions: readonly Condition[]): readonly Condition[] {
  return conditions.flatMap((each) =>
    (each.kind === 'and' || each.kind === 'or') && each.kind === kind ? flattened(kind, each.of) : each,
  )
}

function plainWord(pattern: TextPattern): string | undefined {
  return pattern.kind === 'word' && PLAIN.test(pattern.text) ? pattern.text : undefined
}

function wordsIn(
  { field, pattern }: Condition & { readonly kind: 'text' },
  table: Table,
): Lookup | undefined {
  const column = table.column(field)
  if (!column.words || pattern.kind === 'wildcard' || pattern.kind === 'fuzzy') return undefined
  const indexed = `svc_folded_words(${column.sql}) @>`
  const plain = plainWord(pattern)
  if (plain !== undefined) return { sql: (bind) => `${indexed} ARRAY[${bind(plain)}]`, isExact: true }
  const words = pattern.kind === 'word' ? pattern.text : pattern.words.join(' ')
  return { sql: (bind) => `${indexed} svc_folded_words(${bind(words)}::text)`, isExact: false }
}

/** How each database uses the full-text indexes that migrations create. */
export const fullText: Readonly<Record<DialectName, FullTextIndex>> = {
  sqlite: { condition: sqliteCondition, keys: sqliteKeys },
  postgres: { condition: postgresCondition, keys: () => undefined },
}
