import type { Default, FieldType, Json, OnDelete } from '../../ir/index.js'

export interface Reference {
  readonly table: string
  readonly column: string
  /** The effect of deleting the referenced row. */
  readonly onDelete: OnDelete
}

/** A database function that splits text into words. Until version 1.0, the words had accents. */
export type WordsFunction = 'svc_folded_words' | 'svc_words'

/** A database column, independent of the engine. */
export interface Column {
  readonly name: string
  readonly field: string
  /** For a foreign key, the type of the referenced key. */
  readonly type: Exclude<FieldType, 'foreign_key'>
  readonly isKey: boolean
  readonly required: boolean
  readonly unique: boolean
  readonly index: boolean
  /** The database function whose words are in the column's full-text index, if it has one. */
  readonly words: WordsFunction | null
  /** For strings, the limit in code points. */
  readonly minLength: number | null
  readonly maxLength: number | null
  readonly choices: readonly Json[] | null
  readonly precision: number | null
  readonly scale: number | null
  /** For a `list`, the type in which its items are stored. `pickle` is any JSON. */
  readonly itemType: Column['type'] | null
  readonly references: Reference | null
  /** The value that existing rows get if the column becomes required. */
  readonly fill: Default | null
  /** The `_backfill` of a `choice`, which replaces removed choices in existing rows. */
  readonly replacement?: Default
  /** Set for a foreign key if a migration makes another column the key of the referenced table. */
  readonly losesLinks?: true
}

/** Returns whether the database generates the column's values. */
export function isGenerated({ type, references, fill }: Column): boolean {
  return references === null && (type === 'id_field' || fill?.kind === 'counter')
}

export interface IndexGroup {
  readonly columns: readonly string[]
  readonly unique: boolean
}

export interface Table {
  readonly name: string
  readonly model: string
  readonly columns: readonly Column[]
  readonly groups?: readonly IndexGroup[]
}

/** A column before and after the change. Either of them can be missing. */
export interface ColumnMatch {
  readonly before: Column | null
  readonly after: Column | null
}

/** A table before and after the change. Its columns are in the order of `after`, followed by dropped columns. */
export interface TableMatch {
  readonly before: Table | null
  readonly after: Table | null
  readonly columns: readonly ColumnMatch[]
  /** True if the columns and multi-column indexes are unchanged and nothing in the database is renamed. */
  readonly isSame: boolean
}

/** A match for which it is not yet known whether the table stays the same. */
export type Match = Omit<TableMatch, 'isSame'>

export function keyOf(table: Table): Column {
  const key = table.columns.find((column) => column.isKey)
  if (key === undefined) throw new TypeError(`table ${table.name} has no key`)
  return key
}
