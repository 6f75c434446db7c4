import type { Json } from '../json.js'
import { type Key, type ModelSpec, type Models, type RelationSpec, type Row, modelNamed } from '../model.js'
import type { Policy } from '../policy/policy.js'
import { keysOf, partsOf } from '../repository/parts.js'
import type { Session, Linked } from '../store.js'

/**
 * Returns the function that makes the part of a document that comes from its row, for callers who can see the fields in
 * `seen` (null means all): `_type`, `_pk`, `_self` and the selected fields. Relations of side `one` are added later.
 */
function documentStart(
  model: ModelSpec,
  seen: ReadonlySet<string> | null,
  projection: Projection,
): (row: Row, url: string | null) => Document {
  const { name: _type, key, parts } = model
  const { names, readable } = partsOf(model)
  const shown = readable.filter((name) => (seen?.has(name) ?? true) && (projection?.has(name) ?? true))
  // There is only one spread, at the end: a second one makes objects many times slower to create and serialize.
  if (shown.length === names.length && parts === undefined)
    return (row, _self) => ({ _type, _pk: String(row[key]), _self, ...row })
  return (row, _self) => {
    const document: Document = { _type, _pk: String(row[key]), _self }
    for (const name of shown) document[name] = parts?.shown(name, row[name] ?? null) ?? row[name] ?? null
    return document
  }
}

export interface UrlContext {
  readonly session: Session
  readonly policy: Policy
  readonly models: Models
  /** Scheme, host and base path: `https://api.example.com/v1`. */
  readonly baseUrl: string
}

/** Returns the `_self` of each row: the model's path with the row's values; null for an item that no route shows. */
export async function documentUrls(
  context: UrlContext,
  model: ModelSpec,
  rows: readonly Row[],
): Promise<(string | null)[]> {
  const { path } = model
  const name = path?.findLast((_part, index) => index % 2 === 1) ?? ''
  // A unique field can identify the items in place of the key. Callers who cannot see it get no URLs.
  const isLookup = name !== model.key && model.fields[name] !== undefined && model.showsPath !== true
  const isHidden = isLookup && context.policy.visible(model)?.has(name) === false
  if (path === null || isHidden) return rows.map(() => null)
  const followed = await model.followPath?.(context, model, rows, path)
  const valueIn = followed ?? ((each: string, index: number): Json => rows[index]?.[each] ?? null)
  return rows.map((_row, index) => urlOf(context.baseUrl, path, (each) => valueIn(each, index)))
}

function urlOf(base: string, path: readonly string[], valueOf: (name: string) => Json): string | null {
  let url = base
  for (const [index, part] of path.entries()) {
    const value = index % 2 === 0 ? part : valueOf(part)
    if (value === null) return null
    if (index % 2 === 0) url += part
    // A key in quotation marks, as in OData, has two for each that it contains.
    else url += encodeURIComponent(url.endsWith("('") ? String(value).replaceAll("'", "''") : String(value))
  }
  return url
}

/** An item in a response: `_type`, `_pk`, `_self`, then its fields. */
export type Document = Record<string, Json>

/** What a document depends on besides its row. */
export interface DocumentContext extends UrlContext {
  /** Maximum length of a to-many list, and maximum size of documents in bytes. */
  readonly limits: { readonly nestedLimit: number; readonly maxSize: number }
}

/** The fields that the query selects; null means all. */
export type Projection = ReadonlySet<string> | null

/**
 * Returns the documents for the rows that the caller can view, and documents with only the key for the others. Relations are
 * shown as keys, or as documents if the model nests them. Each level requires one query for each relation of side `one` and
 * each nested relation, regardless of the number of rows.
 * @param depth how many more levels of documents can be nested
 * @param given the rows as the caller sees them, in the same order, with undefined for those that the caller cannot view;
 * by default, as row rules say
 */
export async function makeDocuments(
  context: DocumentContext,
  model: ModelSpec,
  rows: readonly Row[],
  projection: Projection = null,
  depth: number = model.nested?.depth ?? 0,
  given?: readonly (Row | undefined)[],
): Promise<Document[]> {
  const shown = given ?? (await context.policy.rows.items(context.session, context.models, model).shown(rows))
  const seen = shown.filter((row) => row !== undefined)
  const documents = await documentsOf(context, model, seen, projection, depth)
  if (seen.length === rows.length) return documents
  // The path of an item can contain the keys of items that the caller cannot view.
  const hidden = Object.fromEntries(partsOf(model).holders.map(([name]) => [name, null]))
  const bare = rows.map((row) => ({ ...row, ...hidden }))
  const others = await documentsOf(context, model, bare, new Set(), 0)
  const visible = documents.values()
  return rows.map((_, index) => (shown[index] === undefined ? others[index] : visible.next().value) ?? {})
}

async function documentsOf(
  context: DocumentContext,
  model: ModelSpec,
  rows: readonly Row[],
  projection: Projection,
  depth: number,
): Promise<Document[]> {
  const seen = context.policy.visible(model)
  const start = documentStart(model, seen, projection)
  const urls = await documentUrls(context, model, rows)
  const documents = rows.map((row, index) => start(row, urls[index] ?? null))
  const toRead = partsOf(model).relations.filter(
    ([name, { side, listed }]) =>
      listed !== false &&
      (side === 'one' || nests(model, name, depth)) &&
      (seen?.has(name) ?? true) &&
      (projection?.has(name) ?? true),
  )
  for (const [name, relation] of toRead) {
    const task = { model, rows, documents, name, relation }
    if (nests(model, name, depth)) await model.nested?.add(context, task, depth)
    else await addKeys(context, task)
  }
  return documents
}

function nests(model: ModelSpec, name: string, depth: number): boolean {
  return depth > 0 && model.nested?.names.includes(name) === true
}

declare module '../model.js' {
  interface ModelSpec {
    /** Relations that responses show as documents instead of keys, and the depth to which they do. */
    readonly nested?: {
      readonly names: readonly string[]
      readonly depth: number
      readonly add: (context: DocumentContext, task: RelationTask, depth: number) => Promise<void>
    }
    /** Reads the values in the path that are in other items. Undefined if there are none. */
    readonly followPath?: (
      context: UrlContext,
      model: ModelSpec,
      rows: readonly Row[],
      path: readonly string[],
    ) => Promise<(name: string, index: number) => Json>
  }
}

/** A relation to add to the documents of rows. */
export interface RelationTask {
  readonly model: ModelSpec
  readonly rows: readonly Row[]
  readonly documents: Document[]
  readonly name: string
  readonly relation: RelationSpec
}

async function addKeys(context: DocumentContext, task: RelationTask): Promise<void> {
  const { model, rows, name, relation } = task
  const keys = keysOf(model, rows)
  if (keys.length === 0) return
  const where = context.policy.scope(modelNamed(context.models, relation.model))
  const store = context.session.store(model.name, context.policy.rows)
  const limit = limitOf(context, relation, keys)
  setLists(task, keys, await store.links({ relation: name, keys, limit, where }))
}

/** In a one-to-one relation, each key appears in at most one row. */
export function limitOf({ limits }: DocumentContext, { many }: RelationSpec, keys: readonly Key[]): number {
  return many ? limits.nestedLimit : keys.length
}

export function setLists(
  { documents, name, relation }: RelationTask,
  keys: readonly Key[],
  lists: Linked<Json>,
): void {
  for (const [index, key] of keys.entries()) {
    const { items, total } = lists.get(key) ?? { items: [], total: 0 }
    const document = documents[index] ?? {}
    document[name] = relation.many ? items : (items[0] ?? null)
    if (relation.many && total > items.length) document[`${name}_total`] = total
  }
}
