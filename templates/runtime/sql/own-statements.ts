import { ConstraintViolation, HttpError, UniqueViolation } from '../errors.js'
import type { Json } from '../json.js'
import { guarded } from '../repository/repository.js'
import type { DialectName } from '../spec/dialects.js'
import { type Session, Unavailable } from '../store.js'
import { plainText, storedParts } from '../values/scalars.js'
import { integer, type Stored } from './codecs.js'
import { postgresCodec } from './postgres/dialect.js'
import { SqlSession } from './store.js'
import { type Table, type Tables, tableOf, type Result, type ResultColumn, noValues } from './table.js'

type SqlScalar = string | number | bigint | boolean | Date

/** A value in a statement. A list is for `IN`: `where id in ${ids}`. */
export type SqlValue = SqlScalar | Uint8Array | null | SqlPart | readonly SqlScalar[]

export interface SqlRows<T> extends Array<T> {
  /** The number of rows that the statement returned, or changed if it returns none. */
  readonly count: number
}

type FieldOf<Model> = Model extends { readonly Row: infer R } ? keyof R & string : never

/**
 * Runs SQL statements in the same transaction as the repositories: ``await models.$sql<{ total: number }>`select
 * count(*) as total from …` ``. Values are always bound. Statements call no handlers.
 */
export interface Sql<Models> {
  <T extends object = Readonly<Record<string, Json>>>(
    text: TemplateStringsArray,
    ...values: readonly SqlValue[]
  ): Promise<SqlRows<T>>
  /** Returns a part of a statement, with its own values, to use in the templates of others. */
  part(text: TemplateStringsArray, ...values: readonly SqlValue[]): SqlPart
  /** The name of a model's table. */
  table(model: keyof Models & string): SqlPart
  /** The name of a field's column, or of the column with the key of a relation, without the name of the table. */
  column<Name extends keyof Models & string>(model: Name, field: FieldOf<Models[Name]>): SqlPart
  /** The exact sum of decimals, which is returned as text. SQLite's own `sum` is inexact for them. */
  sum(decimals: SqlPart): SqlPart
  /** The database, for statements that differ: `sqlite` or `postgres`. */
  readonly dialect: DialectName
}

export class SqlPart {
  readonly texts: readonly string[]
  readonly values: readonly SqlValue[]

  constructor(texts: readonly string[], values: readonly SqlValue[] = []) {
    this.texts = texts
    this.values = values
  }
}

export function sqlOf<Models>(session: Session): Sql<Models> {
  const { native } = session
  if (!(native instanceof SqlSession)) throw new TypeError('$sql requires an SQL database')
  const run = async (text: TemplateStringsArray, ...values: readonly SqlValue[]): Promise<SqlRows<object>> =>
    runStatement(session, partOf(text, values))
  const parts = {
    part: (text: TemplateStringsArray, ...values: readonly SqlValue[]) => partOf(text, values),
    table: (model: string) => new SqlPart([tableOf(native.tables, model).sql]),
    column: (model: string, field: string) =>
      new SqlPart([tableOf(native.tables, model).column(field).quoted]),
    sum: (decimals: SqlPart) => new SqlPart(EXACT_SUM[native.dialect.name], [decimals, decimals]),
    dialect: native.dialect.name,
  }
  // Safe because a caller of the function states the type of its rows.
  return Object.assign(run, parts) as Sql<Models>
}

const EXACT_SUM: Readonly<Record<DialectName, readonly string[]>> = {
  postgres: ['CAST(sum(', ') AS numeric)'],
  sqlite: ['CASE WHEN count(', ') > 0 THEN svc_exact_sum(CAST(', ' AS TEXT)) END'],
}

/** @throws TypeError if the function is not used as the tag of a template */
function partOf(text: TemplateStringsArray, values: readonly SqlValue[]): SqlPart {
  if (!Array.isArray(text) || !Array.isArray(text.raw))
    throw new TypeError(
      '$sql is the tag of a template: $sql`select … where id = ${id}`. Never build its text.',
    )
  return new SqlPart(text, values)
}

/** A character that no statement contains, in place of the values. */
const VALUE = '\uFFFF'

/** Strings, quoted names and comments. */
const QUOTED = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[^]*?\*\/|\$(\w*)\$[^]*?\$\1\$/g
const READS = /^[\s(]*(?:select|values|with|explain|table)\b/i
/** Words in statements that write or lock rows although they start like reads. */
const WRITES = /\b(?:insert|update|delete|merge|replace\s+into|into|share)\b/i
const CONTROLS = /^\s*(?:begin|start|commit|end|rollback|abort|savepoint|release|prepare)\b/i

/** Returns whether a statement writes. @throws TypeError for statements that cannot run in the session */
function writesIn(text: string): boolean {
  const bare = text.replaceAll(QUOTED, (quoted) => {
    if (quoted.includes(VALUE))
      throw new TypeError('A value of an SQL template is in quotes or in a comment. Values need no quotes.')
    return "''"
  })
  if (/;\s*\S/.test(bare)) throw new TypeError('An SQL template can contain only one statement.')
  if (CONTROLS.test(bare))
    throw new TypeError('Use app.transaction, or `transaction` of a repository, to control transactions.')
  return !READS.test(bare) || WRITES.test(bare)
}

async function runStatement(session: Session, part: SqlPart): Promise<SqlRows<object>> {
  const writes = writesIn(textOf(part, () => VALUE))
  return guarded(session, writes ? 'write' : 'read', () =>
    // The caller of a request is checked at the start of its transactions.
    writes && session.state === null
      ? session.transaction((inside) => answer(inside, part, writes))
      : answer(session, part, writes),
  )
}

async function answer({ native }: Session, part: SqlPart, writes: boolean): Promise<SqlRows<object>> {
  if (!(native instanceof SqlSession)) throw new TypeError('$sql requires an SQL database')
  const { dialect, executor, tables } = native
  const { list, bind } = noValues(dialect)
  const text = textOf(part, (value) => bind(BOUND[dialect.name](value)))
  const statement = { text, values: list, once: true }
  try {
    const result = await (writes ? executor.write(statement) : executor.read(statement))
    return rowsOf(result, READERS[dialect.name], tables)
  } catch (error) {
    throw readable(error, native, text)
  }
}

/** Returns the text of a statement. @param bind returns the placeholder of a value */
function textOf({ texts, values }: SqlPart, bind: (value: Bindable) => string): string {
  const one = (value: SqlValue | undefined): string => {
    if (value instanceof SqlPart) return textOf(value, bind)
    if (isList(value)) {
      if (value.length === 0)
        throw new TypeError(
          'An SQL template cannot contain an empty list: check the length of the list first.',
        )
      return `(${value.map(one).join(', ')})`
    }
    return bind(value)
  }
  return texts.map((text, index) => (index === 0 ? text : one(values[index - 1]) + text)).join('')
}

type Bindable = Exclude<SqlValue, SqlPart | readonly SqlScalar[]> | undefined

function isList(value: SqlValue | undefined): value is readonly SqlScalar[] {
  return Array.isArray(value)
}

/** @throws TypeError for values that a statement cannot contain */
function scalar(value: Bindable): Stored {
  if (value === null || value instanceof Uint8Array) return value
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'object' || typeof value === 'undefined' || typeof value === 'function')
    throw new TypeError(
      `An SQL template cannot contain ${value === undefined ? 'undefined' : 'an object'}: use null for no value, and JSON.stringify for JSON.`,
    )
  return value
}

const BOUND: Readonly<Record<DialectName, (value: Bindable) => Stored>> = {
  postgres: (value) => (value instanceof Uint8Array ? Buffer.from(value) : scalar(value)),
  sqlite: (value) => {
    if (typeof value === 'boolean') return value ? 1 : 0
    // SQLite would store and return other numbers as floating-point numbers.
    return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : scalar(value)
  },
}

type Read = (stored: Stored) => Json
type Reader = (column: ResultColumn, tables: Tables) => Read

function rowsOf({ columns, rows, count }: Result, reader: Reader, tables: Tables): SqlRows<object> {
  const readers = columns.map((column) => ({ name: column.name, read: reader(column, tables) }))
  const found = rows.map((row) =>
    Object.fromEntries(
      readers.map(({ name, read }, index) => {
        const stored = row[index] ?? null
        return [name, stored === null ? null : read(stored)]
      }),
    ),
  )
  return Object.defineProperty(Object.assign(found, { count }), 'count', { enumerable: false })
}

const text: Read = (stored) => String(stored)
const decimal: Read = (stored) =>
  /^-?[\d.]/.test(String(stored)) ? plainText(storedParts(String(stored))) : String(stored)

/** The readers of PostgreSQL's types, by object ID. Values of other types are text, as the server sends them. */
const POSTGRES_TYPES: Readonly<Record<number, Read>> = {
  16: postgresCodec({ type: 'boolean' }).decode,
  17: postgresCodec({ type: 'binary' }).decode,
  20: integer,
  21: Number,
  23: Number,
  26: Number,
  114: postgresCodec({ type: 'dict' }).decode,
  700: Number,
  701: Number,
  1083: postgresCodec({ type: 'time' }).decode,
  1184: postgresCodec({ type: 'datetime' }).decode,
  1700: decimal,
  3802: postgresCodec({ type: 'dict' }).decode,
}

const READERS: Readonly<Record<DialectName, Reader>> = {
  postgres: ({ dataTypeID }) => POSTGRES_TYPES[Number(dataTypeID)] ?? text,
  sqlite: ({ table, column }, tables) => {
    const named = [...tables.values()].find(({ spec }) => spec.table === table)
    const field = named?.columns.find(({ name }) => name === column)
    if (field === undefined) return sqliteValue
    if (field.type === 'decimal') return decimal
    return (stored) => field.codec.decode(typeof stored === 'bigint' ? integer(stored) : stored)
  },
}

function sqliteValue(stored: Stored): Json {
  if (typeof stored === 'bigint') return integer(stored)
  return stored instanceof Uint8Array ? Buffer.from(stored).toString('base64') : stored
}

/** Returns the error for a failed statement: the same as repositories throw, or one with the statement. */
function readable(error: unknown, { tables, dialect }: SqlSession, statement: string): unknown {
  const named = tableIn(error, tables)
  const [some] = tables.values()
  const table = named ?? some
  if (table === undefined) return error
  const translated = dialect.translate(error, table, /^\s*delete\b/i.test(statement) ? 'delete' : 'other')
  if (translated instanceof UniqueViolation && named === undefined) return new ConstraintViolation(error)
  if (translated instanceof HttpError || translated instanceof Unavailable) return translated
  const message = error instanceof Error ? error.message : String(error)
  return new Error(`The SQL statement failed: ${message}\n${statement}`, { cause: error })
}

function tableIn(error: unknown, tables: Tables): Table | undefined {
  if (!(error instanceof Error)) return undefined
  const { message } = error
  const isNamed = ({ spec }: Table): boolean =>
    ('table' in error && error.table === spec.table) || message.includes(`: ${spec.table}.`)
  return [...tables.values()].find(isNamed)
}
