import { parse } from 'csv-parse'
import { createReadStream, createWriteStream, mkdirSync, renameSync, rmSync } from 'node:fs'
import { Readable } from 'node:stream'
import { ALL_ROWS } from '../repository/items.js'
import { rememberLostDigits } from '../body/digits.js'
import { parseBody } from '../body/parser.js'
import { BadRequest, type Fault, pointer } from '../errors.js'
import { type Json, isObject } from '../json.js'
import type { FieldSpec, ModelSpec, Row } from '../model.js'
import { partsOf, keyOf } from '../repository/parts.js'
import { once } from 'node:events'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { VALUE_TRAITS } from '../spec/field-types.js'
import { counted } from '../spec/wording.js'
import { type Database, EVERYTHING, type Session } from '../store.js'
import { FORBIDDEN_NAMES } from '../values/scalars.js'

/** A file's format: one JSON object per line, or CSV with a header. */
export type Format = 'ndjson' | 'csv'

/** A line in a file: its number, counting from 1, and its document or the errors that make the line unreadable. */
export interface Line {
  readonly number: number
  readonly document: Record<string, Json>
  readonly faults: readonly Fault[]
}

/** Thrown if the rest of a file cannot be read. */
export class FileError extends Error {
  override readonly name = 'FileError'
  readonly line: number
  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

export interface ReadOptions {
  readonly path: string
  readonly format: Format
  readonly model: ModelSpec
  /** Maximum nesting depth of values. */
  readonly maxDepth: number
  /** Only lines after this line are returned. */
  readonly after: number
  /** Called with the number of bytes read. */
  readonly onRead?: (bytes: number) => void
}

/**
 * Reads the lines in a file one at a time. A byte order mark, CRLF, blank lines and a missing final newline are
 * accepted.
 * @throws FileError if the file is not encoded in UTF-8 or is not valid CSV
 */
export function readLines(options: ReadOptions): AsyncIterable<Line> {
  return options.format === 'csv' ? readCsv(options) : readJson(options)
}

/** Maximum number of characters in a line of JSON, and of bytes in a record of CSV. */
const MAX_LINE = 2 ** 26

async function* readJson(options: ReadOptions): AsyncGenerator<Line> {
  let number = 0
  let parts: string[] = []
  let length = 0
  const take = (last: string): Line | undefined => {
    const text = parts.length === 0 ? last : [...parts, last].join('')
    parts = []
    length = 0
    number += 1
    return number <= options.after || text.trim() === '' ? undefined : parsedLine(number, text, options)
  }
  for await (const chunk of decoded(options, () => number + 1)) {
    const pieces = chunk.split('\n')
    const rest = pieces.pop() ?? ''
    for (const piece of pieces) {
      const line = take(piece)
      if (line !== undefined) yield line
    }
    parts.push(rest)
    length += rest.length
    if (length > MAX_LINE) throw new FileError(number + 1, `the line is longer than ${MAX_LINE} characters`)
  }
  const line = take('')
  if (line !== undefined) yield line
}

function parsedLine(number: number, text: string, { maxDepth }: ReadOptions): Line {
  try {
    // The value of a field can be nested as deeply as a body, and the item adds one level.
    const document = parseBody(text, maxDepth + 1, rememberLostDigits)
    // Safe because the parser created the object, and nothing else refers to it.
    if (isObject(document ?? null)) return { number, document: Object(document), faults: [] }
    return failed(number, [{ path: '', message: 'must be a JSON object' }])
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error
    if (error.errors.length > 0) return failed(number, error.errors)
    const message = error.message
      .replace('The body is not valid JSON', 'invalid JSON')
      .replace('at line 1, column', 'at column')
      .replace(/\.$/, '')
    return failed(number, [{ path: '', message }])
  }
}

function failed(number: number, faults: readonly Fault[]): Line {
  return { number, document: {}, faults }
}

/** Yields a file's text in chunks, without a byte order mark. */
async function* decoded({ path, onRead }: ReadOptions, lineNow: () => number): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let bytes = 0
  const decode = (chunk?: Buffer): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      throw new FileError(lineNow(), 'the file is not encoded in UTF-8')
    }
  }
  for await (const chunk of createReadStream(path)) {
    bytes += chunk.length
    onRead?.(bytes)
    yield decode(chunk)
  }
  yield decode()
}

/** A record as returned by the CSV parser. */
interface CsvRecord {
  readonly record: readonly (string | null)[]
  readonly info: { readonly lines: number }
}

async function* readCsv(options: ReadOptions): AsyncGenerator<Line> {
  let end = 0
  // The parser counts a CRLF in quotes as two lines.
  let surplus = 0
  const records = Readable.from(decoded(options, () => end + 1)).compose(
    parse({
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: MAX_LINE,
      record_delimiter: ['\r\n', '\n', '\r'],
      // An empty cell means null; an empty string is written as "".
      cast: (value, { quoting }) => (value === '' && !quoting ? null : value),
    }),
  )
  let names: readonly string[] | undefined
  try {
    for await (const each of records) {
      const { record, info }: CsvRecord = each
      surplus += countIn(record, /\r\n/g)
      end = info.lines - surplus
      const number = end - countIn(record, /\r\n?|\n/g)
      if (names === undefined) names = headerOf(record, number)
      else if (number > options.after) yield csvLine(number, names, record, options)
    }
  } catch (error) {
    if (error instanceof FileError) throw error
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_'))
      throw new FileError(end + 1, `invalid CSV: ${error.message}`)
    throw error
  }
}

function countIn(record: readonly (string | null)[], pattern: RegExp): number {
  return record.reduce((sum, cell) => sum + (cell?.match(pattern)?.length ?? 0), 0)
}

function headerOf(record: readonly (string | null)[], line: number): readonly string[] {
  const names = record.map((name) => (name ?? '').trim())
  const known = new Set<string>()
  const repeated = names.find((name) => known.size === known.add(name).size)
  const forbidden = names.find((name) => FORBIDDEN_NAMES.has(name))
  if (forbidden !== undefined) throw new FileError(line, `the name "${forbidden}" is not allowed`)
  if (names.includes('')) throw new FileError(line, 'the header has an empty name')
  if (repeated !== undefined) throw new FileError(line, `the header contains "${repeated}" twice`)
  return names
}

function csvLine(
  number: number,
  names: readonly string[],
  record: readonly (string | null)[],
  { model, maxDepth }: ReadOptions,
): Line {
  if (record.length !== names.length) {
    const message = `has ${counted(record.length, 'cell')}, but the header has ${names.length}`
    return failed(number, [{ path: '', message }])
  }
  const document: Record<string, Json> = {}
  const faults: Fault[] = []
  for (const [index, name] of names.entries()) {
    try {
      document[name] = valueOfCell(model, name, record[index] ?? null, maxDepth)
    } catch (error) {
      if (!(error instanceof BadRequest)) throw error
      faults.push({ path: pointer('', name), message: 'must be valid JSON' })
    }
  }
  return { number, document, faults }
}

const INTEGER = /^\d{1,20}$/
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

/**
 * Returns a cell's JSON value. Text that does not fit the type is returned unchanged, so that validation reports it.
 */
function valueOfCell(model: ModelSpec, name: string, cell: string | null, maxDepth: number): Json {
  if (cell === null) return null
  const relation = Object.hasOwn(model.relations, name) ? model.relations[name] : undefined
  if (relation !== undefined)
    return relation.many ? json(cell, maxDepth) : scalar({ type: relation.keyType }, cell)
  const field = Object.hasOwn(model.fields, name) ? model.fields[name] : undefined
  if (field === undefined) return cell
  return isJson(field) ? json(cell, maxDepth) : scalar(field, cell)
}

/** Returns whether a field's cells contain JSON. */
function isJson(field: FieldSpec | undefined): boolean {
  const kind = field && VALUE_TRAITS[field.type].kind
  return kind === 'list' || kind === 'json'
}

function json(cell: string, maxDepth: number): Json {
  return parseBody(cell, maxDepth, rememberLostDigits) ?? null
}

function scalar({ type, choices }: Pick<FieldSpec, 'type' | 'choices'>, cell: string): Json {
  const { kind } = VALUE_TRAITS[type]
  if (kind === 'boolean')
    return cell === 'true' || cell === 't' ? true : cell === 'false' || cell === 'f' ? false : cell
  if (choices !== undefined) return choices.find((choice) => textOf(choice) === cell) ?? cell
  // A hexadecimal key from another engine can look like a number with an exponent, such as 5e10.
  if (type === 'id_field') return INTEGER.test(cell) ? Number(cell) : cell
  return kind === 'number' && NUMBER.test(cell) ? Number(cell) : cell
}

/** Returns a value's text in a CSV cell. */
function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Returns a file's header (empty for JSON) and the function that formats an item as a line. */
export function lineWriter(
  model: ModelSpec,
  format: Format,
): { readonly header: string; readonly line: (row: Row) => string } {
  const { stored, holders } = partsOf(model)
  const others = [...stored, ...holders].map(([name]) => name).filter((name) => name !== model.key)
  const names = [model.key, ...others]
  if (format === 'ndjson') {
    return {
      header: '',
      line: (row) =>
        `${JSON.stringify(Object.fromEntries(names.map((name) => [name, row[name] ?? null])))}\n`,
    }
  }
  return {
    header: `${names.map((name) => cellOf(name, false)).join(',')}\n`,
    line: (row) =>
      `${names.map((name) => cellOf(row[name] ?? null, isJson(model.fields[name]))).join(',')}\n`,
  }
}

const NEEDS_QUOTES = /^$|^\s|\s$|[",\r\n\uFEFF]/

function cellOf(value: Json, json: boolean): string {
  if (value === null) return ''
  const text = json ? JSON.stringify(value) : textOf(value)
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Number of items read at a time. */
const PAGE = 1000

export interface ExportOptions {
  readonly folder: string
  readonly format: Format
  /** Called with the number of a model's items written so far and the model's total number of items. */
  readonly onProgress: (model: string, count: number, total: number) => void
}

/**
 * Writes each model's items to a file, ordered by key. All files come from one consistent snapshot.
 * @returns the number of items, keyed by model
 */
export async function exportModels(
  database: Database,
  models: readonly ModelSpec[],
  options: ExportOptions,
): Promise<ReadonlyMap<string, number>> {
  mkdirSync(options.folder, { recursive: true })
  const files = models.map(({ name }) => join(options.folder, `${name}.${options.format}`))
  const counts = new Map<string, number>()
  try {
    await database.snapshot(async (session) => {
      for (const [index, model] of models.entries())
        counts.set(model.name, await exportModel(session, model, `${files[index]}${PARTIAL}`, options))
    })
    // Files get their final names only once all of them are complete.
    for (const file of files) renameSync(file + PARTIAL, file)
  } finally {
    for (const file of files) rmSync(file + PARTIAL, { force: true })
  }
  return counts
}

const PARTIAL = '.partial'

async function exportModel(
  session: Session,
  model: ModelSpec,
  file: string,
  { format, onProgress }: ExportOptions,
): Promise<number> {
  // Replaces the file of an interrupted export. The flag "wx" (O_EXCL) never follows symbolic links.
  rmSync(file, { force: true })
  const output = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  // `done` also reports errors that occur while nothing is being written, such as errors in opening the file.
  const done = finished(output)
  done.catch(() => undefined)
  const { header, line } = lineWriter(model, format)
  const orderBy = [{ field: model.key, direction: 'asc' as const }]
  const store = session.store(model.name, ALL_ROWS)
  const total = await store.count(EVERYTHING)
  let count = 0
  try {
    output.write(header)
    for (let after: readonly [string | number] | undefined; ;) {
      const rows = await store.find({ where: EVERYTHING, orderBy, take: PAGE, after })
      const isFull = !output.write(rows.map(line).join(''))
      if (isFull) await Promise.race([once(output, 'drain'), done])
      count += rows.length
      onProgress(model.name, count, total)
      const last = rows.at(-1)
      if (last === undefined || rows.length < PAGE) break
      after = [keyOf(model, last)]
    }
    output.end()
    await done
  } finally {
    output.destroy()
  }
  return count
}
