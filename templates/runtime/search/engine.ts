import type { Client } from '@opensearch-project/opensearch'
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { HttpError } from '../errors.js'
import type { Json, JsonObject } from '../json.js'
import type { FieldSpec, Key, ModelSpec, Row } from '../model.js'
import { keyOf, partsOf } from '../repository/parts.js'
import type { FieldType } from '../spec/field-types.js'
import { withoutAccents } from '../values/folded.js'
import type { SearchSettings } from './settings.js'

/** Time limits in milliseconds. If a query fails, the service responds within 5 seconds. */
const QUERY_TIMEOUT = 3_000
const PROBE_TIMEOUT = 1_000
const BULK_TIMEOUT = 10_000
const ADMIN_TIMEOUT = 20_000

/** Pause between two attempts to reach an engine that does not respond, in milliseconds. */
const PROBE_INTERVAL = 500

/** Seconds after which a client should retry while the engine is unavailable. */
const RETRY_AFTER = '5'

/** Maximum size of a bulk request's body, in characters. */
const MAX_BULK = 4 * 1024 * 1024

/** Returns the 503 error for a request that requires the search engine. */
export function searchUnavailable(detail = 'The search engine is unavailable. Try again later.'): HttpError {
  return new HttpError(503, detail, { headers: { 'Retry-After': RETRY_AFTER } })
}

/** An error returned by the engine. */
export class EngineError extends Error {
  override readonly name = 'EngineError'
  readonly status: number
  readonly type: string
  constructor(status: number, type: string, reason: string) {
    super(`${type}: ${reason}`)
    this.status = status
    this.type = type
  }
}

/** Thrown if the engine does not respond or is overloaded, so that a later attempt can succeed. */
export class EngineUnavailable extends Error {
  override readonly name = 'EngineUnavailable'
}

/**
 * A document to store or, with `document: null`, to delete. The operation has no effect if the index contains the same
 * version of the document or a higher one.
 */
export interface Operation {
  /** Name of the physical index. */
  readonly index: string
  readonly id: string
  readonly version: number
  readonly document: JsonObject | null
}

/**
 * `stored`. `conflict`: the index has this version or a higher one. `gone`: there is no such index. `rejected`: the
 * reason why the engine rejected the document.
 */
export type Outcome = 'stored' | 'conflict' | 'gone' | { readonly rejected: string }

/** A physical index for a model. */
export interface Index {
  readonly name: string
  /** Whether the alias that queries use refers to this index. */
  readonly isLive: boolean
  /** Identifies the mapping and settings with which the index was created. */
  readonly shape: string
}

/** A hit in a query's results. */
export interface Hit {
  readonly _id: string
  readonly _score: number | null
  readonly _source?: JsonObject
  readonly sort?: readonly Json[]
}

interface HitsBody {
  readonly hits: { readonly total?: { readonly value: number }; readonly hits: readonly Hit[] }
}

interface ErrorBody {
  readonly type: string
  readonly reason?: string
  readonly caused_by?: { readonly reason?: string }
}

interface BulkBody {
  readonly items: readonly Readonly<Record<string, { readonly status: number; readonly error?: ErrorBody }>>[]
}

type IndexBody = Readonly<
  Record<
    string,
    {
      readonly aliases: Readonly<Record<string, object>>
      readonly mappings: { readonly _meta?: { readonly shape?: string } }
    }
  >
>

interface Request {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
  readonly bulkBody?: string
  readonly timeout: number
}

/**
 * The search engine. Queries use an alias that each model has for one of its physical indexes. Bulk requests use a
 * separate alias for the physical index, because the engine would otherwise re-create an index removed in the meantime.
 */
export class Engine {
  readonly #client: Client
  readonly #prefix: string
  readonly #place: string
  #isDown = false
  #isClosed = false

  private constructor(client: Client, { url = '', prefix }: SearchSettings['search']) {
    this.#client = client
    this.#prefix = prefix
    this.#place = url.replace(/\/\/[^@/]*@/, '//')
  }

  /** Returns an engine that connects on its first request. */
  static async open(settings: SearchSettings['search']): Promise<Engine> {
    const { Client } = await import('@opensearch-project/opensearch')
    const { url = '', username, password = '' } = settings
    const client = new Client({
      node: url,
      maxRetries: 0,
      ...(username === undefined ? {} : { auth: { username, password } }),
    })
    return new Engine(client, settings)
  }

  /** The name of the alias used in queries. */
  alias({ table }: ModelSpec): string {
    return `${this.#prefix}${table}`.toLowerCase()
  }

  /**
   * Runs a query on a model's index.
   * @throws HttpError 503 if the engine does not respond or the index has not been built yet; EngineError if the engine
   * rejects the query
   */
  async query<Body = HitsBody>(model: ModelSpec, body: object, parameters = {}): Promise<Body> {
    if (this.#isDown) throw searchUnavailable()
    try {
      return await this.#send<Body>({
        method: 'POST',
        path: `/${encodeURIComponent(this.alias(model))}/_search`,
        query: parameters,
        body,
        timeout: QUERY_TIMEOUT,
      })
    } catch (error) {
      if (error instanceof EngineUnavailable) throw searchUnavailable()
      if (error instanceof EngineError && error.type === 'index_not_found_exception')
        throw searchUnavailable(`The search index for ${model.name} is being built. Try again later.`)
      throw error
    }
  }

  /** Returns the number of documents for a model, or undefined if the model has no index. */
  async count(model: ModelSpec): Promise<number | undefined> {
    const path = `/${encodeURIComponent(this.alias(model))}/_count`
    try {
      return (await this.#send<{ readonly count: number }>({ method: 'GET', path, timeout: ADMIN_TIMEOUT }))
        .count
    } catch (error) {
      if (error instanceof EngineError && error.status === 404) return undefined
      throw error
    }
  }

  /**
   * Stores and deletes documents, and returns the outcome for each operation.
   * @param ready called before each request
   * @throws EngineUnavailable if the engine did not process all documents; EngineError
   */
  async bulk(operations: readonly Operation[], ready: () => Promise<void>): Promise<Outcome[]> {
    const outcomes: Outcome[] = []
    let lines: string[] = []
    let size = 0
    for (const [index, operation] of operations.entries()) {
      const text = linesOf(operation)
      lines.push(text)
      size += text.length
      if (size < MAX_BULK && index < operations.length - 1) continue
      outcomes.push(...(await this.#bulk(lines, ready)))
      lines = []
      size = 0
    }
    return outcomes
  }

  /** Sends a bulk request. If the engine rejects the whole request, sends each half separately. */
  async #bulk(lines: readonly string[], ready: () => Promise<void>): Promise<Outcome[]> {
    await ready()
    try {
      const { items } = await this.#send<BulkBody>({
        method: 'POST',
        path: '/_bulk',
        query: { require_alias: 'true' },
        bulkBody: lines.join(''),
        timeout: BULK_TIMEOUT,
      })
      return items.map((item) => outcomeOf(Object.values(item)[0]))
    } catch (error) {
      if (!(error instanceof EngineError) || !REJECTED.has(error.status)) throw error
      if (lines.length === 1) return [{ rejected: error.message }]
      const middle = Math.ceil(lines.length / 2)
      const first = await this.#bulk(lines.slice(0, middle), ready)
      return [...first, ...(await this.#bulk(lines.slice(middle), ready))]
    }
  }

  /** Returns a model's physical indexes, newest first. @throws EngineUnavailable */
  async indexes(model: ModelSpec): Promise<Index[]> {
    const alias = this.alias(model)
    const found = await this.#send<IndexBody>({
      method: 'GET',
      path: `/${encodeURIComponent(`${alias}-*`)}`,
      query: { allow_no_indices: 'true', expand_wildcards: 'open' },
      timeout: ADMIN_TIMEOUT,
    })
    const stampOf = (name: string): string => name.slice(alias.length + 1)
    const ofModel = Object.entries(found).filter(([name]) => name.startsWith(`${alias}-`))
    // If a write alias is missing, a versioned deletion creates an index with the alias's name despite `require_alias`.
    for (const [name] of ofModel)
      if (STAMP.test(stampOf(name).replace(/-write$/, '')) && name.endsWith('-write')) await this.remove(name)
    return ofModel
      .filter(([name]) => STAMP.test(stampOf(name)))
      .map(([name, { aliases, mappings }]) => ({
        name,
        isLive: alias in aliases,
        shape: mappings._meta?.shape ?? '',
      }))
      .sort((a, b) => (a.name < b.name ? 1 : -1))
  }

  /** Creates a physical index that queries do not use yet, and returns its name. */
  async create(model: ModelSpec, definition: JsonObject): Promise<string> {
    const name = `${this.alias(model)}-${Date.now().toString(36).padStart(STAMP_LENGTH, '0')}`
    const body = { ...definition, aliases: { [writeAlias(name)]: {} } }
    try {
      await this.#send({ method: 'PUT', path: `/${encodeURIComponent(name)}`, body, timeout: ADMIN_TIMEOUT })
    } catch (error) {
      // The first attempt created the index, and its response was lost.
      if (!(error instanceof EngineError && error.type === 'resource_already_exists_exception')) throw error
    }
    return name
  }

  /** Makes queries use a physical index, and deletes the model's other indexes. */
  async publish(model: ModelSpec, name: string): Promise<void> {
    const alias = this.alias(model)
    await this.#send({
      method: 'POST',
      path: `/${encodeURIComponent(name)}/_refresh`,
      timeout: ADMIN_TIMEOUT,
    })
    const others = (await this.indexes(model)).filter((index) => index.name !== name)
    const actions = [
      ...others.filter(({ isLive }) => isLive).map((index) => ({ remove: { index: index.name, alias } })),
      { add: { index: name, alias } },
    ]
    await this.#send({ method: 'POST', path: '/_aliases', body: { actions }, timeout: ADMIN_TIMEOUT })
    for (const index of others) await this.remove(index.name)
  }

  /** Removes a physical index, if it exists. */
  async remove(name: string): Promise<void> {
    try {
      await this.#send({ method: 'DELETE', path: `/${encodeURIComponent(name)}`, timeout: ADMIN_TIMEOUT })
    } catch (error) {
      if (!(error instanceof EngineError) || error.status !== 404) throw error
    }
  }

  /**
   * Makes all documents stored for the models visible to queries.
   * @throws EngineUnavailable; EngineError if a model has no index yet
   */
  async refresh(models: readonly ModelSpec[]): Promise<void> {
    const names = models.map((model) => encodeURIComponent(this.alias(model))).join(',')
    await this.#send({ method: 'POST', path: `/${names}/_refresh`, timeout: ADMIN_TIMEOUT })
  }

  /** Whether the engine has failed to respond, and has not responded since. */
  get isDown(): boolean {
    return this.#isDown
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#client.close()
  }

  /**
   * Sends a request. Retries it once if the connection was lost, because the server or a proxy might have closed an
   * idle connection.
   * @throws EngineUnavailable, EngineError
   */
  async #send<Body>({ timeout, ...request }: Request, isRetry = false): Promise<Body> {
    try {
      const { body } = await this.#client.transport.request(request, {
        requestTimeout: timeout,
        maxRetries: 0,
      })
      // Safe because the engine's API defines its response bodies.
      return body as Body
    } catch (error) {
      const isLost = error instanceof Error && error.name === 'ConnectionError'
      if (isLost && !isRetry) return this.#send({ timeout, ...request }, true)
      throw this.#translated(error)
    }
  }

  #translated(error: unknown): unknown {
    if (!(error instanceof Error)) return error
    const { statusCode, body } = responseOf(error)
    if (statusCode === undefined || statusCode === 429 || statusCode >= 502) {
      if (statusCode !== 429) this.#markDown()
      return new EngineUnavailable(`the search engine at ${this.#place} does not respond: ${error.message}`, {
        cause: error,
      })
    }
    const cause: ErrorBody = { type: error.name, ...Object(Object(body)['error']) }
    return new EngineError(statusCode, cause.type, reasonOf(cause) || error.message)
  }

  /**
   * Makes queries fail immediately until the engine responds again. Otherwise, each of them would wait for its timeout.
   */
  #markDown(): void {
    if (this.#isDown) return
    this.#isDown = true
    void this.#probe()
  }

  async #probe(): Promise<void> {
    while (this.#isDown && !this.#isClosed) {
      await sleep(PROBE_INTERVAL, undefined, { ref: false })
      this.#isDown = !(await this.#responds())
    }
  }

  async #responds(): Promise<boolean> {
    try {
      await this.#client.transport.request(
        { method: 'GET', path: '/' },
        { requestTimeout: PROBE_TIMEOUT, maxRetries: 0 },
      )
      return true
    } catch {
      return false
    }
  }
}

/**
 * Statuses of requests that are invalid or too large. Requests that fail with a different status can succeed later,
 * once the operator has fixed the engine.
 */
const REJECTED: ReadonlySet<number> = new Set([400, 413])

/**
 * Statuses of documents that the engine might accept later. They mean that there is no permission, the disk is full,
 * the engine is overloaded, or a shard is missing.
 */
const RETRYABLE: ReadonlySet<number> = new Set([401, 403, 429, 502, 503, 504])

const STAMP_LENGTH = 9
const STAMP = /^[0-9a-z]{9}$/

/** Returns the alias for a physical index that bulk requests use. */
function writeAlias(name: string): string {
  return `${name}-write`
}

function linesOf({ index, id, version, document }: Operation): string {
  const about = { _index: writeAlias(index), _id: id, version, version_type: 'external' }
  return document === null
    ? `${JSON.stringify({ delete: about })}\n`
    : `${JSON.stringify({ index: about })}\n${JSON.stringify(document)}\n`
}

/** @throws EngineUnavailable if the engine did not process the document */
function outcomeOf(item: { readonly status: number; readonly error?: ErrorBody } | undefined): Outcome {
  const { status = 500, error } = item ?? {}
  if (error === undefined) return 'stored'
  if (status === 409) return 'conflict'
  if (error.type === 'index_not_found_exception') return 'gone'
  if (RETRYABLE.has(status)) throw new EngineUnavailable(`${error.type}: ${reasonOf(error)}`)
  return { rejected: `${error.type}: ${reasonOf(error)}` }
}

/** Returns an error's message without the field's value. */
function reasonOf({ reason = '', caused_by: cause }: ErrorBody): string {
  const message = cause?.reason === undefined ? reason : `${reason}; ${cause.reason}`
  return message.replace(/ Preview of field's value: '.*?'(?=;|$)/s, '')
}

/** Returns the response in the client's error, or an empty object if there was no response. */
function responseOf(error: Error): { readonly statusCode?: number; readonly body?: unknown } {
  const meta: unknown = 'meta' in error ? error.meta : undefined
  const { statusCode, body }: { statusCode?: unknown; body?: unknown } = Object(meta)
  return typeof statusCode === 'number' ? { statusCode, body } : {}
}

// A model's index: the mapping, and the documents for items.

/** The characters allowed in a word, for use inside brackets in a regular expression. */
export const WORD_CHARACTER = String.raw`\p{L}\p{Nd}_`

/** The names of two additional fields. They contain the document's ID and the names of all fields with a value. */
export const KEY = '_key'
export const PRESENT = '_present'

/** For longer texts, the index contains only the words, not the whole text. */
export const MAX_EXACT_LENGTH = 8_000

/** Longer words are truncated. The engine's limit is 32,766 bytes. */
export const MAX_WORD_LENGTH = 8_000

/** The engine's limit for a document ID, in bytes. */
const MAX_ID_LENGTH = 512

/** How whole values are indexed. */
export type ExactKind = 'keyword' | 'long' | 'double' | 'date' | 'boolean'

/** The part of the index that contains a field's whole values. */
export interface Exact {
  readonly path: string
  readonly kind: ExactKind
  /** Whether the engine compares and sorts the values exactly as the database does. */
  readonly isOrdered: boolean
}

/**
 * How a field is indexed. `text`: its words are indexed, and the whole text is in the `exact` subfield. `object`: an
 * object of any form, whose values are keywords. `nothing`: the field is not indexed.
 */
type Mapped = ExactKind | 'text' | 'object' | 'nothing'

const TYPES: Readonly<Record<Exclude<FieldType, 'list'>, Mapped>> = {
  id_field: 'long',
  object_id: 'keyword',
  string: 'text',
  text: 'text',
  choice: 'text',
  integer: 'long',
  small_integer: 'long',
  big_integer: 'long',
  float: 'double',
  decimal: 'double',
  interval: 'double',
  boolean: 'boolean',
  date: 'date',
  datetime: 'date',
  time: 'keyword',
  dict: 'object',
  binary: 'nothing',
  pickle: 'nothing',
}

/**
 * How the engine handles values of a type: it compares and sorts them as the database does (`ordered`), only finds
 * equal values (`equal`), or does neither.
 */
const COMPARISONS: Readonly<Record<FieldType, 'ordered' | 'equal' | 'none'>> = {
  id_field: 'ordered',
  object_id: 'ordered',
  string: 'ordered',
  text: 'equal',
  choice: 'ordered',
  integer: 'ordered',
  small_integer: 'ordered',
  big_integer: 'equal',
  float: 'ordered',
  decimal: 'none',
  boolean: 'equal',
  date: 'ordered',
  datetime: 'ordered',
  time: 'none',
  interval: 'none',
  binary: 'none',
  list: 'none',
  dict: 'none',
  pickle: 'none',
}

/** Returns how a field is indexed. Passwords are not in the index. */
function mappedAs({ type, itemType = 'string', hash, column }: FieldSpec): Mapped {
  if (hash !== undefined || column === null) return 'nothing'
  if (type !== 'list') return TYPES[type]
  const as = itemType === 'list' ? 'nothing' : TYPES[itemType]
  return as === 'object' ? 'nothing' : as
}

/** Returns whether a field is indexed for full-text search. */
export function hasWords(field: FieldSpec | undefined): boolean {
  return field !== undefined && mappedAs(field) === 'text'
}

/**
 * Returns where the index contains the whole values of a field or the keys of a relation, or undefined if only the
 * database can compare them.
 */
export function exactOf(model: ModelSpec, name: string): Exact | undefined {
  const relation = model.relations[name]
  if (relation !== undefined) return relation.side === 'holder' ? exactKey(name, relation.keyType) : undefined
  const field = model.fields[name]
  if (field === undefined) return undefined
  const as = mappedAs(field)
  const type = field.type === 'list' ? (field.itemType ?? 'string') : field.type
  if (as === 'nothing' || as === 'object' || COMPARISONS[type] === 'none') return undefined
  const isOrdered = COMPARISONS[type] === 'ordered'
  return as === 'text'
    ? { path: `${name}.exact`, kind: 'keyword', isOrdered }
    : { path: name, kind: as, isOrdered }
}

function exactKey(path: string, type: FieldType): Exact | undefined {
  const as = type === 'list' ? 'nothing' : TYPES[type]
  if (COMPARISONS[type] === 'none' || as === 'nothing' || as === 'object') return undefined
  return { path, kind: as === 'text' ? 'keyword' : as, isOrdered: COMPARISONS[type] === 'ordered' }
}

const PROPERTIES: Readonly<Record<Exclude<Mapped, 'nothing'>, JsonObject>> = {
  text: {
    type: 'text',
    analyzer: 'words',
    similarity: 'own_text',
    fields: { exact: { type: 'keyword', ignore_above: MAX_EXACT_LENGTH } },
  },
  keyword: { type: 'keyword', ignore_above: MAX_EXACT_LENGTH },
  long: { type: 'long' },
  double: { type: 'double' },
  date: { type: 'date', format: 'strict_date_optional_time||epoch_millis' },
  boolean: { type: 'boolean' },
  object: { type: 'flat_object' },
}

/** Returns the rules by which the engine removes accents, as the service does. */
function accentMappings(): string[] {
  const rules: string[] = []
  for (let code = 0x80; code <= 0xffff; code++) {
    const letter = String.fromCharCode(code)
    const plain = withoutAccents(letter)
    if (plain !== letter) rules.push(`${letter} => ${plain}`)
  }
  return rules
}

const SETTINGS: JsonObject = {
  refresh_interval: '1s',
  // How long the engine remembers deletions, so that a delayed older write does not restore a document.
  gc_deletes: '1h',
  // The patterns for fuzzy words are long.
  max_regex_length: 20_000,
  similarity: {
    // Ranks each item by its own text. BM25 would also count items that the caller cannot view, which are in the same
    // index, so that the order and the cursors would reveal them.
    own_text: {
      type: 'scripted',
      script: { source: 'return query.boost * doc.freq / (doc.freq + 0.3 + 0.045 * doc.length);' },
    },
  },
  analysis: {
    char_filter: {
      accents: { type: 'mapping', mappings: accentMappings() },
      // The letter that the engine's lowercase filter converts differently from the service (Unicode,
      // SpecialCasing.txt).
      sigma: {
        type: 'pattern_replace',
        pattern: String.raw`(?<=\p{L})\u03A3(?!\p{L})`,
        replacement: '\u03C2',
      },
    },
    tokenizer: { words: { type: 'pattern', pattern: `[${WORD_CHARACTER}]+`, group: 0 } },
    filter: { cut: { type: 'truncate', length: MAX_WORD_LENGTH } },
    analyzer: {
      words: {
        type: 'custom',
        char_filter: ['accents', 'sigma'],
        tokenizer: 'words',
        filter: ['lowercase', 'cut'],
      },
    },
  },
}

/**
 * Returns the settings and the mapping for a model's index. The `shape` changes if an existing index must be rebuilt.
 */
export function definitionOf(model: ModelSpec): { readonly shape: string; readonly definition: JsonObject } {
  const properties: Record<string, Json> = { [KEY]: { type: 'keyword' }, [PRESENT]: { type: 'keyword' } }
  for (const [name, field] of partsOf(model).stored) {
    const as = mappedAs(field)
    if (as !== 'nothing') properties[name] = PROPERTIES[as]
  }
  for (const [name, { keyType }] of partsOf(model).holders) {
    const as = keyType === 'list' ? 'nothing' : TYPES[keyType]
    if (as !== 'nothing') properties[name] = PROPERTIES[as === 'text' ? 'keyword' : as]
  }
  // The last part stands for the form of documents' IDs.
  const shape = digest(JSON.stringify([SETTINGS, properties, 2])).slice(0, 16)
  const mappings = { dynamic: false, _meta: { shape }, properties }
  return { shape, definition: { settings: SETTINGS, mappings } }
}

/**
 * Returns the document for an item. It contains the item's indexed fields and back-references, keyed by name, {@link
 * KEY} and {@link PRESENT}. It does not contain relations of side `one`.
 */
export function documentOf(model: ModelSpec, row: Row): JsonObject {
  const document: Record<string, Json> = {}
  const present: string[] = []
  const add = (name: string, isIndexed: boolean): void => {
    const value = row[name] ?? null
    if (value === null) return
    present.push(name)
    if (isIndexed) document[name] = value
  }
  for (const [name, field] of partsOf(model).stored) add(name, mappedAs(field) !== 'nothing')
  for (const [name] of partsOf(model).holders) add(name, true)
  return { ...document, [KEY]: documentId(keyOf(model, row)), [PRESENT]: present }
}

const DIGEST = /^[0-9a-f]{64}$/

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/**
 * Returns the ID of an item's document: the item's key, or a hash of the key if the key is too long. A key that looks
 * like a hash is hashed, so that no item replaces the document of another one.
 */
export function documentId(key: Key): string {
  const text = String(key)
  const fits = text !== '' && Buffer.byteLength(text) <= MAX_ID_LENGTH && !DIGEST.test(text)
  return fits ? text : digest(text)
}

/**
 * Returns whether a property of a document is a field of the item other than its key. Such a property can be omitted.
 */
export function isContent(model: ModelSpec, name: string): boolean {
  return name !== KEY && name !== PRESENT && name !== model.key
}
