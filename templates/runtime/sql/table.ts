import type { Json } from '../json.js'
import type { FieldSpec, FieldType, ModelSpec, Models, Row } from '../model.js'
import { jsonDecimal, plainText, storedParts } from '../values/scalars.js'
import { type Dialect, type Operand, quoted } from './database.js'

/** A value returned by a driver. */
export type Stored = string | number | bigint | boolean | Uint8Array | null

/** A row returned by a driver: values in the order of the selected columns. */
export type StoredRow = readonly Stored[]

/** A value accepted by the drivers. The PostgreSQL driver also accepts lists. */
export type Bound = Stored | readonly Stored[]

/** Converts between the JSON form and the stored form of a column's values. Values are never null. */
export interface Codec {
  encode(value: Json): Stored
  decode(stored: Stored): Json
}

/** What a codec needs to know about a column, or about the items in a list. */
export type ColumnType = Pick<FieldSpec, 'asString' | 'choices' | 'itemType' | 'scale'> & {
  readonly type: FieldType
}

/** The codec for text. */
export const text: Codec = {
  encode: (value) => (typeof value === 'string' ? value : JSON.stringify(value)),
  decode: (stored) => (typeof stored === 'string' ? stored : String(stored)),
}

export const number: Codec = {
  encode: (value) => (typeof value === 'number' ? value : Number(value)),
  decode: (stored) => (typeof stored === 'number' ? stored : Number(stored)),
}

/** A 64-bit integer: a string if a double cannot represent it. */
export const bigInteger: Codec = {
  encode: (value) => BigInt(String(value)),
  decode: (stored) => {
    const value = Number(stored)
    return Number.isSafeInteger(value) ? value : String(stored)
  },
}

/**
 * A decimal: a number if a double preserves all digits, otherwise a string. If the schema requires a string, always a
 * string, with the digits of its scale.
 */
export function decimal(type: Pick<FieldSpec, 'asString' | 'scale'> = {}): Codec {
  return {
    encode: (value) => plainText(storedParts(String(value))),
    decode: (stored) => jsonDecimal(String(stored), type),
  }
}

/** A date and time in UTC with milliseconds. */
export const datetime: Codec = {
  encode: (value) => asMoment(String(value)),
  decode: text.decode,
}

function asMoment(value: string): string {
  return value.length === 24 && value.endsWith('Z') ? value : new Date(value.toUpperCase()).toISOString()
}

/** `HH:MM:SS`. */
export const time: Codec = {
  encode: (value) => {
    const [hours = '', minutes = '', seconds = '00'] = String(value).split(':')
    return [hours, minutes, seconds].map((part) => part.padStart(2, '0')).join(':')
  },
  decode: text.decode,
}

/** A choice, which can have any JSON type and is stored as text. */
export function choice(choices: readonly Json[]): Codec {
  const byText = new Map(choices.map((value) => [text.encode(value), value]))
  return { encode: text.encode, decode: (stored) => byText.get(stored) ?? String(stored) }
}

export const json: Codec = {
  encode: (value) => JSON.stringify(value),
  decode: (stored) => parseJson(String(stored)),
}

function parseJson(source: string): Json {
  return JSON.parse(source)
}

/** A list. Items that JSON numbers cannot represent exactly are stored as text. */
export function list(item: Codec, itemType: FieldType | undefined): Codec {
  if (itemType !== 'decimal' && itemType !== 'big_integer' && itemType !== 'datetime' && itemType !== 'time')
    return json
  return {
    encode: (value) =>
      JSON.stringify(
        Array.isArray(value)
          ? value.map((each) => (each === null ? null : String(item.encode(each))))
          : value,
      ),
    decode: (stored) => {
      const value = parseJson(String(stored))
      return Array.isArray(value) ? value.map((each) => (each === null ? null : item.decode(each))) : value
    },
  }
}

/**
 * Returns a function that converts a stored row to an item. Generated models contain an object literal for this
 * purpose, because that is twice as fast as setting properties by name.
 */
export function rowReader(
  columns: readonly Pick<Column, 'field' | 'codec'>[],
  fromColumns: ModelSpec['fromColumns'],
): (stored: StoredRow) => Row {
  const decoders = columns.map(({ codec }) => codec.decode)
  // All rows can share this variable, because they are read one at a time.
  let row: StoredRow = []
  const column = (index: number): Json => {
    const value = row[index] ?? null
    return value === null ? null : (decoders[index]?.(value) ?? null)
  }
  const read =
    fromColumns ?? (() => Object.fromEntries(columns.map(({ field }, index) => [field, column(index)])))
  return (stored) => {
    row = stored
    return read(column)
  }
}

/** The column of a stored field or foreign key. `sql` is its qualified name. */
export interface Column extends Operand {
  readonly field: string
  /** The column's name in the database, unquoted and quoted. */
  readonly name: string
  readonly quoted: string
  readonly spec: ColumnType
  /** Whether the column has an index. */
  readonly indexed: boolean
  /** Whether the words in the column are in the full-text index. */
  readonly words: boolean
  /** Whether the database generates the values. */
  readonly generated: boolean
}

/** A model's table, with the statements that are the same for all requests. */
export class Table {
  readonly spec: ModelSpec
  readonly dialect: Dialect
  readonly sql: string
  readonly columns: readonly Column[]
  readonly key: Column
  /** The columns of a SELECT or RETURNING clause, in the order in which {@link decode} reads them. */
  readonly selection: string
  readonly decode: (stored: StoredRow) => Row
  readonly findByKey: string
  readonly deleteByKey: string
  /** The INSERT statements for rows without a key, with a key, and with all generated values. */
  readonly insert: string
  readonly insertWithKey: string
  readonly insertAll: string
  readonly #byField: ReadonlyMap<string, Column>
  readonly #updates = new Map<string, string>()

  constructor(spec: ModelSpec, dialect: Dialect) {
    this.spec = spec
    this.dialect = dialect
    this.sql = quoted(spec.table)
    this.columns = columnsOf(spec, dialect)
    this.#byField = new Map(this.columns.map((column) => [column.field, column]))
    this.key = this.column(spec.key)
    this.selection = this.columns.map((column) => dialect.selected(column.quoted, column.type)).join(', ')
    this.decode = rowReader(this.columns, spec.fromColumns)
    this.findByKey = `SELECT ${this.selection} FROM ${this.sql} WHERE ${this.key.quoted} = ${dialect.placeholder(1)}`
    this.deleteByKey = `DELETE FROM ${this.sql} WHERE ${this.key.quoted} = ${dialect.placeholder(1)}`
    this.insert = this.#insertText((column) => column.generated)
    this.insertWithKey = this.#insertText((column) => column.generated && column !== this.key)
    this.insertAll = this.#insertText(() => false)
  }

  /** @throws TypeError for an unknown field */
  column(field: string): Column {
    const column = this.#byField.get(field)
    if (column === undefined) throw new TypeError(`Unknown stored field ${field} in ${this.spec.name}`)
    return column
  }

  find(field: string): Column | undefined {
    return this.#byField.get(field)
  }

  insertion(row: Row): { readonly text: string; readonly values: Stored[] } {
    const isGiven = (column: Column): boolean => (row[column.field] ?? null) !== null
    const withAll = this.columns.every((column) => !column.generated || isGiven(column))
    const withKey = this.key.generated && isGiven(this.key)
    const values: Stored[] = []
    for (const column of this.columns) {
      if (column.generated && !withAll && !(withKey && column === this.key)) continue
      values.push(encoded(column, row[column.field]))
    }
    return { text: withAll ? this.insertAll : withKey ? this.insertWithKey : this.insert, values }
  }

  /** Returns the statement that changes the row with this key, and its values, or undefined if there are no changes. */
  update(key: Json, changes: Row): { readonly text: string; readonly values: Bound[] } | undefined {
    const columns = this.changed(changes)
    if (columns.length === 0) return undefined
    const values: Bound[] = columns.map((column) => encoded(column, changes[column.field]))
    values.push(encoded(this.key, key))
    return { text: this.#updateText(columns), values }
  }

  changed(changes: Row): Column[] {
    const columns: Column[] = []
    for (const field of Object.keys(changes)) {
      const column = this.#byField.get(field)
      if (column !== undefined) columns.push(column)
    }
    return columns
  }

  #updateText(columns: readonly Column[]): string {
    const shape = columns.map((column) => column.name).join('\0')
    const known = this.#updates.get(shape)
    if (known !== undefined) return known
    const { placeholder } = this.dialect
    const assignments = columns
      .map((column, index) => `${column.quoted} = ${placeholder(index + 1)}`)
      .join(', ')
    const text = `UPDATE ${this.sql} SET ${assignments} WHERE ${this.key.quoted} = ${placeholder(columns.length + 1)} RETURNING ${this.selection}`
    if (this.#updates.size < MAX_UPDATE_TEXTS) this.#updates.set(shape, text)
    return text
  }

  #insertText(isGenerated: (column: Column) => boolean): string {
    let count = 0
    const values = this.columns.map((column) =>
      isGenerated(column)
        ? this.dialect.generated(this.sql, column.quoted, column === this.key)
        : this.dialect.placeholder((count += 1)),
    )
    const names = this.columns.map((column) => column.quoted)
    return `INSERT INTO ${this.sql} (${names.join(', ')}) VALUES (${values.join(', ')}) RETURNING ${this.selection}`
  }
}

/** Maximum number of cached UPDATE statements per table. */
const MAX_UPDATE_TEXTS = 200

export function encoded(column: Operand, value: Json | undefined): Stored {
  return value === null || value === undefined ? null : column.codec.encode(value)
}

export function decoded(column: Operand, stored: Stored | undefined): Json {
  return stored === null || stored === undefined ? null : column.codec.decode(stored)
}

/** The tables of all models, keyed by model name. */
export type Tables = ReadonlyMap<string, Table>

/** @throws TypeError for an unknown model */
export function tableOf(tables: Tables, model: string): Table {
  const table = tables.get(model)
  if (table === undefined) throw new TypeError(`Unknown model ${model}`)
  return table
}

export function tablesOf(models: Models, dialect: Dialect): Tables {
  return new Map(Object.values(models).map((spec) => [spec.name, new Table(spec, dialect)]))
}

function columnsOf(spec: ModelSpec, dialect: Dialect): Column[] {
  const columns: Column[] = []
  for (const [field, fieldSpec] of Object.entries(spec.fields)) {
    if (fieldSpec.column === null) continue
    columns.push(fieldColumn(spec, field, fieldSpec, fieldSpec.column, dialect))
  }
  for (const [field, relation] of Object.entries(spec.relations)) {
    if (relation.side !== 'holder') continue
    const type: ColumnType = { type: relation.keyType }
    columns.push({
      field,
      name: relation.column,
      quoted: quoted(relation.column),
      sql: `${quoted(spec.table)}.${quoted(relation.column)}`,
      type: type.type,
      spec: type,
      codec: dialect.codec(type),
      nullable: !relation.required,
      indexed: true,
      words: false,
      generated: false,
    })
  }
  return columns
}

function fieldColumn(
  model: ModelSpec,
  field: string,
  spec: FieldSpec,
  name: string,
  dialect: Dialect,
): Column {
  return {
    field,
    name,
    quoted: quoted(name),
    sql: `${quoted(model.table)}.${quoted(name)}`,
    type: spec.type,
    spec,
    codec: dialect.codec(spec),
    nullable: spec.required !== true && field !== model.key,
    indexed: spec.index === true || spec.unique === true || field === model.key,
    words: spec.words === true,
    generated: spec.type === 'id_field',
  }
}
