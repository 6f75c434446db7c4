import type { FieldType } from '../../model.js'
import type { Dialect } from '../dialect.js'
import { patternSource } from '../../text/pattern.js'
import { postgresCodec } from './codecs.js'
import { foundByWords } from './words.js'

/** Knows the letters of all scripts, whatever the database's own locale. */
const UNICODE = 'COLLATE "und-x-icu"'

/** What an item of a list, which comes as text, is cast to. */
const ITEM_CASTS: Readonly<Partial<Record<FieldType, string>>> = {
  integer: '::bigint',
  small_integer: '::bigint',
  big_integer: '::bigint',
  interval: '::bigint',
  float: '::double precision',
  decimal: '::numeric',
  boolean: '::boolean',
  list: '::jsonb',
  dict: '::jsonb',
  pickle: '::jsonb',
}

/** Types whose values have an order, and no least one. */
const INCOMPARABLE: ReadonlySet<FieldType> = new Set(['boolean', 'binary', 'list', 'dict', 'pickle'])

const isText = (type: FieldType): boolean => type === 'string' || type === 'text' || type === 'choice'

/** PostgreSQL's way to say it. Columns of text are declared to compare by code point. */
export const postgres: Dialect = {
  name: 'postgres',
  placeholder: (n) => `$${n}`,
  codec: postgresCodec,
  selected: (column) => column,
  generated: () => 'DEFAULT',
  limit: (count, bind) => `LIMIT ${bind(count ?? null)}`,
  forUpdate: ' FOR UPDATE',

  compare: ({ sql }, operator, value, bind) => `${sql} ${operator} ${bind(value)}`,
  comparesAsStored: () => true,
  oneOf: ({ sql }, values, bind) => `${sql} = ANY(${bind(values)})`,
  order({ sql, nullable }, direction) {
    if (direction === 'asc') return nullable ? `${sql} NULLS FIRST` : sql
    return nullable ? `${sql} DESC NULLS LAST` : `${sql} DESC`
  },
  contains: (sql, value, bind) => `strpos(${sql}, ${bind(value)}) > 0`,
  startsWith: (sql, value, bind) => `starts_with(${sql}, ${bind(value)})`,
  endsWith: (sql, value, bind) => `right(${sql}, ${bind([...value].length)}) = ${bind(value)}`,
  folded: (sql) => `lower(${sql} ${UNICODE})`,
  matches: (sql, pattern, bind) => `${sql} ~ ${bind(pattern)}`,
  wordCharacter: '\\w',
  keysByWords: () => undefined,
  byWords(condition, table, bind) {
    if (condition.kind !== 'text') return undefined
    const { sql, words } = table.column(condition.field)
    const found = words ? foundByWords(condition.pattern, sql, bind) : undefined
    if (found === undefined || found.isExact) return found?.sql
    return `(${found.sql} AND ${this.matches(this.folded(sql), patternSource(condition.pattern, this), bind)})`
  },

  items: (column) => `jsonb_array_elements_text(${column}) AS svc_item(value)`,
  item: (type) =>
    isText(type) ? '(svc_item.value COLLATE "C")' : `(svc_item.value)${ITEM_CASTS[type] ?? ''}`,

  extreme: ({ sql, type }, direction) =>
    INCOMPARABLE.has(type) ? undefined : `${direction === 'asc' ? 'min' : 'max'}(${sql})`,
  sum: ({ sql }) => `sum(${sql})`,
  bucket: ({ sql }, interval, bind) =>
    `floor(${sql}::double precision / ${bind(interval)}::double precision)`,
  truncated({ sql, type }, unit) {
    if (type === 'date') return `date_trunc('${unit}', ${sql}::timestamp)::date`
    return `date_trunc('${unit}', ${sql}, 'UTC')`
  },
}
