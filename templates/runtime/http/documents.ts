import type { Json } from '../json.js'
import type { Key, ModelSpec, Models, RelationSpec, Row } from '../model.js'
import { isKey } from '../repository/keys.js'
import { type Parts, partsOf } from '../repository/parts.js'
import type { Session } from '../store.js'
import { ALWAYS_SHOWN, documentStart } from './document-start.js'
import type { Sight } from './sight.js'
import { documentUrls, type Urls } from './urls.js'

/** An item as it is answered: `_type`, `_pk`, `_self`, then its fields. */
export type Document = Record<string, Json>

/** Where documents are made: the session that reads what belongs to them, and what the request says. */
export interface DocumentContext {
  readonly session: Session
  readonly models: Models
  /** Scheme, host and base path: `https://api.example.com/v1`. */
  readonly baseUrl: string
  readonly sight: Sight
  /** Bound of a to-many list. */
  readonly nestedLimit: number
}

/** Which fields a caller asked for; null: all. */
export type Projection = ReadonlySet<string> | null

/**
 * Makes the documents of rows (SPEC 6, 8): relations as keys, or as documents where the model nests them. Costs one query for each relation of
 * side `one` and level, however many rows there are; nothing, and no waiting, where the rows hold all that is shown.
 * @param depth how many levels of documents may still be nested
 */
export function makeDocuments(
  context: DocumentContext,
  model: ModelSpec,
  rows: readonly Row[],
  projection: Projection = null,
  depth: number = model.nested.depth,
): Document[] | Promise<Document[]> {
  const seen = context.sight.fields(model)
  const start = documentStart(model, seen)
  const begin = (urls: Urls): Document[] =>
    rows.map((row, index) => projected(start(row, urls[index] ?? null), projection))
  const urls = documentUrls(context, model, rows)
  const begun = urls instanceof Promise ? urls.then(begin) : begin(urls)
  const toRead = partsOf(model).relations.filter(
    ([name, { side }]) =>
      (side === 'one' || nests(model, name, depth)) &&
      (seen?.has(name) ?? true) &&
      (projection?.has(name) ?? true),
  )
  return toRead.length === 0 ? begun : withRelations(context, { model, rows, depth }, begun, toRead)
}

/** Adds the relations that rows do not hold as documents show them. */
async function withRelations(
  context: DocumentContext,
  { model, rows, depth }: Pick<RelationTask, 'model' | 'rows' | 'depth'>,
  begun: Document[] | Promise<Document[]>,
  relations: Parts['relations'],
): Promise<Document[]> {
  const documents = await begun
  for (const [name, relation] of relations) {
    const add = relation.side === 'holder' ? addHeld : addHolders
    const levels = nests(model, name, depth) ? depth : 0
    await add(context, { model, rows, documents, name, relation, depth: levels })
  }
  return documents
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
  /** 0: keys. */
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
  // Of a one-to-one each key has one holder at most, so that this many are all of them.
  const limit = relation.many ? context.nestedLimit : keys.length
  const store = context.session.store(model.name)
  const target = modelOf(context, relation)
  const reach = context.sight.reach(target)
  if (depth === 0) {
    const links = await store.links(name, keys, limit, reach)
    setLists(task, keys, (key) => ({ values: links.get(key)?.keys ?? [], total: links.get(key)?.total ?? 0 }))
    return
  }
  const linked = await store.linkedRows(name, keys, limit, reach)
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

/** The documents of related rows that the caller may view, by key. The others stay keys. */
async function nestedByKey(
  context: DocumentContext,
  target: ModelSpec,
  rows: readonly Row[],
  depth: number,
): Promise<Map<Key, Json>> {
  if (depth === 0 || rows.length === 0) return new Map()
  const viewable: Row[] = []
  for (const row of rows) if (await context.sight.mayView(target, row)) viewable.push(row)
  const documents = await makeDocuments(context, target, viewable, null, depth - 1)
  const nested = new Map<Key, Json>()
  for (const [index, row] of viewable.entries()) {
    const key = row[target.key] ?? null
    if (isKey(key)) nested.set(key, documents[index] ?? null)
  }
  return nested
}

/** Only what is asked for; `_type`, `_pk`, `_self` always stay (SPEC 7). */
function projected(document: Document, projection: Projection): Document {
  if (projection === null) return document
  return Object.fromEntries(
    Object.entries(document).filter(([name]) => ALWAYS_SHOWN.has(name) || projection.has(name)),
  )
}

function modelOf(context: DocumentContext, relation: RelationSpec): ModelSpec {
  const model = context.models[relation.model]
  if (model === undefined) throw new TypeError(`there is no model ${relation.model}`)
  return model
}

function set(documents: readonly Document[], index: number, name: string, value: Json): void {
  const document = documents[index]
  if (document !== undefined) document[name] = value
}
