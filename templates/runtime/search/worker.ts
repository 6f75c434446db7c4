import type { FastifyBaseLogger } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
import { ALL_ROWS } from '../repository/items.js'
import type { JsonObject } from '../json.js'
import { type Clock, IDLE_PAUSE, Loop } from '../loop.js'
import type { Key, ModelSpec, Row } from '../model.js'
import { keyOf } from '../repository/parts.js'
import { type Condition, EVERYTHING, type Session } from '../store.js'
import {
  type Engine,
  EngineUnavailable,
  type Index,
  type Operation,
  definitionOf,
  documentId,
  documentOf,
  isContent,
} from './engine.js'
import { Lease, outboxModel, readEntries, rejectedModel } from './outbox.js'

/** Number of items read and sent together. */
const BATCH = 500

/** Interval between checks of the outbox while another process is working on it, in milliseconds. */
const BUSY_PAUSE = 100

/** Interval between checks for missing indexes, in milliseconds. */
const CHECK_INTERVAL = 30_000

/** How long a process keeps trying to build an index while the engine does not respond, in milliseconds. */
const RETRY_TIMEOUT = 60_000

/** The version of all documents in a new index, so that any later write of an item replaces its document. */
const FIRST_VERSION = 1

/** The dependencies for functions that write documents. */
export interface Indexing {
  readonly engine: Engine
  /** The underlying database. Writes made directly to it are not recorded for the search engine. */
  readonly database: Session
  readonly clock: Clock
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
}

/** Keeps the documents in the search index up to date with the items in the database. */
export class Worker {
  readonly #indexing: Indexing
  readonly #models: readonly ModelSpec[]
  readonly #lease: Lease
  readonly #fills = new Map<ModelSpec, Promise<void>>()
  /** Models for which this process has not yet seen an index with the current mapping. */
  readonly #unseen: Set<ModelSpec>
  readonly #stopping = new AbortController()
  readonly #loop: Loop
  #nextCheck = 0

  constructor(indexing: Indexing, models: readonly ModelSpec[]) {
    const { database, clock, log } = indexing
    this.#indexing = indexing
    this.#models = models
    this.#unseen = new Set(models)
    this.#lease = new Lease(database, clock, 'outbox')
    this.#loop = new Loop({
      round: () => this.#round(),
      failed: (error) => {
        if (error instanceof EngineUnavailable) log.warn(`${error.message}; retrying`)
        else log.error(error, 'cannot update the search index; retrying')
      },
      resumed: () => log.info('search index updates have resumed'),
    })
  }

  start(): void {
    this.#loop.start()
  }

  /** Wakes the worker early, unless it is backing off after a failure. */
  wake(): void {
    this.#loop.wake()
  }

  /** Stops after the current batch. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all([this.#loop.stop(), ...this.#fills.values()])
  }

  get #isStopped(): boolean {
    return this.#stopping.signal.aborted
  }

  /** Processes the outbox until it is empty. Returns the length of the next pause, in milliseconds. */
  async #round(): Promise<number> {
    const { database } = this.#indexing
    if (Date.now() >= this.#nextCheck) {
      // Set before the check, because a failure of what it starts sets it to 0.
      this.#nextCheck = Date.now() + CHECK_INTERVAL
      try {
        await this.#checkIndexes()
      } catch (error) {
        this.#nextCheck = 0
        throw error
      }
    }
    const isEmpty = (await database.store(outboxModel.name, ALL_ROWS).count(EVERYTHING, 1)) === 0
    return isEmpty || (await this.#processAll()) ? IDLE_PAUSE : BUSY_PAUSE
  }

  /**
   * Processes all entries, except those left to a different version of the service. Returns false if another process is
   * working on the outbox.
   */
  async #processAll(): Promise<boolean> {
    if (!(await this.#lease.acquire())) return false
    try {
      while (!this.#isStopped) if (!(await this.#batch())) return true
      return true
    } finally {
      await this.#lease.release()
    }
  }

  /** Processes the oldest entries. Returns whether any were processed. */
  async #batch(): Promise<boolean> {
    const { database } = this.#indexing
    const entries = await readEntries(database, BATCH)
    const left = new Set<string>()
    for (const [name, keys] of keysByModel(entries)) {
      const model = this.#models.find((each) => each.name === name)
      if (model === undefined) continue
      const unsent = await this.#index(model, keys)
      for (const { id, key } of entries.filter((entry) => entry.model === name))
        if (unsent.has(key)) left.add(id)
    }
    const done = entries.map(({ id }) => id).filter((id) => !left.has(id))
    if (done.length > 0) await database.store(outboxModel.name, ALL_ROWS).deleteMany(among('id', done))
    return done.length > 0
  }

  /** Writes the documents of items. Returns the keys of the items that must be retried. */
  async #index(model: ModelSpec, keys: readonly Key[]): Promise<ReadonlySet<Key>> {
    const { engine, database, clock } = this.#indexing
    // The indexes are listed after the entries have been read, because an index created later is filled with the
    // current rows.
    const indexes = await engine.indexes(model)
    const [newest] = indexes
    if (newest === undefined) this.#nextCheck = 0
    // The index has the mapping for a different version of the service, whose processes write these documents.
    else if (newest.shape !== definitionOf(model).shape) return new Set(keys)
    // The clock that all processes share: a later version contains later rows.
    const version = await clock()
    const rows = await rowsOf(database, model, keys)
    const batch = { indexes, keys, rows, version }
    const unsent = await writeDocuments(this.#indexing, model, batch, () => extend(this.#lease))
    // Searches take items without entries from the index alone.
    if (indexes.some(({ isLive }) => isLive)) await engine.refresh([model])
    return unsent
  }

  /**
   * Builds missing indexes. Rebuilds an index with an outdated mapping only if this process has not yet seen an index
   * with the current mapping. If it has, a different version of the service has replaced that index.
   */
  async #checkIndexes(): Promise<void> {
    const { engine, log } = this.#indexing
    for (const model of this.#models) {
      const indexes = await engine.indexes(model)
      const live = indexes.find(({ isLive }) => isLive)
      if (indexes[0] !== live && !this.#fills.has(model)) await removeAbandoned(this.#indexing, model)
      const isCurrent = live?.shape === definitionOf(model).shape
      if (isCurrent) this.#unseen.delete(model)
      if (this.#fills.has(model) || isCurrent || (live !== undefined && !this.#unseen.has(model))) continue
      const fill = fillIndex(this.#indexing, model, { signal: this.#stopping.signal })
        .then(
          (isFilled) => isFilled && log.info(`built the search index for ${model.name}`),
          (error: unknown) => {
            if (this.#isStopped) return
            log.error({ err: error }, `cannot build the search index for ${model.name}`)
            if (error instanceof EngineUnavailable) this.#nextCheck = 0
          },
        )
        .then(() => void this.#fills.delete(model))
      this.#fills.set(model, fill)
    }
  }
}

function keysByModel(entries: readonly { readonly model: string; readonly key: Key }[]): Map<string, Key[]> {
  const keys = new Map<string, Set<Key>>()
  for (const { model, key } of entries) keys.set(model, (keys.get(model) ?? new Set()).add(key))
  return new Map([...keys].map(([model, set]) => [model, [...set]]))
}

/** Extends a lease. @throws EngineUnavailable if another process has acquired the lease in the meantime */
async function extend(lease: Lease): Promise<void> {
  if (!(await lease.acquire())) throw new EngineUnavailable('another process has taken over the search index')
}

/** Removes incomplete indexes, unless a process is still building one. */
async function removeAbandoned(indexing: Indexing, model: ModelSpec): Promise<void> {
  const lease = fillLease(indexing, model)
  if (!(await lease.acquire())) return
  try {
    await removeUnfinished(indexing.engine, model)
  } finally {
    await lease.release()
  }
}

async function removeUnfinished(engine: Engine, model: ModelSpec): Promise<void> {
  for (const { name, isLive } of await engine.indexes(model)) if (!isLive) await engine.remove(name)
}

/** Returns the lease that a process holds while building an index for the model. */
function fillLease({ database, clock }: Indexing, { name }: ModelSpec): Lease {
  return new Lease(database, clock, `fill ${name}`)
}

export interface FillOptions {
  /** Called with the number of items written so far and the total number of items. */
  readonly onProgress?: (count: number, total: number) => void
  readonly signal?: AbortSignal
}

/**
 * Builds a new index for a model while the existing one is in use, and then replaces the existing one. Returns false if
 * another process is already building an index for the model.
 * @throws EngineUnavailable if the engine does not respond for a minute; Error if the signal is aborted
 */
export async function fillIndex(
  indexing: Indexing,
  model: ModelSpec,
  { onProgress, signal }: FillOptions = {},
): Promise<boolean> {
  const { engine, database } = indexing
  const lease = fillLease(indexing, model)
  if (!(await lease.acquire())) return false
  try {
    await database
      .store(rejectedModel.name, ALL_ROWS)
      .deleteMany({ kind: 'compare', field: 'model', op: 'eq', value: model.name })
    await removeUnfinished(engine, model)
    const name = await engine.create(model, definitionOf(model).definition)
    const indexes = [{ name, isLive: false, shape: '' }]
    const store = database.store(model.name, ALL_ROWS)
    const total = await store.count(EVERYTHING)
    let count = 0
    let after: readonly Key[] | undefined
    for (;;) {
      const orderBy = [{ field: model.key, direction: 'asc' }] as const
      const rows = await store.find({ where: EVERYTHING, orderBy, take: BATCH, after })
      const keys = rows.map((row) => keyOf(model, row))
      const last = keys.at(-1)
      if (last === undefined) break
      await untilResponse(signal, async () => {
        await extend(lease)
        const current = await rowsOf(database, model, keys)
        const batch = { indexes, keys, rows: current, version: FIRST_VERSION }
        await writeDocuments(indexing, model, batch, () => extend(lease))
      })
      after = [last]
      count += rows.length
      onProgress?.(count, total)
    }
    await extend(lease)
    await engine.publish(model, name)
    return true
  } finally {
    await lease.release()
  }
}

/** Retries work while the engine does not respond, for at most a minute. */
async function untilResponse(signal: AbortSignal | undefined, work: () => Promise<void>): Promise<void> {
  const deadline = Date.now() + RETRY_TIMEOUT
  for (;;) {
    signal?.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof EngineUnavailable) || Date.now() >= deadline) throw error
    }
    await sleep(IDLE_PAUSE, undefined, { ...(signal && { signal }) })
  }
}

interface DocumentBatch {
  readonly indexes: readonly Index[]
  readonly keys: readonly Key[]
  /** The rows of the items that still exist. */
  readonly rows: ReadonlyMap<Key, Row>
  readonly version: number
}

/**
 * Writes the documents for items to indexes, and records rejected documents. Returns the keys of the items whose
 * documents already have the same version in an index or a higher one, or none if the documents are being written to a
 * new index.
 */
async function writeDocuments(
  indexing: Indexing,
  model: ModelSpec,
  { indexes, keys, rows, version }: DocumentBatch,
  ready: () => Promise<void>,
): Promise<ReadonlySet<Key>> {
  const operations = indexes.flatMap(({ name: index }) =>
    keys.map((key): Operation & { readonly key: Key } => {
      const row = rows.get(key)
      const document = row === undefined ? null : documentOf(model, row)
      return { index, id: documentId(key), version, document, key }
    }),
  )
  const outcomes = await indexing.engine.bulk(operations, ready)
  const conflicts = new Set<Key>()
  const reasons = new Map<Key, string>()
  for (const [index, operation] of operations.entries()) {
    const outcome = outcomes[index]
    if (outcome === 'conflict') conflicts.add(operation.key)
    if (typeof outcome !== 'object') continue
    const reason = await writeReduced(indexing, model, operation, outcome.rejected, ready)
    if (reason !== undefined) reasons.set(operation.key, reason)
  }
  await recordRejected(indexing.database, model, keys, reasons)
  return version === FIRST_VERSION ? new Set() : conflicts
}

/**
 * Retries a rejected document without the fields that the engine rejects. If that fails, removes the document from the
 * index.
 * @returns the reason why the document was rejected, or undefined if at least part of it was written
 */
async function writeReduced(
  { engine, log }: Indexing,
  model: ModelSpec,
  { document, ...operation }: Operation & { readonly key: Key },
  reason: string,
  ready: () => Promise<void>,
): Promise<string | undefined> {
  const { key } = operation
  let left: JsonObject = document ?? {}
  let latest = reason
  const dropped: string[] = []
  for (;;) {
    const name = offendingField(model, left, latest)
    if (name === undefined) break
    dropped.push(name)
    left = Object.fromEntries(Object.entries(left).filter(([each]) => each !== name))
    const [outcome] = await engine.bulk([{ ...operation, document: left }], ready)
    if (typeof outcome !== 'object') {
      log.warn(
        { model: model.name, key, fields: dropped, reason },
        'indexed an item without the fields that the search engine rejected',
      )
      return undefined
    }
    latest = outcome.rejected
  }
  log.error(
    { model: model.name, key, reason },
    'the search engine rejected an item, which is therefore not in the search index',
  )
  await engine.bulk([{ ...operation, document: null }], ready)
  return reason
}

/**
 * Returns the field named in the engine's message. If the message names none, returns a list or dict field, or
 * undefined if none is left.
 */
function offendingField(model: ModelSpec, document: JsonObject, reason: string): string | undefined {
  const names = Object.keys(document).filter((name) => isContent(model, name))
  return (
    names.find((name) => ['[', '"'].some((quote) => reason.includes(quote + name + closing(quote)))) ??
    names.find((name) => ['[', '"'].some((quote) => reason.includes(`${quote}${name}.`))) ??
    names.find((name) => typeof document[name] === 'object')
  )
}

function closing(quote: string): string {
  return quote === '[' ? ']' : quote
}

const MAX_REASON_LENGTH = 500

/** Replaces the rejection records for items: removes earlier records, and records the rejected items. */
async function recordRejected(
  database: Session,
  model: ModelSpec,
  keys: readonly Key[],
  reasons: ReadonlyMap<Key, string>,
): Promise<void> {
  const store = database.store(rejectedModel.name, ALL_ROWS)
  const nameOf = (key: Key): string => JSON.stringify([model.name, key])
  if ((await store.count(EVERYTHING, 1)) > 0) await store.deleteMany(among('item', keys.map(nameOf)))
  if (reasons.size === 0) return
  await store.insert(
    [...reasons].map(([key, reason]) => ({
      item: nameOf(key),
      model: model.name,
      key: JSON.stringify(key),
      reason: reason.slice(0, MAX_REASON_LENGTH),
    })),
  )
}

async function rowsOf(database: Session, model: ModelSpec, keys: readonly Key[]): Promise<Map<Key, Row>> {
  const rows = await database.store(model.name, ALL_ROWS).find({
    where: among(model.key, keys),
    orderBy: [{ field: model.key, direction: 'asc' }],
  })
  return new Map(rows.map((row) => [keyOf(model, row), row]))
}

function among(field: string, values: readonly Key[]): Condition {
  return { kind: 'compare', field, op: 'in', value: values }
}
