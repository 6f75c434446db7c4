import type { Json } from '../json.js'
import {
  type FieldSpec,
  type FieldType,
  type ModelSpec,
  type Models,
  type Row,
  VALUE_TRAITS,
} from '../model.js'
import { jsonDecimal, plainText, storedParts } from '../values/scalars.js'
import {
  type Bind,
  type DatabaseOptions,
  type Dialect,
  type FullTextIndex,
  type Operand,
  type Statement,
  Values,
  quoted,
} from './database.js'

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
export function list(item: Codec, itemType: FieldType = 'string'): Codec {
  const { kind } = VALUE_TRAITS[itemType]
  if (kind !== 'digits' && kind !== 'date' && kind !== 'time') return json
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

export type CodecOf = (type: ColumnType) => Codec

export const COMMON_CODECS = {
  id_field: () => number,
  object_id: () => text,
  string: () => text,
  text: () => text,
  integer: () => number,
  small_integer: () => number,
  float: () => number,
  decimal,
  date: () => text,
  interval: () => number,
  choice: ({ choices = [] }) => choice(choices),
  dict: () => json,
  pickle: () => json,
} satisfies Partial<Record<FieldType, CodecOf>>

/** The column of a stored field or foreign key. `sql` is its qualified name. */
export interface Column extends Operand {
  readonly field: string
  /** The column's name in the database, unquoted and quoted. */
  readonly name: string
  readonly quoted: string
  readonly spec: ColumnType
  readonly indexed: boolean
  readonly words: boolean
  readonly generated: boolean
}

/** A model's table, with the statements that are the same for all requests. */
export class Table {
  readonly spec: ModelSpec
  readonly dialect: Dialect
  readonly fullText: FullTextIndex | undefined
  readonly sql: string
  readonly columns: readonly Column[]
  readonly key: Column
  /** The columns of a SELECT or RETURNING clause, in the order in which {@link decode} reads them. */
  readonly selection: string
  readonly findByKey: string
  readonly deleteByKey: string
  readonly #byField: ReadonlyMap<string, Column>

  constructor(spec: ModelSpec, dialect: Dialect, fullText: FullTextIndex | undefined) {
    this.spec = spec
    this.dialect = dialect
    this.fullText = fullText
    this.sql = quoted(spec.table)
    this.columns = columnsOf(spec, dialect)
    this.#byField = new Map(this.columns.map((column) => [column.field, column]))
    this.key = this.column(spec.key)
    this.selection = this.columns.map((column) => dialect.selected(column.quoted, column.type)).join(', ')
    this.findByKey = `SELECT ${this.selection} FROM ${this.sql} WHERE ${this.key.quoted} = ${dialect.placeholder(1)}`
    this.deleteByKey = `DELETE FROM ${this.sql} WHERE ${this.key.quoted} = ${dialect.placeholder(1)}`
  }

  readonly decode = (stored: StoredRow): Row => {
    const row: Record<string, Json> = {}
    this.columns.forEach((column, index) => {
      row[column.field] = decoded(column, stored[index])
    })
    return row
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

  /** Returns the statement that inserts rows. Values that are generated and not given are left to the database. */
  insertion(rows: readonly Row[]): Statement {
    const { list, bind } = new Values(this.dialect)
    const tuples = rows.map((row) => {
      const items = this.columns.map((column) => {
        const value = row[column.field] ?? null
        return column.generated && value === null
          ? this.dialect.generated(this.sql, column.quoted, column === this.key)
          : bind(encoded(column, value))
      })
      return `(${items.join(', ')})`
    })
    const names = this.columns.map((column) => column.quoted).join(', ')
    const text = `INSERT INTO ${this.sql} (${names}) VALUES ${tuples.join(', ')} RETURNING ${this.selection}`
    return { text, values: list, once: rows.length > 1, summary: `INSERT INTO ${this.sql}` }
  }

  /** Returns the assignments of an UPDATE statement, or an empty string if there are no changes. */
  assignments(changes: Row, bind: Bind): string {
    return this.columns
      .filter(({ field }) => Object.hasOwn(changes, field))
      .map((column) => `${column.quoted} = ${bind(encoded(column, changes[column.field]))}`)
      .join(', ')
  }
}

export function encoded(column: Operand, value: Json | undefined): Stored {
  return value === null || value === undefined ? null : column.codec.encode(value)
}

export function decoded(column: Operand, stored: Stored | undefined): Json {
  return stored === null || stored === undefined ? null : column.codec.decode(stored)
}

export type Tables = ReadonlyMap<string, Table>

/** @throws TypeError for an unknown model */
export function tableOf(tables: Tables, model: string): Table {
  const table = tables.get(model)
  if (table === undefined) throw new TypeError(`Unknown model ${model}`)
  return table
}

export function tablesOf(models: Models, dialect: Dialect, fullText?: DatabaseOptions['fullText']): Tables {
  const index = fullText?.[dialect.name]
  return new Map(Object.values(models).map((spec) => [spec.name, new Table(spec, dialect, index)]))
}

function columnsOf(spec: ModelSpec, dialect: Dialect): Column[] {
  const columnOf = (field: string, name: string, type: ColumnType) => ({
    field,
    name,
    quoted: quoted(name),
    sql: `${quoted(spec.table)}.${quoted(name)}`,
    type: type.type,
    spec: type,
    codec: dialect.codec(type),
  })
  const columns: Column[] = []
  for (const [field, fieldSpec] of Object.entries(spec.fields)) {
    if (fieldSpec.column === null) continue
    const isKey = field === spec.key
    columns.push({
      ...columnOf(field, fieldSpec.column, fieldSpec),
      nullable: fieldSpec.required !== true && !isKey,
      indexed: fieldSpec.index === true || fieldSpec.unique === true || isKey,
      words: fieldSpec.words === true,
      generated: fieldSpec.type === 'id_field',
    })
  }
  for (const [field, relation] of Object.entries(spec.relations)) {
    if (relation.side !== 'holder') continue
    columns.push({
      ...columnOf(field, relation.column, { type: relation.keyType }),
      nullable: !relation.required,
      indexed: true,
      words: false,
      generated: false,
    })
  }
  return columns
}
