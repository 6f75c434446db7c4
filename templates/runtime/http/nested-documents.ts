import { BadRequest } from '../errors.js'
import type { Json } from '../json.js'
import { type Key, type ModelSpec, type Row, modelNamed } from '../model.js'
import { isKey, keysOf } from '../repository/parts.js'
import { type DocumentContext, type RelationTask, limitOf, makeDocuments, setLists } from './documents.js'

/**
 * Adds a relation to documents, as documents.
 * @param depth how many more levels of documents can be nested
 * @throws BadRequest if they would be too large. `max_response` itself limits only what a GET request returns.
 */
export async function addNested(context: DocumentContext, task: RelationTask, depth: number): Promise<void> {
  await (task.relation.side === 'holder' ? addHeld : addHolders)(context, task, depth)
  const { documents, name } = task
  const size = documents.reduce((sum, { [name]: value = null }) => sum + sizeOf(value), 0)
  const max = 2 * context.limits.maxResponse
  const text = `With the items in "${name}", the response would be larger than ${max} bytes (twice max_response).`
  if (size > max) throw new BadRequest(`${text} Request fewer items.`)
}

/** The sizes of the documents that others contain, because many others can contain each. */
const sizes = new WeakMap<object, number>()

/** Returns about the size of a value as JSON. */
function sizeOf(value: Json): number {
  if (typeof value !== 'object' || value === null) return String(value).length
  const known = sizes.get(value)
  if (known !== undefined) return known
  return Object.entries(value).reduce((sum, [name, part]) => sum + name.length + 4 + sizeOf(part), 2)
}

async function addHeld(
  context: DocumentContext,
  { rows, documents, name, relation }: RelationTask,
  depth: number,
): Promise<void> {
  const target = modelNamed(context.models, relation.model)
  const keys = [...new Set(rows.map((row) => row[name] ?? null).filter(isKey))]
  if (keys.length === 0) return
  const found = await context.session.store(target.name, context.policy.rows).find({
    where: { kind: 'compare', field: target.key, op: 'in', value: keys },
    orderBy: [{ field: target.key, direction: 'asc' }],
  })
  const nested = await nestedByKey(context, target, found, depth)
  for (const document of documents) {
    const key = document[name] ?? null
    if (isKey(key)) document[name] = nested.get(key) ?? key
  }
}

async function addHolders(context: DocumentContext, task: RelationTask, depth: number): Promise<void> {
  const { model, rows, name, relation } = task
  const keys = keysOf(model, rows)
  if (keys.length === 0) return
  const target = modelNamed(context.models, relation.model)
  const where = context.policy.scope(target)
  const store = context.session.store(model.name, context.policy.rows)
  const limit = limitOf(context, relation, keys)
  const linked = await store.linkedRows({ relation: name, keys, limit, where })
  const related = new Map(
    [...linked.values()].flatMap(({ items }) => items.map((row) => [row[target.key], row])),
  )
  const nested = await nestedByKey(context, target, [...related.values()], depth)
  const lists = [...linked].map(([key, { items, total }]) => {
    const holders = keysOf(target, items)
    return [key, { items: holders.map((holder) => nested.get(holder) ?? holder), total }] as const
  })
  setLists(task, keys, new Map(lists))
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
  const viewable: Row[] = []
  for (const row of rows) if (await context.policy.mayNest(context.session, target, row)) viewable.push(row)
  const documents = await makeDocuments(context, target, viewable, null, depth - 1)
  for (const document of documents) sizes.set(document, sizeOf(document))
  return new Map(keysOf(target, viewable).map((key, index) => [key, documents[index] ?? null]))
}
