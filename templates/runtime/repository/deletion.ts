import { ALL_ROWS } from '../repository/items.js'
import { Conflict, ReferenceViolation } from '../errors.js'
import { type Key, type ModelSpec, type Models, type RelationSpec, type Row, modelNamed } from '../model.js'
import type { Condition, Session } from '../store.js'
import type { Deletion } from './items.js'
import { isKey, keyOf, keysOf } from './parts.js'

/** Items of a model. */
interface Group {
  readonly model: ModelSpec
  readonly keys: readonly Key[]
}

/**
 * Items that refer to deleted items through the inverse of `relation`. `keys` contains the keys of the deleted items.
 */
interface Holders extends Group {
  readonly relation: RelationSpec
}

/**
 * Deletes items, and applies the `ondelete` rules of their relations that the database does not enforce. Everything is
 * read and checked before the first write, so a rejected deletion changes nothing, even without transactions.
 */
class RelatedDeletion {
  readonly #session: Session
  readonly #models: Models
  readonly #marked = new Map<string, Map<Key, Row>>()
  readonly #restricting: Holders[] = []
  readonly #unlinked: Holders[] = []
  /** The items to delete first, because they contain keys of the other deleted items. */
  readonly #before: Group[] = []
  readonly #after: Group[] = []

  constructor(session: Session, models: Models) {
    this.#session = session
    this.#models = models
  }

  /**
   * Deletes a model's rows by calling `remove`, and applies the rules of their relations.
   * @throws Conflict, ReferenceViolation if a relation restricts deletion
   */
  async run<T>(model: ModelSpec, rows: readonly Row[], remove: () => Promise<T>): Promise<T> {
    await this.#plan(model, this.#mark(model, rows))
    for (const holders of this.#restricting) await this.#checkRestriction(holders)
    for (const { model: other, keys, relation } of this.#unlinked)
      await this.#session
        .store(other.name, ALL_ROWS)
        .updateMany(among(relation.inverse, keys), { [relation.inverse]: null })
    this.#before.push({ model, keys: [] })
    for (const group of this.#ordered()) await this.#delete(group)
    const removed = await remove()
    for (const group of this.#after) await this.#delete(group)
    return removed
  }

  async #plan(model: ModelSpec, rows: readonly Row[]): Promise<void> {
    if (rows.length === 0) return
    for (const [name, relation] of Object.entries(model.relations)) {
      if (relation.side === 'holder') await this.#planReferenced(model, name, relation, rows)
      else await this.#planHolders(model, relation, rows)
    }
  }

  /** Marks rows for deletion, and returns the rows that were not already marked. */
  #mark(model: ModelSpec, rows: readonly Row[]): Row[] {
    const marked = this.#marked.get(model.name) ?? new Map<Key, Row>()
    const fresh = rows.filter((row) => !marked.has(keyOf(model, row)))
    for (const row of fresh) marked.set(keyOf(model, row), row)
    this.#marked.set(model.name, marked)
    return fresh
  }

  /** Plans how the deletion affects the items to which the deleted rows refer. */
  async #planReferenced(
    model: ModelSpec,
    name: string,
    relation: RelationSpec,
    rows: readonly Row[],
  ): Promise<void> {
    const keys = [...new Set(rows.map((row) => row[name] ?? null).filter(isKey))]
    if (keys.length === 0 || relation.onDelete === 'nullify') return
    if (relation.onDelete === 'restrict')
      throw new Conflict(`This ${model.name} cannot be deleted while its "${name}" is set.`)
    const target = modelNamed(this.#models, relation.model)
    const fresh = this.#mark(target, await this.#find(target, target.key, keys))
    this.#after.push({ model: target, keys: keysOf(target, fresh) })
    await this.#plan(target, fresh)
  }

  /** Plans how the deletion affects the items that refer to the deleted rows. */
  async #planHolders(model: ModelSpec, relation: RelationSpec, rows: readonly Row[]): Promise<void> {
    const target = modelNamed(this.#models, relation.model)
    const keys = keysOf(model, rows)
    const mayUnlink = target.relations[relation.inverse]?.required !== true
    switch (relation.onDelete === 'nullify' && !mayUnlink ? 'restrict' : relation.onDelete) {
      case 'restrict':
        this.#restricting.push({ model: target, relation, keys })
        return
      case 'nullify':
        this.#unlinked.push({ model: target, relation, keys })
        return
      case 'cascade': {
        const fresh = this.#mark(target, await this.#find(target, relation.inverse, keys))
        this.#before.unshift({ model: target, keys: keysOf(target, fresh) })
        await this.#plan(target, fresh)
      }
    }
  }

  /**
   * @throws ReferenceViolation, as if the database enforced references, if an item that is not being deleted contains
   * one of the keys
   */
  async #checkRestriction({ model: target, relation, keys }: Holders): Promise<void> {
    const marked = [...(this.#marked.get(target.name)?.keys() ?? [])]
    const others: Condition = {
      kind: 'and',
      of: [among(relation.inverse, keys), { kind: 'compare', field: target.key, op: 'nin', value: marked }],
    }
    if ((await this.#session.store(target.name, ALL_ROWS).count(others)) > 0)
      throw new ReferenceViolation('referenced')
  }

  /** Returns the items to delete first. Those that refer to each other through many levels are together. */
  #ordered(): Group[] {
    const last = new Map(this.#before.map(({ model }, index) => [model, index]))
    const levels = new Map(
      [...last.keys()].map((model) => [model, cascading(model, this.#marked.get(model.name) ?? new Map())]),
    )
    return this.#before.flatMap((group, index) => {
      const together = levels.get(group.model) ?? []
      if (together.length === 0) return [group]
      return last.get(group.model) === index ? together : []
    })
  }

  async #delete({ model, keys }: Group): Promise<void> {
    if (keys.length > 0) await this.#session.store(model.name, ALL_ROWS).deleteMany(among(model.key, keys))
  }

  #find(model: ModelSpec, field: string, keys: readonly Key[]): Promise<Row[]> {
    const orderBy = [{ field: model.key, direction: 'asc' as const }]
    return this.#session.store(model.name, ALL_ROWS).find({ where: among(field, keys), orderBy })
  }
}

/** Number of levels that one statement deletes, because databases cascade only through a limited number. */
const LEVELS = 500

/**
 * Returns the rows in the order in which they must be deleted if they refer to each other through many levels, otherwise
 * nothing.
 */
function cascading(model: ModelSpec, byKey: ReadonlyMap<Key, Row>): Group[] {
  const names = Object.entries(model.relations)
    .filter(([, { side, model: other }]) => side === 'holder' && other === model.name)
    .map(([name]) => name)
  if (names.length === 0 || byKey.size <= LEVELS) return []
  const above = (key: Key): Key[] =>
    names.map((name) => byKey.get(key)?.[name]).filter((each): each is Key => isKey(each) && byKey.has(each))
  const levels = new Map<Key, number>()
  // Those above a row come first, unless they are also below it.
  const begun = new Set<Key>()
  const pending = [...byKey.keys()]
  for (let at = pending.at(-1); at !== undefined; at = pending.at(-1)) {
    const others = begun.has(at) ? [] : above(at).filter((other) => !begun.has(other))
    begun.add(at)
    pending.push(...others)
    if (others.length > 0) continue
    if (!levels.has(at)) levels.set(at, 1 + Math.max(0, ...above(at).map((other) => levels.get(other) ?? 0)))
    pending.pop()
  }
  const groups: Key[][] = []
  for (const [key, level] of levels) (groups[Math.floor(level / LEVELS)] ??= []).push(key)
  return groups.reverse().map((keys) => ({ model, keys }))
}

/** Deletes items in a transaction, and applies the rules of their relations. */
export const deletionWithRelated: Deletion = {
  one: (items, key) =>
    items.transaction(async ({ session, models, model }) => {
      const all = session.store(model.name, ALL_ROWS)
      const row = await all.findByKey(key, 'delete')
      // In a cycle, the row is deleted together with those that refer to it.
      if (row !== undefined)
        await new RelatedDeletion(session, models).run(model, [row], () => all.deleteByKey(key))
      return row !== undefined
    }),
  many: (items, where) =>
    items.transaction(async ({ session, models, model, store, byKey }) => {
      const rows = await store.find({ where, orderBy: byKey })
      const selected = among(model.key, keysOf(model, rows))
      const all = session.store(model.name, ALL_ROWS)
      await new RelatedDeletion(session, models).run(model, rows, () => all.deleteMany(selected))
      return rows.length
    }),
}

function among(field: string, keys: readonly Key[]): Condition {
  return { kind: 'compare', field, op: 'in', value: keys }
}
