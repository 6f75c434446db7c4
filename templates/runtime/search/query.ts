import { ALL_ROWS } from '../repository/items.js'
import { type Json, isObject } from '../json.js'
import type { Key, ModelSpec, Models, Row } from '../model.js'
import { type Operator, traitsOf } from '../spec/query-language.js'
import { isKey, keyOf } from '../repository/parts.js'
import {
  type Condition,
  type CountedRows,
  EVERYTHING,
  RELEVANCE,
  type Selection,
  type Session,
  type SortKey,
  type Store,
  both,
  relevances,
} from '../store.js'
import { fuzzy, type TextPattern } from '../values/pattern.js'
import {
  type Engine,
  type Exact,
  type Hit,
  KEY,
  MAX_EXACT_LENGTH,
  MAX_WORD_LENGTH,
  PRESENT,
  WORD_CHARACTER,
  documentId,
  exactOf,
  hasWords,
} from './engine.js'

/** A query in the engine's syntax. */
type Query = Readonly<Record<string, unknown>>

const ALL: Query = { match_all: {} }
const NONE: Query = { match_none: {} }

/** The engine's limit on the number of values in a `terms` query. */
const MAX_TERMS = 65_536

/** With more outdated documents, the database counts all items. */
const MAX_OUTDATED = 10_000

/** Maximum number of parts in a query. The engine's own limit is 1,024. */
const MAX_PARTS = 1_000

/** The engine's limit on the number of hits in a response. */
const MAX_HITS = 10_000

/** Thrown if a query has too many parts. The database then executes the query. */
class TooManyParts extends Error {}

/** The search engine, and the session and store in which the database reads a model's rows. */
export interface Source {
  readonly engine: Engine
  readonly models: Models
  readonly session: Session
  readonly store: Store
  /**
   * Returns the keys of the items whose documents are outdated, or at least `limit` of them. Queries find the current
   * documents of all other items.
   */
  readonly outdated: (limit: number) => Promise<readonly Key[]>
}

/**
 * Marks the conditions from `q` as a search. Those on related items are not part of it, so that they and other filters mean
 * the same items.
 */
export function asSearch(conditions: readonly Condition[]): readonly Condition[] {
  const parts = conditions.flatMap((each) => (each.kind === 'and' ? each.of : each))
  const related = parts.filter(({ kind }) => kind === 'related')
  return [{ kind: 'and', of: parts.filter((part) => !related.includes(part)), isSearch: true }, ...related]
}

/** Returns the order by relevance, with ties broken by key. */
export function byRelevance({ key }: ModelSpec): SortKey[] {
  return [
    { field: RELEVANCE, direction: 'desc' },
    { field: key, direction: 'asc' },
  ]
}

/** Returns whether the condition contains a full-text search for the engine to execute. */
export function isSearch(condition: Condition): boolean {
  return condition.kind === 'and' && (condition.isSearch === true || condition.of.some(isSearch))
}

const PLAIN = new RegExp(`^[${WORD_CHARACTER}*?]+$`, 'u')

/**
 * Translates conditions to queries in the engine's syntax. For conditions that the index does not support exactly, the
 * database looks up the keys of the items that satisfy them.
 */
class Translation {
  readonly #source: Source
  readonly #model: ModelSpec
  #parts = 0

  constructor(source: Source) {
    this.#source = source
    this.#model = source.store.spec
  }

  /**
   * @param isScored whether the condition is part of the full-text search, and therefore counts toward relevance
   * @throws TooManyParts
   */
  async translate(condition: Condition, isScored = false): Promise<Query> {
    switch (condition.kind) {
      case 'and':
        return this.#all(condition, isScored || condition.isSearch === true)
      case 'or':
        return this.#any(condition.of, isScored)
      case 'not':
        return { bool: { must_not: [await this.translate(condition.of)] } }
      case 'compare':
        return this.#compare(condition)
      case 'item':
        return this.#item(condition)
      case 'text':
        return this.#text(condition)
      case 'related':
        return this.#related(condition)
    }
  }

  async #all({ of }: Condition & { kind: 'and' }, isScored: boolean): Promise<Query> {
    if (of.length === 0) return ALL
    const must: Query[] = []
    const filter: Query[] = []
    for (const part of of)
      (isScored || isSearch(part) ? must : filter).push(await this.translate(part, isScored))
    return { bool: { must, filter } }
  }

  async #any(of: readonly Condition[], isScored: boolean): Promise<Query> {
    if (of.length === 0) return NONE
    const should: Query[] = []
    for (const part of of) should.push(await this.translate(part, isScored))
    return { bool: { should, minimum_should_match: 1 } }
  }

  async #compare(condition: Condition & { kind: 'compare' }): Promise<Query> {
    const { field, op, value } = condition
    const { negates } = traitsOf(op)
    if (negates !== undefined) {
      return { bool: { must_not: [await this.#compare({ ...condition, op: negates })] } }
    }
    const exact = exactOf(this.#model, field)
    const isStored = this.#model.relations[field]?.side !== 'one'
    if (op === 'exists' && isStored) {
      const present = this.#part({ term: { [PRESENT]: field } })
      return value === false ? { bool: { must_not: [present] } } : present
    }
    const isList = this.#model.fields[field]?.type === 'list'
    const query = exact && compared(exact, op, value, isList)
    return query === undefined ? this.#byDatabase(condition) : this.#part(query)
  }

  async #item(condition: Condition & { kind: 'item' }): Promise<Query> {
    const exact = exactOf(this.#model, condition.field)
    if (exact?.isOrdered !== true) return this.#byDatabase(condition)
    const bounds = condition.of.map(({ op, value }) => [op, rangeValue(exact, value)] as const)
    if (bounds.some(([, value]) => value === undefined)) return this.#byDatabase(condition)
    return this.#part({ range: { [exact.path]: Object.fromEntries(bounds) } })
  }

  async #text(condition: Condition & { kind: 'text' }): Promise<Query> {
    const { field, pattern } = condition
    if (!hasWords(this.#model.fields[field])) return this.#byDatabase(condition)
    const words = pattern.kind === 'phrase' ? pattern.words : [pattern.text]
    if (!words.every((word) => PLAIN.test(word.toLowerCase()) && word.length < MAX_WORD_LENGTH))
      return this.#byDatabase(condition)
    // The allowed edits can delete all letters in a short word, but the index contains no empty words to match.
    if (pattern.kind === 'fuzzy' && pattern.text.length <= pattern.edits) return this.#byDatabase(condition)
    return this.#part(ofWords(field, pattern))
  }

  async #related(condition: Condition & { kind: 'related' }): Promise<Query> {
    const { models, session } = this.#source
    const relation = this.#model.relations[condition.relation]
    const target = relation && models[relation.model]
    const exact = exactOf(this.#model, condition.relation)
    if (relation === undefined || target === undefined || relation.side === 'one' || exact === undefined)
      return this.#byDatabase(condition)
    if (condition.of === null) return this.#part({ term: { [PRESENT]: condition.relation } })
    const keys = await keysBy(session.store(target.name, ALL_ROWS), condition.of, target.key)
    return this.#terms(exact.path, keys)
  }

  /** Resolves a condition to the keys of items in the database. */
  async #byDatabase(condition: Condition): Promise<Query> {
    const keys = await keysBy(this.#source.store, condition, this.#model.key)
    return this.#terms(KEY, keys.map(documentId))
  }

  #terms(path: string, values: readonly Json[]): Query {
    if (values.length === 0) return NONE
    const should: Query[] = []
    for (let start = 0; start < values.length; start += MAX_TERMS)
      should.push(this.#part({ terms: { [path]: values.slice(start, start + MAX_TERMS) } }))
    return { bool: { filter: [{ bool: { should, minimum_should_match: 1 } }] } }
  }

  #part(query: Query): Query {
    this.#parts += 1
    if (this.#parts > MAX_PARTS) throw new TooManyParts()
    return query
  }
}

/** Returns the query for a comparison, or undefined if the index does not support it. */
function compared(exact: Exact, op: Operator, value: Json, isList: boolean): Query | undefined {
  switch (op) {
    case 'eq':
      return oneOf(exact, [value])
    case 'contains':
      return isList ? oneOf(exact, [value]) : undefined
    case 'in':
    case 'any':
      return oneOf(exact, listOf(value))
    case 'all': {
      const filter = listOf(value).map((each) => oneOf(exact, [each]))
      return filter.includes(undefined) ? undefined : { bool: { filter } }
    }
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte': {
      const bound = exact.isOrdered ? rangeValue(exact, value) : undefined
      return bound === undefined ? undefined : { range: { [exact.path]: { [op]: bound } } }
    }
    default:
      return undefined
  }
}

function oneOf(exact: Exact, values: readonly Json[]): Query | undefined {
  const terms = values.filter((value) => value !== null).map((value) => termOf(exact, value))
  if (terms.includes(undefined) || values.includes(null) || terms.length > MAX_TERMS) return undefined
  return { terms: { [exact.path]: terms } }
}

function listOf(value: Json): readonly Json[] {
  return Array.isArray(value) ? value : [value]
}

/** Returns a value in the form stored in the index, or undefined if the value is too long for the index. */
function termOf({ kind }: Exact, value: Json): Json | undefined {
  if (kind === 'keyword') {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return text.length > MAX_EXACT_LENGTH ? undefined : text
  }
  return kind === 'date' ? timeOf(value) : value
}

function rangeValue(exact: Exact, value: Json): Json | undefined {
  return value === null ? undefined : termOf(exact, value)
}

/** Returns milliseconds since 1970, because the engine would round up text without milliseconds. */
function timeOf(value: Json): number | undefined {
  const time = Date.parse(String(value))
  return Number.isNaN(time) ? undefined : time
}

function ofWords(field: string, pattern: TextPattern): Query {
  switch (pattern.kind) {
    case 'word':
      return { match: { [field]: { query: pattern.text } } }
    case 'phrase':
      return { match_phrase: { [field]: { query: pattern.words.join(' ') } } }
    case 'wildcard':
      return { wildcard: { [field]: { value: pattern.text } } }
    case 'fuzzy': {
      const value = fuzzySource(pattern.text, pattern.edits)
      return { regexp: { [field]: { value, flags: 'NONE', max_determinized_states: 100_000 } } }
    }
  }
}

/** Returns the distinct keys in a field of the rows that satisfy a condition. */
async function keysBy(store: Store, where: Condition, field: string): Promise<Key[]> {
  const groups = await store.groupBy(where, [{ field }])
  return groups.map(({ values }) => values[field] ?? null).filter(isKey)
}

/**
 * Sort values that replace null for types where the engine does not accept null as the start of a page. They sort
 * before all other values.
 */
const LEAST: Readonly<Partial<Record<Exact['kind'], number>>> = {
  long: -9_007_199_254_740_992,
  double: -Number.MAX_VALUE,
  date: -9_007_199_254_740_992,
}

/**
 * Returns the sort in the engine's syntax, or undefined if the index does not support this order, or if the page starts
 * after a row that the database found, whose relevance is unknown.
 */
function sortOf(
  model: ModelSpec,
  orderBy: readonly SortKey[],
  after: readonly Json[] = [],
): Query[] | undefined {
  const sort: Query[] = []
  for (const [index, { field, direction: order }] of orderBy.entries()) {
    const exact = exactOf(model, field)
    if (field === RELEVANCE && after[index] === null) return undefined
    if (field === RELEVANCE) sort.push({ _score: order })
    else if (exact === undefined || !exact.isOrdered || exact.kind === 'boolean') return undefined
    else
      sort.push({
        [exact.path]: { order, missing: LEAST[exact.kind] ?? (order === 'asc' ? '_first' : '_last') },
      })
  }
  return sort
}

/** Returns the values after which a page starts, in the form that the engine sorts. */
function afterOf(model: ModelSpec, orderBy: readonly SortKey[], after: readonly Json[]): Json[] {
  return orderBy.map(({ field }, index) => {
    const value = after[index] ?? null
    const exact = exactOf(model, field)
    if (exact === undefined) return value
    if (value === null) return LEAST[exact.kind] ?? null
    return termOf(exact, value) ?? null
  })
}

/** Whether to count all hits, or the number at which to stop. */
type Counting = number | boolean

/** The hits for a condition. */
class Hits {
  readonly #source: Source
  readonly #query: Query
  readonly #counting: Counting
  /** The number of hits. If hits are counted, the number is known after the first request. */
  total = 0

  constructor(source: Source, query: Query, counting: Counting) {
    this.#source = source
    this.#query = query
    this.#counting = counting
  }

  async count(): Promise<number> {
    await this.#request({ size: 0 })
    return this.total
  }

  /**
   * Yields batches of hits, sorted.
   * @param skip number of hits to skip
   * @param size returns the size of the next batch
   */
  async *batches(
    sort: readonly Query[],
    { after, skip }: { readonly after: readonly Json[] | undefined; readonly skip: number },
    size: () => number,
  ): AsyncGenerator<readonly Hit[]> {
    let from = skip
    let last = after
    // The engine can skip at most 10,000 hits, and cannot skip any in combination with `search_after`.
    while (from > 0 && (last !== undefined || from + size() > MAX_HITS)) {
      const step = Math.min(from, MAX_HITS)
      const hits = await this.#request({ ...page(sort, last, 0), size: step, _source: false })
      if (hits.length < step) return
      last = hits.at(-1)?.sort
      from -= step
    }
    for (;;) {
      const wanted = Math.min(size(), MAX_HITS)
      const hits = await this.#request({ ...page(sort, last, from), size: wanted })
      if (hits.length > 0) yield hits
      if (hits.length === 0 || hits.length < wanted) return
      last = hits.at(-1)?.sort
      from = 0
    }
  }

  /** Returns the keys of all hits. */
  async keys(): Promise<Key[]> {
    const keys: Key[] = []
    const sort = [{ [KEY]: 'asc' }]
    for await (const hits of this.batches(sort, { after: undefined, skip: 0 }, () => MAX_HITS))
      keys.push(...hits.map((hit) => this.keyOf(hit)))
    return keys
  }

  /**
   * Returns the key of a hit's item.
   * @throws TypeError if the document has no key, which means that the service did not write it
   */
  keyOf({ _id, _source = {} }: Hit): Key {
    const { key, name } = this.#source.store.spec
    const value = _source[key]
    if (isKey(value)) return value
    throw new TypeError(`The document ${_id} in the search index for ${name} has no ${key}`)
  }

  async #request(body: object): Promise<readonly Hit[]> {
    const { engine, store } = this.#source
    const { hits } = await engine.query(store.spec, {
      query: this.#query,
      track_total_hits: this.#counting,
      _source: [store.spec.key],
      ...body,
    })
    this.total = hits.total?.value ?? 0
    return hits.hits
  }
}

function page(sort: readonly Query[], after: readonly Json[] | undefined, from: number): object {
  return { sort, from, ...(after === undefined ? {} : { search_after: after }) }
}

/** Returns the hits for a condition, or undefined if only the database can execute it. */
async function hitsOf(source: Source, where: Condition, counting: Counting): Promise<Hits | undefined> {
  try {
    return new Hits(source, await new Translation(source).translate(where), counting)
  } catch (error) {
    if (error instanceof TooManyParts) return undefined
    throw error
  }
}

/**
 * Returns the condition for items that have these keys and satisfy `where`. The database checks the whole condition, so
 * that what an item contained before its last change reveals nothing.
 */
function among({ key }: ModelSpec, keys: readonly Key[], where: Condition): Condition {
  return both({ kind: 'compare', field: key, op: 'in', value: keys }, where)
}

/**
 * Counts the items selected by a condition that contains a search.
 * @param limit the number at which counting stops
 * @throws HttpError 503
 */
export async function countSearch(source: Source, where: Condition, limit?: number): Promise<number> {
  return countWith(source, await source.outdated(MAX_OUTDATED), where, limit)
}

/** Counts the hits. The database checks those whose documents are outdated, as it does for a page. */
async function countWith(
  source: Source,
  outdated: readonly Key[],
  where: Condition,
  limit?: number,
): Promise<number> {
  const { store } = source
  if (outdated.length >= MAX_OUTDATED) return store.count(where, limit)
  const changed = among(store.spec, outdated, EVERYTHING)
  const unchanged = outdated.length === 0 ? where : both(where, { kind: 'not', of: changed })
  const hits = await hitsOf(source, unchanged, limit ?? true)
  if (hits === undefined) return store.count(where, limit)
  const count = await hits.count()
  return outdated.length === 0
    ? count
    : count + (await store.count(await resolveSearch(source, both(where, changed))))
}

/**
 * Replaces the search in a condition with the keys found by the engine.
 * @throws HttpError 503
 */
export async function resolveSearch(source: Source, where: Condition): Promise<Condition> {
  const hits = await hitsOf(source, where, false)
  return hits === undefined ? where : among(source.store.spec, await hits.keys(), where)
}

/**
 * Reads the rows selected by a condition that contains a search.
 * @param limit the number at which counting stops, or true to count all rows, or false to count none
 * @throws HttpError 503
 */
export async function findSearch(
  source: Source,
  selection: Selection,
  limit: Counting = false,
): Promise<CountedRows> {
  const { store } = source
  const { where, orderBy, take = Infinity, skip = 0, after } = selection
  const outdated = limit === false ? [] : await source.outdated(MAX_OUTDATED)
  const isCurrent = outdated.length === 0
  const hits = await hitsOf(source, where, isCurrent && limit)
  const sort = sortOf(store.spec, orderBy, after)
  if (hits === undefined || sort === undefined) {
    const found = hits === undefined ? where : among(store.spec, await hits.keys(), where)
    return store.findAndCount({ ...selection, where: found, ...withoutRelevance(selection) })
  }
  const rows: Row[] = []
  const place = { after: after && afterOf(store.spec, orderBy, after), skip }
  for await (const batch of hits.batches(sort, place, () => take - rows.length)) {
    rows.push(...(await rowsOf(source, hits, batch, where)))
    if (rows.length >= take) break
  }
  const counted = typeof limit === 'number' ? limit : undefined
  return { rows, total: isCurrent ? hits.total : await countWith(source, outdated, where, counted) }
}

/** Returns the order, and the values after which a page starts, without the relevance that only the engine knows. */
function withoutRelevance({ orderBy, after }: Selection): Pick<Selection, 'orderBy' | 'after'> {
  const isKept = (_: unknown, index: number): boolean => orderBy[index]?.field !== RELEVANCE
  return { orderBy: orderBy.filter(isKept), after: after?.filter(isKept) }
}

/**
 * Reads the rows for hits, in the order of the hits. Items that have been deleted or no longer satisfy the condition
 * are left out.
 */
async function rowsOf(
  { store }: Source,
  hits: Hits,
  batch: readonly Hit[],
  where: Condition,
): Promise<Row[]> {
  const { spec } = store
  const keys = batch.map((hit) => hits.keyOf(hit))
  const rows = await store.find({
    where: among(spec, keys, where),
    orderBy: [{ field: spec.key, direction: 'asc' }],
  })
  const byKey = new Map(rows.map((row) => [keyOf(spec, row), row]))
  return batch.flatMap(({ sort = [] }, index) => {
    const row = byKey.get(keys[index] ?? '')
    const [score] = sort
    if (row !== undefined && typeof score === 'number') relevances.set(row, score)
    return row === undefined ? [] : [row]
  })
}

/** Pairs of properties with which a part of a raw query can read documents in a different index. */
const FOREIGN = [
  ['index', 'id'],
  ['index', 'path'],
  ['_index', '_id'],
  ['target_index', 'target_field'],
] as const

/** @throws TypeError if a raw query can read an index other than its model's own */
export function checkRawQuery(body: Json): void {
  if (isObject(body) && Object.hasOwn(body, 'pit'))
    throw new TypeError(
      'A raw query cannot contain "pit", because it is restricted to the index for its model',
    )
  checkParts(body)
}

function checkParts(part: Json): void {
  if (Array.isArray(part)) for (const each of part) checkParts(each)
  if (!isObject(part)) return
  // Its query is encoded, in one of several formats, so that it cannot be checked.
  if (isObject(part['wrapper']))
    throw new TypeError(
      'A raw query cannot contain "wrapper", because it is restricted to the index for its model',
    )
  for (const [index, id] of FOREIGN)
    if (Object.hasOwn(part, index) && Object.hasOwn(part, id))
      throw new TypeError(
        `A raw query cannot contain "${index}" and "${id}", because it is restricted to the index for its model`,
      )
  for (const each of Object.values(part)) checkParts(each)
}

/**
 * Returns the expression for a fuzzy word in Lucene's syntax, which always matches a whole word and has no
 * non-capturing groups.
 */
function fuzzySource(text: string, edits: 1 | 2): string {
  return fuzzy([...text], edits, '.').replaceAll('(?:', '(')
}
