import type { Json } from '../json.js'
import type { Key, ModelSpec, Models, RelationSpec, Row } from '../model.js'
import { isKey, partsOf } from '../repository/parts.js'
import type { Session } from '../store.js'
import type { CallerVisibility } from './resource.js'

/** Returns the part of a document that comes from its row. Relations of side `one` are added later. */
export type DocumentStart = (row: Row, url: string | null) => Record<string, Json>

/** Names of the fields that every document contains, regardless of what the query selects. */
export const ALWAYS_SHOWN: ReadonlySet<string> = new Set(['_type', '_pk', '_self'])

const EVERYTHING: ReadonlySet<string> = new Set()
const startsByModel = new WeakMap<ModelSpec, WeakMap<ReadonlySet<string>, DocumentStart>>()

/**
 * Returns a model's {@link DocumentStart} for callers who can see the fields in `seen` (null means all). It is compiled
 * once per set of fields.
 */
export function documentStart(model: ModelSpec, seen: ReadonlySet<string> | null): DocumentStart {
  const audience = seen ?? EVERYTHING
  const ofModel = startsByModel.get(model)
  const start = ofModel?.get(audience)
  if (start !== undefined) return start
  const made = makeStart(model, seen)
  startsByModel.set(model, (ofModel ?? new WeakMap<ReadonlySet<string>, DocumentStart>()).set(audience, made))
  return made
}

function makeStart(model: ModelSpec, seen: ReadonlySet<string> | null): DocumentStart {
  const { name: _type, key } = model
  const names = storedNames(model)
  const shown = names.filter((name) => (seen?.has(name) ?? true) && model.fields[name]?.hash === undefined)
  // There is only one spread, at the end: a second one makes objects many times slower to create and serialize.
  if (shown.length === names.length) return (row, _self) => ({ _type, _pk: String(row[key]), _self, ...row })
  return (row, _self) => {
    const document: Record<string, Json> = { _type, _pk: String(row[key]), _self }
    for (const name of shown) document[name] = row[name] ?? null
    return document
  }
}

/** Returns the names of the values in a row: stored fields and foreign keys. */
function storedNames({ fields, relations }: ModelSpec): string[] {
  return [
    ...Object.keys(fields).filter((name) => fields[name]?.column !== null),
    ...Object.keys(relations).filter((name) => relations[name]?.side === 'holder'),
  ]
}

interface UrlContext {
  readonly session: Session
  readonly models: Models
  readonly baseUrl: string
}

/** The `_self` of each row; null for an item that no route shows. */
export type Urls = (string | null)[]

/**
 * Returns the `_self` of each row: the model's path with the row's values. In a path, `:phone.contact` means the
 * `contact` of the item that `phone` refers to. The referenced items are read with one query per step.
 */
export async function documentUrls(
  context: UrlContext,
  model: ModelSpec,
  rows: readonly Row[],
): Promise<Urls> {
  if (model.path === null) return rows.map(() => null)
  const segments = segmentsOf(model.path)
  if (segments.some(leadsOn)) return followedUrls(context, model, rows, segments)
  return rows.map((row) => joined(context.baseUrl, segments, ([step = '']) => row[step] ?? null))
}

async function followedUrls(
  context: UrlContext,
  model: ModelSpec,
  rows: readonly Row[],
  segments: readonly Segment[],
): Promise<Urls> {
  const found = new Map<Segment, readonly Json[]>()
  for (const segment of segments)
    if (typeof segment !== 'string') found.set(segment, await follow(context, model, rows, segment))
  return rows.map((_, index) =>
    joined(context.baseUrl, segments, (steps) => found.get(steps)?.[index] ?? null),
  )
}

function joined(base: string, segments: readonly Segment[], valueOf: (steps: Steps) => Json): string | null {
  let url = base
  for (const segment of segments) {
    if (typeof segment === 'string') {
      url += segment
      continue
    }
    const value = valueOf(segment)
    if (value === null) return null
    url += `/${encodeURIComponent(String(value))}`
  }
  return url
}

/** The names to follow to find a value in a path: a field, or relations and then a field. */
type Steps = readonly string[]

/** A fixed part of a path, with its slash, or the names to follow to find a value. */
type Segment = string | Steps

function leadsOn(segment: Segment): boolean {
  return typeof segment !== 'string' && segment.length > 1
}

const segmentsByPath = new Map<string, readonly Segment[]>()

/** Returns the segments of a model's path. The cache has one entry per model. */
function segmentsOf(path: string): readonly Segment[] {
  const segments = segmentsByPath.get(path)
  if (segments !== undefined) return segments
  const read = path
    .slice(1)
    .split('/')
    .map((segment) =>
      segment.startsWith(':') ? segment.slice(1).split('.') : `/${encodeURIComponent(segment)}`,
    )
  segmentsByPath.set(path, read)
  return read
}

async function follow(
  context: UrlContext,
  model: ModelSpec,
  rows: readonly Row[],
  steps: Steps,
): Promise<Json[]> {
  const [step = '', ...rest] = steps
  const values = rows.map((row) => row[step] ?? null)
  const target = context.models[model.relations[step]?.model ?? '']
  if (rest.length === 0 || target === undefined) return values
  const found = await context.session.store(target.name).find({
    where: {
      kind: 'compare',
      field: target.key,
      op: 'in',
      value: [...new Set(values.filter((value) => value !== null))],
    },
    orderBy: [{ field: target.key, direction: 'asc' }],
  })
  const further = await follow(context, target, found, rest)
  const byKey = new Map(found.map((row, index) => [row[target.key], further[index] ?? null]))
  return values.map((value) => byKey.get(value ?? '') ?? null)
}

/** An item in a response: `_type`, `_pk`, `_self`, then its fields. */
export type Document = Record<string, Json>

/** What a document depends on besides its row. */
export interface DocumentContext {
  readonly session: Session
  readonly models: Models
  /** Scheme, host and base path: `https://api.example.com/v1`. */
  readonly baseUrl: string
  readonly visibility: CallerVisibility
  /** Maximum length of a to-many list. */
  readonly nestedLimit: number
}

/** The fields that the query selects; null means all. */
export type Projection = ReadonlySet<string> | null

/**
 * Returns the documents for rows. Relations are shown as keys, or as documents if the model nests them. Each level
 * requires one query for each relation of side `one` and each nested relation, regardless of the number of rows.
 * @param depth how many more levels of documents can be nested
 */
export async function makeDocuments(
  context: DocumentContext,
  model: ModelSpec,
  given: readonly Row[],
  projection: Projection = null,
  depth: number = model.nested.depth,
): Promise<Document[]> {
  const shown = (await context.session.access?.shown(model, given)) ?? given
  const rows = shown.filter((row) => row !== undefined)
  if (rows.length < given.length) return withHidden(context, model, given, shown, projection, depth)
  const seen = context.visibility.fields(model)
  const start = documentStart(model, seen)
  const urls = await documentUrls(context, model, rows)
  const documents = rows.map((row, index) => projected(start(row, urls[index] ?? null), projection))
  const toRead = partsOf(model).relations.filter(
    ([name, { side, listed }]) =>
      listed !== false &&
      (side === 'one' || nests(model, name, depth)) &&
      (seen?.has(name) ?? true) &&
      (projection?.has(name) ?? true),
  )
  for (const [name, relation] of toRead) {
    const add = relation.side === 'holder' ? addHeld : addHolders
    const levels = nests(model, name, depth) ? depth : 0
    await add(context, { model, rows, documents, name, relation, depth: levels })
  }
  return documents
}

/** Returns the documents for rows, some of which the caller cannot view: their documents contain only the key. */
async function withHidden(
  context: DocumentContext,
  model: ModelSpec,
  given: readonly Row[],
  shown: readonly (Row | undefined)[],
  projection: Projection,
  depth: number,
): Promise<Document[]> {
  const rows = shown.filter((row) => row !== undefined)
  const documents = (await makeDocuments(context, model, rows, projection, depth)).values()
  // The path of an item can contain the keys of items that the caller cannot view.
  const { holders } = partsOf(model)
  const urls = await documentUrls(
    context,
    model,
    given.map((row) => ({ ...row, ...Object.fromEntries(holders.map(([name]) => [name, null])) })),
  )
  return given.map((row, index): Document => {
    if (shown[index] !== undefined) return documents.next().value ?? {}
    return { _type: model.name, _pk: String(row[model.key]), _self: urls[index] ?? null }
  })
}

function nests(model: ModelSpec, name: string, depth: number): boolean {
  return depth > 0 && model.nested.names.includes(name)
}

interface RelationTask {
  readonly model: ModelSpec
  readonly rows: readonly Row[]
  readonly documents: Document[]
  readonly name: string
  readonly relation: RelationSpec
  /** How many levels of documents can be nested; 0 for keys. */
  readonly depth: number
}

async function addHeld(
  context: DocumentContext,
  { rows, documents, name, relation, depth }: RelationTask,
): Promise<void> {
  const target = modelOf(context, relation)
  const keys = [...new Set(rows.map((row) => row[name] ?? null).filter(isKey))]
  const found =
    keys.length === 0
      ? []
      : await context.session.store(target.name).find({
          where: { kind: 'compare', field: target.key, op: 'in', value: keys },
          orderBy: [{ field: target.key, direction: 'asc' }],
        })
  const nested = await nestedByKey(context, target, found, depth)
  for (const [index, row] of rows.entries()) {
    const key = row[name] ?? null
    set(documents, index, name, isKey(key) ? (nested.get(key) ?? key) : null)
  }
}

async function addHolders(context: DocumentContext, task: RelationTask): Promise<void> {
  const { model, rows, name, relation, depth } = task
  const keys = rows.map((row) => row[model.key] ?? null).filter(isKey)
  if (keys.length === 0) return
  // In a one-to-one relation, each key appears in at most one row.
  const limit = relation.many ? context.nestedLimit : keys.length
  const store = context.session.store(model.name)
  const target = modelOf(context, relation)
  const scope = context.visibility.scope(target)
  if (depth === 0) {
    const links = await store.links(name, keys, limit, scope)
    setLists(task, keys, (key) => ({ values: links.get(key)?.keys ?? [], total: links.get(key)?.total ?? 0 }))
    return
  }
  const linked = await store.linkedRows(name, keys, limit, scope)
  const nested = await nestedByKey(
    context,
    target,
    [...linked.values()].flatMap((links) => links.rows),
    depth,
  )
  setLists(task, keys, (key) => {
    const links = linked.get(key) ?? { rows: [], total: 0 }
    const holders = links.rows.map((row) => row[target.key] ?? null).filter(isKey)
    return { values: holders.map((holder) => nested.get(holder) ?? holder), total: links.total }
  })
}

function setLists(
  { documents, name, relation }: RelationTask,
  keys: readonly Key[],
  listOf: (key: Key) => { readonly values: readonly Json[]; readonly total: number },
): void {
  for (const [index, key] of keys.entries()) {
    const { values, total } = listOf(key)
    set(documents, index, name, relation.many ? values : (values[0] ?? null))
    if (relation.many && total > values.length) set(documents, index, `${name}_total`, total)
  }
}

/**
 * Returns the documents for the related rows that the caller is allowed to view, keyed by primary key. Other rows are
 * left out, so that they stay keys.
 */
async function nestedByKey(
  context: DocumentContext,
  target: ModelSpec,
  rows: readonly Row[],
  depth: number,
): Promise<Map<Key, Json>> {
  if (depth === 0 || rows.length === 0) return new Map()
  const viewable: Row[] = []
  for (const row of rows)
    if (await context.visibility.mayView(context.session, target, row)) viewable.push(row)
  const documents = await makeDocuments(context, target, viewable, null, depth - 1)
  const nested = new Map<Key, Json>()
  for (const [index, row] of viewable.entries()) {
    const key = row[target.key] ?? null
    if (isKey(key)) nested.set(key, documents[index] ?? null)
  }
  return nested
}

/** Reduces a document to the selected fields; `_type`, `_pk` and `_self` are always kept. */
function projected(document: Document, projection: Projection): Document {
  if (projection === null) return document
  return Object.fromEntries(
    Object.entries(document).filter(([name]) => ALWAYS_SHOWN.has(name) || projection.has(name)),
  )
}

function modelOf(context: DocumentContext, relation: RelationSpec): ModelSpec {
  const model = context.models[relation.model]
  if (model === undefined) throw new TypeError(`Unknown model ${JSON.stringify(relation.model)}`)
  return model
}

function set(documents: readonly Document[], index: number, name: string, value: Json): void {
  const document = documents[index]
  if (document !== undefined) document[name] = value
}
