import type { Default, FieldType, Json, OnDelete } from '../../ir/index.js'

/** What a foreign key refers to. */
export interface Reference {
  readonly table: string
  readonly column: string
  /** What deleting the row referred to does. */
  readonly onDelete: OnDelete
}

/** A column as the database keeps it, whichever engine. */
export interface Column {
  readonly name: string
  /** Of a foreign key, the type of the key that it refers to. */
  readonly type: Exclude<FieldType, 'foreign_key'>
  readonly isKey: boolean
  readonly required: boolean
  readonly unique: boolean
  readonly index: boolean
  /** Its words are in the full-text index. */
  readonly words: boolean
  /** Of a text, in code points. */
  readonly minLength: number | null
  readonly maxLength: number | null
  /** Of a `choice`. */
  readonly choices: readonly Json[] | null
  readonly precision: number | null
  readonly scale: number | null
  /** Of a `list`, as what its items are kept: `pickle` is any JSON. */
  readonly itemType: Column['type'] | null
  readonly references: Reference | null
  /** What rows get that are there before the column must have a value. */
  readonly fill: Default | null
}

/** A model's table. */
export interface Table {
  readonly name: string
  readonly columns: readonly Column[]
}

/** The primary key of a table. */
export function keyOf(table: Table): Column {
  const key = table.columns.find((column) => column.isKey)
  if (key === undefined) throw new TypeError(`table ${table.name} has no key`)
  return key
}
