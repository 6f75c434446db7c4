import { type Fault, HttpError, MAX_LISTED, UniqueViolation } from '../errors.js'
import type { Key, ModelSpec, Models, Row } from '../model.js'
import { cleared } from '../http/resource.js'
import { ALL_ROWS, type Items } from '../repository/items.js'
import { keyOf, partsOf } from '../repository/parts.js'
import { type Database, type Session, both, equal } from '../store.js'
import { ImportRunning, claiming } from './claim.js'
import { FileError, type Format, type Line, readLines } from './files.js'
import { KeyMap, importModels, positionModel, storeKeys } from './keys.js'
import { type Entry, Target, fault, readLine, shown } from './target.js'

/** Number of lines per transaction. */
const BATCH = 1000

/** A file to import. */
export interface ImportFile {
  readonly path: string
  /** The file's name in errors and in the stored progress. */
  readonly name: string
  readonly format: Format
  readonly model: ModelSpec
}

/** An error in a line in a file. */
export interface LineError {
  readonly file: string
  readonly line: number
  /** The field's name, or the path of a value inside the field; empty for the whole line. */
  readonly field: string
  readonly message: string
}

export interface ImportOptions {
  readonly models: Models
  /** Replaces existing items. */
  readonly update: boolean
  /** Continues after the last stored batch. */
  readonly resume: boolean
  /** Only validates the files. */
  readonly dryRun: boolean
  /** Maximum nesting depth of values. */
  readonly maxDepth: number
  /** Whether the database reverts the writes of a transaction when the process is killed. */
  readonly isAtomic: boolean
  /** Creates what the database needs to store internal models. */
  readonly prepare: (models: Models) => Promise<void>
  /** Makes generated keys continue after the highest stored one; undefined if the database's keys are random. */
  readonly continueKeys?: ((session: Session, model: string) => Promise<void>) | undefined
  /** Stores a new item or replaces an existing one, and runs handlers; undefined to import without handlers. */
  readonly write?: ((item: ImportedItem) => Promise<Row>) | undefined
  /** Called with the number of bytes read. */
  readonly onProgress: (file: ImportFile, bytes: number) => void
}

/** An item to store. */
export interface ImportedItem {
  readonly session: Session
  /** The items of the item's model. */
  readonly items: Items
  readonly data: Row
  /** The item being replaced; undefined for a new item. */
  readonly existing: Row | undefined
}

/** The result of an import. */
export interface Imported {
  /** The number of stored items or, in a dry run, of valid lines, keyed by model. */
  readonly counts: ReadonlyMap<string, number>
  /** The first {@link MAX_LISTED} errors. */
  readonly errors: readonly LineError[]
  readonly errorCount: number
}

/**
 * Imports files in the order of their dependencies. Starting with the batch that contains the first error, nothing is
 * stored and lines are only validated.
 */
export async function importFiles(
  database: Database,
  files: readonly ImportFile[],
  options: ImportOptions,
): Promise<Imported> {
  const run = new Import(database, options)
  await run.import(files)
  return run
}

/** Returns the files in import order, each with the relations that are set only after all items have been stored. */
export function inOrder(
  files: readonly ImportFile[],
): readonly { readonly file: ImportFile; readonly later: ReadonlySet<string> }[] {
  const left = new Map(files.toSorted(byModel).map((file) => [file.model.name, file]))
  const ordered: { file: ImportFile; later: ReadonlySet<string> }[] = []
  const waits = ({ model }: ImportFile, onlyRequired: boolean): boolean =>
    partsOf(model).holders.some(
      ([, relation]) =>
        relation.model !== model.name && left.has(relation.model) && (!onlyRequired || relation.required),
    )
  while (left.size > 0) {
    const all = [...left.values()]
    const next = all.find((file) => !waits(file, false)) ?? all.find((file) => !waits(file, true)) ?? all[0]
    if (next === undefined) break
    const later = partsOf(next.model).holders.filter(
      ([, relation]) => left.has(relation.model) && !relation.required,
    )
    ordered.push({ file: next, later: new Set(later.map(([name]) => name)) })
    left.delete(next.model.name)
  }
  return ordered
}

function byModel(a: ImportFile, b: ImportFile): number {
  return a.model.name < b.model.name ? -1 : 1
}

/** The progress of a file; see {@link positionModel}. */
interface Position {
  readonly line: number
  readonly linked: number
  readonly links: boolean
}

const START: Position = { line: 0, linked: 0, links: false }

function columnsOf({ line, linked, links }: Position): Row {
  return { line, linked, links: links ? 'yes' : 'no' }
}

/** Errors in the lines of the current batch. */
class LineFaults extends Error {
  readonly errors: readonly { readonly line: number; readonly fault: Fault }[]
  constructor(errors: LineFaults['errors']) {
    super('the batch has errors')
    this.errors = errors
  }
}

class Import implements Imported {
  readonly counts = new Map<string, number>()
  readonly errors: LineError[] = []
  errorCount = 0
  readonly #database: Database
  readonly #options: ImportOptions

  constructor(database: Database, options: ImportOptions) {
    this.#database = database
    this.#options = options
  }

  async import(files: readonly ImportFile[]): Promise<void> {
    const { dryRun, resume, prepare } = this.#options
    const ordered = inOrder(files)
    const items = async (): Promise<void> => {
      for (const { file, later } of ordered) await this.#items(file, later)
    }
    if (dryRun) return items()
    await prepare(importModels)
    const names = files.map(({ name }) => name)
    await claiming(this.#database, names, async () => {
      await this.#begin(names, resume)
      await items()
      for (const { file, later } of ordered) if (!this.#hasFailed) await this.#links(file, later)
    })
  }

  get #hasFailed(): boolean {
    return this.errorCount > 0
  }

  /** Stores the items in a file. */
  async #items(file: ImportFile, later: ReadonlySet<string>): Promise<void> {
    const target = new Target(file.model, later)
    let position = await this.#position(file)
    let isFirst = true
    await this.#eachBatch(file, position.line, async (lines) => {
      const entries = await this.#read(file, target, lines)
      const last = lines.at(-1)?.number ?? position.line
      if (this.#hasFailed) return
      const mayExist = this.#options.update || (isFirst && this.#options.resume && !this.#options.isAtomic)
      isFirst = false
      const links = position.links || entries.some((entry) => hasReferrers(target, entry))
      const next = { ...position, line: last, links }
      const hashed = this.#options.dryRun ? entries : await target.withHashes(entries)
      const isStored = await this.#inTransaction(file, target, hashed, async (session) => {
        await this.#store(session, target, hashed, mayExist)
        if (!this.#options.dryRun) await this.#record(session, file, position, next)
      })
      if (!isStored) return
      position = next
      this.counts.set(file.model.name, (this.counts.get(file.model.name) ?? 0) + entries.length)
    })
  }

  /** Links a file's items to items stored after them. */
  async #links(file: ImportFile, later: ReadonlySet<string>): Promise<void> {
    let position = await this.#position(file)
    if (later.size === 0 && !position.links) return
    const target = new Target(file.model, later)
    await this.#eachBatch(file, position.linked, async (lines) => {
      if (this.#hasFailed) return
      const entries = (await this.#read(file, target, lines)).filter(
        ({ links }) => Object.keys(links).length > 0,
      )
      const next = { ...position, linked: lines.at(-1)?.number ?? position.linked }
      const isStored = await this.#inTransaction(file, target, entries, async (session) => {
        const items = ALL_ROWS.items(session, this.#options.models, target.stored)
        for (const entry of entries) {
          const { key, links } = entry
          if (key !== null) await withLineNumbers([entry], () => items.update(key, links))
        }
        await this.#record(session, file, position, next)
      })
      if (isStored) position = next
    })
  }

  /** Runs `work` for each batch of lines after line `after`. Records an error if the rest of the file is unreadable. */
  async #eachBatch(
    file: ImportFile,
    after: number,
    work: (lines: readonly Line[]) => Promise<void>,
  ): Promise<void> {
    let batch: Line[] = []
    let bytes = 0
    const flush = async (): Promise<void> => {
      const lines = batch
      batch = []
      if (lines.length > 0) await work(lines)
      this.#options.onProgress(file, bytes)
    }
    const { path, format, model } = file
    const onRead = (read: number): void => void (bytes = read)
    try {
      for await (const line of readLines({
        path,
        format,
        model,
        after,
        maxDepth: this.#options.maxDepth,
        onRead,
      })) {
        batch.push(line)
        if (batch.length === BATCH) await flush()
      }
      await flush()
    } catch (error) {
      if (!(error instanceof FileError)) throw error
      this.#add(file, error.line, { path: '', message: error.message })
      await flush()
    }
  }

  /** Validates lines, and returns the entries for the valid lines. */
  async #read(file: ImportFile, target: Target, lines: readonly Line[]): Promise<Entry[]> {
    const keys = new KeyMap()
    const names = new Set(lines.flatMap(({ document }) => target.unknownKeys(document)))
    if (names.size > 0 && !this.#options.dryRun) await keys.load(this.#database, names)
    const isStored = !this.#hasFailed && !this.#options.dryRun
    const entries: Entry[] = []
    for (const line of lines) {
      const read = readLine(target, line, keys, isStored)
      if ('faults' in read) for (const fault of read.faults) this.#add(file, line.number, fault)
      else entries.push(read)
    }
    return entries
  }

  /** Runs work in a transaction and records errors. Returns whether the work succeeded. */
  async #inTransaction(
    file: ImportFile,
    target: Target,
    entries: readonly Entry[],
    work: (session: Session) => Promise<void>,
  ): Promise<boolean> {
    try {
      await this.#database.transaction(work)
      return true
    } catch (error) {
      const faults =
        error instanceof UniqueViolation
          ? await takenLines(this.#database, target, entries, error)
          : error instanceof LineFaults
            ? error.errors
            : error instanceof HttpError
              ? [{ line: entries[0]?.line ?? 0, fault: { path: '', message: error.message } }]
              : undefined
      if (faults === undefined) throw error
      for (const { line, fault } of faults) this.#add(file, line, fault)
      return false
    }
  }

  /** Stores a batch of items. @throws LineFaults, UniqueViolation */
  async #store(
    session: Session,
    target: Target,
    entries: readonly Entry[],
    mayExist: boolean,
  ): Promise<void> {
    const { model } = target
    const existing = await existingKeys(session, model, entries)
    const fresh: Entry[] = []
    const known = new Map<Key, Entry>()
    const faults: { line: number; fault: Fault }[] = []
    const seen = new Map<Key, Entry>()
    for (const entry of entries) {
      const { key, line } = entry
      const before = key === null ? undefined : seen.get(key)
      if (key !== null) seen.set(key, entry)
      if (before !== undefined)
        faults.push({ line, fault: fault(model.key, `${shown(key)} is also on line ${before.line}`) })
      else if (key === null || !existing.has(key)) fresh.push(entry)
      else if (mayExist) known.set(key, entry)
      else
        faults.push({
          line,
          fault: fault(model.key, `${shown(key)} already exists; use --update to replace existing items`),
        })
    }
    if (faults.length > 0) throw new LineFaults(faults)
    if (this.#options.dryRun) return
    const replaced = [...known.values()]
    const { write } = this.#options
    const items = ALL_ROWS.items(session, this.#options.models, target.stored)
    const each = async (entry: Entry, store: NonNullable<typeof write>): Promise<Row> => {
      const before = entry.key === null ? undefined : existing.get(entry.key)
      return withLineNumbers([entry], () => store({ session, items, data: entry.data, existing: before }))
    }
    const create = async (list: readonly Entry[]): Promise<Row[]> => {
      const rows: Row[] = []
      if (write === undefined) {
        const data = list.map((entry) => entry.data)
        return list.length === 0 ? rows : withLineNumbers(list, () => items.create(data, true))
      }
      for (const entry of list) rows.push(await each(entry, write))
      return rows
    }
    const generated = fresh.filter(({ key }) => key === null)
    await create(fresh.filter(({ key }) => key !== null))
    // Otherwise, a generated key could be equal to one of the keys that were just stored.
    if (generated.length > 0) await this.#options.continueKeys?.(session, model.name)
    const rows = await create(generated)
    for (const entry of replaced) {
      if (write !== undefined) await each(entry, write)
      else await withLineNumbers([entry], () => replaceWith(items, entry.data))
    }
    await storeKeys(
      session,
      generated.flatMap(({ mapped }, index) => {
        const row = rows[index]
        return mapped === null || row === undefined ? [] : [{ name: mapped, key: keyOf(model, row) }]
      }),
    )
    await this.#options.continueKeys?.(session, model.name)
  }

  /** Stores where the files begin: at their first lines, or after the last stored ones. */
  async #begin(names: readonly string[], resume: boolean): Promise<void> {
    const store = this.#database.store(positionModel.name, ALL_ROWS)
    for (const file of names) {
      const isKnown = resume
        ? (await store.findByKey(file)) !== undefined
        : (await store.updateByKey(file, columnsOf(START))) !== undefined
      if (!isKnown) await store.insert([{ file, ...columnsOf(START) }])
    }
  }

  async #position({ name }: ImportFile): Promise<Position> {
    if (this.#options.dryRun) return START
    const row = await this.#database.store(positionModel.name, ALL_ROWS).findByKey(name)
    return row === undefined
      ? START
      : { line: Number(row['line']), linked: Number(row['linked']), links: row['links'] === 'yes' }
  }

  /** @throws ImportRunning if another import, which took this one for a killed one, has stored lines */
  async #record(session: Session, { name }: ImportFile, before: Position, next: Position): Promise<void> {
    const here = [equal('file', name), equal('line', before.line), equal('linked', before.linked)].reduce(
      both,
    )
    const store = session.store(positionModel.name, ALL_ROWS)
    if ((await store.updateMany(here, columnsOf(next))) === 0) throw new ImportRunning(name)
  }

  #add({ name: file }: ImportFile, line: number, { path, message }: Fault): void {
    this.errorCount += 1
    const field = path.replace(/^\//, '').replaceAll('~1', '/').replaceAll('~0', '~')
    if (this.errors.length < MAX_LISTED) this.errors.push({ file, line, field, message })
  }
}

/**
 * Replaces an item and returns it as stored. Omitted fields get their defaults. Omitted relations of side `one` stay
 * unchanged, and so do the item's own rules, without which more callers could have access to it.
 */
export async function replaceWith(items: Items, data: Row): Promise<Row | undefined> {
  const { model } = items
  const { [model.key]: _key, ...given } = data
  const ones = partsOf(model).ones.map(([name]) => name)
  const others = await cleared(model, new Set([...Object.keys(given), ...ones, '_acl']))
  return items.update(keyOf(model, data), { ...others, ...given })
}

/**
 * Returns whether a line contains a relation of side `one`, that is, the keys of items that refer to the line's item.
 */
function hasReferrers({ model }: Target, { links }: Entry): boolean {
  return partsOf(model).ones.some(([name]) => links[name] !== undefined)
}

/** Runs a write for several lines, and adds the line numbers to errors. */
async function withLineNumbers<T>(entries: readonly Entry[], write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!(error instanceof HttpError) || error instanceof UniqueViolation) throw error
    const [only] = entries
    const located = error.errors.map(({ path, message }) => {
      const [, index = '', rest = ''] = /^\/(\d+)(.*)$/.exec(path) ?? []
      const entry = entries[Number(index)]
      return { line: (entry ?? only)?.line ?? 0, fault: { path: index === '' ? path : rest, message } }
    })
    const whole = { line: only?.line ?? 0, fault: { path: '', message: error.message } }
    throw new LineFaults(located.length > 0 ? located : [whole])
  }
}

async function existingKeys(
  session: Session,
  model: ModelSpec,
  entries: readonly Entry[],
): Promise<ReadonlyMap<Key, Row>> {
  const keys = entries.flatMap(({ key }) => (key === null ? [] : [key]))
  if (keys.length === 0) return new Map()
  const rows = await session.store(model.name, ALL_ROWS).find({
    where: { kind: 'compare', field: model.key, op: 'in', value: keys },
    orderBy: [{ field: model.key, direction: 'asc' }],
  })
  return new Map(rows.map((row) => [keyOf(model, row), row]))
}

/** Returns the error for the first line that violates a unique constraint, after the transaction was rolled back. */
async function takenLines(
  session: Session,
  { model }: Target,
  entries: readonly Entry[],
  { fields }: UniqueViolation,
): Promise<LineFaults['errors']> {
  const path = fields.length === 1 ? `/${fields[0]}` : ''
  const names = fields.length === 1 ? '' : `${fields.join(', ')}: `
  const seen = new Map<string, number>()
  for (const { line, data, links, key } of entries) {
    const values = fields.map((name) => data[name] ?? links[name] ?? null)
    if (fields.length === 0 || values.includes(null)) continue
    const text = JSON.stringify(values)
    const before = seen.get(text)
    if (before !== undefined)
      return [
        {
          line,
          fault: {
            path,
            message: `${names}${shown(values.length === 1 ? (values[0] ?? null) : values)} is also on line ${before}`,
          },
        },
      ]
    seen.set(text, line)
    const same = fields.map((name, index) => equal(name, values[index] ?? null)).reduce(both)
    const [other] = await session.store(model.name, ALL_ROWS).find({
      where: same,
      orderBy: [{ field: model.key, direction: 'asc' }],
      take: 1,
    })
    if (other !== undefined && other[model.key] !== key) {
      const message = `${names}${shown(values.length === 1 ? (values[0] ?? null) : values)} is already used by the ${model.name} ${shown(keyOf(model, other))}`
      return [{ line, fault: { path, message } }]
    }
  }
  const range = { first: entries[0]?.line ?? 0, last: entries.at(-1)?.line ?? 0 }
  const lines =
    range.first === range.last
      ? `line ${range.first} contains`
      : `lines ${range.first} to ${range.last} contain`
  const message = `${names}${lines} a value that must be unique but already exists`
  return [{ line: range.first, fault: { path, message } }]
}
