import type { Json } from '../json.js'
import { type Operator, traitsOf } from '../spec/query-language.js'
import { VALUE_TRAITS, type ValueTraits } from '../spec/field-types.js'
import { type Condition, EVERYTHING, type SortKey, allOf, hasPart } from '../store.js'
import { patternSource, type TextPattern } from '../values/pattern.js'
import {
  type Column,
  type Table,
  type Tables,
  encoded,
  type Bind,
  type Dialect,
  type Operand,
  type Values,
  noValues,
} from './table.js'

const COMPARED_AS_STRINGS: ReadonlySet<ValueTraits['kind']> = new Set(['text', 'date', 'time', 'bytes'])

function hasItem(column: Column, dialect: Dialect, test: (item: Operand) => string): string {
  return `EXISTS (SELECT 1 FROM ${dialect.items(column.sql)} WHERE ${test(itemOf(column, dialect))})`
}

export function itemOf(column: Column, dialect: Dialect): Operand {
  const itemType = column.spec.itemType ?? 'string'
  const { kind } = VALUE_TRAITS[itemType]
  const type = COMPARED_AS_STRINGS.has(kind) ? 'string' : itemType
  const { choices: _choices, ...spec } = column.spec
  return {
    sql: dialect.item(type),
    type,
    codec: dialect.codec({ ...spec, type: kind === 'date' || kind === 'time' ? itemType : type }),
    nullable: true,
  }
}

export interface Scope {
  readonly table: Table
  readonly tables: Tables
  readonly bind: Bind
  /** Inside {@link readingOnce}: the SQL of the texts that the condition searches, and their names. */
  readonly texts?: Map<string, string>
}

/** Returns a scope without values. */
export function newScope(table: Table, tables: Tables): Scope & Values {
  return { table, tables, ...noValues(table.dialect) }
}

/** Returns the WHERE clause, or an empty string if the condition selects all rows. */
export function whereClause(condition: Condition, scope: Scope): string {
  return condition.kind === 'and' && condition.of.length === 0
    ? ''
    : ` WHERE ${conditionSql(condition, scope)}`
}

/**
 * Returns the SQL for a condition. A comparison with null yields null, which counts as false. Negation uses
 * `IS NOT TRUE`, which treats null and false alike, so that conditions are two-valued.
 */
export function conditionSql(condition: Condition, scope: Scope): string {
  const { table, bind } = scope
  if (scope.texts !== undefined || !searches(condition) || condition.kind === 'not')
    return tested(condition, scope)
  if (condition.kind === 'and') {
    const searching = condition.of.filter(searches)
    const others = condition.of.filter((each) => !searches(each))
    if (others.length > 0) return joined([...others, allOf(searching)], ' AND ', 'TRUE', scope)
  }
  const indexed = table.fullText?.condition(condition, table, bind)
  if (indexed?.isExact === true) return indexed.sql
  const sql = readingOnce(condition, scope)
  return indexed === undefined ? sql : `(${indexed.sql} AND ${sql})`
}

/** Returns whether a condition tests words in the table's own columns. */
function searches(condition: Condition): boolean {
  return hasPart(condition, ({ kind }) => kind === 'text', false)
}

/** Returns the SQL for a condition that reads each text of a row once, because folding it is slow. */
function readingOnce(condition: Condition, scope: Scope): string {
  const texts = new Map<string, string>()
  const test = tested(condition, { ...scope, texts })
  const columns = [...texts].map(([sql, name]) => `${sql} AS ${name}`).join(', ')
  return `(WITH "svc_texts" AS MATERIALIZED (SELECT ${columns}) SELECT ${test} FROM "svc_texts")`
}

function tested(condition: Condition, scope: Scope): string {
  switch (condition.kind) {
    case 'and':
      return joined(condition.of, ' AND ', 'TRUE', scope)
    case 'or':
      return joined(condition.of, ' OR ', 'FALSE', scope)
    case 'not':
      return negated(conditionSql(condition.of, scope))
    case 'compare':
      return compareField(condition.field, condition.op, condition.value, scope)
    case 'item':
      return hasItem(scope.table.column(condition.field), scope.table.dialect, (item) =>
        condition.of.map(({ op, value }) => compare(item, op, value, scope)).join(' AND '),
      )
    case 'text':
      return matchesText(condition.field, condition.pattern, scope)
    case 'related':
      return related(condition.relation, condition.of, scope)
  }
}

function matchesText(field: string, pattern: TextPattern, { table, bind, texts }: Scope): string {
  const { dialect } = table
  const column = table.column(field)
  const part = partOf(pattern)
  const read = (sql: string): string => (part === undefined ? dialect.folded(sql) : dialect.words(sql))
  const sql =
    column.type === 'list'
      ? `(SELECT string_agg(${read(itemOf(column, dialect).sql)}, '\n') FROM ${dialect.items(column.sql)})`
      : read(column.sql)
  const text = texts?.get(sql) ?? `"svc_text${texts?.size ?? 0}"`
  texts?.set(sql, text)
  if (part !== undefined) return dialect.contains(text, part, bind)
  return pattern.kind === 'fuzzy' && dialect.fuzzy !== undefined
    ? dialect.fuzzy(text, pattern.text, pattern.edits, bind)
    : dialect.matches(text, patternSource(pattern, dialect), bind)
}

/** Words, separated by spaces, and what a wildcard leaves of a word. */
const WORDS = /^[\p{L}\p{Nd}_ ]+$/u

/**
 * Returns the part of a text's words ({@link Dialect.words}) that shows that the pattern matches, or undefined if only an
 * expression can tell. A database searches for parts faster than for expressions, of which it compiles only a few at a time.
 */
function partOf(pattern: TextPattern): string | undefined {
  if (pattern.kind === 'fuzzy') return undefined
  const words = pattern.kind === 'phrase' ? pattern.words.join(' ') : pattern.text
  const part = ` ${words} `.replaceAll(/^ \*|\* $/g, '')
  return WORDS.test(part) ? part : undefined
}

function joined(conditions: readonly Condition[], word: string, none: string, scope: Scope): string {
  const parts = conditions.map((condition, index) => {
    const sql = conditionSql(condition, scope)
    return index >= MAX_JOINS && condition.kind === 'related' ? `(${sql}) IS TRUE` : sql
  })
  return `(${chain(parts, word) || none})`
}

/** The number of conditions that PostgreSQL can plan as joins. Finding the order of hundreds takes more than a minute. */
const MAX_JOINS = 8

/** Maximum number of consecutive operands. SQLite limits the depth of expressions, and each operator adds a level. */
const MAX_OPERANDS = 100

function chain(parts: readonly string[], word: string): string {
  if (parts.length <= MAX_OPERANDS) return parts.join(word)
  const groups: string[] = []
  for (let start = 0; start < parts.length; start += MAX_OPERANDS)
    groups.push(`(${parts.slice(start, start + MAX_OPERANDS).join(word)})`)
  return chain(groups, word)
}

function negated(sql: string): string {
  return `(${sql}) IS NOT TRUE`
}

function compareField(field: string, op: Operator, value: Json, scope: Scope): string {
  const column = scope.table.column(field)
  if (op === 'all') return hasAll(column, value, scope)
  if (column.type !== 'list' || op === 'exists') return compare(column, op, value, scope)
  const { negates } = traitsOf(op)
  if (negates !== undefined) return `NOT ${compareField(field, negates, value, scope)}`
  const test = op === 'contains' ? 'eq' : op
  return hasItem(column, scope.table.dialect, (item) => compare(item, test, value, scope))
}

const COMPARISONS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

function compare(operand: Operand, op: Exclude<Operator, 'all'>, value: Json, scope: Scope): string {
  const { dialect } = scope.table
  const { bind } = scope
  const { sql } = operand
  switch (op) {
    case 'eq':
      return value === null ? `${sql} IS NULL` : `${sql} = ${bind(operand.codec.encode(value))}`
    case 'ne':
      return value === null ? `${sql} IS NOT NULL` : negated(`${sql} = ${bind(operand.codec.encode(value))}`)
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return dialect.compare(operand, COMPARISONS[op], operand.codec.encode(value), bind)
    case 'in':
    case 'any':
      return oneOf(operand, value, scope)
    case 'nin':
      return negated(oneOf(operand, value, scope))
    case 'contains':
      return textTest(sql, value, (text) => dialect.contains(sql, text, bind))
    case 'icontains':
      return textTest(sql, value, (text) => dialect.contains(dialect.lower(sql), text.toLowerCase(), bind))
    case 'startswith':
      return textTest(sql, value, (text) => dialect.startsWith(sql, text, bind))
    case 'istartswith':
      return textTest(sql, value, (text) => dialect.startsWith(dialect.lower(sql), text.toLowerCase(), bind))
    case 'endswith':
      return textTest(sql, value, (text) => dialect.endsWith(sql, text, bind))
    case 'exists':
      return `${sql} IS ${value === false ? '' : 'NOT '}NULL`
  }
}

/** Returns the SQL that tests text. Every string contains, starts with and ends with the empty string. */
function textTest(sql: string, value: Json, test: (text: string) => string): string {
  const text = String(value)
  return text === '' ? `${sql} IS NOT NULL` : test(text)
}

function oneOf(operand: Operand, value: Json, scope: Scope): string {
  const stored = values(value).flatMap((each) => (each === null ? [] : [encoded(operand, each)]))
  return scope.table.dialect.oneOf(operand, stored, scope.bind)
}

/** Returns the SQL that tests whether a list contains all values. One test per value would be slow to plan. */
function hasAll(column: Column, value: Json, scope: Scope): string {
  const distinct = [...new Set(values(value))]
  if (distinct.length === 0) return 'TRUE'
  const { dialect } = scope.table
  const item = itemOf(column, dialect)
  const found = `SELECT count(DISTINCT ${item.sql}) FROM ${dialect.items(column.sql)} WHERE ${oneOf(item, distinct, scope)}`
  return `(${found}) = ${distinct.length}`
}

function values(value: Json): readonly Json[] {
  return Array.isArray(value) ? value : [value]
}

/**
 * Returns the SQL that tests related items. Its subquery refers only to its own columns, so no alias is needed for a
 * relation between items of the same model.
 */
function related(field: string, of: Condition | null, scope: Scope): string {
  const { relation, target } = relationOf(field, scope)
  const { tables, bind } = scope
  const where = whereClause(of ?? EVERYTHING, { table: target, tables, bind })
  if (relation.side === 'one') {
    return `${scope.table.key.sql} IN (SELECT ${target.column(relation.inverse).sql} FROM ${target.sql}${where})`
  }
  const foreignKey = scope.table.column(field).sql
  return of === null
    ? `${foreignKey} IS NOT NULL`
    : `${foreignKey} IN (SELECT ${target.key.sql} FROM ${target.sql}${where})`
}

export function relationOf(field: string, { table, tables }: Pick<Scope, 'table' | 'tables'>) {
  const relation = table.spec.relations[field]
  const target = relation && tables.get(relation.model)
  if (relation === undefined || target === undefined)
    throw new TypeError(`Unknown field ${field} in ${table.spec.name}`)
  return { relation, target }
}

export function orderClause(orderBy: readonly SortKey[], scope: Scope): string {
  if (orderBy.length === 0) return ''
  const { dialect } = scope.table
  return ` ORDER BY ${orderBy.map((key) => dialect.order(sortColumn(key, scope), key.direction)).join(', ')}`
}

/**
 * Returns the column of a sort key. If only some items count, the column is null for references to all others. Each use
 * of its SQL binds the values of the condition.
 */
export function sortColumn({ field, among }: SortKey, scope: Scope): Column {
  const column = scope.table.column(field)
  if (among === undefined) return column
  return {
    ...column,
    nullable: true,
    indexed: false,
    get sql() {
      return `CASE WHEN ${related(field, among, scope)} THEN ${column.sql} END`
    },
  }
}
