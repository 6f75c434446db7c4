import type { Json } from '../json.js'
import type { FieldSpec, FieldType, ModelSpec, Models, Row } from '../model.js'
import { jsonDecimal, plainText, storedParts } from '../values/numbers.js'
import { type Dialect, type Operand, quoted } from './dialect.js'

/** A value as the drivers give it. */
export type Stored = string | number | bigint | boolean | Uint8Array | null

/** A row as the drivers give it: the values in the order of the columns asked for. */
export type StoredRow = readonly Stored[]

/** A value as the drivers take it; PostgreSQL takes lists. */
export type Bound = Stored | readonly Stored[]

/** How the values of a column are stored, and answered. Neither is called for null. */
export interface Codec {
  encode(value: Json): Stored
  decode(stored: Stored): Json
}

/** What a codec needs to know of a column, or of the items of a list. */
export type ColumnType = Pick<FieldSpec, 'asString' | 'choices' | 'itemType'> & { readonly type: FieldType }

/** The codecs that are the same on both engines, and what the others are made of. */
export const text: Codec = {
  encode: (value) => (typeof value === 'string' ? value : JSON.stringify(value)),
  decode: (stored) => (typeof stored === 'string' ? stored : String(stored)),
}

export const number: Codec = {
  encode: (value) => (typeof value === 'number' ? value : Number(value)),
  decode: (stored) => (typeof stored === 'number' ? stored : Number(stored)),
}

/** An integer of 64 bits: text where a double does not hold it. */
export const bigInteger: Codec = {
  encode: (value) => BigInt(String(value)),
  decode: (stored) => {
    const value = Number(stored)
    return Number.isSafeInteger(value) ? value : String(stored)
  },
}

/** A decimal: a number where a double gives all its digits back, else text; always text where the schema wants that. */
export function decimal(asString: boolean): Codec {
  return {
    encode: (value) => plainText(storedParts(String(value))),
    decode: (stored) => jsonDecimal(String(stored), asString),
  }
}

/** A moment in UTC with three decimals. */
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

/** One of the choices, which may be of any JSON type, as text. */
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

/** A list; items that JSON numbers do not hold without loss are kept as text. */
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
 * Makes the function that turns a stored row into an item. Emitted models bring an object literal for it, which is twice as fast as setting the
 * names one by one.
 */
export function rowReader(
  columns: readonly Pick<Column, 'field' | 'codec'>[],
  literal: ModelSpec['row'],
): (stored: StoredRow) => Row {
  const decoders = columns.map(({ codec }) => codec.decode)
  // One function for all rows: each is read to its end before the next.
  let row: StoredRow = []
  const at = (index: number): Json => {
    const value = row[index] ?? null
    return value === null ? null : (decoders[index]?.(value) ?? null)
  }
  const read = literal ?? (() => Object.fromEntries(columns.map(({ field }, index) => [field, at(index)])))
  return (stored) => {
    row = stored
    return read(at)
  }
}

/** A stored field of a model, or the key that it holds of another; `sql` is its name with the table's, so that no other is meant. */
export interface Column extends Operand {
  readonly field: string
  /** As the database calls it, and that quoted. */
  readonly name: string
  readonly quoted: string
  readonly spec: ColumnType
  /** Whether rows can be read in its order. */
  readonly indexed: boolean
  /** Its words are in the full-text index. */
  readonly words: boolean
  /** The database makes its values. */
  readonly generated: boolean
}

/** A model's table, with the texts of the statements that do not depend on a request. */
export class Table {
  readonly spec: ModelSpec
  readonly dialect: Dialect
  readonly sql: string
  readonly columns: readonly Column[]
  readonly key: Column
  /** The list of columns of a SELECT or RETURNING that {@link decode} reads. */
  readonly selection: string
  readonly decode: (stored: StoredRow) => Row
  readonly findByKey: string
  readonly deleteByKey: string
  /** Without and with a key that is given. */
  readonly insert: string
  readonly insertWithKey: string
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
    this.decode = rowReader(this.columns, spec.row)
    this.findByKey = `SELECT ${this.selection} FROM ${this.sql} WHERE ${this.key.quoted} = ${dialect.placeholder(1)}`
    this.deleteByKey = `DELETE FROM ${this.sql} WHERE ${this.key.quoted} = ${dialect.placeholder(1)}`
    this.insert = this.#insertText((column) => column.generated)
    this.insertWithKey = this.#insertText((column) => column.generated && column !== this.key)
  }

  /** @throws TypeError where the model has no such stored field */
  column(field: string): Column {
    const column = this.#byField.get(field)
    if (column === undefined) throw new TypeError(`${this.spec.name} stores no field ${field}`)
    return column
  }

  find(field: string): Column | undefined {
    return this.#byField.get(field)
  }

  /** The statement that inserts a row, and its values. */
  insertion(row: Row): { readonly text: string; readonly values: Stored[] } {
    const withKey = this.key.generated && (row[this.key.field] ?? null) !== null
    const values: Stored[] = []
    for (const column of this.columns) {
      if (column.generated && !(withKey && column === this.key)) continue
      values.push(encoded(column, row[column.field]))
    }
    return { text: withKey ? this.insertWithKey : this.insert, values }
  }

  /** The statement that changes a row by its key, and its values; undefined where nothing is to be changed. */
  update(key: Json, changes: Row): { readonly text: string; readonly values: Bound[] } | undefined {
    const columns = this.changed(changes)
    if (columns.length === 0) return undefined
    const values: Bound[] = columns.map((column) => encoded(column, changes[column.field]))
    values.push(encoded(this.key, key))
    return { text: this.#updateText(columns), values }
  }

  /** The columns of the fields that are to be changed. */
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

/** How many sets of fields a table keeps the text of an UPDATE for. */
const MAX_UPDATE_TEXTS = 200

/** A value in the form in which its column stores it. */
export function encoded(column: Operand, value: Json | undefined): Stored {
  return value === null || value === undefined ? null : column.codec.encode(value)
}

/** A value that is stored, in JSON form. */
export function decoded(column: Operand, stored: Stored | undefined): Json {
  return stored === null || stored === undefined ? null : column.codec.decode(stored)
}

/** The tables of all models by the models' names. */
export type Tables = ReadonlyMap<string, Table>

/** @throws TypeError where there is no such model */
export function tableOf(tables: Tables, model: string): Table {
  const table = tables.get(model)
  if (table === undefined) throw new TypeError(`there is no model ${model}`)
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
