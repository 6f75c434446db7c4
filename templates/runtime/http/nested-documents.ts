import type { Json } from '../json.js'
import { type Key, type ModelSpec, type Row, modelNamed } from '../model.js'
import { isKey, keysOf } from '../repository/parts.js'
import {
  type DocumentContext,
  type RelationTask,
  limitOf,
  makeDocuments,
  set,
  setLists,
} from './documents.js'

/**
 * Adds a relation to documents, as documents.
 * @param depth how many more levels of documents can be nested
 */
export function addNested(context: DocumentContext, task: RelationTask, depth: number): Promise<void> {
  return task.relation.side === 'holder' ? addHeld(context, task, depth) : addHolders(context, task, depth)
}

async function addHeld(
  context: DocumentContext,
  { rows, documents, name, relation }: RelationTask,
  depth: number,
): Promise<void> {
  const target = modelNamed(context.models, relation.model)
  const keys = [...new Set(rows.map((row) => row[name] ?? null).filter(isKey))]
  const found =
    keys.length === 0
      ? []
      : await context.session.store(target.name, context.policy.rows).find({
          where: { kind: 'compare', field: target.key, op: 'in', value: keys },
          orderBy: [{ field: target.key, direction: 'asc' }],
        })
  const nested = await nestedByKey(context, target, found, depth)
  for (const [index, row] of rows.entries()) {
    const key = row[name] ?? null
    set(documents, index, name, isKey(key) ? (nested.get(key) ?? key) : null)
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
  const related = [...linked.values()].flatMap(({ items }) => items)
  const nested = await nestedByKey(context, target, related, depth)
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
  if (rows.length === 0) return new Map()
  const viewable: Row[] = []
  for (const row of rows) if (await context.policy.mayNest(context.session, target, row)) viewable.push(row)
  const documents = await makeDocuments(context, target, viewable, null, depth - 1)
  const nested = new Map<Key, Json>()
  for (const [index, row] of viewable.entries()) {
    const key = row[target.key] ?? null
    if (isKey(key)) nested.set(key, documents[index] ?? null)
  }
  return nested
}
